"""How large the numbers of the adapters are, and what it takes to offer a seat its actions.

`python -m bench.bench_adapters [GAME …] [--games N] [--seats N]`: games of random players, who draw
their moves from the menu and what `sample` draws. At each of their moves all legal actions are
listed as well. Times are processor time.
"""

import argparse
import statistics
from time import process_time

from chabudai.adapters import episode
from chabudai.adapters.episode import Setting, setting
from chabudai.core import Rng
from chabudai.games import GAMES

GAMES_PLAYED = 5
DRAWS = 64


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--games", dest="played", type=int, default=GAMES_PLAYED)
    parser.add_argument("--seats", type=int)
    args = parser.parse_args()
    for name in args.games:
        place = setting(name, args.seats, draws=DRAWS)
        print(f"{name}, {place.seats} players, {args.played} games")
        numbering = place.numbering
        print(f"  observation {place.observations.size:,} numbers")
        print(f"  actions {numbering.fixed:,} fixed, {numbering.size:,} in all")
        measure(place, args.played)


def measure(place: Setting, games: int) -> None:
    """Play, and print how many actions were legal at once and how long offers take."""
    dice = Rng(7)
    listing: list[float] = []
    drawing: list[float] = []
    legal: list[int] = []
    for seed in range(games):
        now = episode.begin(place, seed)
        while owing := episode.owing(place, now):
            seat = owing[0]
            view = place.game.view(now.state, seat)
            started = process_time()
            legal.append(sum(1 for _ in place.game.legal_actions(view, seat)))
            listing.append(process_time() - started)
            started = process_time()
            offer = episode.offered(place, now, seat)
            drawing.append(process_time() - started)
            choices = tuple(offer.actions.values())
            now = episode.moved(place, now, seat, choices[dice.below(len(choices))])
    print(f"  legal actions at once: median {statistics.median(legal):,.0f}, most {max(legal):,}")
    for what, times in (("all legal actions", listing), (f"the menu and {DRAWS} draws", drawing)):
        middle, longest = statistics.median(times), max(times)
        print(f"  {what}: median {1000 * middle:.2f} ms, longest {1000 * longest:.1f} ms")


if __name__ == "__main__":
    main()
