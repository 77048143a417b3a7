"""Quiddler: the speed of the solver and of bots, and the bots' strength.

`python -m bench.bench_quiddler [solver|speed|ladder|rush] [--deals N] [--jobs J] [--seed S]`

`ladder` lets each level of bot play the one below; `rush` lets the expert play a bot that knows the
same words, lays them as well, but goes out as soon as it can. In both, every deal is played twice
with the seats changed, for all eight rounds; the output is the mean difference in points and its
95 % interval over the deals. Parameters were tuned on seeds below 1,000,000.
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from multiprocessing import get_context

from bench.games import played
from chabudai.arena.statistics import Estimate, estimate
from chabudai.core import Bot, Rng, Seat
from chabudai.games.quiddler import GAME, bots
from chabudai.games.quiddler.components.cards import DECK
from chabudai.games.quiddler.components.word_index import index
from chabudai.games.quiddler.solver import KERNEL, best_last, layout
from chabudai.games.quiddler.solver.cover import NO_BONUS, Cover
from chabudai.games.quiddler.solver.kernel import Compiled
from chabudai.games.quiddler.state import Action, Options
from chabudai.games.quiddler.view import View
from chabudai.search import playout

RUSH = "rush"
HELD_OUT = 1_000_000
"""Seeds from here on were not used for tuning."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("solver", "speed", "ladder", RUSH))
    parser.add_argument("--deals", type=int, default=10, help="each is played twice; %(default)s")
    parser.add_argument("--seed", type=int, default=HELD_OUT)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    args = parser.parse_args()
    if args.what in (None, "solver"):
        solver()
    if args.what in (None, "speed"):
        speed()
    if args.what in (None, "ladder"):
        for weaker, stronger in pairwise(bots.STRENGTHS):
            compare(stronger, weaker, args.deals, args.seed, args.jobs)
    if args.what in (None, RUSH):
        compare("expert", RUSH, args.deals, args.seed, args.jobs)


# --- Time


Hand = tuple[str, ...]
Way = Callable[[Hand], Cover]

LOAD = """
import time
from chabudai.words import lexicon
from chabudai.games.quiddler.components.word_index import index, key_of
from chabudai.games.quiddler.solver import KERNEL
wall, work = time.perf_counter(), time.process_time()
assert index({name!r}).words(key_of(("QU", "I", "T"))) == ("QUIT",)
{table}
print((time.perf_counter() - wall) * 1e3, (time.process_time() - work) * 1e3)
"""
TABLES = {
    "plain": "index({name!r}).keys",
    "kernel": "assert KERNEL is not None and KERNEL.slots(index({name!r}))",
}


def ways() -> dict[str, Way]:
    """The solver's implementations on this machine, on the standard dictionary."""
    words = index("standard")
    found: dict[str, Way] = {"plain": lambda hand: Cover(hand, words)}
    if KERNEL is not None:
        found["kernel"] = partial(Compiled, KERNEL, index=words)
    return found


def solver() -> None:
    """The table and the solver, in milliseconds: medians of wall time, and of processor time."""
    paths = ways()
    for name in ("casual", "standard", "expert"):
        for path in paths:
            program = LOAD.format(name=name, table=TABLES[path].format(name=name))
            wall, work = zip(*(fresh(program) for _ in range(7)), strict=True)
            print(
                f"table of {name}, {path}, fresh process, ms: "
                f"{statistics.median(wall):.1f} by the clock, {statistics.median(work):.1f} of work"
            )
    for size in (6, 8, 10, 11):
        hands = [Rng(seed).shuffled(DECK)[:size] for seed in range(200)]
        for path, way in paths.items():
            for what, laid in SOLVED.items():
                print(f"{size} cards, {path}, {what}, ms: {timing_text(partial(laid, way), hands)}")


def best_lay(way: Way, hand: Hand) -> object:
    return best_last(way(hand))


def every_discard(way: Way, hand: Hand) -> object:
    cover = way(hand)
    return [best_last(cover, NO_BONUS, face) for face in set(hand)]


def spelled_out(way: Way, hand: Hand) -> object:
    words = index("standard")
    cover = way(hand)
    return layout(cover, best_last(cover), lambda key: words.words(key)[0])


