"""The Kakapo: random missions, each built from its own solution."""

from chabudai.core import Rng, Struct
from chabudai.games.kakapo.components.board import (
    ALL,
    SIDE,
    Cells,
    around,
    bit,
    coordinates,
    each_bit,
)
from chabudai.games.kakapo.components.cards import (
    ABSENT,
    DECK,
    ROUNDS,
    SUIT,
    SUITS,
    Card,
    Mode,
    Suit,
)
from chabudai.games.kakapo.components.mission_file import BIRDS
from chabudai.games.kakapo.components.mission_lint import BORDER, lint
from chabudai.games.kakapo.components.missions import (
    LARGEST,
    SIDES,
    Bird,
    Edge,
    Mission,
    Title,
    bird_cells,
    faced,
)
from chabudai.games.kakapo.solver.boards import cells_under
from chabudai.games.kakapo.solver.par import fewest
from chabudai.games.kakapo.state import Lying

TRIES = 200
"""Number of attempts before giving up."""
SPARE = 2
"""Minimum number of rounds that must be left after a solution."""


class Knobs(Struct):
    """The parameters of a random mission.

    It has `birds` birds of `smallest` to `largest` cells, and `required` of them must be scanned.
    About `coloured` per cent of the edges have a colour. Higher values make a mission harder.
    """

    mode: Mode = "buddy"
    birds: int = 2
    smallest: int = 1
    largest: int = 4
    coloured: int = 25
    required: int | None = None


class Made(Struct):
    """A mission and the fewest pieces that win it."""

    mission: Mission
    solution: tuple[Lying, ...]


def make(knobs: Knobs, rng: Rng) -> Made:
    """Generate a random mission that can be won with SPARE rounds to spare.

    Birds are grown and solved first. Then some edges take the colours of the pieces that face them
    in that solution. So the solution stays valid and, since colours only add constraints, minimal.
    Raises ValueError if the parameters are impossible or no mission is found.
    """
    check(knobs)
    pieces = [card for card in DECK if card != ABSENT]
    for _ in range(TRIES):
        birds = random_birds(knobs, rng)
        if birds is None:
            continue
        required = knobs.required or len(birds)
        mission = Mission(knobs.mode, title(rng), tuple(map(Bird, birds)), required)
        solved = fewest(mission, (), pieces, ROUNDS[knobs.mode] - SPARE, 50_000)
        if lint(mission) or solved.pieces is None:
            continue
        solution = recoloured(solved.pieces, rng)
        painted = with_colours(mission, solution, knobs.coloured, rng)
        if not lint(painted):
            return Made(painted, solution)
    raise ValueError("No such mission was found: ask for fewer or smaller birds.")


def check(knobs: Knobs) -> None:
    """Raise ValueError if the parameters are impossible."""
    if not 1 <= knobs.birds <= len(BIRDS):
        raise ValueError(f"A mission has 1 to {len(BIRDS)} birds, not {knobs.birds}.")
    if not 1 <= knobs.smallest <= knobs.largest <= LARGEST:
        raise ValueError(f"A bird has 1 to {LARGEST} cells, the smallest no more than the largest.")
    if not 0 <= knobs.coloured <= 100:
        raise ValueError("Edges are coloured from 0 to 100 per cent.")
    if knobs.required is not None and not 1 <= knobs.required <= knobs.birds:
        raise ValueError("At least one bird must be scanned, and at most all of them.")


def title(rng: Rng) -> Title:
    """Return a random title."""
    number = 100 + rng.below(900)
    return Title(f"Flock {number}", f"{number}番のむれ")


def random_birds(knobs: Knobs, rng: Rng) -> list[tuple[tuple[int, int], ...]] | None:
    """Grow birds that share no edge and avoid the border, or return None if there is no room."""
    birds: list[tuple[tuple[int, int], ...]] = []
    room = ALL & ~BORDER
    for _ in range(knobs.birds):
        size = knobs.smallest + rng.below(knobs.largest - knobs.smallest + 1)
        cells = random_bird(room, size, rng)
        if cells is None:
            return None
        birds.append(coordinates(cells))
        room &= ~(cells | around(cells))
    return birds


def random_bird(room: Cells, size: int, rng: Rng) -> Cells | None:
    """Grow `size` connected cells in `room` at random, or return None if they do not fit."""
    row, column = 1 + rng.below(SIDE - 2), 1 + rng.below(SIDE - 2)
    cells = bit(row, column) & room
    while cells and cells.bit_count() < size:
        near = list(each_bit(around(cells) & room))
        if not near:
            return None
        cells |= rng.choice(near)
    return cells or None


def recoloured(pieces: tuple[Lying, ...], rng: Rng) -> tuple[Lying, ...]:
    """Permute the suits of a solution so that it does not use purple 1, which three players do not
    have.
    """
    while True:
        suits: dict[Suit, Suit] = dict(zip(SUITS, rng.shuffled(SUITS), strict=True))
        changed = tuple(
            Lying(f"{suits[SUIT[lying.piece]]}{lying.piece[1]}", lying.cells) for lying in pieces
        )
        if all(lying.piece != ABSENT for lying in changed):
            return changed


def with_colours(mission: Mission, solution: tuple[Lying, ...], percent: int, rng: Rng) -> Mission:
    """Colour about `percent` % of the mission's edges like the pieces that face them."""
    colours: dict[Cells, Card] = {
        cell: lying.piece for lying in solution for cell in each_bit(cells_under(lying))
    }
    birds: list[Bird] = []
    for bird in mission.birds:
        edges: list[Edge] = []
        for row, column in bird.cells:
            for side in SIDES:
                down, right = faced(Edge(row, column, side, "P"))
                piece = colours.get(bit(down, right))
                if bird_cells(bird) & bit(down, right) or piece is None:
                    continue
                if rng.below(100) < percent:
                    edges.append(Edge(row, column, side, SUIT[piece]))
        birds.append(Bird(bird.cells, tuple(sorted(edges, key=edge_order))))
    return Mission(mission.mode, mission.title, tuple(birds), mission.required, mission.must)


def edge_order(edge: Edge) -> tuple[int, int, str]:
    """Return a sort key for edges: by cell, then by side."""
    return edge.row, edge.column, edge.side
