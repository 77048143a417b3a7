"""The tables on the web: an event log, sockets that are told what their seat may know, and bots."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chabudai.server.database import Refusal
    from chabudai.server.run import serve

__all__ = ["Refusal", "serve"]


def __getattr__(name: str) -> object:
    # What a server needs is not imported by those who only want its messages' types.
    if name == "serve":
        from chabudai.server.run import serve

        return serve
    if name == "Refusal":
        from chabudai.server.database import Refusal

        return Refusal
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
