"""Accepting, refusing, writing to and closing the WebSockets of tables and guides."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from chabudai.server.credentials import hands_of, public_url
from chabudai.server.encoding import whole
from chabudai.server.limits import Address, networks
from chabudai.server.logs import fault
from chabudai.server.origins import is_own_page
from chabudai.server.proxies import check_handshake
from chabudai.server.refusal import TOO_FAST, TOO_MANY, UNKNOWN_TABLE
from chabudai.server.services import Services
from chabudai.server.store.base import StorageFailed
from chabudai.server.store.rows import CorruptRow, Ended
from chabudai.server.tables.decide import Table, watching
from chabudai.server.tables.decide.sharing import seats_of
from chabudai.server.tables.live import LiveTable


async def accepted(services: Services, ws: WebSocket) -> Address | None:
    """Accept a WebSocket and return its address. If it comes from another site or exceeds the rate
    limit, close it and return None.
    """
    if not is_own_page(ws):
        await ws.close(TOO_FAST)
        return None
    if (public := public_url(ws)) is not None:
        check_handshake(ws, public)
    await ws.accept()
    caller = networks(ws.client.host if ws.client else "")
    if services.rates["openings"].take(caller):
        return caller
    await close(services, ws, TOO_MANY)
    return None


async def table_of(services: Services, ws: WebSocket, guest: str | None) -> LiveTable | int:
    """Return a socket's table, or a close code if it is not available or the guest cannot watch.
    Catch up with the database if the client has seen a later step.
    """
    table_id = ws.path_params["table"]
    try:
        live = await services.registry.get(table_id)
        if live is None:
            return UNKNOWN_TABLE
        if last_seen(ws, live.table, guest) > live.table.head:
            # The client was connected to another server, which is ahead of this one.
            with suppress(StorageFailed):
                await live.catch_up()
    except (StorageFailed, CorruptRow) as error:
        return close_code(error, table_id)
    table = live.table
    if seats_of(table, hands_of(guest)) or watching.sight(table, guest) is not None:
        return live
    return watching.close_code(table)


def close_code(error: StorageFailed | CorruptRow, table_id: str) -> int:
    """Return the close code for a table that is not available."""
    if isinstance(error, StorageFailed):
        return TOO_MANY
    if not isinstance(error, Ended):
        fault("socket", error, table=table_id)
    return error.close_code


def last_seen(ws: WebSocket, table: Table, guest: str | None) -> int:
    """Return the last step of the log that the client reports as seen, or the head by default."""
    since = whole(ws.query_params.get("since", ""))
    return table.head if since is None else table.visible_seq(table.seat_of(guest)).logged(since)


async def turn_away(services: Services, ws: WebSocket) -> None:
    """Close a WebSocket that exceeds a limit."""
    services.metrics.limited.labels("sockets").inc()
    await close(services, ws, TOO_MANY)


def too_many(services: Services, live: LiveTable, address: str, seat: int | None) -> bool:
    """Whether another WebSocket at a seat, or another spectator, would exceed a limit."""
    limits = services.limits
    same = sum(follower.seat == seat for follower in live.guests.followers)
    most = limits.spectators if seat is None else limits.sockets_at_seat
    return same >= most or services.addresses.get(address, 0) >= limits.sockets


async def send_text(ws: WebSocket, frame: bytes) -> None:
    """Send a frame. Raises ConnectionError if either side has closed the WebSocket."""
    try:
        await ws.send_text(frame.decode())
    except (RuntimeError, WebSocketDisconnect) as closed:
        raise ConnectionError from closed


async def close(services: Services, ws: WebSocket, code: int) -> None:
    """Close a WebSocket, even if its client does not read the close frame."""
    with suppress(OSError, RuntimeError, WebSocketDisconnect):
        async with asyncio.timeout(services.limits.closing_s):
            await ws.close(code)
