"""A table in memory: commands are checked, stored and published one at a time. The database may be
ahead of the copy in memory. If a change conflicts, its command is checked again.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal
from chabudai.server import protocol
from chabudai.server.limits import Address
from chabudai.server.logs import logger
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources
from chabudai.server.store.base import StorageFailed
from chabudai.server.store.commit import Conflict, Stored
from chabudai.server.store.rows import CorruptRow, Ended, read_entries
from chabudai.server.tables.attendance import Absences, Attendance
from chabudai.server.tables.decide import Call, Change, Entry, PendingMove, Table
from chabudai.server.tables.decide.play import stop
from chabudai.server.tables.feed import Feed
from chabudai.server.tables.ledger import Ledger
from chabudai.server.tables.lobby_message import Audience, lobby_for
from chabudai.server.tables.played_words import PlayedWords
from chabudai.server.tables.snapshot import TableSnapshot

KEPT_STEPS = 24
"""Number of a table's latest steps kept in memory. If more steps arrive together, all of them are
kept. Older steps are read from the log. In a turn-based game, a table stops to wait for an absent
guest before it reaches this many steps.
"""
READ_TOGETHER = 64
"""Maximum number of steps read together with a table that another server has changed, once for all
followers. If there are more, they are read for each follower.
"""
TRIES = 40
"""Maximum number of attempts to carry out a command despite conflicts."""
RETRY_DELAY_S, MAX_RETRY_DELAY_S = 0.002, 0.1
"""Linear backoff while another server writes the table: the increment per attempt and the maximum,
in seconds.
"""

Decide = Callable[[Table], Change]
"""A function that checks a command and returns the change. Raises Refused or Illegal."""


class Step(NamedTuple):
    """A change that this server has stored, and the address it is charged to."""

    change: Change
    payer: Address


@dataclass(frozen=True, slots=True)
class Feeds:
    """A server's topics, which decouple tables from their subscribers."""

    moved: "Feed[LiveTable]" = field(default_factory=Feed["LiveTable"])
    """Tables that have changed or woken up."""
    stored: Feed[Step] = field(default_factory=Feed[Step])
    """Changes that this server has stored, each published once."""
    attended: "Feed[LiveTable]" = field(default_factory=Feed["LiveTable"])
    """Tables whose guests have connected, disconnected, or are still connected."""
    closed: Feed[str] = field(default_factory=Feed[str])
    """Ids of tables that are no longer available."""


@dataclass(frozen=True, slots=True)
class Common:
    """Services shared by all tables of a server. `queue` is the maximum number of commands waiting
    at one table. `server` is the name of this server for others on the same database, or "" if
    there are none.
    """

    ledger: Ledger
    feeds: Feeds
    sources: Sources
    queue: int
    server: str = ""


