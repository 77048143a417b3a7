"""Word Bank's review: do its parts add up, and how long does it take?

`python -m bench.bench_word_bank_review [--games N] [--json]` plays games of easy, normal, hard and
expert bots, two to five in turn, reviews each, and counts

- seats whose vocabulary, decisions and luck do not add up to their margin;
- turns with a negative cost, or with a cost outside of its bounds;
- turns for which a password of the words that are known is rarer than these;

and prints the mean size of each part, in stones, and the processor time of a review.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from statistics import mean, median
from time import process_time

from chabudai.core import CHANCE, Rng, play
from chabudai.core.transcript import Transcript, begin, record, replayed
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.review.hindsight import Looked, cost, look_back
from chabudai.games.word_bank.state import Options
from chabudai.games.word_bank.view import view

NAMES = ("sums", "negative", "bounds", "rarer")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found: Counter[str] = Counter()
    took: list[float] = []
    sizes: dict[str, list[float]] = {"vocabulary": [], "decisions": [], "luck": []}
    for transcript in islice(games(), args.games):
        began = process_time()
        looked = look_back(GAME, replayed(GAME, transcript))
        took.append(process_time() - began)
        found.update(faults(looked))
        for part, values in sizes.items():
            values.extend(abs(getattr(account, part)) / 1000 for account in looked.accounts)
    report = {
        "games": args.games,
        **{name: found[name] for name in NAMES},
        **{f"mean_{part}": round(mean(values), 2) for part, values in sizes.items()},
        "median_s": round(median(took), 2),
        "longest_s": round(max(took), 2),
    }
    print(json.dumps(report) if args.json else "  ".join(f"{k} {v}" for k, v in report.items()))


def games() -> Iterator[Transcript]:
    """Games of bots, each deal another."""
    seed = 0
    while True:
        for level in GAME.bots:
            for seats in GAME.seats:
                yield played(seats, level, seed)
                seed += 1


def played(seats: int, level: str, seed: int) -> Transcript:
    """A game of bots."""
    options, rng = Options(), Rng(seed)
    transcript, state = begin(GAME, seats, options), GAME.setup(options, seats)
    bots = [GAME.bots[level](seat) for seat in range(seats)]
    while owing := GAME.to_act(state):
        seat = owing[0]
        action = (
            GAME.chance(state, rng) if seat == CHANCE else bots[seat](view(state, seat), seat, rng)
        )
        transcript = record(transcript, seat, action)
        state = play(GAME, state, seat, action).state
    return transcript


def faults(looked: Looked) -> Iterator[str]:
    """What is to be counted of a review."""
    for account in looked.accounts:
        if account.vocabulary + account.decisions + account.luck != account.margin:
            yield "sums"
    for turn in looked.turns:
        if min(turn.vocabulary, turn.decision) < 0:
            yield "negative"
        if not turn.least <= cost(turn) <= turn.most:
            yield "bounds"
        if turn.known is not None and turn.known.level > looked.accounts[turn.seat].level:
            yield "rarer"


if __name__ == "__main__":
    main()
