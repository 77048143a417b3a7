"""Searches beside naive ones, and places of pieces beside polyomino and CP-SAT.

`python -m bench.bench_search [quiddler|word-bank|places|surround] [--cases N]`: on the same hands,
boards and pieces, in turns in the same run, by processor time; medians and ranges of how many times
as long the others take. Both must find the same, else the program ends with an error.

`quiddler`: the best cards to lay with a discard, beside trying every word of the dictionary and
every set of those that fit. `word-bank`: the password of most stones, beside comparing every word
with every lap of the ring. Both by the kernel, where there is one, and in plain Python. `places`:
all places of each of the eight pieces on half-full boards, beside naive sets of coordinates and
the package polyomino, in an environment of its own in `.cache`. `surround`: the fewest of twelve
pieces round a bird of five, beside CP-SAT. What cannot be had here is named; the exit code is 3.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median
from time import process_time
from typing import TypeVar

from bench.bench_kakapo import bird_of_five, half_full
from bench.bench_libraries import answered, playing
from bench.bench_quiddler import Hand, Way, ways
from bench.bench_word_bank import cost, most_stones, most_stones_brute_force, most_stones_plainly
from bench.environments import environment
from bench.figures import NOT_HERE, machine, not_here, ratio_line
from chabudai.core import CHANCE, Rng
from chabudai.games.kakapo.components.board import (
    ALL,
    SIDE,
    WAYS,
    Cells,
    coordinates,
    fits,
    placements,
    shapes,
)
from chabudai.games.kakapo.components.cards import DECK as PIECES, VALUES
from chabudai.games.kakapo.solver.cp_sat import is_installed, prove
from chabudai.games.kakapo.solver.par import fewest
from chabudai.games.quiddler.components.cards import DECK, Face, points
from chabudai.games.quiddler.components.word_index import spellings
from chabudai.games.quiddler.solver import best_last
from chabudai.games.word_bank import rules, solver
from chabudai.games.word_bank.state import Options, State
from chabudai.words import lexicon
from tools.setup import SetupFailed

T = TypeVar("T")
FEW = 5
"""Of what takes naive searches seconds."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what is compared and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=tuple(PARTS))
    parser.add_argument("--cases", type=int, default=20, help="hands, boards; %(default)s")
    args = parser.parse_args(arguments)
    if args.cases < 1:
        parser.error("there must be a case at least")
    print(machine(), flush=True)
    missing = False
    for name, part in PARTS.items():
        if args.what in (None, name):
            missing |= not part(args.cases)
    print(f"load average at the end: {os.getloadavg()[0]:.1f}", flush=True)
    return NOT_HERE if missing else 0


def compared(
    what: str,
    other: str,
    cases: Sequence[T],
    ours: Callable[[T], object],
    theirs: Callable[[T], object],
) -> None:
    """Time both on every case, one after the other, and print the ratios."""
    mine, others = list[float](), list[float]()
    for case in cases:
        found = ours(case)
        begun = process_time()
        same = theirs(case)
        others.append(process_time() - begun)
        mine.append(cost(ours, case))
        assert found == same, (what, case, found, same)
    told(what, other, mine, others)


def told(what: str, other: str, mine: Sequence[float], others: Sequence[float]) -> None:
    """Print seconds of ours and of others for the same cases, and their ratios."""
    ratios = [long / short for short, long in zip(mine, others, strict=True)]
    print(
        ratio_line(
            f"{what}, {other}",
            f"{median(mine) * 1e3:.3g} : {median(others) * 1e3:.4g} ms, "
            f"× {median(ratios):,.3g} ({min(ratios):,.3g}–{max(ratios):,.3g}), "
            f"{len(ratios)} cases, the same found",
        ),
        flush=True,
    )


# --- Quiddler


def quiddler(cases: int) -> bool:
    """Print the ratios of hands of 8 and of 10 cards."""
    for size in (8, 10):
        hands = [Rng(seed).shuffled(DECK)[:size] for seed in range(min(cases, FEW))]
        for path, way in ways().items():
            compared(
                f"Quiddler, {size} cards, {path}",
                "every word and every set of words",
                hands,
                partial(best_by, way),
                best_by_every_word,
            )
    return True


def best_by(way: Way, hand: Hand) -> float:
    """The same by the solver."""
    return best_last(way(hand)).value


