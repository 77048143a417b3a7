"""The Kakapo: an exact search for the fewest pieces that win a mission from a position.

The *trace* of a piece is the set of cells around the birds that it covers. Pieces do not overlap,
so their traces are disjoint. First, all partitions of the uncovered cells into few traces (exact
covers) are listed. Then pieces are found that leave these traces, do not overlap and can be
coloured.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple, TypeAlias

from chabudai.core import Struct
from chabudai.games.kakapo.components.board import (
    ALL,
    MASKS,
    SIDE,
    WAYS,
    Boards,
    Cells,
    around,
    coordinates,
    covered,
    each_bit,
    fits,
    scanned,
)
from chabudai.games.kakapo.components.cards import DECK, SUITS, VALUES, Card
from chabudai.games.kakapo.components.missions import Mission, ground, targets
from chabudai.games.kakapo.solver.boards import boards_of
from chabudai.games.kakapo.state import Lying

MOST = 13
"""Maximum number of pieces on the board: one per round, and another one per double scan."""
COLOURS = len(SUITS)
UNIT = 840
"""Weight of a piece in the bound. It is divisible by each of 1 to 8, so that shares are whole
numbers.
"""


class Spot(NamedTuple):
    """A place for a piece: its cells, its number, and its possible suits as bits."""

    cells: Cells
    value: int
    suits: int


Chosen: TypeAlias = tuple[Spot, ...]


class Surround(Struct):
    """The fewest pieces that win. At least `least` are needed. `pieces` is a solution, or None if
    none was found.

    If `least` exceeds MOST, the mission cannot be won.
    """

    least: int
    pieces: tuple[Lying, ...] | None

    @property
    def proved(self) -> bool:
        """Whether the answer is exact: `pieces` is minimal, or no pieces win."""
        return self.least > MOST if self.pieces is None else self.least == len(self.pieces)


def fewest(
    mission: Mission,
    board: Sequence[Lying] = (),
    pieces: Collection[Card] = DECK,
    most: int = MOST,
    budget: int = 1_000_000,
) -> Surround:
    """Find the smallest subset of `pieces` that wins a linted mission from this board, up to `most`
    pieces.

    `budget` limits the steps of the search. About 100,000 steps take a second. The answer is exact
    unless the budget is exhausted. Pieces on the board are not used again.
    """
    boards = boards_of(board)
    unused = frozenset(pieces) - {lying.piece for lying in board}
    puzzles = [
        puzzle
        for birds in enough_birds(mission, boards)
        if (puzzle := puzzle_of(mission, boards, birds, unused)) is not None
    ]
    steps = StepBudget(budget)
    for count in range(most + 1):
        for puzzle in puzzles:
            found = solution(puzzle, count, steps)
            if found is not None:
                return Surround(count, found)
        if steps.left < 0:
            return Surround(count, None)
    return Surround(MOST + 1 if most >= MOST else most + 1, None)


def enough_birds(mission: Mission, boards: Boards) -> Iterator[tuple[int, ...]]:
    """Yield the choices of further birds that would win the mission if they were scanned."""
    done = [bird for bird, one in enumerate(targets(mission)) if scanned(one, boards)]
    musts = [bird for bird in mission.must if bird not in done]
    others = [bird for bird in range(len(mission.birds)) if bird not in (*done, *mission.must)]
    missing = max(0, mission.required - len(done) - len(musts))
    for chosen in combinations(others, missing):
        yield (*musts, *chosen)


def plans(
    mission: Mission,
    board: Sequence[Lying],
    pieces: Collection[Card],
    count: int,
    budget: int = 100_000,
) -> Iterator[Chosen]:
    """Yield ways to win with at most `count` of these pieces.

    There is one way for each choice of birds and traces. The colours of the pieces are not chosen
    yet.
    """
    boards = boards_of(board)
    unused = frozenset(pieces) - {lying.piece for lying in board}
    steps = StepBudget(budget)
    for birds in enough_birds(mission, boards):
        puzzle = puzzle_of(mission, boards, birds, unused)
        if puzzle is None:
            continue
        need = puzzle.share.get(puzzle.cells, 0)
        for traces in exact_covers(puzzle, puzzle.cells, need, count, steps):
            groups = sorted((puzzle.spots[trace] for trace in traces), key=len)
            yield from islice(choose_spots(groups, (), 0, steps), 1)


# --- The cells to cover, and the pieces that cover them


class Puzzle(NamedTuple):
    """The cells to cover, and all pieces that cover some of them, grouped by their trace on these
    cells.

    `order` lists the cells with their traces, those with the fewest traces first. `share` maps each
    trace to its contribution to the bound.
    """

    cells: Cells
    spots: dict[Cells, list[Spot]]
    order: list[tuple[Cells, list[Cells]]]
    share: dict[Cells, int]


def puzzle_of(
    mission: Mission, boards: Boards, birds: tuple[int, ...], unused: Collection[Card]
) -> Puzzle | None:
    """Return the puzzle for these birds, or None if one of their edges faces a piece of a wrong
    colour.
    """
    some = [targets(mission)[bird] for bird in birds]
    wanted = [0] * len(SUITS)
    halo = 0
    for one in some:
        halo |= one.halo
        wanted = [before | more for before, more in zip(wanted, one.wanted, strict=True)]
    taken = covered(boards)
    if any(want & taken & ~lies for want, lies in zip(wanted, boards, strict=True)):
        return None
    left = tuple(
        sum(1 << at for at, suit in enumerate(SUITS) if f"{suit}{value}" in unused)
        for value in (0, *VALUES)
    )
    free = ALL & ~(taken | ground(mission))
    coloured = 0
    for want in wanted:
        coloured |= want
    room = [
        free & ~around(lies) & ~(coloured & ~want)
        for lies, want in zip(boards, wanted, strict=True)
    ]
    cells = halo & ~taken
    spots: dict[Cells, list[Spot]] = {}
    for value in VALUES:
        for spot in spots_of(value, left[value], room, cells):
            spots.setdefault(spot.cells & cells, []).append(spot)
    return Puzzle(cells, spots, *bound(cells, spots))


def spots_of(value: int, left: int, room: list[Cells], cells: Cells) -> Iterator[Spot]:
    """Yield the places for a number that cover some of `cells`, with their possible suits."""
    suits = [at for at in range(len(SUITS)) if left >> at & 1]
    by_room: dict[Cells, tuple[Cells, ...]] = {}
    for at in suits:
        if room[at] not in by_room:
            by_room[room[at]] = fits(value, room[at])
    anchors = [(1 << at, by_room[room[at]]) for at in suits]
    for way, mask in enumerate(MASKS[value]):
        near = 0
        for row, column in WAYS[value][way]:
            near |= cells >> SIDE * row + column
        starts = 0
        for _, found in anchors:
            starts |= found[way]
        for low in each_bit(starts & near):
            allowed = 0
            for suit, found in anchors:
                if found[way] & low:
                    allowed |= suit
            yield Spot(mask * low, value, allowed)


def bound(
    cells: Cells, spots: dict[Cells, list[Spot]]
) -> tuple[list[tuple[Cells, list[Cells]]], dict[Cells, int]]:
    """Return the cells with their traces in search order, and every trace's share in the bound.

    A cell counts as 1 / n, where n is the size of the largest trace that covers it. A piece thus
    counts as at most 1, so the sum over the remaining cells is a lower bound on the number of
    pieces.
    """
    at = {cell: [trace for trace in spots if trace & cell] for cell in each_bit(cells)}
    for traces in at.values():
        traces.sort(key=int.bit_count, reverse=True)
    worth = {cell: UNIT // traces[0].bit_count() for cell, traces in at.items() if traces}
    share = {trace: sum(worth[cell] for cell in each_bit(trace)) for trace in spots}
    order = sorted(at.items(), key=lambda item: len(item[1]))
    share[cells] = sum(worth.get(cell, UNIT) for cell in at)
    return order, share


# --- The search


class StepBudget:
    """The remaining steps of a search."""

    def __init__(self, steps: int) -> None:
        self.left = steps


def solution(puzzle: Puzzle, count: int, budget: StepBudget) -> tuple[Lying, ...] | None:
    """Return at most `count` pieces that cover all cells, or None if none are found in time."""
    need = puzzle.share.get(puzzle.cells, 0)
    for traces in exact_covers(puzzle, puzzle.cells, need, count, budget):
        groups = sorted((puzzle.spots[trace] for trace in traces), key=len)
        for chosen in choose_spots(groups, (), 0, budget):
            colours = assign_suits(chosen, (), budget)
            if colours is not None:
                return tuple(
                    Lying(f"{SUITS[suit]}{spot.value}", cell_numbers(spot.cells))
                    for spot, suit in zip(chosen, colours, strict=True)
                )
    return None


def cell_numbers(cells: Cells) -> tuple[int, ...]:
    """Return the cells of a set as ascending numbers, 12 × row + column."""
    return tuple(SIDE * row + column for row, column in coordinates(cells))


def exact_covers(
    puzzle: Puzzle, cells: Cells, need: int, count: int, budget: StepBudget
) -> Iterator[tuple[Cells, ...]]:
    """Yield the partitions of these cells into at most `count` disjoint traces."""
    if not cells:
        yield ()
        return
    if need > count * UNIT or budget.left < 0:
        return
    traces = next(traces for cell, traces in puzzle.order if cell & cells)
    budget.left -= len(traces)
    for trace in traces:
        if not trace & ~cells:
            less = need - puzzle.share[trace]
            for more in exact_covers(puzzle, cells & ~trace, less, count - 1, budget):
                yield (trace, *more)


def choose_spots(
    groups: list[list[Spot]], chosen: Chosen, taken: Cells, budget: StepBudget
) -> Iterator[Chosen]:
    """Yield choices of one spot per group, without overlaps, that can be coloured."""
    if len(chosen) == len(groups):
        yield chosen
        return
    for spot in groups[len(chosen)]:
        budget.left -= 1
        if budget.left < 0:
            return
        if spot.cells & taken:
            continue
        more = (*chosen, spot)
        if assign_suits(more, (), budget) is not None:
            yield from choose_spots(groups, more, taken | spot.cells, budget)


def assign_suits(
    chosen: Chosen, suits: tuple[int, ...], budget: StepBudget
) -> tuple[int, ...] | None:
    """Return suits for all these pieces, beginning with the given `suits`, or None.

    Each piece exists once, and pieces of one suit do not touch.
    """
    budget.left -= 1
    if len(suits) == len(chosen):
        return suits
    spot = chosen[len(suits)]
    near = around(spot.cells)
    barred = 0
    for other, suit in zip(chosen, suits, strict=False):
        if other.value == spot.value or other.cells & near:
            barred |= 1 << suit
    for suit in range(len(SUITS)):
        if spot.suits & ~barred & 1 << suit and budget.left > 0:
            found = assign_suits(chosen, (*suits, suit), budget)
            if found is not None:
                return found
    return None
