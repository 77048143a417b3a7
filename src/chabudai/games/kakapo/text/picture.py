"""The Kakapo: a picture of the table, with the board and, next to it, the mission and the cards."""

from collections.abc import Iterable, Iterator
from typing import Final

from chabudai.core import Seat
from chabudai.core.drawing import pieces
from chabudai.core.drawing.scene import Scene
from chabudai.core.drawing.svg import INK, PAPER, Svg, at, box, element, group, label, path
from chabudai.games.kakapo.components.board import COLUMNS, SIDE, Cell
from chabudai.games.kakapo.components.cards import MODES, ROUNDS, SUITS, Card, Suit
from chabudai.games.kakapo.components.missions import Bird, Side
from chabudai.games.kakapo.rules.scanning import edges_of, is_scanned
from chabudai.games.kakapo.state import Facing, Lying
from chabudai.games.kakapo.text.table import phrase, turn_lines
from chabudai.games.kakapo.view import View

UNIT = 32
BOARD = 376
"""Width of the board in the picture. UNIT is the width of a cell on the page's board."""
STRIP = 0.22
"""Fraction of a cell that a coloured edge covers."""
ASLEEP, AWAKE, WRONG = "#dfe9c4", "#ffe9a8", "#b3261e"
CLOTH: Final[dict[Suit, tuple[str, Svg]]] = {
    "P": ("#9942ec", path("M0 4 4 0 8 4 4 8Z", fill="none", stroke="#fff", stroke_opacity=0.5)),
    "O": ("#ec7903", element("circle", cx=4, cy=4, r=1.5, fill=INK, fill_opacity=0.5)),
    "B": (
        "#74c7fd",
        path("M-2 2 2-2M0 8 8 0M6 10 10 6", stroke=INK, stroke_opacity=0.5, stroke_width=1.2),
    ),
    "G": ("#17552a", path("M0 4H8M4 0V8", stroke="#fff", stroke_opacity=0.45)),
    "Y": ("#fcf45f", path("M0 2H8M0 6H8", stroke=INK, stroke_opacity=0.36)),
}
"""Colour and pattern (8 by 8 units) of each suit."""
SHAPES: Final[dict[Suit, str]] = {
    "P": "M0-9.5 8-0 0 9.5-8 0Z",
    "O": "M0-8.2A8.2 8.2 0 1 1 0 8.2A8.2 8.2 0 1 1 0-8.2Z",
    "B": "M0-9 9.2 7H-9.2Z",
    "G": "M-7.3-7.3H7.3V7.3H-7.3Z",
    "Y": "M0-10 2.6-3.2 9.6-3 4 1.6 6 8.6 0 4.6-6 8.6-4 1.6-9.6-3-2.6-3.2Z",
}
"""Shape of each suit around the origin, about 18 units wide."""
CLOTHS: Final[dict[str, Svg]] = {
    (name := f"chabudai-cloth-{suit}"): element(
        "pattern",
        box(0, 0, 8, 8, fill=colour),
        pattern,
        id=name,
        width=8,
        height=8,
        patternUnits="userSpaceOnUse",
    )
    for suit, (colour, pattern) in CLOTH.items()
}
"""Fill patterns by their names."""
FLECKS = ((30, 66), (42, 71), (58, 71), (70, 66), (35, 79), (50, 82), (65, 79))


def draw(view: View, seat: Seat | None, lang: str) -> Scene:
    """Draw the board, and next to it the mission, decision cards, this round's cards and hands."""
    panel = at(BOARD + 24, 8, *beside(view, lang))
    body = Svg("".join((at(12, 8, *board(view), scale=BOARD / (UNIT * SIDE)), panel)))
    status = " ".join(turn_lines(view, None, lang))
    held = (hand if isinstance(hand, int) else len(hand) for hand in view.hands)
    figures = tuple(phrase(lang, "{count} {count|card|cards}", count=count) for count in held)
    return Scene(body, status, figures, CLOTHS)


# --- The board


def cloth(suit: Suit) -> str:
    """Return the fill of a piece of a suit."""
    return f"url(#chabudai-cloth-{suit})"


def sign(suit: Suit, x: float, y: float, size: float) -> Svg:
    """Draw the shape of a suit, `size` units wide."""
    shape = path(SHAPES[suit], fill=PAPER, stroke=INK, stroke_width=1.7, stroke_linejoin="round")
    return at(x, y, shape, scale=size / 18)