def best_by_every_word(hand: Hand) -> float:
    """The most points with a discard, by trying all words that can be spelt and all their sets."""
    have, letters = Counter(hand), set("".join(hand))
    found = {
        tuple(sorted(cards))
        for word in lexicon("standard").words()
        if letters.issuperset(word)
        for cards in spellings(word, len(hand) - 1)
        if Counter(cards) <= have
    }
    lays = every_set(have, sorted(found))
    return max(2 * points(laid.elements()) - points(hand) + discarded(have - laid) for laid in lays)


def every_set(left: Counter[Face], words: Sequence[tuple[Face, ...]]) -> Iterator[Counter[Face]]:
    """Yield the cards of every set of words that leaves a card to discard."""
    yield Counter()
    for number, word in enumerate(words):
        cards = Counter(word)
        rest = left - cards
        if cards <= left and rest:
            again = [one for one in words[number:] if Counter(one) <= rest]
            for more in every_set(rest, again):
                yield cards + more


def discarded(left: Counter[Face]) -> int:
    """The points of the dearest card that is left."""
    return max(points([face]) for face in left)


# --- Word Bank


def word_bank(cases: int) -> bool:
    """Print the ratios of the first passwords of games."""
    states = [opening(seed) for seed in range(min(cases, FEW))]
    paths = {"plain": most_stones_plainly}
    if solver.KERNEL is not None:
        paths["kernel"] = most_stones
    for path, way in paths.items():
        compared(
            f"Word Bank, best password, {path}",
            "every word on every lap",
            states,
            way,
            lambda state: most_stones_brute_force(state.ring),
        )
    return True


def opening(seed: int) -> State:
    """A game of three whose ring was drawn."""
    state = rules.setup(Options(first_player=0), 3)
    return rules.apply(state, CHANCE, rules.chance(state, Rng(seed))).state


# --- The Kakapo


def places(cases: int) -> bool:
    """Print the ratios of all places of a piece; whether polyomino could be had."""
    rng = Rng(1)
    boards = [ALL & ~half_full(rng)[0] for _ in range(cases)]
    puzzles = [(value, free) for value in VALUES for free in boards]
    compared("all places of a piece", "sets of coordinates", puzzles, count, count_by_sets)
    try:
        python = environment("polyomino")
    except SetupFailed as failure:
        print(not_here(f"polyomino cannot be installed: {failure}"), flush=True)
        return False
    drawn, free = shapes(), [coordinates(board) for board in boards]
    mine, others = list[float](), list[float]()
    with playing("polyomino", python) as process:
        version = answered(process)
        for value in VALUES:
            found, taken = ask(process, [sorted(drawn[value]), free])
            assert found == [count((value, board)) for board in boards], value
            mine += [cost(count, (value, board)) for board in boards]
            others += taken
    told("all places of a piece", str(version), mine, others)
    return True


def ask(process: "subprocess.Popen[str]", question: object) -> tuple[list[int], list[float]]:
    """How many places on each board, and in how many seconds."""
    assert process.stdin
    print(json.dumps(question), file=process.stdin, flush=True)
    found, taken = answered(process)
    return found, taken


def count(puzzle: tuple[int, Cells]) -> int:
    """How many places a piece has on free cells."""
    return sum(1 for _ in placements(puzzle[0], fits(*puzzle)))


def count_by_sets(puzzle: tuple[int, Cells]) -> int:
    """The same, with every orientation laid at every cell."""
    value, free = puzzle
    cells = set(coordinates(free))
    return sum(
        all((row + down, column + right) in cells for down, right in way)
        for way in WAYS[value]
        for row in range(SIDE)
        for column in range(SIDE)
    )


def surround(cases: int) -> bool:
    """Print the ratios of the fewest pieces round a bird; whether CP-SAT could be had."""
    if not is_installed():
        print(not_here("CP-SAT is not installed: pip install 'chabudai[studio]'."), flush=True)
        return False
    rng = Rng(1)
    puzzles = [(bird_of_five(rng), rng.shuffled(PIECES)[:12]) for _ in range(min(cases, 8))]
    compared(
        "fewest of twelve pieces round a bird of five",
        "CP-SAT",
        puzzles,
        lambda puzzle: fewest(puzzle[0], (), puzzle[1]).least,
        lambda puzzle: prove(puzzle[0], (), puzzle[1]).bound,
    )
    return True


PARTS: dict[str, Callable[[int], bool]] = {
    "quiddler": quiddler,
    "word-bank": word_bank,
    "places": places,
    "surround": surround,
}


if __name__ == "__main__":
    sys.exit(main())
