"""Drawings of positions."""

from collections.abc import Mapping
from typing import NamedTuple

from chabudai.core.drawing.svg import Svg


class Scene(NamedTuple):
    """A game's drawing of a position. `body` is the table, on a field of 720 by 392. `status` is
    what is happening, and `figures` has a text for each seat, such as its score. In both, {0}, {1},
    … stand for the seats' names. `parts` are used by the body, by id.
    """

    body: Svg
    status: str
    figures: tuple[str, ...]
    parts: Mapping[str, Svg] = {}
