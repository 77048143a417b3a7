"""Drawings of positions."""

from collections.abc import Mapping
from typing import NamedTuple

from chabudai.core.drawing.svg import Svg


class Scene(NamedTuple):
    """A game's drawing of a position. `body` is the table, in an area of 720 × 392. `status`
    describes what is happening, and `figures` has a string for each seat, such as its score.
    In both, {0}, {1}, … stand for the seats' names. `body` refers to `parts` by id.
    """

    body: Svg
    status: str
    figures: tuple[str, ...]
    parts: Mapping[str, Svg] = {}
