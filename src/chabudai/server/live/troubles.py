"""Tables whose game cannot go on: they are stopped, told once, and stop nothing else."""

from contextlib import suppress
from dataclasses import dataclass

from msgspec.structs import replace

from chabudai.core import CHANCE
from chabudai.server import wire
from chabudai.server.live.command_queue import CommandQueue
from chabudai.server.live.live_table import LiveTable
from chabudai.server.logs import logger
from chabudai.server.metrics import Metrics
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources
from chabudai.server.table import Call, Change, Stop, Table, lobby_step


def stop(table: Table, call: Call, why: wire.Stopped) -> Change:
    """The game is over without an outcome, because it cannot go on; nobody owes a move any more."""
    if table.sitting.status != "playing":
        return Change(table, ())
    stopped = replace(table.sitting, status="over", stopped=why)
    return lobby_step(table, call, Stop(why), stopped, state=None, pending=(), code=None)


@dataclass(slots=True)
class Troubles:
    """Stops the games that cannot go on."""

    commands: CommandQueue
    metrics: Metrics
    sources: Sources

    async def look(self, live: LiveTable) -> None:
        """Stop the game of a table just loaded, if it cannot go on here nor at newer servers."""
        why = live.table.stopped
        if why in ("rules", "damaged") and live.table.sitting.status == "playing":
            await self._stop(live, why)

    async def stop(self, live: LiveTable, error: Exception) -> None:
        """Stop a game in which the rules themselves failed with `error`. Raises Unreadable."""
        self.metrics.fault("table", error, table=live.table.id)
        await self._stop(live, "damaged")

    async def _stop(self, live: LiveTable, why: wire.Stopped) -> None:
        call = Call(CHANCE, "stop", self.sources.now(), self.sources)
        going_on = False

        def decide(table: Table) -> Change:
            nonlocal going_on
            going_on = table.sitting.status == "playing"
            return stop(table, call, why)

        with suppress(Refused):
            await self.commands.submit(live, call.cmd, decide)
            if going_on:
                game = live.table.sitting.game
                logger().error("table_stopped", table=live.table.id, game=game, why=why)
