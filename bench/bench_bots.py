"""How long do the bots of each level think, and how strong are they?

`python -m bench.bench_bots [GAME …] [--games N] [--seats N]`: every level plays games against
itself. It prints the processor time of a decision: the median, the 99th percentile and the maximum.
Strength is measured by `chabudai evaluate bench/plans/NAME.toml`, which takes minutes to hours.
"""

import argparse
import os
from itertools import chain
from time import process_time

from bench.figures import machine, percentiles
from chabudai.core import CHANCE, AnyGame, Rng, play
from chabudai.games import GAMES

SEED = 1_000_000
"""Number of the first deal. The bots were tuned on deals with lower numbers."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--games", dest="count", type=int, default=4, help="of each level")
    parser.add_argument("--seats", type=int, help="default: the fewest")
    args = parser.parse_args()
    print(machine())
    print("| game, seats | bot | decisions | median, ms | p99, ms | longest, ms |")
    print("|---|---|---|---|---|---|")
    for name in args.games:
        game = GAMES[name]
        seats = args.seats or max(2, game.seats[0])
        for level in game.bots:
            deals = (decisions(game, level, seats, deal) for deal in range(args.count))
            taken = [*chain.from_iterable(deals)]
            figures = " | ".join(f"{ms:.3g}" for ms in percentiles(taken))
            print(f"| {name}, {seats} | {level} | {len(taken)} | {figures} |", flush=True)
    print(f"load average at the end: {os.getloadavg()[0]:.1f}")


def decisions(game: AnyGame, level: str, seats: int, deal: int) -> list[float]:
    """Play a game and return the milliseconds of processor time of each decision."""
    chance, state = Rng(SEED + deal), game.setup(game.options(), seats)
    bots = [(game.bots[level](seats * deal + seat), Rng(~deal - seat)) for seat in range(seats)]
    taken: list[float] = []
    while owing := game.to_act(state):
        seat = owing[0]
        if seat == CHANCE:
            action = game.chance(state, chance)
        else:
            (bot, rng), view = bots[seat], game.view(state, seat)
            started = process_time()
            action = bot(view, seat, rng)
            taken.append(1000 * (process_time() - started))
        state = play(game, state, seat, action).state
    return taken


if __name__ == "__main__":
    main()
