"""The Kakapo: the grid, the eight shapes, their possible places, and tests for scanned birds.

A set of cells is one integer of 144 bits: bit 12 × row + column. All places of a shape are computed
by a few shifts of the free cells ("shift-and"), never by a search.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from chabudai.games.kakapo.components.cards import VALUES, Suit

SIDE = 12
"""Width and height of the grid in cells (KK-4)."""
COLUMNS = "ABCDEFGHIJKL"
"""Names of the columns from the left. Rows are numbered from 1 at the top (KK-4)."""

Cell: TypeAlias = tuple[int, int]
"""Row and column, 0 to 11 each, from the top left."""
Cells: TypeAlias = int
"""A set of cells."""
Boards: TypeAlias = tuple[Cells, Cells, Cells, Cells, Cells]
"""The cells under scanner pieces, by suit in the order of SUITS."""

EMPTY: Boards = (0, 0, 0, 0, 0)
ALL: Cells = (1 << SIDE * SIDE) - 1
WEST_FILE: Cells = sum(1 << SIDE * row for row in range(SIDE))
EAST_FILE: Cells = WEST_FILE << SIDE - 1
NOT_WEST: Cells = ALL ^ WEST_FILE
NOT_EAST: Cells = ALL ^ EAST_FILE

DRAWN = """
    1   2    3    4     5     6      7      8
    #   ##   #.   #.    #.#   #...   #.#    #..#
             ##   #.    ###   #...   #.#    #..#
                  ##          ####   ###    ####
"""
"""The shapes. Number n has n cells. They are our own design, not the publisher's."""


# --- Sets of cells


def bit(row: int, column: int) -> Cells:
    """Return the set that contains only this cell."""
    return 1 << SIDE * row + column


def cells_of(cells: Iterable[Cell]) -> Cells:
    """Return the set of these cells, all of which must be on the grid."""
    found = 0
    for row, column in cells:
        found |= bit(row, column)
    return found


def each_bit(cells: Cells) -> Iterator[Cells]:
    """Yield the cells of a set, row by row, each as a set of one cell."""
    while cells:
        low = cells & -cells
        yield low
        cells ^= low


def coordinates(cells: Cells) -> tuple[Cell, ...]:
    """Return the cells of a set, row by row."""
    return tuple(divmod(low.bit_length() - 1, SIDE) for low in each_bit(cells))


def around(cells: Cells) -> Cells:
    """Return the cells that share an edge with a set and are not in it."""
    east, west = (cells & NOT_EAST) << 1, (cells & NOT_WEST) >> 1
    return (east | west | cells << SIDE | cells >> SIDE) & ALL & ~cells


def covered(boards: Boards) -> Cells:
    """Return the cells under scanner pieces."""
    purple, orange, blue, green, yellow = boards
    return purple | orange | blue | green | yellow


def with_piece(boards: Boards, suit: Suit, cells: Cells) -> Boards:
    """Return the board with a piece of `suit` added."""
    purple, orange, blue, green, yellow = boards
    match suit:
        case "P":
            return (purple | cells, orange, blue, green, yellow)
        case "O":
            return (purple, orange | cells, blue, green, yellow)
        case "B":
            return (purple, orange, blue | cells, green, yellow)
        case "G":
            return (purple, orange, blue, green | cells, yellow)
        case "Y":
            return (purple, orange, blue, green, yellow | cells)


# --- The shapes


def shapes() -> dict[int, frozenset[Cell]]:
    """Return the cells of each number's shape as drawn, with its top left at (0, 0)."""
    head, *rows = DRAWN.strip("\n").splitlines()
    found: dict[int, frozenset[Cell]] = {}
    for value in VALUES:
        left = head.index(str(value))
        found[value] = frozenset(
            (row, column)
            for row, line in enumerate(rows)
            for column, mark in enumerate(line[left:].split(" ")[0])
            if mark == "#"
        )
    return found


Shape: TypeAlias = frozenset[Cell]


def normalized(cells: Iterable[Cell]) -> Shape:
    """Return the shape of these cells, moved so that its top left is at (0, 0)."""
    some = tuple(cells)
    top, left = min(row for row, _ in some), min(column for _, column in some)
    return frozenset((row - top, column - left) for row, column in some)


def rotated(shape: Shape) -> Shape:
    """Return the shape after a quarter turn clockwise."""
    return normalized((column, -row) for row, column in shape)


def flipped(shape: Shape) -> Shape:
    """Return the shape's mirror image, left for right."""
    return normalized((row, -column) for row, column in shape)


def orientations(shape: Shape) -> tuple[Shape, ...]:
    """Return the distinct orientations of a piece (KK-32): the rotations of the shape as drawn,
    then those of the flipped shape.
    """
    ways: list[Shape] = []
    for face in (shape, flipped(shape)):
        way = face
        for _ in range(4):
            ways.append(way)
            way = rotated(way)
    return tuple(dict.fromkeys(ways))


