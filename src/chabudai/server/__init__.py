"""The tables on the web: an event log, sockets that are told what their seat may know, and bots."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chabudai.server.database import CannotStart
    from chabudai.server.run import serve

__all__ = ["CannotStart", "serve"]


def __getattr__(name: str) -> object:
    # What a server needs is not imported by those who only want its messages' types.
    if name == "serve":
        from chabudai.server.run import serve

        return serve
    if name == "CannotStart":
        from chabudai.server.database import CannotStart

        return CannotStart
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
