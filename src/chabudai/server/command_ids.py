"""What a guest's command is called, by the guest and in the log; and a refusal of it."""

import msgspec

from chabudai.core import Illegal
from chabudai.server import wire
from chabudai.server.commands import Command
from chabudai.server.refusal import Refused

OWNER = 12
"""How many figures of a guest's digest stand before the ids of their commands."""
SHARED = "+"
"""Stands after them in the ids of before that any browser of a seat's owner may have given."""


class Named(msgspec.Struct):
    """The part of a frame that is needed to answer it."""

    id: str = ""


def own_id(owner: str, command: Command) -> str:
    """The id of a guest's command as it is stored: no other guest's, in whatever seat they sit."""
    kind = "skip" if isinstance(command, wire.Skip) else "guest"
    return f"{kind}.{owner}:{command.id}"


def id_of(text: str) -> str:
    """The id of a frame that cannot be read otherwise, if it has one."""
    try:
        return msgspec.json.decode(text, type=Named).id[:40]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


def refused_frame(command: str, why: Refused | Illegal) -> wire.Refused:
    """A refusal, by the server or by the rules, as the message that is sent."""
    code = why.code if isinstance(why, Refused) else "illegal"
    return wire.Refused(command, code, why.rule, why.text, why.facts)
