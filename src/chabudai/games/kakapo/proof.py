"""The Kakapo: the fewest pieces that win a mission, proved by the constraint solver CP-SAT.

It shares nothing with `solver` but the grid, so that each checks the other. It needs the package
`ortools` (extra `studio`), which playing never does: it is imported when a proof is asked for.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from chabudai.core import Struct
from chabudai.games.kakapo.board import (
    EMPTY,
    SIDE,
    Boards,
    Cells,
    around,
    covered,
    each_bit,
    legal,
    listed,
    placements,
    with_piece,
)
from chabudai.games.kakapo.cards import DECK, SUIT, SUITS, VALUE, Card
from chabudai.games.kakapo.missions import Mission, ground, targets
from chabudai.games.kakapo.state import Lying

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

MOST = 13
"""No mission ends with more pieces on the board: a piece a round, and one for each double scan."""
Status: TypeAlias = Literal["optimal", "infeasible", "unknown"]


class Proof(Struct):
    """What CP-SAT says: fewer than `bound` pieces do not win; `pieces` do, if any were found.

    Optimal: `pieces` are just so many. Infeasible: no pieces win. Unknown: the time was up. `spots`
    are the places that the last model chose from, `seconds` what all models took.
    """

    status: Status
    pieces: tuple[Lying, ...] | None
    bound: int
    spots: int
    seconds: float


class Spot(NamedTuple):
    """A piece at a place, and whether it is taken."""

    piece: Card
    cells: Cells
    taken: "IntVar"


def is_there() -> bool:
    """Whether the package that proves is installed."""
    return find_spec("ortools") is not None


def prove(
    mission: Mission,
    board: Sequence[Lying] = (),
    pieces: Collection[Card] = DECK,
    seconds: float = 20.0,
    workers: int = 1,
) -> Proof:
    """Prove with how few more of `pieces` a linted mission can be won from this board.

    One piece more is allowed each time, until some win: so what is found is as few as can be. So
    many pieces have no more suits than they are, which makes the first models, those that must be
    refuted, small. The search stops after `seconds`; until then it does the same every time.
    Raises ModuleNotFoundError without `ortools`.
    """
    from ortools.sat.python.cp_model import CpModel, CpSolver

    boards = boards_of(board)
    unused = frozenset(pieces) - {lying.piece for lying in board}
    spent, most = 0.0, min(MOST, len(unused))
    for count in range(most + 1):
        model = CpModel()
        spots = every_spot(model, mission, boards, few_suits(mission, boards, unused, count))
        lie_apart(model, spots)
        scan_enough(model, mission, boards, spots)
        model.add(sum(spot.taken for spot in spots) <= count)
        solver = CpSolver()
        solver.parameters.max_time_in_seconds = max(0.0, seconds - spent)
        solver.parameters.num_workers = workers
        solver.parameters.random_seed = 1
        # A mission that leaves a choice of birds takes ten times as long without this.
        solver.parameters.linearization_level = 2
        status = solver.status_name(solver.solve(model))
        spent += solver.wall_time
        if status in {"OPTIMAL", "FEASIBLE"}:
            found = tuple(laid(spot) for spot in spots if solver.boolean_value(spot.taken))
            return Proof("optimal", found, count, len(spots), round(spent, 3))
        if status != "INFEASIBLE":
            return Proof("unknown", None, count, len(spots), round(spent, 3))
    return Proof("infeasible", None, most + 1, 0, round(spent, 3))


def laid(spot: Spot) -> Lying:
    """A place that was taken, as a piece on the board."""
    return Lying(spot.piece, tuple(SIDE * row + column for row, column in listed(spot.cells)))


def few_suits(
    mission: Mission, boards: Boards, unused: Collection[Card], count: int
) -> frozenset[Card]:
    """The pieces that are enough for solutions of `count`: of suits that can be exchanged for each
    other (the same pieces left, none on the board, no edge in their colour) only so many.
    """
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    kept: set[str] = set()
    for at, suit in enumerate(SUITS):
        numbers = tuple(sorted(card[1] for card in unused if card[0] == suit))
        if boards[at] or any(target.wanted[at] for target in targets(mission)):
            kept.add(suit)
        else:
            alike[numbers].append(suit)
    for suits in alike.values():
        kept.update(suits[:count])
    return frozenset(card for card in unused if card[0] in kept)


def boards_of(board: Sequence[Lying]) -> Boards:
    """What the pieces on the board cover."""
    boards = EMPTY
    for lying in board:
        boards = with_piece(boards, SUIT[lying.piece], sum(1 << cell for cell in lying.cells))
    return boards


def every_spot(
    model: "CpModel", mission: Mission, boards: Boards, unused: Collection[Card]
) -> list[Spot]:
    """A choice for each place of each of these pieces that covers a cell beside a bird."""
    beside = 0
    for one in targets(mission):
        beside |= one.halo
    taken = covered(boards) | ground(mission)
    own = dict(zip(SUITS, boards, strict=True))
    spots: list[Spot] = []
    for piece in sorted(unused):
        anchors = legal(VALUE[piece], taken, own[SUIT[piece]])
        spots += [
            Spot(piece, cells, model.new_bool_var(""))
            for cells in placements(VALUE[piece], anchors)
            if cells & beside
        ]
    return spots


def lie_apart(model: "CpModel", spots: list[Spot]) -> None:
    """KK-34, KK-35, and each piece exists once.

    Of the spots of a colour that cover just one of two cells side by side, one at most is taken:
    two would touch by that edge.
    """
    by_piece: dict[Card, list[IntVar]] = defaultdict(list)
    by_cell: dict[Cells, list[IntVar]] = defaultdict(list)
    by_edge: dict[tuple[str, Cells], list[IntVar]] = defaultdict(list)
    for spot in spots:
        by_piece[spot.piece].append(spot.taken)
        for cell in each_bit(spot.cells):
            by_cell[cell].append(spot.taken)
            for near in each_bit(around(cell) & ~spot.cells):
                by_edge[spot.piece[0], cell | near].append(spot.taken)
    for groups in (by_piece, by_cell, by_edge):
        for some in groups.values():
            if len(some) > 1:
                model.add_at_most_one(some)


def scan_enough(model: "CpModel", mission: Mission, boards: Boards, spots: list[Spot]) -> None:
    """KK-40, KK-41, KK-A15: every cell beside a scanned bird is covered, in its colour if any."""
    scans: list[IntVar] = []
    for bird, target in enumerate(targets(mission)):
        scan = model.new_bool_var("")
        scans.append(scan)
        if bird in mission.must:
            model.add_bool_or([scan])
        for cell in each_bit(target.halo):
            asked = [at for at, want in enumerate(target.wanted) if want & cell]
            suits = [SUITS[at] for at in asked or range(len(SUITS))]
            if any(boards[SUITS.index(suit)] & cell for suit in suits):
                continue
            covering = [
                spot.taken for spot in spots if spot.cells & cell and spot.piece[0] in suits
            ]
            model.add_bool_or([*covering, ~scan])
    model.add(sum(scans) >= mission.required)
