"""The Kakapo: questions that a client may ask before acting, and their answers."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from chabudai.core import Struct, Why
from chabudai.core.bounds import most
from chabudai.games.kakapo.components.cards import Card
from chabudai.games.kakapo.state import Facing, Line, Named, Skill


class Consider(Struct, tag="consider"):
    """Question: which pieces would be selected with `skill`? None means no skill."""

    skill: Skill | None = None


class Fits(Struct, tag="fits"):
    """Question: where does this piece fit on the current board? The piece need not be selected."""

    piece: Named


class Try(Struct, tag="try"):
    """Question: what would happen if this piece were placed here? The fields are as in `Place`.

    While the selection is open, `others` are the other pieces that would have to be placed.
    """

    piece: Named
    orientation: Annotated[int, Meta(ge=0, le=7)]
    row: Line
    column: Line
    others: Annotated[tuple[Named, ...], most(2)] = ()


Question: TypeAlias = Consider | Fits | Try


class Considered(Struct, tag="considered"):
    """The pieces that would be selected, and which of them fit nowhere (KK-A16).

    If the selection is illegal, `against` says why, and `pieces` and `stuck` are empty.
    """

    pieces: tuple[Card, ...]
    stuck: tuple[Card, ...]
    against: Why | None


class Way(Struct):
    """One orientation of a piece.

    `cells` has (row, column) pairs from the top left of the piece's bounding box. `turned` and
    `flipped` are the orientations after a quarter turn clockwise and after turning the piece over.
    """

    orientation: int
    cells: tuple[tuple[int, int], ...]
    turned: int
    flipped: int


class Fitting(Struct, tag="fitting"):
    """All orientations of a piece and its legal places. Distinct places cover distinct cells.

    A place consists of an index into `ways` and the cell, 12 × row + column, at the top left of the
    piece's box. Places where the piece would face the fewest edges in a wrong colour come first.
    Among these, the places where it would scan the most edges come first (KK-40). `still` says why
    the piece must be placed although enough birds are scanned, and is None otherwise.
    """

    piece: Card
    ways: tuple[Way, ...]
    places: tuple[tuple[int, int], ...]
    still: Why | None


class Tried(Struct, tag="tried"):
    """The result of placing a piece.

    `cells` lists the covered cells that are on the board. `edges` has all birds' edges after the
    placement, in the order of `View.edges`. `stuck` lists the other pieces to be placed that would
    then fit nowhere (KK-A7). If the placement is illegal, `against` says why and `edges` is
    unchanged.
    """

    cells: tuple[int, ...]
    edges: tuple[tuple[Facing, ...], ...]
    stuck: tuple[Card, ...]
    against: Why | None


Answer: TypeAlias = Considered | Fitting | Tried
