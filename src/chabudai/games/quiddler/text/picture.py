"""Quiddler: a picture of the table, with the piles, the words laid, and the visible hands."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chabudai.core import Seat
from chabudai.core.drawing import pieces
from chabudai.core.drawing.scene import Scene
from chabudai.core.drawing.svg import INK, PAPER, Svg, at, box, element, group, label, path, use
from chabudai.games.quiddler.components.cards import POINTS, ROUNDS, Face
from chabudai.games.quiddler.rules import cards_in
from chabudai.games.quiddler.state import Over
from chabudai.games.quiddler.text.table import phrase, turn_line
from chabudai.games.quiddler.view import Columns, View

WIDTH = 720
TOP, LEFT, RIGHT, BOTTOM = 106, 56, 698, 388
"""Edges of the area that the seats' rows may fill."""
CARD = (100, 140)
MOST_ROWS = 4
"""Maximum number of rows in one column. More seats are drawn in two columns."""
WORDS_IN_A_ROW = 5
"""Number of words in a row in the solo game."""
GAP = 26
"""Gap between two words, in units of a card."""
STRUCK = "#b5301c"
BACK, BACK_LINE, BACK_EYE = "#2e4a44", "#d9c79b", "#b5541c"
WASHES = ("#e8d9a8", "#d8e6dc", "#eed8cf", "#ddd5ea", "#d2e0ee")
KNOT = "M50 24 82 70 50 116 18 70ZM50 42 69 70 50 98 31 70Z"


class Lying(NamedTuple):
    """Cards side by side. None stands for the back of a card.

    `struck` marks a word that is not allowed, and `kept` a hand.
    """

    cards: tuple[Face | None, ...]
    struck: bool = False
    kept: bool = False


def draw(view: View, seat: Seat | None, lang: str) -> Scene:
    """Draw the piles, or the columns of the solo game, and each seat's words and hand."""
    rows = [(one, tuple(before(view, one))) for one in range(len(view.hands))]
    if len(rows) == 1:
        rows = [(0, part) for part in parted(rows[0][1])]
    body = Svg("".join((ground(), *above(view, lang), *lines(rows))))
    parts = {name_of(face): printed(face) for face in FACES if f'#{name_of(face)}"' in body}
    return Scene(body, turn_line(view, None, lang), tuple(figures(view, lang)), parts)


def ground() -> Svg:
    """Draw the wooden background."""
    return box(8, 4, WIDTH - 16, 386, rx=22, fill="table", stroke="table-edge", stroke_width=2)


def figures(view: View, lang: str) -> Iterator[str]:
    """Yield the score of each seat."""
    for seat in range(len(view.hands)):
        points = view.sheet[-1][seat].total if view.sheet else 0
        if len(view.hands) == 1:
            points = sum(word.points for word in view.laid)
        yield phrase(lang, "{points} {points|point|points}", points=points)


# --- The piles


def above(view: View, lang: str) -> Iterator[Svg]:
    """Draw the piles and the round, or the columns of the solo game."""
    match view.phase:
        case Columns(columns=columns):
            for place, column in enumerate(columns):
                if column.open:
                    yield from stack(60 + 80 * place, column.open, column.under)
        case Over(columns=left) if left:
            for place, faces in enumerate(left):
                if faces:
                    yield from stack(60 + 80 * place, faces[-1], len(faces) - 1)
        case _:
            yield at(30, 14, card(None), scale=0.56)
            yield plate(94, 34, str(view.pile))
            if view.discards:
                yield at(160, 14, card(view.discards[-1]), scale=0.56)
            text = "Round {round} of {rounds}, {count} cards each."
            count = cards_in(view.round)
            said = phrase(lang, text, round=view.round, rounds=ROUNDS, count=count)
            yield box(250, 30, 440, 34, rx=10, fill="surface")
            yield label(470, 53, said, 17, 420, text_anchor="middle")


def stack(x: float, face: Face, under: int) -> Iterator[Svg]:
    """Draw a column of the solo game: its open card, and the number of cards below it."""
    yield at(x, 8, card(face), scale=0.5)
    yield plate(x + 5, 74, str(under))


def plate(x: float, y: float, text: str) -> Svg:
    """Draw a number on a plate."""
    return Svg(
        box(x, y, 40, 24, rx=8, fill="surface", stroke="outline", stroke_width=1.5)
        + label(x + 20, y + 17.5, text, 15, 34, text_anchor="middle", font_weight=700)
    )


