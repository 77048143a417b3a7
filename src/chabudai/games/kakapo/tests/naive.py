"""A slow, cell-by-cell version of The Kakapo's geometry, to test the fast one."""

from collections.abc import Iterable
from itertools import product
from typing import TypeAlias

from chabudai.games.kakapo.components.board import Boards, scanned
from chabudai.games.kakapo.components.missions import Bird, Mission, Side, targets

Cell: TypeAlias = tuple[int, int]
Shape: TypeAlias = frozenset[Cell]
Laid: TypeAlias = tuple[str, int, Shape]
"""A piece on the board: suit, value and cells."""

PICTURES = ("#", "##", "#. ##", "#. #. ##", "#.# ###", "#... #... ####", "#.# #.# ###")
SHAPES: dict[int, Shape] = {
    value: frozenset(
        (row, column)
        for row, line in enumerate(picture.split())
        for column, mark in enumerate(line)
        if mark == "#"
    )
    for value, picture in enumerate((*PICTURES, "#..# #..# ####"), 1)
}
GRID = frozenset((row, column) for row in range(12) for column in range(12))


def moved(shape: Iterable[Cell], down: int, right: int) -> Shape:
    return frozenset((row + down, column + right) for row, column in shape)


def ways(value: int) -> set[Shape]:
    """Return the distinct orientations of a piece, each with its top left at (0, 0)."""
    found: set[Shape] = set()
    for down, right, flipped in product((1, -1), (1, -1), (False, True)):
        image = {(down * cell[flipped], right * cell[not flipped]) for cell in SHAPES[value]}
        top, left = min(row for row, _ in image), min(column for _, column in image)
        found.add(moved(image, -top, -left))
    return found


PLACES: dict[int, list[Shape]] = {
    value: [
        place
        for way, row, column in product(ways(value), range(12), range(12))
        if (place := moved(way, row, column)) <= GRID
    ]
    for value in SHAPES
}


def beside(cell: Cell) -> set[Cell]:
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def halo(cells: Iterable[Cell]) -> set[Cell]:
    """Return the cells that share an edge with `cells`, including cells off the grid."""
    inside = set(cells)
    return {near for cell in inside for near in beside(cell)} - inside


def may_lie(piece: Laid, birds: Iterable[Cell], board: Iterable[Laid]) -> bool:
    """KK-33 to KK-35: whether a piece may be placed on its cells."""
    suit, _, cells = piece
    lying = list(board)
    if not cells <= GRID or cells & set(birds) or any(cells & other for _, _, other in lying):
        return False
    return not any(halo(cells) & other for colour, _, other in lying if colour == suit)


def scans(bird: Bird, board: Iterable[Laid]) -> bool:
    """KK-40: whether the pieces scan a bird, checked edge by edge."""
    on = {cell: suit for suit, _, cells in board for cell in cells}
    colours = {(edge.row, edge.column, edge.side): edge.suit for edge in bird.edges}
    steps: dict[Side, Cell] = {"N": (-1, 0), "S": (1, 0), "W": (0, -1), "E": (0, 1)}
    for row, column in bird.cells:
        for side, (down, right) in steps.items():
            there = (row + down, column + right)
            if there in bird.cells:
                continue
            if there not in on or colours.get((row, column, side), on[there]) != on[there]:
                return False
    return True


def wins(mission: Mission, board: Iterable[Laid]) -> bool:
    """KK-41, KK-A15: whether the pieces win a mission."""
    lying = list(board)
    scanned = [scans(bird, lying) for bird in mission.birds]
    return scanned.count(True) >= mission.required and all(scanned[at] for at in mission.must)


def faults(mission: Mission, board: Iterable[Laid]) -> list[str]:
    """Return the reasons why these pieces are not a solution."""
    birds = {cell for bird in mission.birds for cell in bird.cells}
    lying: list[Laid] = []
    found: list[str] = []
    for piece in board:
        suit, value, cells = piece
        if (suit, value) in {(s, v) for s, v, _ in lying}:
            found.append(f"{suit}{value} twice")
        if cells not in PLACES[value]:
            found.append(f"{suit}{value} has another shape")
        if not may_lie(piece, birds, lying):
            found.append(f"{suit}{value} may not lie there")
        lying.append(piece)
    if not wins(mission, lying):
        found.append("the mission is not won")
    return found


def birds_scanned(mission: Mission, boards: Boards) -> tuple[bool, ...]:
    """Return, for each bird, whether the pieces on the board scan it (KK-40)."""
    return tuple([scanned(one, boards) for one in targets(mission)])


def succeeds(mission: Mission, boards: Boards) -> bool:
    """Whether enough birds are scanned, including those that must be (KK-41, KK-A15)."""
    found = birds_scanned(mission, boards)
    return sum(found) >= mission.required and all(found[bird] for bird in mission.must)
