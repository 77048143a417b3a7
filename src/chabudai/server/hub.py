"""The tables in play here: commands in order, and every socket told what it may know.

What is in memory is a copy that the database may overtake: a change fits the stored table or is
worked out again, and sockets pull what they lack, up to the table's head, whenever it has moved.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain

import msgspec
from msgspec import Raw

from chabudai.core import Illegal, Seat, told
from chabudai.server import seats, wire
from chabudai.server.agreement import choices
from chabudai.server.limits import Limits
from chabudai.server.lobby import is_silent, pass_host
from chabudai.server.logs import fault
from chabudai.server.metrics import Metrics
from chabudai.server.sources import Sources
from chabudai.server.store import Stale, Store, Unstored
from chabudai.server.table import Call, Change, Entry, Refused, Table

KEPT_STEPS = 64
"""Steps of a table held in memory; older ones are read from the log."""
KEPT_S = 60.0
"""How long a table nobody looks at stays in memory, in seconds."""
TRIES = 40
"""How often a command is judged anew because another writer was faster."""
HOST_GONE_S = 30.0
"""How long the host may be away before another guest becomes the host, in seconds."""
POLL_S = 1.0
"""How often the database is asked whether a table has moved unnoticed."""


@dataclass(slots=True, eq=False)
class Follower:
    """A socket at a table. `cursor` is the last step it was told of."""

    guest: str | None
    seat: Seat | None
    is_host: bool
    cursor: int
    close: Callable[[], None]
    first: bool = True
    lobby: bytes = b""
    sending_since: float | None = None
    wake: asyncio.Event = field(default_factory=asyncio.Event)


class LiveTable:
    """A table as it is known here, and who looks at it."""

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.gate = asyncio.Lock()
        self.waiting = 0
        self.used = now
        self.host_seen = now
        self.followers: set[Follower] = set()
        self.lately: deque[Entry] = deque(maxlen=KEPT_STEPS)
        self._lobby = b""
        self._seen: dict[Seat | None, tuple[Raw, tuple[Raw, ...]]] = {}

    def move(self, table: Table, entries: tuple[Entry, ...]) -> None:
        """Take note of a later table, and wake who looks at it."""
        if table.head <= self.table.head:
            return
        if not entries or entries[0].seq != self.table.head + 1:
            self.lately.clear()
        self.table = table
        self.lately.extend(entries)
        self._seen.clear()
        self.stir()

    def stir(self) -> None:
        """Who sits here may have changed: wake everyone."""
        self._lobby = b""
        for follower in self.followers:
            follower.wake.set()

    def here(self, seat: Seat) -> bool:
        """Whether a socket of this seat is open."""
        return any(follower.seat == seat for follower in self.followers)

    def lobby(self) -> bytes:
        """What everyone may know of who sits round the table."""
        if not self._lobby:
            sitting = self.table.sitting
            silent = is_silent(self.table)
            chairs = tuple(
                wire.Chair(p.kind, p.name, p.level, silent or p.kind == "bot" or self.here(seat))
                for seat, p in enumerate(sitting.places)
            )
            possible = choices(self.table.game, sitting.options, len(chairs))
            self._lobby = msgspec.json.encode(
                wire.Lobby(
                    sitting.status,
                    sitting.options,
                    possible.seats,
                    possible.refused,
                    chairs,
                    sitting.host,
                    self.table.code,
                    sitting.hasten,
                    sitting.next,
                )
            )
        return self._lobby

    def seen(self, seat: Seat | None) -> tuple[Raw, tuple[Raw, ...]]:
        """The view of a seat and its menu, encoded once for everyone who sees the same."""
        if seat not in self._seen:
            game, state = self.table.game, self.table.state
            view = game.view(state, seat)
            menu = () if seat is None else game.menu(view, seat)
            self._seen[seat] = raw(view), tuple(map(raw, menu))
        return self._seen[seat]

    def steps(self, after: int) -> tuple[Entry, ...] | None:
        """The steps after `after`, if they are all still in memory."""
        wanted = self.table.head - after
        if wanted > len(self.lately):
            return None
        return tuple(self.lately)[len(self.lately) - wanted :]


class Hub:
    """Every table in play in this process."""

    def __init__(self, store: Store, sources: Sources, limits: Limits, metrics: Metrics) -> None:
        self.store = store
        self.sources = sources
        self.limits = limits
        self.metrics = metrics
        self.owed: Callable[[LiveTable], None] = lambda _: None
        """Called when a table has moved, for whoever makes the moves that are owed."""
        self.moved: Callable[[Table], None] = lambda _: None
        """Called after a step of this process, to tell other processes."""
        self._live: dict[str, LiveTable] = {}

    async def get(self, table_id: str) -> LiveTable | None:
        """The table of this id, if there is one. Raises Unstored."""
        live = self._live.get(table_id)
        if live is None:
            table = await self.store.load(table_id)
            if table is None:
                return None
            live = self._live.setdefault(table_id, LiveTable(table, time.monotonic()))
            self.owed(live)
        live.used = time.monotonic()
        return live

    async def refresh(self, live: LiveTable) -> bool:
        """Catch up with the database; whether there was anything to catch up with."""
        known = live.table.head
        table = await self.store.load(live.table.id)
        if table is None or table.head <= live.table.head:
            return live.table.head > known
        entries: tuple[Entry, ...] = ()
        if table.head - known <= KEPT_STEPS:
            entries = await self.store.entries(table, known, table.head)
        if entries and live.table.head == known:
            live.move(table, entries)
        else:
            live.move(table, ())
        self.owed(live)
        return True

    async def hint(self, table_id: str, head: int) -> None:
        """Somebody says that a table has come as far as `head`. It may be untrue, late or lost."""
        live = self._live.get(table_id)
        if live is not None and head > live.table.head:
            await self.refresh(live)

    # --- commands -------------------------------------------------------------------------

    async def spare_code(self) -> str:
        """A code no open table has. Raises Refused when there is none."""
        code = seats.new_code(self.sources.pauses(), await self.store.codes())
        if code is None:
            raise Refused("busy", "Too many tables are open just now.")
        return code

    async def open(self, change: Change) -> LiveTable:
        """Store a new table. Raises Refused."""
        try:
            await self.store.append(change)
        except (Stale, Unstored):
            raise Refused("busy", "The table could not be stored. Try again.") from None
        live = LiveTable(change.table, time.monotonic())
        live.lately.extend(change.entries)
        self._live[change.table.id] = live
        self.owed(live)
        return live

    async def submit(self, live: LiveTable, cmd: str, decide: Callable[[Table], Change]) -> int:
        """Do a command once; return the step it stands at, which is on disk and known here.

        Commands at a table are judged one after the other. Raises Refused, or Illegal.
        """
        if live.waiting >= self.limits.queue:
            raise Refused("busy", "Too many commands are waiting at this table.")
        live.waiting += 1
        try:
            async with live.gate:
                return await self._do(live, cmd, decide)
        except Unstored:
            raise Refused("busy", "That could not be stored. Try again.") from None
        finally:
            live.waiting -= 1

    async def _do(self, live: LiveTable, cmd: str, decide: Callable[[Table], Change]) -> int:
        for _ in range(TRIES):
            started, judged = time.perf_counter(), live.table
            try:
                change = decide(judged)
            except (Refused, Illegal):
                head, step = await self.store.done(judged.id, cmd)
                if head > live.table.head:
                    await self.refresh(live)
                if step is not None:
                    return step
                if live.table is not judged:
                    continue
                raise
            if not change.entries:
                return live.table.head
            try:
                stored = await self.store.append(change)
            except Stale:
                self.metrics.conflicts.inc()
                await self.refresh(live)
                continue
            except Unstored:
                await self.refresh(live)
                raise
            if stored.fresh:
                self.metrics.append_seconds.observe(time.perf_counter() - started)
                self._moved(live, change)
            else:
                await self.refresh(live)
            return stored.seq
        raise Refused("busy", "Too much is going on at this table. Try again.")

    def _moved(self, live: LiveTable, change: Change) -> None:
        live.move(change.table, change.entries)
        self.owed(live)
        self.moved(change.table)
        for also in change.also:
            fresh = self._live.setdefault(also.table.id, LiveTable(also.table, time.monotonic()))
            fresh.lately.extend(also.entries)
            self.owed(fresh)

    # --- sockets --------------------------------------------------------------------------

    def follow(self, live: LiveTable, follower: Follower) -> None:
        """A socket begins to look."""
        live.followers.add(follower)
        live.stir()

    def leave(self, live: LiveTable, follower: Follower) -> None:
        """A socket is gone."""
        live.followers.discard(follower)
        live.used = time.monotonic()
        live.stir()

    def spectators(self, live: LiveTable) -> int:
        """How many look on."""
        return sum(follower.seat is None for follower in live.followers)

    async def frames(self, live: LiveTable, follower: Follower) -> list[bytes]:
        """What a socket lacks, in the order to be sent."""
        table = live.table
        frames: list[bytes] = []
        seat = table.seat_of(follower.guest)
        is_host = seat == table.sitting.host
        if follower.first or (seat, is_host) != (follower.seat, follower.is_host):
            follower.first = follower.first or seat != follower.seat
            follower.seat, follower.is_host = seat, is_host
            live.stir()
            frames.append(hello(table, seat))
        lobby = live.lobby()
        if lobby != follower.lobby:
            follower.lobby = lobby
            frames.append(lobby)
        if table.state is None:
            follower.first = False
        elif follower.first or lacks(table, follower):
            frames.append(await self.update(live, follower))
        return frames

    async def update(self, live: LiveTable, follower: Follower) -> bytes:
        """The table now, with the story of the steps a socket has not been told of."""
        table, seat = live.table, follower.seat
        view, legal = live.seen(seat)
        entries = live.steps(follower.cursor)
        if entries is None:
            entries = await self.store.entries(table, follower.cursor, table.head)
        numbers = table.visible_seq(seat)
        news = tuple(
            wire.Told(numbers.shown(entry.seq), tuple(map(raw, told(entry.news, seat))))
            for entry in entries
            if numbers.includes(entry.seq)
        )
        follower.cursor = table.head
        follower.first = False
        to_act = table.game.to_act(table.state)
        left = left_ms(table, seat, self.sources.now())
        head = numbers.shown(table.head)
        return msgspec.json.encode(wire.Update(head, news, view, to_act, legal, left))

    # --- looking round --------------------------------------------------------------------

    async def watch(self) -> None:
        """For ever: find lost hints and sockets that do not read, forget idle tables."""
        while True:
            await asyncio.sleep(POLL_S)
            try:
                await self.look_round(time.monotonic())
            except Unstored:
                continue
            except Exception as error:  # noqa: BLE001 - a watchman does not stop watching
                self.metrics.faults.inc()
                fault("watch", error)

    async def look_round(self, now: float) -> None:
        """One round of `watch`."""
        for follower in chain.from_iterable(live.followers for live in self._live.values()):
            since = follower.sending_since
            if since is not None and now - since > self.limits.stalled_s:
                self.metrics.slow.inc()
                follower.sending_since = None
                follower.close()
        idle = [
            table_id
            for table_id, live in self._live.items()
            if not live.followers and not live.waiting and now - live.used > KEPT_S
        ]
        for table_id in idle:
            del self._live[table_id]
        for each in tuple(self._live.values()):
            await self._see_host(each, now)
        watched = [table_id for table_id, live in self._live.items() if live.followers]
        if not watched:
            return
        for table_id, head in (await self.store.heads(watched)).items():
            live = self._live.get(table_id)
            if live and not live.gate.locked() and head > live.table.head:
                self.metrics.missed.inc()
                await self.refresh(live)

    async def _see_host(self, live: LiveTable, now: float) -> None:
        """When the host has been gone for a while, the first guest who is there takes over."""
        sitting = live.table.sitting
        if live.here(sitting.host) or is_silent(live.table):
            live.host_seen = now
        if now - live.host_seen < HOST_GONE_S:
            return
        heir = next((s for s in range(len(sitting.places)) if live.here(s)), None)
        if heir is None:
            return
        live.host_seen = now
        cmd = f"host:{live.table.head + 1}"
        call = Call(heir, cmd, self.sources.now(), self.sources)
        with suppress(Refused):
            await self.submit(live, cmd, lambda table: pass_host(table, call))


def raw(value: object) -> Raw:
    """A value as JSON."""
    return Raw(msgspec.json.encode(value))


def lacks(table: Table, follower: Follower) -> bool:
    """Whether the table has come further than a socket was told of, as its seat counts."""
    numbers = table.visible_seq(follower.seat)
    return numbers.shown(table.head) > numbers.shown(follower.cursor)


def hello(table: Table, seat: Seat | None) -> bytes:
    """The first thing a socket is told."""
    sitting = table.sitting
    return msgspec.json.encode(
        wire.Hello(wire.PROTOCOL, table.id, sitting.game, sitting.rules, seat, seat == sitting.host)
    )


def left_ms(table: Table, seat: Seat | None, now: int) -> int | None:
    """What remains of the clock: one's own if it runs, else the one that runs out first."""
    own = [d.due for d in table.pending if d.kind == "guest" and d.due and d.seat == seat]
    dues = own or [d.due for d in table.pending if d.kind == "guest" and d.due]
    return max(0, min(dues) - now) if dues else None
