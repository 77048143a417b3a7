"""What a game draws of a position."""

from collections.abc import Mapping
from typing import NamedTuple

from chabudai.core.drawing.svg import Svg


class Scene(NamedTuple):
    """`body` is what lies on the table, on a field of 720 by 392. `status` says what is going on;
    `figures` are what each seat has, such as its score. In both, seats are written {0}, {1}, … for
    their names. `parts` are what the body uses, by id.
    """

    body: Svg
    status: str
    figures: tuple[str, ...]
    parts: Mapping[str, Svg] = {}
