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
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar

Status: TypeAlias = Literal["optimal", "feasible", "infeasible", "unknown"]
STATUS: dict[str, Status] = {
    "optimal": "optimal",
    "feasible": "feasible",
    "infeasible": "infeasible",
}


class Proof(Struct):
    """What CP-SAT says: `pieces` win, if any were found, and fewer than `bound` do not.

    Optimal: `pieces` are as few as `bound`. Infeasible: no pieces win. Feasible and unknown: the
    time was up. `seconds` are those of the search, `spots` the places it chose from.
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

    The search stops after `seconds` of this machine's time; until then it does the same every time.
    Raises ModuleNotFoundError without `ortools`.
    """
    from ortools.sat.python.cp_model import CpModel, CpSolver

    model = CpModel()
    boards = boards_of(board)
    spots = every_spot(model, mission, boards, set(pieces) - {lying.piece for lying in board})
    lie_apart(model, spots)
    scan_enough(model, mission, boards, spots)
    model.minimize(sum(spot.taken for spot in spots))
    solver = CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    # A mission that leaves a choice of birds takes ten times as long without all linear relaxations.
    solver.parameters.linearization_level = 2
    solver.parameters.random_seed = 1
    name = solver.status_name(solver.solve(model)).lower()
    return told(solver, name, spots)


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
        for cells in placements(VALUE[piece], anchors):
            if cells & beside:
                spots.append(Spot(piece, cells, model.new_bool_var("")))
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


def scan_enough(
    model: "CpModel", mission: Mission, boards: Boards, spots: list[Spot]
) -> None:
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


def told(solver: "CpSolver", name: str, spots: list[Spot]) -> Proof:
    """The answer of the solver in our words."""
    status = STATUS.get(name, "unknown")
    pieces = None
    if status in {"optimal", "feasible"}:
        pieces = tuple(
            Lying(spot.piece, tuple(SIDE * row + column for row, column in listed(spot.cells)))
            for spot in spots
            if solver.boolean_value(spot.taken)
        )
    least = max(0, round(solver.best_objective_bound)) if status != "infeasible" else 0
    return Proof(status, pieces, least, len(spots), round(solver.wall_time, 3))
