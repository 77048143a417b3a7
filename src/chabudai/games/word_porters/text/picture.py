"""Word Porters: a picture of the table, with the ten words and the hint cards with porters."""

from collections.abc import Iterator

from chabudai.core import Seat
from chabudai.core.drawing import pieces
from chabudai.core.drawing.scene import Scene
from chabudai.core.drawing.svg import INK, PAPER, Svg, at, box, element, label, path
from chabudai.games.word_porters.components import ROUNDS
from chabudai.games.word_porters.rules.decks import NUMBERS
from chabudai.games.word_porters.state import Placed
from chabudai.games.word_porters.text.commands import (
    hint_texts,
    phrase,
    tongue_of,
    turn_line,
    word_text,
)
from chabudai.games.word_porters.view import View

IN_A_ROW = 5
WORD = (132, 44)
"""Width and height of a word card."""
SAND, SCRIBBLE = "#d9c79b", "#b8ac90"
MANY = 11
"""Minimum number of hint cards for rows of six, as on the page."""
LETTERS = "ABCDEFGHIJKL"


def draw(view: View, seat: Seat | None, lang: str) -> Scene:
    """Draw the words, with the symbols of seats whose words are visible, and the hint cards."""
    body = Svg("".join((ground(), *words(view, lang), *hints(view, lang))))
    figures = tuple(
        phrase(lang, "{points} {points|point|points}", points=score) for score in view.scores
    )
    status = turn_line(view, None, lang)
    if view.round:
        text = "Round {round} of {rounds}. {status}"
        status = phrase(lang, text, round=view.round, rounds=ROUNDS, status=status)
    return Scene(body, status, figures)


def ground() -> Svg:
    """Draw the wooden background."""
    return box(8, 4, 704, 386, rx=22, fill="table", stroke="table-edge", stroke_width=2)


def words(view: View, lang: str) -> Iterator[Svg]:
    """Draw the words in order of their numbers, with the symbols of seats whose identities are
    visible.
    """
    tongue = tongue_of(view.options, lang)
    for number, face in zip(NUMBERS, view.words, strict=False):
        row, column = divmod(number - 1, IN_A_ROW)
        owners = [one for one, identity in enumerate(view.identities) if identity == number]
        text = word_text(view.options, face, tongue)
        x, y = 18 + (WORD[0] + 6) * column, 14 + (WORD[1] + 6) * row
        yield at(x, y, word(number, text, owners))


def word(number: int, text: str, owners: list[Seat]) -> Svg:
    """Draw a word card with its number."""
    wide, tall = WORD
    room = wide - 42 - 26 * len(owners)
    marks = (
        at(wide - 18 - 24 * one, tall / 2, pieces.mark(seat, rim=INK))
        for one, seat in enumerate(owners)
    )
    rim = "gold" if owners else INK
    return Svg(
        box(0, 0, wide, tall, rx=8, fill=PAPER, stroke=rim, stroke_width=3 if owners else 1.6)
        + element("circle", cx=17, cy=tall / 2, r=12, fill=SAND)
        + label(17, tall / 2 + 5, str(number), 14, text_anchor="middle", font_weight=800, fill=INK)
        + label(34, tall / 2 + 6, text, 17, room, font_weight=700, fill=INK)
        + "".join(marks)
    )


def hints(view: View, lang: str) -> Iterator[Svg]:
    """Draw the hint cards, with the porters on their words."""
    count = len(view.hints)
    columns = 6 if count >= MANY else min(5, max(count, 1))
    rows = -(-count // columns)
    wide, tall = (704 - 14) / columns - 6, min(128.0, (386 - 118) / max(rows, 1) - 6)
    for card, face in enumerate(view.hints):
        row, column = divmod(card, columns)
        texts = hint_texts(view.options, face, tongue_of(view.options, lang))
        there = [one for one in view.placed if one.card == card]
        x, y = 18 + (wide + 6) * column, 120 + (tall + 6) * row
        yield at(x, y, hint(LETTERS[card], texts, there, wide, tall))


def hint(letter: str, texts: tuple[str, str], there: list[Placed], wide: float, tall: float) -> Svg:
    """Draw a hint card: two words, and the porters on each below it."""
    half = tall / 2
    drawn = [
        box(0, 0, wide, tall, rx=9, fill=PAPER, stroke=INK, stroke_width=1.6),
        path(
            f"M4 {half:.1f}H{wide - 4:.1f}",
            stroke=SCRIBBLE,
            stroke_width=1.6,
            stroke_dasharray="4 4",
        ),
        label(wide - 7, 15, letter, 11, text_anchor="end", font_weight=700, fill="#4a5560"),
    ]
    for place, text in enumerate(texts):
        top = half * place
        drawn.append(
            label(
                9,
                top + 19,
                text,
                15,
                wide - 18 - (12 if place == 0 else 0),
                font_weight=700,
                fill=INK,
            )
        )
        porters = [one for one in there if one.word == place]
        drawn += porters_on(porters, top + half - 15, wide)
    return Svg("".join(drawn))


def porters_on(porters: list[Placed], y: float, wide: float) -> Iterator[Svg]:
    """Draw the porters on a word, side by side: their seats' shapes with their numbers."""
    tokens = [(one.seat, token) for one in porters for token in one.tokens]
    step = min(26.0, (wide - 32) / max(1, len(tokens) - 1))
    for place, (seat, token) in enumerate(tokens):
        yield at(16 + step * place, y, pieces.mark(seat, str(token), INK), scale=0.92)
