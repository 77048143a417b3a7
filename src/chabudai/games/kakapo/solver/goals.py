"""The Kakapo: an exact search for all sets of pieces that win a mission from a position.

As in `par`, the birds' surroundings are split into the traces of pieces. Here, all ways to fill the
traces are enumerated, and one way is kept for each set of pieces.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from chabudai.games.kakapo.components.board import Cells, around
from chabudai.games.kakapo.components.cards import Card
from chabudai.games.kakapo.components.missions import Mission
from chabudai.games.kakapo.solver.boards import boards_of
from chabudai.games.kakapo.solver.card_sets import Cards, Index
from chabudai.games.kakapo.solver.par import (
    COLOURS,
    Spot,
    StepBudget,
    enough_birds,
    exact_covers,
    puzzle_of,
)
from chabudai.games.kakapo.state import Lying

Places: TypeAlias = tuple[tuple[Index, Cells], ...]
"""Pieces with their cells."""
SUITS_IN = tuple(
    tuple(suit for suit in range(COLOURS) if suits >> suit & 1) for suits in range(1 << COLOURS)
)
"""The suits in each set of suits, indexed by the set's bits."""


class Goal(NamedTuple):
    """Pieces that win together, and a place for each."""

    pieces: Cards
    places: Places


def goals(
    mission: Mission, board: Sequence[Lying], pieces: Collection[Card], most: int, steps: int
) -> tuple[Goal, ...] | None:
    """Return the goals that use at most `most` of these pieces, fewest first.

    Every set of at most `most` pieces that wins a linted mission from this board contains one of
    the goals. Return None if they were not found within `steps`. About 100,000 steps take a second.
    """
    boards, budget = boards_of(board), StepBudget(steps)
    unused = frozenset(pieces) - {lying.piece for lying in board}
    found: dict[Cards, Goal] = {}
    for birds in enough_birds(mission, boards):
        puzzle = puzzle_of(mission, boards, birds, unused)
        if puzzle is None:
            continue
        need = puzzle.share.get(puzzle.cells, 0)
        for traces in exact_covers(puzzle, puzzle.cells, need, most, budget):
            groups = distinct([puzzle.spots[trace] for trace in traces])
            if groups:
                Filling(groups, found, budget).fill(0, (), 0)
            else:
                found[0] = Goal(0, ())
        if budget.left < 0:
            return None
    return fewest_first(found.values())


def fewest_first(found: Collection[Goal]) -> tuple[Goal, ...]:
    """Sort goals by size, dropping those that contain a smaller one."""
    kept: list[Goal] = []
    for size in range(max((goal.pieces.bit_count() for goal in found), default=-1) + 1):
        smaller = [goal.pieces for goal in kept]
        kept += [
            goal
            for goal in found
            if goal.pieces.bit_count() == size
            and not any(less & goal.pieces == less for less in smaller)
        ]
    return tuple(kept)


class Room(NamedTuple):
    """A place for a piece: its cells, the adjacent cells, the first card of the piece's number,
    and the suits that it may have.
    """

    cells: Cells
    near: Cells
    first: Index
    suits: int


Kind: TypeAlias = tuple[Index, int, Cells, Cells]
"""Properties of a place that matter to other groups: the first card of its number, its suits, and
the cells of other groups that it takes and touches."""


def distinct(groups: Sequence[Sequence[Spot]]) -> list[list[Room]]:
    """Return the places of each group, smallest group first.

    A place is dropped if another place of its group hinders other groups less.
    """
    lying = [0] * len(groups)
    for at, group in enumerate(groups):
        for spot in group:
            lying[at] |= spot.cells
    slim: list[list[Room]] = []
    for at, group in enumerate(groups):
        rest = 0
        for other, cells in enumerate(lying):
            rest |= cells if other != at else 0
        kinds: dict[Kind, Room] = {}
        for cells, value, suits in group:
            near, first = around(cells), COLOURS * (value - 1)
            kinds.setdefault(
                (first, suits, cells & rest, near & rest), Room(cells, near, first, suits)
            )
        slim.append([room for kind, room in kinds.items() if not any(beaten(kind, kinds))])
    return sorted(slim, key=len)


def beaten(kind: Kind, kinds: Iterable[Kind]) -> Iterator[bool]:
    """Yield, for each other kind, whether it can replace `kind` without hindering any other group
    more.
    """
    first, suits, takes, touches = kind
    for other in kinds:
        at, more, taken, touched = other
        if at == first and other != kind:
            yield not (suits & ~more or taken & ~takes or touched & ~(touches | takes))


class Filling(NamedTuple):
    """Groups of places, with one place to fill in each, and the goals found so far."""

    groups: list[list[Room]]
    found: dict[Cards, Goal]
    budget: StepBudget

    def fill(self, pieces: Cards, places: Places, taken: Cells) -> None:
        """Add the goals that extend `pieces`, whose `places` fill the first groups.

        Each piece exists once, and pieces of one suit do not touch.
        """
        last = len(places) == len(self.groups) - 1
        for cells, near, first, open_suits in self.groups[len(places)]:
            self.budget.left -= 1
            if self.budget.left < 0:
                return
            if cells & taken:
                continue
            suits = open_suits
            for piece, lies in places:
                if piece - piece % COLOURS == first or lies & near:
                    suits &= ~(1 << piece % COLOURS)
            for suit in SUITS_IN[suits]:
                more = pieces | 1 << first + suit
                if not last:
                    self.fill(more, (*places, (first + suit, cells)), taken | cells)
                elif more not in self.found:
                    self.found[more] = Goal(more, (*places, (first + suit, cells)))
