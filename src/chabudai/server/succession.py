"""Another guest becomes the host of a table whose host has been away for a while."""

from contextlib import suppress

from chabudai.server.command_queue import CommandQueue
from chabudai.server.live_table import LiveTable
from chabudai.server.lobby import is_silent, pass_host
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources
from chabudai.server.table import Call

HOST_GONE_S = 30.0
"""How long the host may be away before another guest becomes the host, in seconds."""


class Succession:
    """Makes the first guest who is here the host where the host has gone."""

    def __init__(self, commands: CommandQueue, sources: Sources) -> None:
        self._commands = commands
        self._sources = sources

    async def check(self, live: LiveTable, now: float) -> None:
        """Note whether the host is here, and replace one who has been away for HOST_GONE_S.

        In a silent game the host stays: who is here is not to be told.
        """
        sitting = live.table.sitting
        if live.is_here(sitting.host) or is_silent(live.table):
            live.host_last_seen = now
        if now - live.host_last_seen < HOST_GONE_S:
            return
        heir = next((s for s in range(len(sitting.places)) if live.is_here(s)), None)
        if heir is None:
            return
        live.host_last_seen = now
        cmd = f"host:{live.table.head + 1}"
        call = Call(heir, cmd, self._sources.now(), self._sources)
        with suppress(Refused):
            await self._commands.submit(live, cmd, lambda table: pass_host(table, call))
