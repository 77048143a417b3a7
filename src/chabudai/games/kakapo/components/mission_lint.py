"""The Kakapo: check a custom mission.

A mission without flaws can be set up, and each of its edges can be scanned by itself. The solver
decides whether all of them can be scanned together, and finds the fewest pieces for it.
"""

from collections.abc import Iterator

from chabudai.core import Why
from chabudai.games.kakapo.components.board import (
    ALL,
    COLUMNS,
    EAST_FILE,
    SIDE,
    WEST_FILE,
    Cells,
    around,
    each_bit,
    fits,
    placements,
)
from chabudai.games.kakapo.components.cards import SUITS, VALUES, Suit
from chabudai.games.kakapo.components.mission_file import BIRDS
from chabudai.games.kakapo.components.missions import (
    Bird,
    Mission,
    Place,
    bird_cells,
    faced,
    ground,
    wanted,
)

CELLS = 48
"""Maximum total number of cells in a mission's birds."""
BORDER: Cells = WEST_FILE | EAST_FILE | (1 << SIDE) - 1 | ALL & ~((1 << SIDE * (SIDE - 1)) - 1)


def lint(mission: Mission) -> tuple[Why, ...]:
    """Return the flaws of a mission, as sentences for its author, or no sentences if it can be
    played. This takes a few milliseconds for any mission.
    """
    shape = (*wrong_name(mission), *wrong_numbers(mission), *wrong_birds(mission))
    drawing = (*wrong_neighbours(mission), *wrong_edges(mission))
    return (*shape, *drawing) or unmet(mission)


def name_of(place: Place) -> str:
    """Return the name of a cell: its column as a letter and its row as a number, from the top left.

    >>> name_of((0, 11))
    'L1'
    """
    row, column = place
    return f"{COLUMNS[column]}{row + 1}"


def name_of_bit(cell: Cells) -> str:
    """Return the name of a cell, given as a set of one cell."""
    return name_of(divmod(cell.bit_length() - 1, SIDE))


def wrong_name(mission: Mission) -> Iterator[Why]:
    """Report names with invisible or control characters. The ideographic space is allowed."""
    if not f"{mission.title.en}{mission.title.ja}".replace("\u3000", " ").isprintable():
        yield Why("KK-A24", "The name of this mission cannot be shown.", {})


def wrong_numbers(mission: Mission) -> Iterator[Why]:
    """Report requirements that cannot be met (KK-41, KK-A15)."""
    birds = len(mission.birds)
    if mission.required > birds:
        text = "{required} {required|bird|birds} must be scanned, but the board has {birds}."
        yield Why("KK-41", text, {"required": mission.required, "birds": birds})
    for bird in mission.must:
        if bird >= birds:
            text = "Bird {bird} must be scanned, but it is not on the board."
            yield Why("KK-A15", text, {"bird": BIRDS[bird]})
    if len(set(mission.must)) != len(mission.must):
        yield Why("KK-A15", "A bird that must be scanned is named twice.", {})
    if len(mission.must) > mission.required:
        text = "With {must} {must|bird|birds} to scan, the number cannot be {required}."
        yield Why("KK-A15", text, {"must": len(mission.must), "required": mission.required})
    if sum(len(bird.cells) for bird in mission.birds) > CELLS:
        yield Why("KK-6", "The birds have more than {most} cells in all.", {"most": CELLS})


def wrong_birds(mission: Mission) -> Iterator[Why]:
    """Report birds that consist of several parts or touch the border."""
    for letter, bird in zip(BIRDS, mission.birds, strict=False):
        cells = bird_cells(bird)
        if len(set(bird.cells)) != len(bird.cells):
            yield Why("KK-6", "Bird {bird} has the same cell twice.", {"bird": letter})
        elif component(cells, cells & -cells) != cells:
            yield Why("KK-6", "Bird {bird} is in several parts.", {"bird": letter})
        if cells & BORDER:
            text = "Bird {bird} must keep one cell away from the border."
            yield Why("KK-A9", text, {"bird": letter})