WAYS: tuple[tuple[Shape, ...], ...] = ((), *(orientations(shape) for shape in shapes().values()))
"""The shape with its top left at (0, 0), indexed by number and orientation."""
MASKS: tuple[tuple[Cells, ...], ...] = tuple(tuple(map(cells_of, ways)) for ways in WAYS)
"""Like `WAYS`, but as sets of cells: `MASKS[value][orientation] << anchor` is a placed piece.

An anchor is the top left cell of the piece's box, as 12 × row + column. The piece may leave this
cell free."""
TURNED: tuple[tuple[int, ...], ...] = tuple(
    tuple(ways.index(rotated(way)) for way in ways) for ways in WAYS
)
"""Orientation after a quarter turn clockwise, indexed by number and orientation."""
FLIPPED: tuple[tuple[int, ...], ...] = tuple(
    tuple(ways.index(flipped(way)) for way in ways) for ways in WAYS
)
"""Orientation after turning the piece over, left for right, indexed by number and orientation."""


def on_grid(way: Shape) -> Cells:
    """Return the anchors where a shape is inside the grid (KK-33)."""
    tall, wide = max(row for row, _ in way), max(column for _, column in way)
    return cells_of((row, column) for row in range(SIDE - tall) for column in range(SIDE - wide))


# --- Possible places

STRAIGHT = ((1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (3, 1), (4, 1))
"""Heights and widths of the bars that make up all shapes."""


class Plan(NamedTuple):
    """A recipe for finding the anchors of one orientation, as the union of three bars.

    `inside` has the anchors on the grid. Each bar consists of an index into STRAIGHT and an offset
    from the anchor. If fewer bars suffice, one is repeated.
    """

    inside: Cells
    one: int
    at_one: int
    two: int
    at_two: int
    three: int
    at_three: int


def plan(way: Shape) -> Plan:
    """Return the plan for an orientation. Each bar in turn covers as many of the remaining cells as
    possible.
    """
    rest, bars = way, list[tuple[int, int]]()
    while rest:
        _, kind, (row, column) = max(
            (len(bar & rest), kind, cell)
            for kind, (tall, wide) in enumerate(STRAIGHT)
            for cell in way
            if (bar := bar_at(cell, tall, wide)) <= way
        )
        tall, wide = STRAIGHT[kind]
        rest -= bar_at((row, column), tall, wide)
        bars.append((kind, SIDE * row + column))
    (one, at_one), (two, at_two), (three, at_three) = (bars * 3)[:3]
    return Plan(on_grid(way), one, at_one, two, at_two, three, at_three)


def bar_at(cell: Cell, tall: int, wide: int) -> Shape:
    """Return a bar with its top left at a cell."""
    row, column = cell
    return frozenset((row + down, column + right) for down in range(tall) for right in range(wide))


PLANS: tuple[tuple[Plan, ...], ...] = tuple(tuple(map(plan, ways)) for ways in WAYS)


def bars_on(free: Cells) -> tuple[Cells, ...]:
    """Return, for each bar in STRAIGHT, the top left cells that keep it on `free` cells.

    Bars that cross the east side need not be excluded, since their anchors are not in `inside`.
    """
    right2 = free & free >> 1
    right3 = right2 & free >> 2
    down2 = free & free >> SIDE
    down3 = down2 & free >> 2 * SIDE
    return (
        free,
        right2,
        right3,
        right3 & free >> 3,
        down2,
        down3,
        down3 & free >> 3 * SIDE,
    )


def fits(value: int, free: Cells) -> tuple[Cells, ...]:
    """Return the anchors, by orientation, where a piece of this number covers only `free` cells."""
    bars = bars_on(free)
    return tuple(
        [
            inside & bars[one] >> at_one & bars[two] >> at_two & bars[three] >> at_three
            for inside, one, at_one, two, at_two, three, at_three in PLANS[value]
        ]
    )


def has_room(value: int, free: Cells) -> bool:
    """Whether `fits` would find an anchor. This stops at the first orientation that has one."""
    bars = bars_on(free)
    for inside, one, at_one, two, at_two, three, at_three in PLANS[value]:
        if inside & bars[one] >> at_one & bars[two] >> at_two & bars[three] >> at_three:
            return True
    return False


def legal(value: int, taken: Cells, own: Cells) -> tuple[Cells, ...]:
    """Return the anchors, by orientation, where a piece may be placed (KK-33 to KK-35).

    `taken` has the cells under birds and all pieces. `own` has the cells under pieces of the same
    suit, with which the new piece must not share an edge.
    """
    return fits(value, ALL & ~(taken | around(own)))


def placements(value: int, anchors: tuple[Cells, ...]) -> Iterator[Cells]:
    """Yield the cells of every placement that `fits` or `legal` found."""
    for mask, starts in zip(MASKS[value], anchors, strict=True):
        for low in each_bit(starts):
            yield mask * low


# --- Tests for scanned birds


class Target(NamedTuple):
    """The requirements for scanning a bird (KK-40).

    `halo` has the cells that its edges face. All of them must be covered. `wanted` has, for each
    suit, the cells that must be covered in that suit.
    """

    halo: Cells
    wanted: Boards


def scanned(target: Target, boards: Boards) -> bool:
    """Whether the pieces on the board scan a bird (KK-40).

    As in every mission, the bird must be away from the grid's border and touch no other bird.
    """
    halo, (purple, orange, blue, green, yellow) = target
    has_purple, has_orange, has_blue, has_green, has_yellow = boards
    return not (
        purple & ~has_purple
        or orange & ~has_orange
        or blue & ~has_blue
        or green & ~has_green
        or yellow & ~has_yellow
        or halo & ~(has_purple | has_orange | has_blue | has_green | has_yellow)
    )
