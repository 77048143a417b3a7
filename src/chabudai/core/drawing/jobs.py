"""The job that draws a recorded game: one of its steps, or its end again and again."""

from collections import deque
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from chabudai.core.drawing.film import film
from chabudai.core.drawing.picture import Picture, picture_of
from chabudai.core.game import AnyGame, Job
from chabudai.core.steps import settled_states
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat
from chabudai.core.transcript import Transcript

Language: TypeAlias = Literal["en", "ja"]
END = 8
"""Of how many steps the end is made."""


class PictureRequest(Struct):
    """Which step of a recorded game to draw, counted from 0, None for its end as a film; whose eyes
    to see it with, None for a spectator's; in which language, and what the seats are called.
    """

    transcript: Transcript
    step: Annotated[int, Meta(ge=0)] | None
    seat: Seat | None
    lang: Language
    names: tuple[str, ...]


class Drawn(Struct):
    """A picture as SVG; None if the game has no such step. There are `of`, counted from 0."""

    svg: str | None
    of: int


def drawn(game: AnyGame, request: PictureRequest) -> Drawn:
    """Draw the requested picture.

    Raises Corrupt for a move that the rules forbid, and ValueError for a game that is not drawn.
    """
    of, last, there = 0, deque[object](maxlen=END), None
    for state, _ in settled_states(game, request.transcript):
        if of == request.step:
            there = state
        last.append(state)
        of += 1
    if request.step is None:
        return Drawn(film([seen(game, state, request) for state in last]).svg, of)
    return Drawn(None if there is None else seen(game, there, request).svg, of)


def seen(game: AnyGame, state: object, request: PictureRequest) -> Picture:
    """A state of the game as a picture."""
    return picture_of(game, state, request.seat, request.lang, request.names)


PICTURE = Job(takes=PictureRequest, run=drawn)
