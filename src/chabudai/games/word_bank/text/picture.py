"""Word Bank: a picture of the table, with the circle of safes around the last password."""

from collections.abc import Iterator
from math import cos, pi, radians, sin

from chabudai.core import Seat
from chabudai.core.drawing import pieces
from chabudai.core.drawing.scene import Scene
from chabudai.core.drawing.svg import INK, PAPER, Svg, at, box, element, group, label, path
from chabudai.games.word_bank.components import RING
from chabudai.games.word_bank.state import Slot
from chabudai.games.word_bank.text.table import phrase, turn_line
from chabudai.games.word_bank.view import Doubt, View

HAS = "{stones} {stones|stone|stones}, {safes} {safes|safe|safes}"
MIDDLE = (360, 192)
WIDE, TALL = 262, 132
"""Distance of safes from the middle, horizontally and vertically."""
SAFE = 0.8
STEEL_RIM, ENAMEL_RIM, DIAL = "#26323c", "#a9b7c3", "#52667a"
SOCKET, SOCKET_RIM = "#18222b", "#c9d5df"
SOCKETS, BETWEEN, CLOSE = 44, 31, 28
"""Radius of the arc of sockets on a safe, and degrees between sockets for up to four of them and
for more.
"""


def draw(view: View, seat: Seat | None, lang: str) -> Scene:
    """Draw the circle, the last password or the one being voted on, and each player's pieces."""
    safes = (at(*place(one), safe(slot), scale=SAFE) for one, slot in enumerate(view.ring))
    body = Svg("".join((pieces.wood(*MIDDLE, 346, 184), *safes, *middle(view, lang))))
    figures = tuple(
        phrase(lang, HAS, stones=stones, safes=len(won))
        for stones, won in zip(view.stones, view.won, strict=True)
    )
    return Scene(body, turn_line(view.phase, None, lang), figures)


def place(one: int) -> tuple[float, float]:
    """Return the middle of a safe. Safes are placed clockwise from the top."""
    turn = 2 * pi * one / RING - pi / 2
    return MIDDLE[0] + WIDE * cos(turn), MIDDLE[1] + TALL * sin(turn)


def safe(slot: Slot) -> Svg:
    """Draw a safe, or the place of a missing one."""
    if not slot.safe.letter:
        return path("M-30 0H30", stroke="line", stroke_width=4)
    return group(
        box(-53, -53, 106, 106, rx=17, fill="steel", stroke="steel-edge", stroke_width=3),
        element("circle", r=39.5, fill=STEEL_RIM),
        element("circle", r=37, fill=DIAL),
        path("M0 -36.5 -4.5 -44.5H4.5Z", fill="gold"),
        element("circle", r=26.5, fill=ENAMEL_RIM),
        element("circle", r=24.5, fill=PAPER),
        label(0, 12.6, slot.safe.letter, 35, text_anchor="middle", font_weight=800, fill=INK),
        *sockets(slot),
    )


def sockets(slot: Slot) -> Iterator[Svg]:
    """Draw the spaces of a safe on an arc below its dial, with the stones on them."""
    spaces = slot.safe.spaces
    step = CLOSE if spaces > 4 else BETWEEN
    for one in range(spaces):
        turn = radians(90 - (one - (spaces - 1) / 2) * step)
        x, y = SOCKETS * cos(turn), SOCKETS * sin(turn)
        if one < len(slot.stones):
            stone = pieces.shape(slot.stones[one], stroke=PAPER, stroke_width=1.8)
            yield at(x, y, stone, scale=0.92)
        else:
            yield element(
                "circle",
                cx=x,
                cy=y,
                r=9.4,
                fill=SOCKET,
                stroke=SOCKET_RIM,
                stroke_dasharray="2.6 2.4",
            )


def middle(view: View, lang: str) -> Iterator[Svg]:
    """Draw the word in the middle, and the number of safes in the pile below it."""
    x, y = MIDDLE
    word = view.phase.say.word if isinstance(view.phase, Doubt) else "".join(view.used[-1:])
    if word:
        yield box(x - 130, y - 34, 260, 52, rx=12, fill="surface", stroke="outline", stroke_width=2)
        yield label(x, y + 2, word, 28, 236, text_anchor="middle", font_weight=800)
    pile = phrase(lang, "Safes in the pile: {count}.", count=view.pile)
    yield box(x - 100, y + 28, 200, 28, rx=9, fill="surface")
    yield label(x, y + 47, pile, 15, 184, text_anchor="middle")
