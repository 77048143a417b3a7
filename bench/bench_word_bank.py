"""Word Bank: the processor time of moves, views, searches and bots.

`python -m bench.bench_word_bank [--json]` prints medians with the lower and the upper quartile.
`--handicap` plays hard bots against one another instead and prints how often each seat wins, in the
order of play: at a plain start, at a balanced start (WB-A21), and with each `--less 0,1,2` stones
fewer by seat.
"""

import argparse
import json
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import process_time
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng
from chabudai.games.word_bank import GAME, moves, rules, solver
from chabudai.games.word_bank.bots import BOTS
from chabudai.games.word_bank.components import HANDICAP, RING
from chabudai.games.word_bank.state import Action, Options, Say, Slot, State, Turn
from chabudai.games.word_bank.view import view
from chabudai.search import playout
from chabudai.words import lexicon

T = TypeVar("T")


class Spread(NamedTuple):
    low: float
    middle: float
    high: float


class Decision(NamedTuple):
    state: State
    seat: int
    action: Action
    seconds: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--handicap", action="store_true")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--less", type=lambda text: tuple(map(int, text.split(","))))
    args = parser.parse_args()
    if args.handicap:
        tried: list[tuple[int, ...]] = [args.less] if args.less else handicaps()
        for less in tried:
            print(*handicap_line(less, args.games))
        return
    figures = {name: round(figure, 3) for name, figure in measure()}
    if args.json:
        print(json.dumps(figures))
        return
    for name, figure in figures.items():
        print(f"{name:56} {figure:>12,}")


def measure() -> Iterator[tuple[str, float]]:
    """Every figure with its name."""
    table = [decision for seed in range(30) for decision in game(["hard"] * 3, seed)[0]]
    says = [one for one in table if isinstance(one.action, Say)]
    starts = [one.state for one in table if not one.state.used][:15]
    ring = solver.ring_of("S4 E4 I3 R3 F3 G3 I4")
    dictionary = lexicon("standard")
    picked = (dictionary.pick(n * 1999 % len(dictionary)) for n in range(3000))
    words = [word for word in picked if word[0] in "SEIRFG"]
    yield from spread(
        "inputs of a word, us", words, lambda word: moves.inputs(ring, word, RING), 1e6
    )
    yield from spread("apply a password, us", says, lambda one: rules.apply(*one[:3]), 1e6)
    encode = msgspec.json.Encoder().encode
    yield from spread("view and JSON, us", says, lambda one: encode(view(*one[:2])), 1e6)
    yield from spread("legal actions, ms", starts, list_actions, 1e3)
    yield from ratio(starts)
    rates = sorted(random_moves_per_second(seed) for seed in range(5))
    yield "random moves with views, a second", rates[2]
    yield "random moves with views, a second, worst of 5", rates[0]
    for level in BOTS:
        times = [
            one.seconds * 1e3 for seed in range(12) for one in game([level] * 3, 100 + seed)[0]
        ]
        yield f"{level} bot, ms a decision", statistics.median(times)
        yield f"{level} bot, ms a decision, longest of {len(times)}", max(times)


def spread(
    name: str, items: Sequence[T], work: Callable[[T], object], unit: float
) -> Iterator[tuple[str, float]]:
    """The median and quartiles of the time of `work`; for each item the best of three rounds."""
    times = [unit * min(cost(work, item) for _ in range(3)) for item in items]
    low, middle, high = statistics.quantiles(times, n=4)
    yield name, middle
    yield f"{name}, lower quartile", low
    yield f"{name}, upper quartile", high


def cost(work: Callable[[T], object], item: T) -> float:
    """Mean CPU seconds of one call, over enough calls for the clock's resolution."""
    calls, spent = 1, 0.0
    while True:
        before = process_time()
        for _ in range(calls):
            work(item)
        spent = process_time() - before
        if spent > 2e-4:
            return spent / calls
        calls *= 4


