"""Limits that a socket has to pass before it is served."""

from starlette.websockets import WebSocket

from chabudai.server.limits import Address, networks
from chabudai.server.live.live_table import LiveTable
from chabudai.server.origins import is_own_page
from chabudai.server.refusal import TOO_FAST, TOO_MANY
from chabudai.server.services import Services


async def accepted(services: Services, ws: WebSocket) -> Address | None:
    """Accept a socket and return its address, or close it and return None: it is of another site,
    or its address opens too many.
    """
    if not is_own_page(ws):
        await ws.close(TOO_FAST)
        return None
    await ws.accept()
    caller = networks(ws.client.host if ws.client else "")
    if services.rates["openings"].take(caller):
        return caller
    await turn_away(services, ws)
    return None


async def turn_away(services: Services, ws: WebSocket) -> None:
    """Close a socket that is over a limit."""
    services.metrics.limited.labels("sockets").inc()
    await ws.close(TOO_MANY)


def too_many(services: Services, live: LiveTable, address: str, seat: int | None) -> bool:
    """Whether one more socket at a seat, or one more spectator, would be over a limit."""
    limits = services.limits
    same = sum(follower.seat == seat for follower in live.followers)
    most = limits.spectators if seat is None else limits.sockets_at_seat
    return same >= most or services.addresses.get(address, 0) >= limits.sockets
