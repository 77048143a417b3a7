"""The Kakapo: the fewest pieces that win a mission, proved by the constraint solver CP-SAT.

It shares only the grid with `par`, so that the two check each other. It needs the package `ortools`
(extra `studio`), which is imported only for a proof, never for playing.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from importlib.util import find_spec
from time import process_time
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from chabudai.core import Struct
from chabudai.games.kakapo.components.board import (
    SIDE,
    Boards,
    Cells,
    around,
    coordinates,
    covered,
    each_bit,
    legal,
    placements,
)
from chabudai.games.kakapo.components.cards import DECK, SUIT, SUITS, VALUE, Card
from chabudai.games.kakapo.components.missions import Mission, ground, targets
from chabudai.games.kakapo.solver.boards import boards_of
from chabudai.games.kakapo.state import Lying

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

MOST = 13
"""Maximum number of pieces on the board: one per round, and another one per double scan."""
Status: TypeAlias = Literal["optimal", "infeasible", "unknown"]


class Proof(Struct):
    """The result of CP-SAT. Fewer than `bound` pieces cannot win. If `pieces` were found, they win.

    The status is optimal if `pieces` has `bound` pieces, infeasible if no pieces win, and unknown
    if the time limit was reached. `spots` is the number of places in the last model, not counting
    a model that only coloured a found solution. `seconds` is processor time.
    """

    status: Status
    pieces: tuple[Lying, ...] | None
    bound: int
    spots: int
    seconds: float


class Spot(NamedTuple):
    """A placement of a piece, and the variable for taking it."""

    piece: Card
    cells: Cells
    taken: "IntVar"


def is_installed() -> bool:
    """Whether `ortools` is installed."""
    return find_spec("ortools") is not None


def prove(
    mission: Mission,
    board: Sequence[Lying] = (),
    pieces: Collection[Card] = DECK,
    seconds: float = 60.0,
    workers: int = 1,
) -> Proof:
    """Prove the minimum number of `pieces` that win a linted mission from this board.

    The number of pieces is increased by one until it suffices, so the result is minimal. The search
    stops after `seconds` of wall time; until then it is deterministic. Raises ModuleNotFoundError
    if `ortools` is not installed.
    """
    boards = boards_of(board)
    unused = frozenset(pieces) - {lying.piece for lying in board}
    groups = interchangeable(mission, boards, unused)
    start, prover = process_time(), Prover(mission, boards, seconds, workers)
    most = min(MOST, len(unused))
    for count in range(most + 1):
        answer = solve_with(prover, unused, groups, count)
        if answer.status != "infeasible":
            took = round(process_time() - start, 3)
            return Proof(answer.status, answer.pieces, count, answer.spots, took)
    return Proof("infeasible", None, most + 1, 0, round(process_time() - start, 3))


class Answer(NamedTuple):
    """The result of one model: its status, the pieces taken, and the number of its places."""

    status: Status
    pieces: tuple[Lying, ...] | None
    spots: int


def solve_with(
    prover: "Prover", unused: frozenset[Card], groups: list[list[str]], count: int
) -> Answer:
    """Determine whether `count` pieces win.

    The first model is a relaxation: one suit stands for all interchangeable ones, and its pieces
    may touch. If it is infeasible, so is the problem. Otherwise, a second model chooses suits for
    its places. If that fails, all places are tried, with at most `count` of the interchangeable
    suits, which suffices.
    """
    enough = without(unused, groups, count)
    if any(len(group) > 1 for group in groups):
        copies = {group[0]: len(group) for group in groups}
        loose = prover.ask(without(unused, groups, 1), count, copies, None)
        if loose.pieces is None:
            return loose
        narrow = prover.ask(enough, count, {}, {lying.cells for lying in loose.pieces})
        if narrow.pieces is not None:
            return narrow._replace(spots=loose.spots)
    return prover.ask(enough, count, {}, None)


class Prover:
    """A CP-SAT solver for a mission on its boards. `seconds` is the remaining time."""

    def __init__(self, mission: Mission, boards: Boards, seconds: float, workers: int) -> None:
        self.mission = mission
        self.boards = boards
        self.seconds = seconds
        self.workers = workers

    def ask(
        self,
        pieces: Collection[Card],
        count: int,
        loose: Mapping[str, int],
        places: Collection[tuple[int, ...]] | None,
    ) -> Answer:
        """Determine whether at most `count` of these pieces win.

        The pieces may go only to `places`, or anywhere if it is None. Pieces of the suits in
        `loose` may touch, and `loose` says how many of each exist.
        """
        from ortools.sat.python.cp_model import CpModel, CpSolver

        model = CpModel()
        spots = all_spots(model, self.mission, self.boards, pieces)
        if places is not None:
            spots = [spot for spot in spots if as_lying(spot).cells in places]
        keep_apart(model, spots, loose)
        require_scans(model, self.mission, self.boards, spots)
        model.add(sum(spot.taken for spot in spots) <= count)
        solver = CpSolver()
        solver.parameters.max_time_in_seconds = max(0.0, self.seconds)
        solver.parameters.num_workers = self.workers
        solver.parameters.random_seed = 1
        # If a mission leaves a choice of birds, solving takes ten times as long without this.
        solver.parameters.linearization_level = 2
        status = solver.status_name(solver.solve(model))
        self.seconds -= solver.wall_time
        if status in {"OPTIMAL", "FEASIBLE"}:
            taken = [as_lying(spot) for spot in spots if solver.boolean_value(spot.taken)]
            return Answer("optimal", tuple(taken), len(spots))
        return Answer("infeasible" if status == "INFEASIBLE" else "unknown", None, len(spots))


def as_lying(spot: Spot) -> Lying:
    """Return a placement as a piece on the board."""
    return Lying(spot.piece, tuple(SIDE * row + column for row, column in coordinates(spot.cells)))


# --- Models


def interchangeable(mission: Mission, boards: Boards, unused: Collection[Card]) -> list[list[str]]:
    """Return groups of suits that can be exchanged for each other.

    Such suits have the same pieces left, no piece on the board, and no edge in their colour.
    """
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for at, suit in enumerate(SUITS):
        if not boards[at] and not any(target.wanted[at] for target in targets(mission)):
            groups[tuple(sorted(card[1] for card in unused if card[0] == suit))].append(suit)
    return list(groups.values())


def without(unused: Collection[Card], groups: list[list[str]], count: int) -> frozenset[Card]:
    """Return the pieces, keeping only `count` suits from each group."""
    left_out = {suit for group in groups for suit in group[count:]}
    return frozenset(card for card in unused if card[0] not in left_out)


def all_spots(
    model: "CpModel", mission: Mission, boards: Boards, unused: Collection[Card]
) -> list[Spot]:
    """Create a variable for each placement of these pieces that covers a cell next to a bird."""
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


def keep_apart(model: "CpModel", spots: list[Spot], loose: Mapping[str, int]) -> None:
    """KK-34, KK-35: keep pieces apart, and use each piece once, except for loose suits.

    For two adjacent cells, at most one spot of each colour covers exactly one of them, since two
    such spots would share the edge between them.
    """
    by_piece: dict[Card, list[IntVar]] = defaultdict(list)
    by_cell: dict[Cells, list[IntVar]] = defaultdict(list)
    by_edge: dict[tuple[str, Cells], list[IntVar]] = defaultdict(list)
    for spot in spots:
        by_piece[spot.piece].append(spot.taken)
        for cell in each_bit(spot.cells):
            by_cell[cell].append(spot.taken)
            for near in each_bit(around(cell) & ~spot.cells):
                if spot.piece[0] not in loose:
                    by_edge[spot.piece[0], cell | near].append(spot.taken)
    for piece, some in by_piece.items():
        model.add(sum(some) <= loose.get(piece[0], 1))
    for some in (*by_cell.values(), *by_edge.values()):
        model.add_at_most_one(some)


def require_scans(model: "CpModel", mission: Mission, boards: Boards, spots: list[Spot]) -> None:
    """KK-40, KK-41, KK-A15: require every cell next to a scanned bird to be covered, in its
    colour.
    """
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