def list_actions(state: State) -> int:
    seat = state.phase.seat if isinstance(state.phase, Turn) else 0
    return sum(1 for _ in moves.legal_actions(view(state, seat), seat))


def ratio(starts: Sequence[State]) -> Iterator[tuple[str, float]]:
    """The best password of openings compared with brute force; both must agree."""
    yield from spread("best password, ms", starts, most_stones, 1e3)
    yield from spread("best password in plain Python, ms", starts, most_stones_plainly, 1e3)
    ratios: list[float] = []
    for state in starts[:3]:
        before = process_time()
        most = most_stones_brute_force(state.ring)
        naive = process_time() - before
        assert most == most_stones(state)
        ratios.append(naive / cost(most_stones, state))
    yield "best password, times faster than trying every word", statistics.median(ratios)


def most_stones(state: State) -> int:
    return solver.best_of(state.ring, state.options, (), RING, 1)[0].stones


def most_stones_plainly(state: State) -> int:
    found = solver.best_by(solver.plainly_useful, state.ring, state.options, (), RING, 1)
    return found[0].stones


def most_stones_brute_force(ring: tuple[Slot, ...]) -> int:
    """The longest common subsequence of each word with each lap, by brute force."""
    letters = "".join(slot.safe.letter for slot in ring)
    laps = [(letters * 2)[start : start + RING] for start in range(RING)]
    laps += [lap[0] + lap[:0:-1] for lap in laps]
    most = 0
    for word in lexicon("standard").words():
        for lap in laps:
            if word[0] == lap[0]:
                row = [0] * RING
                for letter in word[1:]:
                    diagonal = 0
                    for place in range(1, RING):
                        above = row[place]
                        row[place] = max(
                            above, row[place - 1], diagonal + 1 if letter == lap[place] else 0
                        )
                        diagonal = above
                most = max(most, row[-1] + 1)
    return most


def random_moves_per_second(seed: int) -> float:
    """Random games, each move with the view it is chosen from."""
    rng = Rng(seed)
    moved = 0
    before = process_time()
    for _ in range(300):
        for _ in playout(GAME, rules.setup(Options(), 4), rng):
            moved += 1
    return moved / (process_time() - before)


def game(
    levels: Sequence[str], seed: int, less: Iterable[int] = ()
) -> tuple[list[Decision], State]:
    """The decisions of a game between bots, and how it stands at the end.

    Seat 0 is the first to play. `less` are stones fewer in front, by seat.
    """
    rng = Rng(seed)
    bots = [BOTS[level](rng.below(1 << 31)) for level in levels]
    state = rules.setup(Options(first_player=0), len(levels))
    state = rules.apply(state, CHANCE, rules.chance(state, rng)).state
    fewer = tuple(less) or (0,) * len(levels)
    hands = tuple(stones - n for stones, n in zip(state.stones, fewer, strict=True))
    state = replace(state, stones=hands)
    decisions: list[Decision] = []
    while owing := rules.to_act(state):
        seat = owing[0]
        seen = view(state, seat)
        before = process_time()
        action = bots[seat](seen, seat, rng)
        decisions.append(Decision(state, seat, action, process_time() - before))
        state = rules.apply(state, seat, action).state
    return decisions, state


def handicaps() -> list[tuple[int, ...]]:
    return [less for seats, agreed in HANDICAP.items() for less in ((0,) * seats, agreed)]


def handicap_line(less: tuple[int, ...], games: int) -> tuple[str, str]:
    """How often each seat wins, in the order of play; a shared win counts in parts."""
    wins = [0.0] * len(less)
    for seed in range(games):
        outcome = rules.outcome(game(["hard"] * len(less), seed, less)[1])
        assert outcome
        for seat in outcome.winners:
            wins[seat] += 1 / len(outcome.winners)
    return ",".join(map(str, less)), "  ".join(f"{won / games:.0%}" for won in wins)


if __name__ == "__main__":
    main()