class LiveTable:
    """A table in memory with its latest steps and its connected guests.

    `lock` is held while a command is carried out, and `waiting` counts the commands that hold it or
    wait for it. `last_used` is in monotonic seconds. `payer` is the address of the guest whose
    command was stored last. The server's own commands are charged to it.
    """

    def __init__(self, table: Table, common: Common, entries: tuple[Entry, ...] = ()) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.last_used = time.monotonic()
        self.payer: Address = ()
        self.recent = entries[-KEPT_STEPS:]
        self.snapshot = TableSnapshot(table, ())
        self.played_words = PlayedWords()
        self.guests = Attendance(table.sitting.places, common.server, common.sources.now())
        self._common = common
        self._lobbies: tuple[int, dict[Audience, bytes]] = (0, {})

    # --- a command ----------------------------------------------------------------------------

    async def submit(self, cmd: str, decide: Decide, caller: Address = ()) -> int:
        """Carry out the command with id `cmd`, but only once. Return the number of its step after
        storing it.

        `decide` is called again whenever the table has changed meanwhile. `caller` is the guest's
        address. It is () for the server's own commands, which are charged to `payer` and never
        refused because of their size. Raises Refused or Illegal.
        """
        if self.waiting >= self._common.queue:
            raise Refused("busy", "Too many commands are waiting at this table.")
        self.waiting += 1
        try:
            if self.lock.locked() and self.table.is_silent:
                step = await self._step_without_waiting(cmd, decide)
                if step is not None:
                    return step
            async with self.lock:
                return await self._store_once(cmd, decide, caller)
        except StorageFailed:
            raise Refused("unstored", "That could not be stored. Try again.") from None
        finally:
            self.waiting -= 1

    async def _step_without_waiting(self, cmd: str, decide: Decide) -> int | None:
        """Return the table's head if a command changes nothing, or None otherwise. In a silent
        game, waiting for the lock would reveal that another seat is moving. Raises Refused, or
        Illegal.
        """
        judged = self.table
        try:
            change = judge(judged, decide)
        except (Refused, Illegal):
            _, step = await self._common.ledger.store.done(judged.id, cmd)
            if step is None and self.table is judged:
                raise
            return None
        return None if change.entries else judged.head

    async def _store_once(self, cmd: str, decide: Decide, caller: Address) -> int:
        ledger = self._common.ledger
        for tried in range(TRIES):
            judged = self.table
            try:
                change = judge(judged, decide)
                if not change.entries:
                    return judged.head
                stored = await asyncio.shield(self._write(change, caller))
            except (Refused, Illegal):
                head, step = await ledger.store.done(judged.id, cmd)
                if head > self.table.head:
                    await self.catch_up()
                if step is not None:
                    return step
                if self.table is judged:
                    raise
                continue
            except Conflict:
                await self._yield_to_writer(tried)
                continue
            except StorageFailed:
                await self.catch_up()
                raise
            if not stored.fresh:
                await self.catch_up()
            return stored.seq
        raise Refused("busy", "This table is busy. Try again.")

    async def _write(self, change: Change, caller: Address) -> Stored:
        """Store a change and publish it."""
        payer = caller or self.payer
        stored = await self._common.ledger.write(change, caller, payer)
        if stored.fresh:
            self.payer = payer
            self.advance(change.table, change.entries)
            self._common.feeds.stored.publish(Step(change, payer))
        return stored

    async def _yield_to_writer(self, tried: int) -> None:
        """Catch up after a conflict. If the other writer has not finished, wait briefly."""
        self._common.ledger.metrics.conflicts.inc()
        if not await self.catch_up():
            await asyncio.sleep(min(RETRY_DELAY_S * tried, MAX_RETRY_DELAY_S))

    # --- a later state ------------------------------------------------------------------------

    async def catch_up(self) -> bool:
        """Catch up with the store, and return whether the table has changed. Raises StorageFailed,
        or CorruptRow after closing the table.
        """
        known = self.table.head
        try:
            table, rows = await self._common.ledger.store.load_after(
                self.table.id, known, READ_TOGETHER
            )
            if table is None:
                raise Ended("table")
        except CorruptRow as error:
            self.close(error.close_code)
            raise
        if table.head <= self.table.head:
            return self.table.head > known
        entries: tuple[Entry, ...] = ()
        if table.head - known == len(rows):
            entries = await read_entries(table.sitting.game, rows)
        # Another caller may have caught up while the steps were read.
        self.advance(table, entries if self.table.head == known else ())
        return True

    def advance(self, table: Table, entries: tuple[Entry, ...]) -> None:
        """Replace the table with a later one and publish it, with the steps in between if known."""
        if table.head <= self.table.head:
            return
        if not entries or entries[0].seq != self.table.head + 1:
            self.recent = ()
        if table.sitting is not self.table.sitting:  # moves, which most steps are, do not change it
            self.guests.take_seats(table.sitting.places)
        has_fewer_seats = len(table.sitting.places) < len(self.table.sitting.places)
        self.table = table
        self.recent = (*self.recent, *entries)[-max(KEPT_STEPS, len(entries)) :]
        self.snapshot = TableSnapshot(table, entries)
        self.guests.tell()
        self.publish()
        if has_fewer_seats:  # other servers know the guests by the numbers of their seats
            self._common.feeds.attended.publish(self)

    def publish(self) -> None:
        """Publish the table, so that bots make the moves they owe."""
        self._common.feeds.moved.publish(self)

    def set_pending(self, pending: tuple[PendingMove, ...]) -> None:
        """Replace the pending moves after their clocks were extended."""
        self.table = replace(self.table, pending=pending)
        for follower in self.guests.followers:
            follower.first = True
        self.guests.tell()

    def clear_code(self) -> None:
        """Remove the expired code."""
        self.table = replace(self.table, code=None)
        self.guests.note_change()
        self.guests.tell()

    def close(self, code: int) -> None:
        """Close the sockets with a code, since the table is no longer available."""
        self._common.feeds.closed.publish(self.table.id)
        self.guests.close(code)

    # --- a game that cannot continue ----------------------------------------------------------

    async def stop_if_broken(self) -> None:
        """Stop a game that can continue neither here nor on a newer server. Raises CorruptRow."""
        why = self.table.stopped
        if why in ("rules", "damaged") and self.table.sitting.status == "playing":
            await self._stop(why)

    async def fail(self, error: Exception) -> None:
        """Stop a game because the rules raised `error`. Raises CorruptRow."""
        self._common.ledger.metrics.fault("table", error, table=self.table.id)
        await self._stop("damaged")

    async def _stop(self, why: protocol.Stopped) -> None:
        call = Call(CHANCE, "stop", self._common.sources.now(), self._common.sources)
        was_playing = False

        def decide(table: Table) -> Change:
            nonlocal was_playing
            was_playing = table.sitting.status == "playing"
            return stop(table, call, why)

        with suppress(Refused):
            await self.submit(call.cmd, decide)
            if was_playing:
                game = self.table.sitting.game
                logger().error("table_stopped", table=self.table.id, game=game, why=why)

    def witnessed(self, table: Table, call: Call) -> Call:
        """Return a copy of `call` with the absences of this table's guests at the call's time."""
        away, door = self.guests.away(call.at), self.guests.door_away(table.sitting.door, call.at)
        return replace(call, away=away, door=door)

    # --- messages -------------------------------------------------------------------------------

    def lobby(self, audience: Audience) -> bytes:
        """Return the Lobby message for an audience, cached until it changes."""
        if self._lobbies[0] != self.guests.changes:
            self._lobbies = (self.guests.changes, {})
        encoded = self._lobbies[1]
        if audience not in encoded:
            sources = self._common.sources
            now = self.witnessed(self.table, Call(CHANCE, "", sources.now(), sources))
            message = lobby_for(self.table, audience, now, self.guests.all_watchers())
            encoded[audience] = msgspec.json.encode(message)
        return encoded[audience]

    def presence(self) -> Absences:
        """Return which guests are away. In a silent game no guest is reported as away."""
        gone = self.guests.gone()
        if self.table.is_silent:
            return Absences((None,) * len(gone))
        return Absences(gone, self.guests.unseen())

    def steps_after(self, seq: int) -> tuple[Entry, ...] | None:
        """Return the steps after step `seq`, or None if not all of them are in memory."""
        wanted, held = self.table.head - seq, len(self.recent)
        return None if wanted > held else self.recent[held - wanted :]


def judge(table: Table, decide: Decide) -> Change:
    """Return the change that a command makes. Raises Refused or Illegal."""
    if table.sitting.status == "playing" and table.stopped == "newer":
        # This version cannot read the game's pending moves, and would lose them.
        raise Refused("not-now", "This game continues on a newer server.")
    return decide(table)
