"""The cost of silence for bots in the Kakapo: random players, bots and open hands on equal deals.

`python -m bench.bench_kakapo_bots [--deals N] [--level L] [--jobs J] [--json]` prints, for Buddy
and for Party with three and with four, the share of missions won by each,

    G = (bots - random) / (open - random)

and the cost of silence, open - bots, both with 95 % intervals (bootstrap over deals). Deals cycle
through the missions of the book. The "open" team looks for a winning line with all hands open
before every round; as long as it finds none, its players are the bots, except that they see all
hands instead of sampling them. `--times` prints instead the processor time of decisions.
"""

import argparse
import json
from functools import partial
from multiprocessing import Pool
from time import process_time
from typing import Literal, NamedTuple, TypeAlias

from chabudai.core import CHANCE, Bot, Rng, Seat, play
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.bots.planning import World
from chabudai.games.kakapo.bots.policy import STRENGTHS, bot
from chabudai.games.kakapo.components.missions import BOOK
from chabudai.games.kakapo.solver.card_sets import set_of
from chabudai.games.kakapo.solver.open_hands import winning_line
from chabudai.games.kakapo.state import Action, Concede, Options, Over, State
from chabudai.games.kakapo.view import View, view

RESAMPLED = 2000
LEAST = 160
"""Playouts of open hands for each choice, at least."""
Team: TypeAlias = Literal["random", "bots", "open"]
TEAMS: tuple[Team, ...] = ("random", "bots", "open")


class Deal(NamedTuple):
    seats: int
    mission: int
    seed: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--level", choices=STRENGTHS, default="expert")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--times", action="store_true")
    args = parser.parse_args()
    if args.times:
        for kind, took in sorted(times(args.level, args.deals).items()):
            took.sort()
            middle, late = took[len(took) // 2], took[len(took) * 99 // 100]
            print(f"{kind}  {len(took)}  {middle:.3f}  {late:.3f}  {took[-1]:.3f} s")
        return
    with Pool(args.jobs) as pool:
        for seats in GAME.seats:
            deals = [Deal(seats, 1 + at % BOOK, at) for at in range(args.deals)]
            won = pool.map(partial(results, args.level), deals, chunksize=1)
            report = figures(seats, won)
            print(json.dumps(report) if args.json else line(report), flush=True)


def times(level: str, deals: int) -> dict[str, list[float]]:
    """Seconds of processor time of a bot's decisions, by kind of action."""
    took: dict[str, list[float]] = {}
    for at in range(deals):
        seats = GAME.seats[at % len(GAME.seats)]
        state = GAME.setup(Options(mission=1 + at % BOOK), seats)
        state = play(GAME, state, CHANCE, GAME.chance(state, Rng(at))).state
        rng = Rng(at)
        while owing := GAME.to_act(state):
            seen_now = view(state, owing[0])
            began = process_time()
            action = bot(STRENGTHS[level], 0)(seen_now, owing[0], rng)
            took.setdefault(type(action).__name__, []).append(process_time() - began)
            state = play(GAME, state, owing[0], action).state
    return took


def results(level: str, deal: Deal) -> tuple[bool, ...]:
    """Whether each team wins with this deal."""
    return tuple(won(team, level, deal) for team in TEAMS)


def won(team: Team, level: str, deal: Deal) -> bool:
    """Play one deal to the end."""
    state = GAME.setup(Options(mission=deal.mission), deal.seats)
    state = play(GAME, state, CHANCE, GAME.chance(state, Rng(deal.seed))).state
    rngs = [Rng(1_000_003 * deal.seed + seat) for seat in range(deal.seats)]
    while owing := GAME.to_act(state):
        if team == "open" and not state.revealed and winning_line(state) is not None:
            return True
        seat = owing[0]
        action = player(team, level, state)(view(state, seat), seat, rngs[seat])
        state = play(GAME, state, seat, action).state
    return isinstance(state.phase, Over) and state.phase.reason == "scanned"


def player(team: Team, level: str, state: State) -> Bot[View, Action]:
    """The bot of a team."""
    strength = STRENGTHS[level]
    match team:
        case "random":
            return at_random
        case "bots":
            return bot(strength, 0)
        case "open":
            return bot(strength._replace(imagine=partial(true_hands, state)), 0)


def at_random(view: View, seat: Seat, rng: Rng) -> Action:
    """A random owed move; nobody gives up."""
    while isinstance(action := GAME.sample(view, seat, rng), Concede):
        pass
    return action


def true_hands(state: State, _view: View, rng: Rng, count: int) -> tuple[World, ...]:
    """The true hands, with new random bits each time."""
    hands = tuple(map(set_of, state.hands))
    return tuple(World(hands, rng.bits()) for _ in range(max(LEAST, count)))


def figures(seats: int, won: list[tuple[bool, ...]]) -> dict[str, object]:
    """Shares won, G and the cost of silence, with their intervals."""
    rng = Rng(seats)
    again = [[rng.choice(won) for _ in won] for _ in range(RESAMPLED)]
    shares: dict[str, object] = {
        team: round(sum(row[at] for row in won) / len(won), 3) for at, team in enumerate(TEAMS)
    }
    return {
        "seats": seats,
        "deals": len(won),
        **shares,
        "G": round(gap(won), 3),
        "G_interval": interval([gap(some) for some in again]),
        "cost": round(cost(won), 3),
        "cost_interval": interval([cost(some) for some in again]),
    }


def interval(found: list[float]) -> list[float]:
    """The middle 95 % of the resampled values."""
    found.sort()
    edge = len(found) // 40
    return [round(found[edge], 3), round(found[-edge - 1], 3)]


def cost(won: list[tuple[bool, ...]]) -> float:
    """The share of these deals that open hands win and the bots do not, less the reverse."""
    return sum(row[2] - row[1] for row in won) / len(won)


def gap(won: list[tuple[bool, ...]]) -> float:
    """G of these deals; 1 where open hands win no more than chance."""
    chance, bots, most = (sum(row[at] for row in won) for at in range(len(TEAMS)))
    return (bots - chance) / (most - chance) if most > chance else 1.0


def line(report: dict[str, object]) -> str:
    """A report as one line."""
    return "  ".join(f"{name} {value}" for name, value in report.items())


if __name__ == "__main__":
    main()
