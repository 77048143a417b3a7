"""The Kakapo: missions as values and as drawings, and the forty missions of the book.

A drawing has the twelve rows of the grid, with a line between adjacent rows for the edges between
them. In a row, cells are two characters apart. `.` is a free cell, and a capital letter is a cell
of the bird with that letter. Between cells, and between rows, a small letter is a coloured edge:
p(urple), o(range), b(lue), g(reen), y(ellow).

    . . . . . .
        y
    . .gA A . .
          p
"""

from functools import cache, lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import astuple, replace

from chabudai.core import Illegal, Struct
from chabudai.games import folder_of
from chabudai.games.kakapo.components.board import (
    SIDE,
    Cells,
    Target,
    around,
    cells_of,
)
from chabudai.games.kakapo.components.cards import MODES, SUITS, Mode, Suit
from chabudai.games.kakapo.components.mission_file import BIRDS, Name, parse, text_of

Side: TypeAlias = Literal["N", "E", "S", "W"]
Line: TypeAlias = Annotated[int, Meta(ge=0, le=SIDE - 1)]
"""A row or a column of the grid."""
Place: TypeAlias = tuple[Line, Line]
"""Row and column of a cell."""

LARGEST = 24
"""Maximum number of cells of a bird."""
BOOK = 20
"""Number of missions of each mode in the book (KK-6)."""
FOLDER = folder_of("kakapo") / "data" / "missions"
SIDES: dict[Side, tuple[int, int]] = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
"""Offset in rows and columns from a cell to the cell that it faces on a side."""
COLOURS: dict[str, Suit] = {suit.lower(): suit for suit in SUITS}
"""Suits by their letters in a drawing."""


class Title(Struct):
    """The name of a mission in both languages."""

    en: Name
    ja: Name


class Edge(Struct):
    """A unit edge, on `side` of the bird's cell, that only a piece of one colour can scan."""

    row: Line
    column: Line
    side: Side
    suit: Suit


class Bird(Struct):
    """A bird of a mission: its cells, and its coloured edges (KK-6)."""

    cells: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=LARGEST)]
    edges: Annotated[tuple[Edge, ...], Meta(max_length=4 * LARGEST)] = ()


class Mission(Struct, cache_hash=True):
    """Birds to scan (KK-6): at least `required` of them, including all of `must` (KK-A15).

    `must` lists indices of `birds`. `number` is the mission's number in the book, from 1, or 0 for
    a custom mission.
    """

    mode: Mode
    title: Title
    birds: Annotated[tuple[Bird, ...], Meta(min_length=1, max_length=len(BIRDS))]
    required: Annotated[int, Meta(ge=1, le=len(BIRDS))]
    must: Annotated[
        tuple[Annotated[int, Meta(ge=0, lt=len(BIRDS))], ...], Meta(max_length=len(BIRDS))
    ] = ()
    number: Annotated[int, Meta(ge=0, le=BOOK)] = 0


# --- Requirements of a mission


def bird_cells(bird: Bird) -> Cells:
    """Return the cells of a bird as a set."""
    return cells_of(bird.cells)


@lru_cache(maxsize=256)
def ground(mission: Mission) -> Cells:
    """Return the cells under birds, where no piece may be placed (KK-34)."""
    found = 0
    for bird in mission.birds:
        found |= bird_cells(bird)
    return found


@lru_cache(maxsize=256)
def targets(mission: Mission) -> tuple[Target, ...]:
    """Return the targets of a linted mission's birds."""
    return tuple(map(target, mission.birds))


def target(bird: Bird) -> Target:
    """Return the target of a bird that is away from the border."""
    purple, orange, blue, green, yellow = (wanted(bird, suit) for suit in SUITS)
    return Target(around(bird_cells(bird)), (purple, orange, blue, green, yellow))


def wanted(bird: Bird, suit: Suit) -> Cells:
    """Return the cells faced by edges of this suit's colour."""
    return cells_of(faced(edge) for edge in bird.edges if edge.suit == suit)


def faced(edge: Edge) -> Place:
    """Return the cell on the other side of a bird's edge."""
    down, right = SIDES[edge.side]
    return edge.row + down, edge.column + right


# --- The book


@cache
def mission_named(name: str) -> Mission:
    """Return a mission of the book, such as "buddy/7". Raises ValueError if it does not exist."""
    mode, _, number = name.partition("/")
    numbers = [str(each) for each in range(1, BOOK + 1)]
    if name in numbers:
        raise ValueError(
            f"There is no mission {name!r}. Did you mean buddy/{name} or party/{name}?"
        )
    if mode not in MODES.values() or number not in numbers:
        raise ValueError(f"There is no mission {name!r}: they are buddy/1 to party/{BOOK}.")
    text = (FOLDER / f"{mode}-{int(number):02}.toml").read_text(encoding="utf-8")
    return replace(read(text), number=int(number))


