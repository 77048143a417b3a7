"""The Kakapo: with how few pieces a mission can be won from here, exactly.

Pieces lie apart, so the cells that each of them covers of the birds' surroundings (its *trace*) are
disjoint: first every way to make up what is still uncovered from few traces is listed, an exact
cover; then pieces are found that leave these traces, lie apart and can be coloured.
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
    covered,
    each_bit,
    fits,
    listed,
    scanned,
)
from chabudai.games.kakapo.components.cards import DECK, SUITS, VALUES, Card
from chabudai.games.kakapo.components.missions import Mission, ground, targets
from chabudai.games.kakapo.solver.boards import boards_of
from chabudai.games.kakapo.state import Lying

MOST = 13
"""No mission ends with more pieces on the board: a piece a round, and one for each double scan."""
UNIT = 840
"""What a piece counts for in the bound, so that shares of it are whole numbers."""


class Spot(NamedTuple):
    """A place of a piece: its cells, its number, and the suits it may have there, as bits."""

    cells: Cells
    value: int
    suits: int


Chosen: TypeAlias = tuple[Spot, ...]


class Surround(Struct):
    """How few pieces win: not fewer than `least`, which is proved; `pieces` do, if any were found.

    `least` above MOST says that the mission cannot be won.
    """

    least: int
    pieces: tuple[Lying, ...] | None

    @property
    def proved(self) -> bool:
        """Whether this is the last word: fewest pieces, or none will do."""
        return self.least > MOST if self.pieces is None else self.least == len(self.pieces)


def fewest(
    mission: Mission,
    board: Sequence[Lying] = (),
    pieces: Collection[Card] = DECK,
    most: int = MOST,
    budget: int = 1_000_000,
) -> Surround:
    """The fewest of `pieces` that win a linted mission from this board, no more than `most`.

    `budget` limits the steps of the search, some hundred thousand a second; within it the answer is
    exact. Pieces that lie on the board already are not used again.
    """
    boards = boards_of(board)
    unused = frozenset(pieces) - {lying.piece for lying in board}
    puzzles = [
        puzzle
        for birds in enough_birds(mission, boards)
        if (puzzle := puzzle_of(mission, boards, birds, unused)) is not None
    ]
    purse = Purse(budget)
    for count in range(most + 1):
        for puzzle in puzzles:
            found = solution(puzzle, count, purse)
            if found is not None:
                return Surround(count, found)
        if purse.left < 0:
            return Surround(count, None)
    return Surround(MOST + 1 if most >= MOST else most + 1, None)


def enough_birds(mission: Mission, boards: Boards) -> Iterator[tuple[int, ...]]:
    """The choices of birds that are still to be scanned so that the mission is won."""
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
    """Ways to win with at most `count` of these pieces, each as far from the others as the search
    has it: one for each choice of birds and of traces. Colours are not chosen yet.
    """
    boards = boards_of(board)
    unused = frozenset(pieces) - {lying.piece for lying in board}
    purse = Purse(budget)
    for birds in enough_birds(mission, boards):
        puzzle = puzzle_of(mission, boards, birds, unused)
        if puzzle is None:
            continue
        need = puzzle.share.get(puzzle.cells, 0)
        for traces in exact_covers(puzzle, puzzle.cells, need, count, purse):
            groups = sorted((puzzle.spots[trace] for trace in traces), key=len)
            yield from islice(apart(groups, (), 0, purse), 1)


# --- What is to be covered, and with what


class Puzzle(NamedTuple):
    """Cells to cover, and all pieces that cover some of them, by their trace on these cells.

    `order` are the cells, those with fewest traces first, each with its traces. `share` is, by
    trace, how much of what the bound counts it takes away.
    """

    cells: Cells
    spots: dict[Cells, list[Spot]]
    order: list[tuple[Cells, list[Cells]]]
    share: dict[Cells, int]


def puzzle_of(
    mission: Mission, boards: Boards, birds: tuple[int, ...], unused: Collection[Card]
) -> Puzzle | None:
    """What is left to do for these birds; None if a wrong colour lies at one of their edges."""
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
    """The places of a number that touch the cells, with the suits that may lie there."""
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
    """Cells with their traces in the order to try them, and every trace's share of the bound.

    A cell counts one by the size of the largest trace that covers it; then no piece takes away more
    than one, so the sum of the cells left is a bound on the pieces.
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


class Purse:
    """Steps that may still be taken."""

    def __init__(self, steps: int) -> None:
        self.left = steps


def solution(puzzle: Puzzle, count: int, purse: Purse) -> tuple[Lying, ...] | None:
    """At most `count` pieces that cover all, if there are any and the purse lasts."""
    need = puzzle.share.get(puzzle.cells, 0)
    for traces in exact_covers(puzzle, puzzle.cells, need, count, purse):
        groups = sorted((puzzle.spots[trace] for trace in traces), key=len)
        for chosen in apart(groups, (), 0, purse):
            colours = paint(chosen, (), purse)
            if colours is not None:
                return tuple(
                    Lying(f"{SUITS[suit]}{spot.value}", numbered(spot.cells))
                    for spot, suit in zip(chosen, colours, strict=True)
                )
    return None


def numbered(cells: Cells) -> tuple[int, ...]:
    """The cells of a set by their numbers, 12 × row + column."""
    return tuple(SIDE * row + column for row, column in listed(cells))


def exact_covers(
    puzzle: Puzzle, cells: Cells, need: int, count: int, purse: Purse
) -> Iterator[tuple[Cells, ...]]:
    """The ways to make up these cells from at most `count` disjoint traces."""
    if not cells:
        yield ()
        return
    if need > count * UNIT or purse.left < 0:
        return
    traces = next(traces for cell, traces in puzzle.order if cell & cells)
    purse.left -= len(traces)
    for trace in traces:
        if not trace & ~cells:
            less = need - puzzle.share[trace]
            for more in exact_covers(puzzle, cells & ~trace, less, count - 1, purse):
                yield (trace, *more)


def apart(groups: list[list[Spot]], chosen: Chosen, taken: Cells, purse: Purse) -> Iterator[Chosen]:
    """A spot of each group, so that none overlap and those so far can be coloured."""
    if len(chosen) == len(groups):
        yield chosen
        return
    for spot in groups[len(chosen)]:
        purse.left -= 1
        if purse.left < 0:
            return
        if spot.cells & taken:
            continue
        more = (*chosen, spot)
        if paint(more, (), purse) is not None:
            yield from apart(groups, more, taken | spot.cells, purse)


def paint(chosen: Chosen, suits: tuple[int, ...], purse: Purse) -> tuple[int, ...] | None:
    """Suits for all these pieces, those of the first few given: each piece exists once, and equal
    ones do not touch.
    """
    purse.left -= 1
    if len(suits) == len(chosen):
        return suits
    spot = chosen[len(suits)]
    near = around(spot.cells)
    barred = 0
    for other, suit in zip(chosen, suits, strict=False):
        if other.value == spot.value or other.cells & near:
            barred |= 1 << suit
    for suit in range(len(SUITS)):
        if spot.suits & ~barred & 1 << suit and purse.left > 0:
            found = paint(chosen, (*suits, suit), purse)
            if found is not None:
                return found
    return None