def board(view: View) -> Iterator[Svg]:
    """Draw the grid, the pieces and the birds."""
    whole = SIDE * UNIT
    yield box(0, 0, whole, whole, fill="surface")
    lines = "".join(f"M0 {UNIT * one}H{whole}M{UNIT * one} 0V{whole}" for one in range(1, SIDE))
    yield path(lines, stroke="hair", stroke_width=1.2)
    for one in range(SIDE):
        yield label(UNIT * one + 3, 9, COLUMNS[one], 7.5, font_weight=700, fill="ink2")
        if one:
            yield label(3, UNIT * one + 9, str(one + 1), 7.5, font_weight=700, fill="ink2")
    for lying in view.board:
        yield piece(lying)
    for at_bird, bird in enumerate(view.mission.birds):
        yield nest(bird, view.edges[at_bird])
    yield box(0, 0, whole, whole, fill="none", stroke="outline", stroke_width=2)


def piece(lying: Lying) -> Svg:
    """Draw a scanner piece: its outline filled with cloth, and its suit's shape on its middle
    cell.
    """
    suit = suit_of(lying.piece)
    cells = tuple(divmod(cell, SIDE) for cell in lying.cells)
    row, column = cells[len(cells) // 2]
    filled = "".join(
        f"M{column * UNIT} {row * UNIT}h{UNIT}v{UNIT}h{-UNIT}Z" for row, column in cells
    )
    return group(
        path(filled, fill=cloth(suit)),
        path(rim(cells), fill="none", stroke="outline", stroke_width=2.6, stroke_linecap="round"),
        sign(suit, (column + 0.5) * UNIT, (row + 0.5) * UNIT, UNIT * 0.58),
    )


def suit_of(card: Card) -> Suit:
    """Return the suit of a card or a piece."""
    return SUITS["POBGY".index(card[0])]


def rim(cells: Iterable[Cell]) -> str:
    """Return the outline of cells as a path."""
    own, lines = set(cells), list[str]()
    for row, column in sorted(own):
        x, y = column * UNIT, row * UNIT
        sides = (
            ((row - 1, column), f"M{x} {y}h{UNIT}"),
            ((row + 1, column), f"M{x} {y + UNIT}h{UNIT}"),
            ((row, column - 1), f"M{x} {y}v{UNIT}"),
            ((row, column + 1), f"M{x + UNIT} {y}v{UNIT}"),
        )
        lines += [line for beyond, line in sides if beyond not in own]
    return "".join(lines)


def nest(bird: Bird, facing: tuple[Facing, ...]) -> Svg:
    """Draw a bird on its cells, awake once it has been scanned, and draw its edges."""
    awake = is_scanned(facing)
    filled = "".join(
        f"M{column * UNIT} {row * UNIT}h{UNIT}v{UNIT}h{-UNIT}Z" for row, column in bird.cells
    )
    top, left, rows, columns = widest(bird.cells)
    size = min(rows, columns) * (0.8 if min(rows, columns) > 1 else 0.86) * UNIT
    x, y = (left + columns / 2) * UNIT - size / 2, (top + rows / 2) * UNIT - size / 2
    coloured: dict[tuple[int, int, Side], Suit] = {
        (edge.row, edge.column, edge.side): edge.suit for edge in bird.edges
    }
    return group(
        path(filled, fill=AWAKE if awake else ASLEEP),
        path(
            rim(bird.cells), fill="none", stroke="outline", stroke_width=2.4, stroke_linecap="round"
        ),
        at(x, y, kakapo(EYES if awake else LIDS), scale=size / 100),
        *(
            edge((row, column), "NESW".index(side), coloured.get((row, column, side)), facing[one])
            for one, (row, column, side) in enumerate(edges_of(bird))
        ),
    )


def edge(cell: Cell, turns: int, suit: Suit | None, facing: Facing) -> Svg:
    """Draw an edge of a bird, with its colour and state: on the north side, then rotated by
    `turns` quarter turns.
    """
    row, column = cell
    half, strip = UNIT / 2, STRIP * UNIT
    drawn: list[Svg] = []
    if suit is not None:
        band = box(-half, -half, UNIT, strip, fill=cloth(suit), stroke=INK, stroke_width=1.2)
        shape = at(0, -half + strip / 2, sign(suit, 0, 0, strip * 1.12), turn=-90 * turns)
        drawn += [band, shape]
    if facing != "open":
        colour = "gold" if facing == "right" else WRONG
        line = f"M{-half:g} {-half:g}H{half:g}"
        drawn.append(path(line, stroke=colour, stroke_width=3.6, stroke_linecap="round"))
    return at((column + 0.5) * UNIT, (row + 0.5) * UNIT, *drawn, turn=90 * turns)


def widest(cells: tuple[Cell, ...]) -> tuple[int, int, int, int]:
    """Return the top, left, rows and columns of the largest rectangle on `cells`, preferring
    squares.
    """
    own = set(cells)
    fits = (
        (10 * min(rows, columns) + max(rows, columns), -top, -left, rows, columns)
        for top, left in cells
        for rows in range(1, SIDE)
        for columns in range(1, SIDE)
        if all(
            (top + down, left + right) in own for down in range(rows) for right in range(columns)
        )
    )
    _, top, left, rows, columns = max(fits)
    return -top, -left, rows, columns


def kakapo(eyes: Svg) -> Svg:
    """Draw the bird on a field of 100 by 100 units, with `eyes`, or with lids if it sleeps."""
    flecks = "".join(f"M{x - 4} {y}q4 5 8 0" for x, y in FLECKS)
    return group(
        path("M36 92v5M42 92v6M58 92v6M64 92v5", fill="none", stroke="#a06a2c", stroke_width=5),
        path("M44 8Q46 0 52 3Q58 0 58 8Z", fill="#6fa23a"),
        path(
            "M50 5C76 5 90 27 90 54C90 81 74 95 50 95C26 95 10 81 10 54C10 27 24 5 50 5Z",
            fill="#6fa23a",
        ),
        path(
            "M13 44C6 62 12 82 27 90C22 76 20 60 24 46ZM87 44C94 62 88 82 73 90C78 76 80 60 76 46Z",
            fill="#4f7d29",
        ),
        path(flecks, fill="none", stroke="#2f5417"),
        path(
            "M50 15C60 7 82 11 83 33C84 52 66 60 50 60C34 60 16 52 17 33C18 11 40 7 50 15Z",
            fill="#d7e3a3",
        ),
        eyes,
        path(
            "M50 33C59 33 62 42 60 50C58 58 53 61 50 66C47 61 42 58 40 50C38 42 41 33 50 33Z",
            fill="#e9c46a",
        ),
        stroke=INK,
        stroke_width=3,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def eye(x: float) -> Svg:
    """Draw an open eye."""
    return group(
        element("circle", cx=x, cy=33, r=8.4, fill=INK, stroke="#fffdf7"),
        element("circle", cx=x + 2.6, cy=30, r=2.8, fill="#fffdf7", stroke="none"),
    )


LIDS = path("".join(f"M{x - 7} 34q7 7 14 0" for x in (32, 68)), fill="none", stroke_width=4)
EYES = group(eye(32), eye(68))


# --- Next to the board


WIDE = 296
"""Width available next to the board."""


def beside(view: View, lang: str) -> Iterator[Svg]:
    """Draw the mission with its round and counters, the decision cards, this round's cards, and
    hands.
    """
    mission = view.mission
    name = mission.title.ja if lang == "ja" else mission.title.en
    rounds = ROUNDS[MODES[len(view.hands)]]
    yield label(0, 20, name, 19, WIDE, font_weight=800)
    scanned, required = sum(map(is_scanned, view.edges)), mission.required
    told = (
        phrase(
            lang, "Birds scanned: {done}. To scan: {required}.", done=scanned, required=required
        ),
        phrase(lang, "Round {round} of {rounds}.", round=view.round, rounds=rounds),
        phrase(lang, "Skill counters: {counters}.", counters=view.counters),
    )
    for line, text in enumerate(told):
        yield label(0, 44 + 22 * line, text, 15, WIDE)
    y = 116.0
    decided = tuple(one.decision for one in view.rounds)
    for heading, cards in (("Decision cards", decided), ("This round", view.revealed)):
        if cards:
            yield label(0, y, phrase(lang, heading), 14, WIDE, font_weight=700, fill="ink2")
            yield at(0, y + 8, *fan(cards, WIDE))
            y += 72
    for seat, hand in enumerate(view.hands):
        if not isinstance(hand, int) and hand:
            yield at(12, y + 14, pieces.mark(seat))
            yield at(32, y - 8, *fan(hand, WIDE - 32))
            y += 47


def fan(cards: tuple[Card, ...], room: float) -> Iterator[Svg]:
    """Draw cards in a row, overlapping if space is limited."""
    step = min(32.0, (room - 30) / max(1, len(cards) - 1))
    for place, one in enumerate(cards):
        yield at(step * place, 0, card(one))


def card(one: Card) -> Svg:
    """Draw a scanner card: cloth, its number, and the shape of its suit."""
    suit = suit_of(one)
    return Svg(
        box(0, 0, 30, 42, rx=5, fill=cloth(suit), stroke=INK, stroke_width=1.6)
        + box(2.5, 3, 13, 17, rx=3, fill=PAPER)
        + label(9, 16.5, one[1], 14, text_anchor="middle", font_weight=800, fill=INK)
        + sign(suit, 9, 31, 12)
    )
