"""How sockets are accepted, refused, written to and closed, of tables and of guides."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from chabudai.server.limits import Address, networks
from chabudai.server.origins import is_own_page
from chabudai.server.refusal import TOO_FAST, TOO_MANY
from chabudai.server.services import Services
from chabudai.server.tables.live import LiveTable


async def accepted(services: Services, ws: WebSocket) -> Address | None:
    """Accept a socket and return its address, or close it (another site's, or one too many)."""
    if not is_own_page(ws):
        await ws.close(TOO_FAST)
        return None
    await ws.accept()
    caller = networks(ws.client.host if ws.client else "")
    if services.rates["openings"].take(caller):
        return caller
    await close(services, ws, TOO_MANY)
    return None


async def turn_away(services: Services, ws: WebSocket) -> None:
    """Close a socket that is over a limit."""
    services.metrics.limited.labels("sockets").inc()
    await close(services, ws, TOO_MANY)


def too_many(services: Services, live: LiveTable, address: str, seat: int | None) -> bool:
    """Whether one more socket at a seat, or one more spectator, would be over a limit."""
    limits = services.limits
    same = sum(follower.seat == seat for follower in live.guests.followers)
    most = limits.spectators if seat is None else limits.sockets_at_seat
    return same >= most or services.addresses.get(address, 0) >= limits.sockets


async def send_text(ws: WebSocket, frame: bytes) -> None:
    """Send a frame. Raises ConnectionError if the socket is closed, by whichever side."""
    try:
        await ws.send_text(frame.decode())
    except (RuntimeError, WebSocketDisconnect) as closed:
        raise ConnectionError from closed


async def close(services: Services, ws: WebSocket, code: int) -> None:
    """Close a socket, even if its client does not read the code."""
    with suppress(OSError, RuntimeError, WebSocketDisconnect):
        async with asyncio.timeout(services.limits.closing_s):
            await ws.close(code)
