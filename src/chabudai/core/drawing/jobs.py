"""The job that draws a recorded game: one of its steps, or its end as an animation."""

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
"""Number of steps shown in the animation of a game's end."""


class PictureRequest(Struct):
    """A request to draw one step of a recorded game, or to animate its end if `step` is None. Steps
    are counted from 0. The picture shows the view of `seat`, or a spectator's if `seat` is None.
    `names` are the seats' names in the picture.
    """

    transcript: Transcript
    step: Annotated[int, Meta(ge=0)] | None
    seat: Seat | None
    lang: Language
    names: tuple[str, ...]


class Drawn(Struct):
    """A picture as SVG, or None if the step does not exist. `of` is the number of steps."""

    svg: str | None
    of: int


def drawn(game: AnyGame, request: PictureRequest) -> Drawn:
    """Draw the requested picture.

    Raises Corrupt for an illegal move, and ValueError for a game without pictures.
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
    """Return a picture of a state."""
    return picture_of(game, state, request.seat, request.lang, request.names)


PICTURE = Job(takes=PictureRequest, run=drawn)
