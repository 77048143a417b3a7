"""The Kakapo's review: does it blame the right move of a lost game?

`python -m bench.bench_kakapo_review [--games N] [--json]` plays missions of the book with easy and
normal bots, two, three and four in turn, until N are lost, reviews each, and counts

- the games that turned at a move after which a loss is proved, those where only no winning line was
  found, and those in which none was found from the start;
- forced moves blamed: the seat had no other move;
- contradictions: of the tables after the move that is blamed, one from which the search that
  reviews finds a winning line after all;
- winning lines that do not end with enough birds scanned;

and prints the processor time of a review.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from time import process_time

from chabudai.core import CHANCE, Rng, play
from chabudai.core.transcript import Transcript, begin, record, replay, replayed
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.bots.policy import STRENGTHS, bot
from chabudai.games.kakapo.components.missions import BOOK
from chabudai.games.kakapo.review.hindsight import (
    THOROUGH,
    Looked,
    Moved,
    is_won,
    line_from,
    look_back,
    moves_of,
    turned_with,
)
from chabudai.games.kakapo.rules.scanning import succeeded
from chabudai.games.kakapo.solver.settling import settle
from chabudai.games.kakapo.state import Concede, Options, Over
from chabudai.games.kakapo.view import view

LEVELS = ("easy", "normal")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=66)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found: Counter[str] = Counter()
    took: list[float] = []
    for transcript in islice(lost_games(), args.games):
        began = process_time()
        looked = look_back(GAME, replayed(GAME, transcript))
        took.append(process_time() - began)
        found.update(faults(transcript, looked))
    took.sort()
    report = {
        "games": args.games,
        **{name: found[name] for name in NAMES},
        "median_s": round(took[len(took) // 2], 2),
        "longest_s": round(took[-1], 2),
    }
    print(json.dumps(report) if args.json else "  ".join(f"{k} {v}" for k, v in report.items()))


NAMES = ("proved", "not_found", "never_found", "forced", "contradictions", "false_lines")


def lost_games() -> Iterator[Transcript]:
    """Lost games of bots, each deal and mission another."""
    for at in count():
        seats = GAME.seats[at % len(GAME.seats)]
        level = LEVELS[at // len(GAME.seats) % len(LEVELS)]
        transcript, won = played(seats, level, 1 + 7 * at % BOOK, at)
        if not won:
            yield transcript


def played(seats: int, level: str, mission: int, seed: int) -> tuple[Transcript, bool]:
    """A game of bots, and whether they won it."""
    options = Options(mission=mission)
    transcript, state, rng = begin(GAME, seats, options), GAME.setup(options, seats), Rng(seed)
    while not isinstance(state.phase, Over):
        (seat,) = GAME.to_act(state)
        action = (
            GAME.chance(state, rng)
            if seat == CHANCE
            else bot(STRENGTHS[level], 0)(view(state, seat), seat, rng)
        )
        transcript = record(transcript, seat, action)
        state = play(GAME, state, seat, action).state
    return transcript, is_won(state)


def faults(transcript: Transcript, looked: Looked) -> Iterator[str]:
    """What is to be counted of a review."""
    turned = looked.turned
    if turned is None:
        yield "never_found"
        return
    yield "proved" if turned.proved else "not_found"
    if not succeeds(looked, transcript):
        yield "false_lines"
    made = list(moves_of(transcript, tuple(replay(GAME, transcript))))
    at = next(
        at for at, move in enumerate(made) if turned_with(move, proved=turned.proved) == turned
    )
    if is_forced(made[at]):
        yield "forced"
    if any(line_from(move.after) is not None for move in made[at:]):
        yield "contradictions"
    if turned.proved and any(not settle(move.after, THOROUGH).lost for move in made[at:]):
        yield "contradictions"


def succeeds(looked: Looked, transcript: Transcript) -> bool:
    """Whether the review's line of play ends with enough birds scanned."""
    mission = next(replay(GAME, transcript)).mission
    return succeeded(mission, looked.line[-1].edges)


def is_forced(move: Moved) -> bool:
    """Whether the seat had no other move."""
    legal = GAME.legal_actions(view(move.before, move.seat), move.seat)
    return sum(not isinstance(action, Concede) for action in legal) == 1


if __name__ == "__main__":
    main()