SOLVED: dict[str, Callable[[Way, Hand], object]] = {
    "best with a discard": best_lay,
    "the same, spelled out": spelled_out,
    "for each discard": every_discard,
}


def fresh(program: str) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    wall, work = map(float, done.stdout.split())
    return wall, work


def timing_text(work: Callable[[Hand], object], hands: list[Hand]) -> str:
    """Median wall time and mean processor time for one hand."""
    clocked: list[float] = []
    started = time.process_time()
    for hand in hands:
        start = time.perf_counter()
        work(hand)
        clocked.append(time.perf_counter() - start)
    mean = (time.process_time() - started) / len(hands)
    return f"{statistics.median(clocked) * 1e3:.3f} by the clock, {mean * 1e3:.3f} of work"


def speed() -> None:
    """Random play and the bots' decisions, in processor time."""
    for seats in (2, 4):
        rate = statistics.median(random_moves(seats, seed) for seed in range(5))
        print(f"random play of {seats}, each move with a view, moves a second{rate:12,.0f}")
    for name in bots.STRENGTHS:
        taken: list[float] = []
        for seed in range(4):
            scores((timed(name, seed, taken), timed(name, seed + 1, taken)), seed)
        taken.sort()
        figures = (taken[len(taken) // 2], taken[len(taken) * 99 // 100], taken[-1])
        print(f"{name} bot, a move, ms: median, 99 %, longest", *(f"{one:9.1f}" for one in figures))


def random_moves(seats: int, seed: int) -> float:
    """Moves a second of processor time in ten games."""
    rng = Rng(seed)
    start = time.process_time()
    states = (GAME.setup(Options(), seats) for _ in range(10))
    played = sum(1 for state in states for _ in playout(GAME, state, rng))
    return played / (time.process_time() - start)


def timed(name: str, persona: int, taken: list[float]) -> Bot[View, Action]:
    bot = player(name, persona)

    def act(view: View, seat: Seat, rng: Rng) -> Action:
        start = time.process_time()
        action = bot(view, seat, rng)
        taken.append((time.process_time() - start) * 1e3)
        return action

    return act


# --- Strength


def player(name: str, persona: int) -> Bot[View, Action]:
    return bots.greedy(persona) if name == RUSH else bots.BOTS[name](persona)


def compare(one: str, other: str, deals: int, seed: int, jobs: int) -> None:
    """Two bots at one table, each deal from both seats."""
    started = time.monotonic()
    work = [(one, other, seed + deal) for deal in range(deals)]
    if jobs == 1:
        found = [duel(*each) for each in work]
    else:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            found = list(pool.map(duel, *zip(*work, strict=True)))
    numbers = range(deals)
    margin = estimate(numbers, [sum(mine - theirs for mine, theirs in pair) / 2 for pair in found])
    won = estimate(
        numbers,
        [
            sum((mine > theirs) + (mine == theirs) / 2 for mine, theirs in pair) / 2
            for pair in found
        ],
    )
    totals = [statistics.fmean(score[n] for pair in found for score in pair) for n in (0, 1)]
    print(
        f"{one} against {other}, {deals} deals from seed {seed}: "
        f"{format_estimate(margin, 1)} points, wins {format_estimate(won, 3)}, "
        f"{totals[0]:.1f} to {totals[1]:.1f}, {time.monotonic() - started:.0f} s",
        flush=True,
    )


def format_estimate(found: Estimate, digits: int) -> str:
    spread = "" if found.interval is None else f" ± {found.interval[1] - found.mean:.{digits}f}"
    return f"{found.mean:+.{digits}f}{spread}"


def duel(one: str, other: str, seed: int) -> list[tuple[int, int]]:
    """The scores of both bots, in either seating."""
    first = scores((player(one, seed), player(other, seed)), seed)
    second = scores((player(other, seed), player(one, seed)), seed)
    return [(first[0], first[1]), (second[1], second[0])]


def scores(seated: tuple[Bot[View, Action], ...], seed: int) -> tuple[int, ...]:
    """The scores of a game of these bots."""
    minds = [Rng(~seed) for _ in seated]
    return played(GAME, seated, minds, seed, Options(first_dealer=0)).scores


if __name__ == "__main__":
    main()
