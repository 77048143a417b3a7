"""The Kakapo: questions that a screen may ask before acting, and their answers."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from chabudai.core import Struct, Why
from chabudai.games.kakapo.components.cards import Card
from chabudai.games.kakapo.state import Facing, Line, Named, Skill


class Consider(Struct, tag="consider"):
    """What if I selected with this skill, or (None) without?"""

    skill: Skill | None = None


class Fits(Struct, tag="fits"):
    """Where does this piece fit on the board as it is? It need not have been selected."""

    piece: Named


class Try(Struct, tag="try"):
    """What if I put this piece there? The fields are those of `Place`."""

    piece: Named
    orientation: Annotated[int, Meta(ge=0, le=7)]
    row: Line
    column: Line


Question: TypeAlias = Consider | Fits | Try


class Considered(Struct, tag="considered"):
    """The pieces that would be selected; of these, those that fit nowhere (KK-A16).

    `against` says why it cannot be selected so; then there are no pieces.
    """

    pieces: tuple[Card, ...]
    stuck: tuple[Card, ...]
    against: Why | None


class Way(Struct):
    """One orientation of a piece.

    `cells` are (row, column) from the top left of the piece's bounding box. `turned` and `flipped`
    are the orientations after a quarter turn clockwise and after turning the piece over.
    """

    orientation: int
    cells: tuple[tuple[int, int], ...]
    turned: int
    flipped: int


class Fitting(Struct, tag="fitting"):
    """Every orientation of a piece, and its legal places; distinct places are distinct cells.

    A place is an index in `ways` and the cell, 12 × row + column, where the top left of the box
    goes. They come by the edges that the piece would face in a wrong colour, fewest first, then by
    those that it would scan, most first (KK-40).
    """

    piece: Card
    ways: tuple[Way, ...]
    places: tuple[tuple[int, int], ...]


class Tried(Struct, tag="tried"):
    """The result of placing a piece there.

    `cells` are the covered ones that are on the board. `edges` are all birds' edges as they would
    be, in the order of `View.edges`. `stuck` are the other selected pieces that would then fit
    nowhere (KK-A7). `against` says why it may not lie there; then `edges` are as they are.
    """

    cells: tuple[int, ...]
    edges: tuple[tuple[Facing, ...], ...]
    stuck: tuple[Card, ...]
    against: Why | None


Answer: TypeAlias = Considered | Fitting | Tried
