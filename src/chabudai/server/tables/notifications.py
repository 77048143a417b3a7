"""Notifications between servers that share a PostgreSQL database, about tables' heads and connected
guests.

Steps are announced after the commit. If a notification is lost, `Watchdog` finds the step.
Connected guests are announced when they change, and periodically (`Presence`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from chabudai.server.logs import fault
from chabudai.server.store.base import StorageFailed
from chabudai.server.store.postgres import Postgres
from chabudai.server.tables.attendance import Connected
from chabudai.server.tables.live import Feeds, LiveTable, Step
from chabudai.server.tables.registry import SHORT, Registry

CHANNEL = "chabudai"
GATHER_S = 0.005
"""Seconds for which notifications are batched."""
TOGETHER = 60
"""Maximum number of notifications in a message, to stay below PostgreSQL's limit of 8,000 bytes."""
CONNECT_AGAIN_S = 1.0
"""Seconds to wait before a lost connection is reopened."""
NOTIFY = text("SELECT pg_notify(:channel, :message)")


@dataclass(slots=True)
class Notifier:
    """Notifies other servers, and passes their notifications to the registry. `server` is this
    server's name.

    For each table, only the latest notification of each kind is pending: "ID HEAD" for steps, and
    "ID SERVER@SEAT.SEAT…/WATCHERS/GUEST.GUEST…" for guests (`Connected`).
    """

    database: Postgres
    server: str
    registry: Registry
    _pending: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: asyncio.TaskGroup = field(default_factory=asyncio.TaskGroup)

    def subscribe(self, feeds: Feeds) -> None:
        """Subscribe to the feeds of steps and of guests, in order to notify other servers."""
        feeds.stored.subscribe(self._note_step)
        feeds.attended.subscribe(self._note_guests)

    def _note_step(self, step: Step) -> None:
        table = step.change.table
        self._note(table.id, "", str(table.head))

    def _note_guests(self, live: LiveTable) -> None:
        here = live.guests.connected(live.table.sitting.door)
        seats = ".".join(map(str, sorted(here.seats)))
        waiting = ".".join(sorted(guest[:SHORT] for guest in here.waiting))
        guests = f"{self.server}@{seats}/{here.watchers}/{waiting}"
        self._note(live.table.id, self.server, guests)

    def _note(self, table_id: str, server: str, notification: str) -> None:
        self._pending[table_id, server] = f"{table_id} {notification}"
        self._wake.set()

    async def run(self) -> None:
        """Send and receive notifications until cancelled."""
        async with self._tasks:
            for part in (self._notify_until_lost, self._listen_until_lost):
                self._tasks.create_task(again_and_again(part))

    async def _notify_until_lost(self) -> None:
        # Keep one connection, since checking one out for each message costs five times as much.
        async with self.database.at_once.connect() as connection:
            while True:
                for message in await self._messages():
                    await connection.execute(NOTIFY, {"channel": CHANNEL, "message": message})

    async def _messages(self) -> list[str]:
        """Wait for notifications, batch them for GATHER_S seconds, and return them as messages."""
        await self._wake.wait()
        await asyncio.sleep(GATHER_S)
        self._wake.clear()
        pending = list(self._pending.values())
        self._pending.clear()
        return [",".join(pending[at : at + TOGETHER]) for at in range(0, len(pending), TOGETHER)]

    async def _listen_until_lost(self) -> None:
        lost = asyncio.Event()

        def end(_: object) -> None:
            lost.set()

        async with self.database.engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await driver.add_listener(CHANNEL, self._hear)
            driver.add_termination_listener(end)
            try:
                await lost.wait()
            finally:
                await connection.invalidate()

    def _hear(self, connection: object, pid: int, channel: str, message: str) -> None:
        """Handle a message from another server."""
        for notification in message.split(","):
            table_id, _, head = notification.partition(" ")
            server, at, guests = head.partition("@")
            if at and server != self.server:
                self.registry.hear_guests(table_id, server, read_connected(guests))
            if head.isdigit() and self.registry.behind(table_id, int(head)):
                self._tasks.create_task(self._catch_up(table_id, int(head)))

    async def _catch_up(self, table_id: str, head: int) -> None:
        try:
            if live := self.registry.behind(table_id, head):
                await live.catch_up()
        except StorageFailed:
            pass  # `Watchdog` finds it
        except Exception as error:  # noqa: BLE001 - a fault affects only its own table
            fault("notification", error, table=table_id)


def read_connected(guests: str) -> Connected:
    """Return the guests in a notification."""
    seats, watchers, waiting = guests.split("/")
    numbers = frozenset(int(seat) for seat in seats.split(".") if seat)
    return Connected(numbers, int(watchers), frozenset(waiting.split(".")))


async def again_and_again(part: Callable[[], Awaitable[None]]) -> None:
    """Run `part` until cancelled, restarting it after each lost connection."""
    while True:
        try:
            await part()
        except (SQLAlchemyError, OSError):
            pass  # the database is unavailable
        except Exception as error:  # noqa: BLE001 - the driver may raise anything
            fault("notification", error)
        await asyncio.sleep(CONNECT_AGAIN_S)
