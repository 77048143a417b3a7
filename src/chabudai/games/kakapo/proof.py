"""The Kakapo: the fewest pieces that win a mission, proved by the constraint solver CP-SAT.

It shares nothing with `solver` but the grid, so that each checks the other. It needs the package
`ortools` (extra `studio`), which playing never does: it is imported when a proof is asked for.
"""

from collections import defaultdict
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from chabudai.core import Struct
from chabudai.games.kakapo.board import (
    ALL,
    SIDE,
    Cells,
    around,
    each_bit,
    fits,
    listed,
    placements,
)
from chabudai.games.kakapo.cards import DECK, SUITS, VALUE, Card
from chabudai.games.kakapo.missions import Mission, ground, targets
from chabudai.games.kakapo.state import Lying

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar

Status: TypeAlias = Literal["optimal", "feasible", "infeasible", "unknown"]


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


def prove(mission: Mission, seconds: float = 20.0, workers: int = 1) -> Proof:
    """Prove with how few pieces a linted mission can be won from the empty board.

    The search stops after `seconds` of this machine's time; until then it does the same every time.
    Raises ModuleNotFoundError without `ortools`.
    """
    from ortools.sat.python.cp_model import CpModel, CpSolver

    model = CpModel()
    spots = every_spot(model, mission)
    lie_apart(model, spots)
    scan_enough(model, mission, spots)
    model.minimize(sum(spot.taken for spot in spots))
    solver = CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = 1
    name = solver.status_name(solver.solve(model)).lower()
    return told(solver, name, spots)


def every_spot(model: "CpModel", mission: Mission) -> list[Spot]:
    """A choice for each place of each piece that covers a cell beside a bird."""
    beside = 0
    for one in targets(mission):
        beside |= one.halo
    free = ALL & ~ground(mission)
    spots: list[Spot] = []
    for piece in DECK:
        value = VALUE[piece]
        for cells in placements(value, fits(value, free)):
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


def scan_enough(model: "CpModel", mission: Mission, spots: list[Spot]) -> None:
    """KK-40, KK-41, KK-A15: every cell beside a scanned bird is covered, in its colour if any."""
    scans: list[IntVar] = []
    for bird, target in enumerate(targets(mission)):
        scan = model.new_bool_var("")
        scans.append(scan)
        if bird in mission.must:
            model.add_bool_or([scan])
        for cell in each_bit(target.halo):
            suits = [
                suit for suit, want in zip(SUITS, target.wanted, strict=True) if want & cell
            ] or list(SUITS)
            covering = [
                spot.taken for spot in spots if spot.cells & cell and spot.piece[0] in suits
            ]
            model.add_bool_or([*covering, ~scan])
    model.add(sum(scans) >= mission.required)


def told(solver: "CpSolver", name: str, spots: list[Spot]) -> Proof:
    """The answer of the solver in our words."""
    status: Status = (
        name if name == "optimal" or name == "feasible" or name == "infeasible" else "unknown"
    )
    pieces = None
    if status in {"optimal", "feasible"}:
        pieces = tuple(
            Lying(spot.piece, tuple(SIDE * row + column for row, column in listed(spot.cells)))
            for spot in spots
            if solver.boolean_value(spot.taken)
        )
    least = max(0, round(solver.best_objective_bound)) if status != "infeasible" else 0
    return Proof(status, pieces, least, len(spots), round(solver.wall_time, 3))
