"""Commands at a table, carried out one after the other and acknowledged once they are stored."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from chabudai.core import Illegal
from chabudai.server.limits import Address, Limits
from chabudai.server.live.live_table import LiveTable
from chabudai.server.live.quota import Quota, Spent
from chabudai.server.live.registry import Registry
from chabudai.server.metrics import Metrics
from chabudai.server.refusal import Refused
from chabudai.server.store import Store, Unstored
from chabudai.server.store.writing import Stale, Stored
from chabudai.server.table import Change, Table
from chabudai.server.table.lobby import is_silent

TRIES = 40
"""How often a command is judged anew because another writer was faster."""

AGAIN_S, MOST_AGAIN_S = 0.002, 0.1
"""After each try by so much longer, and at most how long, a table that another holds is left."""


@dataclass
class CommandQueue:
    """Judges commands, stores what they change, and updates the registry. `on_stored` is called
    with every table that this process has moved on by a step, to tell other processes.
    """

    store: Store
    registry: Registry
    limits: Limits
    metrics: Metrics
    quota: Quota
    on_stored: Callable[[Table], None]

    async def open(self, change: Change, caller: Address) -> LiveTable:
        """Store a new table. Raises Refused."""
        spent = self._take(change, caller)
        try:
            await self._append(change, spent)
        except (Stale, Unstored):
            raise Refused("unstored", "The table could not be stored. Try again.") from None
        live = self.registry.add(change)
        live.payer = caller
        return live

    def _take(self, change: Change, caller: Address) -> list[Spent]:
        try:
            return self.quota.take(change, caller)
        except Refused:
            self.metrics.limited.labels("stored").inc()
            raise

    async def _append(self, change: Change, spent: list[Spent]) -> Stored:
        """Store a change. Unless it is new, its bytes are given back. Raises as `Store.append`."""
        fresh = False
        try:
            stored = await self.store.append(change)
            fresh = stored.fresh
            return stored
        finally:
            if not fresh:
                self.quota.give_back(spent)

    async def submit(
        self,
        live: LiveTable,
        cmd: str,
        decide: Callable[[Table], Change],
        caller: Address = (),
    ) -> int:
        """Carry out the command of id `cmd` once; return its step, which is stored by then.
        `decide` judges the command, and is called again whenever the table turns out to have moved.
        `caller` is the guest's address, empty for the server's own commands: those are counted for
        the guest who commanded last, and never refused for their bytes. Raises Refused, or Illegal.
        """
        live.payer = caller or live.payer
        if live.waiting >= self.limits.queue:
            raise Refused("busy", "Too many commands are waiting at this table.")
        if live.lock.locked() and is_silent(live.table):
            step = await self._step_without_waiting(live, cmd, decide)
            if step is not None:
                return step
        live.waiting += 1
        try:
            async with live.lock:
                return await self._carry_out(live, cmd, decide, caller)
        except Unstored:
            raise Refused("unstored", "That could not be stored. Try again.") from None
        finally:
            live.waiting -= 1

    async def _step_without_waiting(
        self, live: LiveTable, cmd: str, decide: Callable[[Table], Change]
    ) -> int | None:
        """The step of a command that changes nothing as the table is now; None for others.

        Where nobody may know what the others do, nobody is told by waiting for them, either.
        Raises Refused, or Illegal.
        """
        judged = live.table
        try:
            change = decide(judged)
        except (Refused, Illegal):
            _, step = await self._done(judged, cmd)
            if step is None and live.table is judged:
                raise
            return None
        return None if change.entries else judged.head

    async def _done(self, table: Table, cmd: str) -> tuple[int, int | None]:
        """See `Store.done`. Raises Refused where the store cannot tell."""
        try:
            return await self.store.done(table.id, cmd)
        except Unstored:
            raise Refused("unstored", "That could not be stored. Try again.") from None

    async def _catch_up(self, live: LiveTable, tried: int) -> None:
        """See what another writer was faster with; wait a little where it holds the table still."""
        self.metrics.conflicts.inc()
        if not await self.registry.refresh(live):
            await asyncio.sleep(min(AGAIN_S * tried, MOST_AGAIN_S))

    async def _carry_out(
        self, live: LiveTable, cmd: str, decide: Callable[[Table], Change], caller: Address
    ) -> int:
        for tried in range(TRIES):
            started, judged = time.perf_counter(), live.table
            try:
                change = change_of(judged, decide)
                if not change.entries:
                    return live.table.head
                spent = (
                    self._take(change, caller) if caller else self.quota.count(change, live.payer)
                )
            except (Refused, Illegal):
                head, step = await self.store.done(judged.id, cmd)
                if head > live.table.head:
                    await self.registry.refresh(live)
                if step is not None:
                    return step
                if live.table is not judged:
                    continue
                raise
            try:
                stored = await self._append(change, spent)
            except Stale:
                await self._catch_up(live, tried)
                continue
            except Unstored:
                await self.registry.refresh(live)
                raise
            if stored.fresh:
                self.metrics.of_moves.append_seconds.observe(time.perf_counter() - started)
                self.registry.advance(live, change)
                self.on_stored(change.table)
            else:
                await self.registry.refresh(live)
            return stored.seq
        raise Refused("busy", "Too much is going on at this table. Try again.")


def change_of(table: Table, decide: Callable[[Table], Change]) -> Change:
    """What a command changes, as `decide` judges it. Raises Refused, or Illegal."""
    if table.sitting.status == "playing" and table.stopped == "newer":
        # What is owed there cannot be read here, and would be lost.
        raise Refused("not-now", "This game goes on at a newer server.")
    return decide(table)
