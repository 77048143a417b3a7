"""A process for one piece of work: a line in, with what it is about; a line out, what it came to.

Started by `workshop`; it holds no table, no socket and no database.
"""

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

import msgspec

from chabudai.core import Struct, Work
from chabudai.core.transcript import UNREADABLE
from chabudai.games import GAMES

PROCESSOR_S = 12
"""How much processor time a piece of work may take, in seconds."""


class Order(Struct):
    """What is to be done: a work of a game, and the document it takes."""

    game: str
    work: str
    document: msgspec.Raw


class Done(Struct):
    """What came of it; or, where the document cannot be read, one sentence that says why."""

    made: msgspec.Raw = msgspec.Raw(b"null")
    wrong: str | None = None


def module_of(game: str) -> str:
    """Where the works of a game are kept, if it has any."""
    return f"chabudai.games.{game.replace('-', '_')}.review.jobs"


def works_of(game: str) -> Mapping[str, Work]:
    """The works of a game by their names, such as "studio"."""
    works: Mapping[str, Work] = import_module(module_of(game)).WORKS
    return works


def has_works(game: str) -> bool:
    """Whether a game has works at all; nothing of them is loaded."""
    module = module_of(game)
    room = module.removesuffix(".jobs")
    return game in GAMES and all(find_spec(name) is not None for name in (room, module))


def do(order: Order) -> bytes:
    """What comes of an order, as one line of JSON."""
    work = works_of(order.game)[order.work]
    try:
        document = msgspec.json.decode(order.document, type=work.takes)
    except UNREADABLE as error:
        return msgspec.json.encode(Done(wrong=str(error)))
    made = msgspec.Raw(msgspec.json.encode(work.do(document)))
    return msgspec.json.encode(Done(made))


def be_modest(seconds: int) -> None:
    """Let moves come first, those of bots too; end when so much processor time is used up."""
    import resource  # not everywhere, and needed by the process at the bench only

    os.nice(10)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def main() -> None:
    """Do one piece of work."""
    be_modest(PROCESSOR_S)
    line = sys.stdin.buffer.readline()
    sys.stdout.buffer.write(do(msgspec.json.decode(line, type=Order)) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
