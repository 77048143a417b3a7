"""The WebSocket messages about advice."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from chabudai.core import Seat, Struct
from chabudai.core.advice import STAGES
from chabudai.server.protocol.private_tables import Id

Allowed: TypeAlias = Literal["none", "off", "on"]
"""Availability of advice at a table: "none" if its game has none, "off" until all players agree,
and then "on".
"""


class Allow(Struct, tag="allow"):
    """Give or withdraw the caller's agreement that players may ask for advice at this table.
    Possible before the game and, unless it is silent, during the game. Advice is available while
    all guests agree. A single guest who plays with bots need not agree.
    """

    id: Id
    advice: bool


class Advise(Struct, tag="advise"):
    """Ask for advice on the caller's pending move, up to a stage. All players see it unless the
    game is silent.
    """

    id: Id
    stage: Annotated[int, Meta(ge=1, le=STAGES)] = STAGES


class Advised(Struct, tag="advised"):
    """An event that can occur in every game except silent ones: `seat` has asked for advice."""

    seat: Seat