# --- The seats


def before(view: View, seat: Seat) -> Iterator[Lying]:
    """Yield the cards in front of a seat: the words that it laid, and its hand."""
    for word in view.laid:
        if word.seat == seat:
            yield Lying(word.cards, word.struck)
    hand = view.hands[seat]
    faces = (None,) * hand if isinstance(hand, int) else hand
    if faces:
        yield Lying(faces, kept=True)


def parted(row: Sequence[Lying]) -> Iterator[tuple[Lying, ...]]:
    """Split the words of the solo game into rows."""
    for first in range(0, len(row), WORDS_IN_A_ROW):
        yield tuple(row[first : first + WORDS_IN_A_ROW])


def lines(rows: Sequence[tuple[Seat, tuple[Lying, ...]]]) -> Iterator[Svg]:
    """Draw the rows of the seats that have cards, as large as possible."""
    shown = [(seat, row) for seat, row in rows if row]
    columns = 1 if len(shown) <= MOST_ROWS else 2
    down = -(-len(shown) // columns)
    wide = (RIGHT - 12) / columns
    tall = min(86.0, (BOTTOM - TOP) / max(1, down))
    scale = (tall - 6) / CARD[1]
    for place, (seat, row) in enumerate(shown):
        x, y = wide * (place // down), TOP + tall * (place % down)
        yield at(x + 34, y + tall / 2 - 3, pieces.mark(seat))
        yield at(x + LEFT, y, *laid_out(row, (wide - LEFT + 8) / scale), scale=scale)


def laid_out(row: Sequence[Lying], room: float) -> Iterator[Svg]:
    """Draw words and a hand side by side.

    If space is limited, cards overlap so that only their corners are visible.
    """
    steps = sum(len(lying.cards) - 1 for lying in row)
    ends = len(row) * (CARD[0] + GAP)
    step = min(CARD[0] + 4.0, (room - ends) / max(1, steps))
    x = 0.0
    for lying in row:
        wide = step * (len(lying.cards) - 1) + CARD[0]
        cards = (
            card(face) if not one else at(step * one, 0, card(face))
            for one, face in enumerate(lying.cards)
        )
        faint: dict[str, float] = {"opacity": 0.72} if lying.kept else {}
        yield at(x, 0, group(*cards, **faint))
        if lying.struck:
            yield path(f"M{x:.1f} 70h{wide:.1f}", stroke=STRUCK, stroke_width=12)
        x += wide + GAP


# --- The cards


FACES: tuple[Face | None, ...] = (None, *POINTS)


def name_of(face: Face | None) -> str:
    """Return the ID of a card's drawing in the picture."""
    return f"chabudai-card-{face or 'back'}"


def card(face: Face | None) -> Svg:
    """Draw a card, or its back if None, on a field of 100 by 140 units."""
    return use(name_of(face))


def printed(face: Face | None) -> Svg:
    """Draw the face of a card. Its corner stays visible under other cards."""
    if face is None:
        return back()
    double = len(face) > 1
    wash = WASHES[(ord(face[0]) * 3 + len(face)) % len(WASHES)]
    return group(
        box(1.5, 1.5, 97, 137, rx=11, fill=PAPER, stroke=INK, stroke_width=2),
        element("ellipse", cx=50, cy=72, rx=36, ry=38, fill=wash),
        bold(50, 90, face, 38 if double else 52, INK),
        box(7, 7, 41 if double else 29, 29, rx=5, fill=PAPER, stroke=INK, stroke_width=1.4),
        bold(27.5 if double else 21.5, 30, face, 24, INK),
        box(58, 108, 34, 25, rx=5, fill=INK),
        bold(75, 127.5, str(POINTS[face]), 20, PAPER),
        id=name_of(face),
    )


def bold(x: float, y: float, text: str, size: float, fill: str) -> Svg:
    """Draw printed text around a point on a card."""
    return label(x, y, text, size, text_anchor="middle", font_weight=800, fill=fill)


def back() -> Svg:
    """Draw the back of a card."""
    return group(
        box(1.5, 1.5, 97, 137, rx=11, fill=BACK, stroke=INK, stroke_width=2),
        path(KNOT, fill="none", stroke=BACK_LINE, stroke_width=4),
        element("circle", cx=50, cy=70, r=8, fill=BACK_EYE, stroke=INK, stroke_width=2),
        id=name_of(None),
    )
