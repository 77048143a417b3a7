"""Re-record the golden games of every game: `make bless`; with --check, only compare.

For each game, it records the examples in its rules, and one whole game for each way of ending and
each number of seats. If no example shows an ending, random games with the seeds 0, 1, 2, … are
tried. `expected.json` describes the final state of each. Review the diff like code.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import Any

import msgspec

from chabudai.core.transcript import Transcript, begin, dumps, record, replay
from tests.support.game_cases import CASES, Case, Start, tables, walk

SEEDS = 20_000
"""Number of random games to try for one way of ending."""
ODDITIES = (0, 2, 7)
"""Numbers of unusual moves in every 8 moves. The seeds cycle through these numbers."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bless", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only print what would change")
    changed: list[Path] = []
    only_check = parser.parse_args().check
    for case in CASES:
        folder = case.folder / "golden"
        files = golden_files(case)
        old = {path.name: path.read_bytes() for path in folder.glob("*.json*")}
        changed += [
            folder / name for name in sorted({*files, *old}) if files.get(name) != old.get(name)
        ]
        if not only_check:
            folder.mkdir(exist_ok=True)
            for name in old.keys() - files.keys():
                (folder / name).unlink()
            for name, content in files.items():
                (folder / name).write_bytes(content)
    for path in changed:
        print(f"{'differs' if only_check else 'recorded'}: {path}")
    return 1 if changed and only_check else 0


def golden_files(case: Case) -> Mapping[str, bytes]:
    """Return the contents of a game's golden folder by file name."""
    games = {f"{name.replace(' ', '-').lower()}.jsonl": game for name, game in transcripts(case)}
    expected = {name: final_state(case, games[name]) for name in sorted(games)}
    lines = ",\n".join(
        f" {msgspec.json.encode(name).decode()}: {msgspec.json.encode(expected[name]).decode()}"
        for name in expected
    )
    contents = {name: dumps(unversioned(game)) for name, game in games.items()}
    return {**contents, "expected.json": f"{{\n{lines}\n}}\n".encode()}


def unversioned(game: Transcript) -> Transcript:
    """Return a transcript without its version, so that all versions of chabudai record it
    identically.
    """
    header = msgspec.structs.replace(game.header, version=msgspec.UNSET)
    return Transcript(header, game.entries)


def transcripts(case: Case) -> Iterator[tuple[str, Transcript]]:
    """Yield the printed examples, and a game for each number of seats and each ending, by name."""
    examples = tuple(case.support.examples())
    yield from examples
    number = count()
    for ending in case.support.ENDINGS:
        for seats in case.game.seats:
            agreed = tables(case, seats)
            at = next(number)
            if not any(is_wanted(case, ending, seats, example) for _, example in examples):
                yield f"{ending} {seats}", find_game(case, ending, seats, agreed[at % len(agreed)])


def is_wanted(case: Case, ending: str, seats: int, transcript: Transcript) -> bool:
    """Return whether a transcript is a whole game of `seats` seats with this ending."""
    if transcript.header.seats != seats:
        return False
    states = list(replay(case.game, transcript))
    over = case.game.outcome(states[-1]) is not None
    return over and case.support.ENDINGS[ending](states)


def find_game(case: Case, ending: str, seats: int, options: Any) -> Transcript:
    """Return the first random game with this ending. Raise LookupError if none is found."""
    most = case.support.MOST_MOVES
    for seed in range(SEEDS):
        sitting = Start(seats, options, seed, ODDITIES[seed % len(ODDITIES)])
        plies = list(islice(walk(case, sitting), most + 1))
        states = [ply.step.state for ply in plies]
        if len(plies) <= most and case.support.ENDINGS[ending](states):
            transcript = begin(case.game, seats, options, f"A game of {seats}: {ending}.")
            for ply in plies:
                transcript = record(transcript, ply.seat, ply.action)
            return transcript
    tried = f"{SEEDS} games of {seats} at {options} none within {most} moves (MOST_MOVES)"
    raise LookupError(f"{case.game.name}: of {tried} ended so: {ending}")


def final_state(case: Case, transcript: Transcript) -> dict[str, Any]:
    """Return the end of a transcript: the number of moves, the outcome if any, and a digest of the
    state.
    """
    states = list(replay(case.game, transcript))
    return {
        "moves": len(transcript.entries),
        "outcome": case.game.outcome(states[-1]),
        "state": sha256(msgspec.json.encode(states[-1])).hexdigest()[:16],
    }


if __name__ == "__main__":
    sys.exit(main())