def wrong_neighbours(mission: Mission) -> Iterator[Why]:
    """Report birds that overlap or share an edge (KK-A10)."""
    lettered = list(zip(BIRDS, map(bird_cells, mission.birds), strict=False))
    for at, (letter, cells) in enumerate(lettered):
        for other, others in lettered[at + 1 :]:
            facts = {"one": letter, "other": other}
            if cells & others:
                yield Why("KK-34", "Birds {one} and {other} lie on the same cell.", dict(facts))
            elif around(cells) & others:
                text = "Birds {one} and {other} touch, so no piece fits between them."
                yield Why("KK-A10", text, dict(facts))


def wrong_edges(mission: Mission) -> Iterator[Why]:
    """Report coloured edges that are not edges of their bird, or are coloured twice (KK-6)."""
    for letter, bird in zip(BIRDS, mission.birds, strict=False):
        seen = set[tuple[int, int, str]]()
        for edge in bird.edges:
            at = (edge.row, edge.column, edge.side)
            facts = {"bird": letter, "cell": name_of((edge.row, edge.column)), "side": edge.side}
            if not is_edge(bird, (edge.row, edge.column), faced(edge)):
                text = "Bird {bird} has no edge on side {side} of {cell}."
                yield Why("KK-6", text, dict(facts))
            elif at in seen:
                text = "The edge of bird {bird} on side {side} of {cell} is coloured twice."
                yield Why("KK-6", text, dict(facts))
            seen.add(at)


def is_edge(bird: Bird, inside: Place, outside: Place) -> bool:
    """Whether an edge is between a cell of the bird and a cell outside."""
    return inside in bird.cells and outside not in bird.cells


# --- Edges that cannot be scanned


def unmet(mission: Mission) -> tuple[Why, ...]:
    """Report edges that no piece can scan. The mission must have no other flaws."""
    colours: dict[Suit, Cells] = {suit: all_wanted(mission, suit) for suit in SUITS}
    return tuple(two_colours(colours)) or tuple(too_long(mission, colours))


def all_wanted(mission: Mission, suit: Suit) -> Cells:
    """Return the cells that must be covered in a suit."""
    found = 0
    for bird in mission.birds:
        found |= wanted(bird, suit)
    return found


def two_colours(colours: dict[Suit, Cells]) -> Iterator[Why]:
    """Report cells that face edges of two colours (KK-40)."""
    seen = 0
    for cells in colours.values():
        for cell in each_bit(seen & cells):
            text = "The cell {cell} faces edges of two colours."
            yield Why("KK-40", text, {"cell": name_of_bit(cell)})
        seen |= cells


def too_long(mission: Mission, colours: dict[Suit, Cells]) -> Iterator[Why]:
    """Report edges of one colour that face connected cells which no single piece can cover.

    One piece must cover them all, since two pieces of a colour must not share an edge (KK-35).
    """
    for suit, cells in colours.items():
        free = ALL & ~ground(mission)
        for other, others in colours.items():
            if other != suit:
                free &= ~others
        for part in components(cells):
            if not one_piece_covers(part, free):
                text = "No single piece faces the edges of one colour at {cell} and next to it."
                yield Why("KK-35", text, {"cell": name_of_bit(part & -part)})


def one_piece_covers(part: Cells, free: Cells) -> bool:
    """Whether some piece covers all cells of `part` and only free cells."""
    return any(
        part & ~piece == 0
        for value in VALUES
        if value >= part.bit_count()
        for piece in placements(value, fits(value, free))
    )


def component(cells: Cells, start: Cells) -> Cells:
    """Return the cells of a set that are connected to `start` by edges."""
    found = start
    while more := around(found) & cells:
        found |= more
    return found


def components(cells: Cells) -> Iterator[Cells]:
    """Yield the parts of a set, each connected by edges."""
    while cells:
        part = component(cells, cells & -cells)
        yield part
        cells &= ~part