def book(mode: Mode) -> tuple[Mission, ...]:
    """Return the missions of a mode, easiest first. Reading them all takes tens of milliseconds."""
    return tuple(mission_named(f"{mode}/{number}") for number in range(1, BOOK + 1))


# --- Missions as text


def decode(data: bytes) -> Mission:
    """Decode the bytes of a mission file. Raises Illegal."""
    return read(text_of(data))


def read(text: str) -> Mission:
    """Parse the text of a mission file. Raises Illegal.

    Only the format is checked. `lint` checks whether the mission can be played.
    """
    file = parse(text)
    birds = parse_birds(file.board)
    letters = "".join(birds)
    for letter in file.must:
        if letter not in letters:
            raise Illegal("KK-A15", "There is no bird {letter} on the board.", letter=letter)
    return Mission(
        file.mode,
        Title(file.name, file.name_ja),
        tuple(birds.values()),
        file.scan,
        tuple(map(letters.index, file.must)),
    )


def parse_birds(drawing: str) -> dict[str, Bird]:
    """Map each letter in a drawing to its bird. Raises Illegal."""
    lines = drawing.strip("\n").splitlines()
    if len(lines) != 2 * SIDE - 1:
        facts = {"wanted": 2 * SIDE - 1, "lines": len(lines)}
        raise Illegal("KK-A24", "A board is drawn in {wanted} lines, not in {lines}.", **facts)
    cells: dict[str, list[Place]] = {}
    for row, line in enumerate(lines[::2]):
        marks = line.ljust(2 * SIDE - 1)[::2]
        if len(marks) != SIDE or set(marks) - {".", *BIRDS}:
            text = "Row {row} must have {cells} cells, each a dot or a letter from A to H."
            raise Illegal("KK-A24", text, row=row + 1, cells=SIDE)
        for column, mark in enumerate(marks):
            if mark != ".":
                cells.setdefault(mark, []).append((row, column))
    if not cells:
        raise Illegal("KK-6", "There is no bird on the board.")
    for mark, some in cells.items():
        if len(some) > LARGEST:
            text = "Bird {bird} has more than {most} cells."
            raise Illegal("KK-6", text, bird=mark, most=LARGEST)
    edges = parse_edges(lines, {cell: mark for mark, some in cells.items() for cell in some})
    return {mark: Bird(tuple(cells[mark]), tuple(edges.get(mark, []))) for mark in sorted(cells)}


def parse_edges(lines: list[str], owner: dict[Place, str]) -> dict[str, list[Edge]]:
    """Map each bird's letter to its coloured edges in a drawing. Raises Illegal."""
    found: dict[str, list[Edge]] = {}
    for down, line in enumerate(lines):
        sides: tuple[Side, Side] = ("S", "N") if down % 2 else ("E", "W")
        for right, mark in enumerate(line):
            if mark == " " or (down % 2 == 0 and right % 2 == 0):
                continue
            at = {"line": down + 1, "column": right + 1}
            if mark not in COLOURS:
                text = "Line {line}, column {column} of the board: colours are p, o, b, g and y."
                raise Illegal("KK-A24", text, **at)
            here, there = (down // 2, right // 2), (down // 2 + down % 2, right // 2 + right % 2)
            corner = down % 2 == right % 2 == 1
            if corner or (here in owner) == (there in owner):
                text = "Line {line}, column {column} of the board: no bird has an edge there."
                raise Illegal("KK-A24", text, **at)
            (row, column), side = (here, sides[0]) if here in owner else (there, sides[1])
            edge = Edge(row, column, side, COLOURS[mark])
            found.setdefault(owner[row, column], []).append(edge)
    return {mark: sorted(some, key=astuple) for mark, some in found.items()}


def write(mission: Mission) -> str:
    """Encode a mission as a TOML file. This is the inverse of `read`."""
    must = "".join(BIRDS[bird] for bird in mission.must)
    head = [
        f"name = {toml_string(mission.title.en)}",
        f"name_ja = {toml_string(mission.title.ja)}",
        f'mode = "{mission.mode}"',
        f"scan = {mission.required}",
        *([f'must = "{must}"'] if must else []),
    ]
    return "\n".join((*head, 'board = """', draw(mission), '"""', ""))


def toml_string(text: str) -> str:
    """Encode a string as TOML: as JSON, but with DEL escaped."""
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")


def draw(mission: Mission) -> str:
    """Draw a mission's birds and coloured edges."""
    lines = [[" "] * (2 * SIDE - 1) for _ in range(2 * SIDE - 1)]
    for row in range(SIDE):
        lines[2 * row][::2] = "." * SIDE
    for letter, bird in zip(BIRDS, mission.birds, strict=False):
        for row, column in bird.cells:
            lines[2 * row][2 * column] = letter
        for edge in bird.edges:
            down, right = SIDES[edge.side]
            lines[2 * edge.row + down][2 * edge.column + right] = edge.suit.lower()
    return "\n".join("".join(line).rstrip() for line in lines)
