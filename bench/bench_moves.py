"""Random moves a second in every game, each with the view it is chosen from.

`python -m bench.bench_moves [GAME …] [--rounds N] [--against OTHER/src] [--profile]`: moves by
processor time, the median of the rounds and the slowest. With the sources of another checkout, its
engine plays the same games in turns, in a process of its own; printed are the median and the range
of the ratios, and whether both came to the same states. `--profile` prints instead, by
samples of the stack, in which functions the time goes.
"""

import argparse
import hashlib
import json
import os
import signal
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

import msgspec

from chabudai.core import AnyGame, Rng
from chabudai.games import GAMES
from chabudai.search import playout

SEATS = {"word-bank": (2, 4), "quiddler": (2, 4), "word-porters": (4, 6), "kakapo": (2, 3, 4)}
MOVES = 20_000
"""Moves of a round, about."""
SAMPLED = 12
"""Rounds that a profile looks at."""
SAMPLE_S = 0.001
"""Seconds of processor time from one look at the stack to the next; systems round it up."""
SHOWN = 40
"""Functions that a profile prints."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(SEATS))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.answer:
        answer()
        return
    for name in args.games:
        for seats in SEATS[name]:
            if args.profile:
                profile(GAMES[name], seats)
            else:
                print(line(name, seats, args.rounds, args.against), flush=True)


def line(name: str, seats: int, rounds: int, against: Path | None) -> str:
    """The rates of a game at so many seats, and their ratios to those of another engine."""
    with engine(None) as ours, engine(against) as theirs:
        rates: list[float] = []
        ratios: list[float] = []
        same = True
        for seed in range(-1, rounds):
            rate, states = ask(ours, name, seats, seed)
            other, others = ask(theirs, name, seats, seed) if against else (rate, states)
            same = same and states == others
            if seed >= 0:  # the round before the first warms up
                rates.append(rate)
                ratios.append(rate / other)
    text = f"{name} of {seats}: {statistics.median(rates):9,.0f} moves/s (worst {min(rates):,.0f})"
    if against:
        text += f", × {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        text += ", the same states" if same else ", OTHER STATES"
    return text


@contextmanager
def engine(source: Path | None) -> Generator["subprocess.Popen[str]", None, None]:
    """A process that plays with the engine in `source`; None: with that of this checkout."""
    environment = dict(os.environ)
    if source:
        environment["PYTHONPATH"] = str(source.resolve())
    command = [sys.executable, "-m", "bench.bench_moves", "--answer"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True) as process:
        yield process
        assert process.stdin
        process.stdin.close()


def ask(process: "subprocess.Popen[str]", *question: object) -> tuple[float, str]:
    """Moves a second of a round, and a digest of its states."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps(question) + "\n")
    process.stdin.flush()
    rate, states = json.loads(process.stdout.readline())
    return float(rate), str(states)


def answer() -> None:
    """Play a round for each line of standard input."""
    for question in sys.stdin:
        name, seats, seed = json.loads(question)
        print(json.dumps(played(GAMES[name], seats, seed)), flush=True)


def played(game: AnyGame, seats: int, seed: int) -> tuple[float, str]:
    """Random games: moves a second, and a digest of how they ended."""
    rng = Rng(seed)
    moved, ends = 0, list[Any]()
    before = process_time()
    while moved < MOVES:
        ends.append(None)
        for _, _, step in playout(game, game.setup(game.options(), seats), rng):
            moved += 1
            ends[-1] = step.state
    seconds = process_time() - before
    states = hashlib.sha256(b"\n".join(map(msgspec.json.encode, ends))).hexdigest()
    return moved / seconds, states


def profile(game: AnyGame, seats: int) -> None:
    """Print in which functions the time goes, by samples of the stack: what share of it with all
    that they call, and by themselves.
    """
    played(game, seats, -1)
    within, alone = Counter[str](), Counter[str]()

    def sample(_: int, frame: FrameType | None) -> None:
        names = list(map(name_of, stack(frame)))
        alone.update(names[:1])
        within.update(set(names))

    signal.signal(signal.SIGPROF, sample)
    signal.setitimer(signal.ITIMER_PROF, SAMPLE_S, SAMPLE_S)
    for seed in range(SAMPLED):
        played(game, seats, seed)
    signal.setitimer(signal.ITIMER_PROF, 0)
    total = alone.total()
    print(f"{game.name} of {seats}, {total} samples: with what it calls, by itself")
    for name, count in within.most_common(SHOWN):
        print(f"{count / total:6.1%} {alone[name] / total:6.1%}  {name}")


def stack(frame: FrameType | None) -> Iterator[FrameType]:
    """The frames that run within `profile`, the innermost first."""
    while frame is not None and frame.f_code is not profile.__code__:
        yield frame
        frame = frame.f_back


def name_of(frame: FrameType) -> str:
    """The function of a frame, with its file in the package."""
    code = frame.f_code
    return f"{code.co_filename.rpartition('chabudai/')[2]} {code.co_qualname}"


if __name__ == "__main__":
    main()
