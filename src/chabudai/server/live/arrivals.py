"""What the server does by itself as guests come and go.

Who comes back plays again. The host's powers go to another guest when the host stays away, and to
the next who comes where the host has left; in a silent game a bot stands in for whoever stays away,
at a time that depends on nothing in the game.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from chabudai.core import Seat
from chabudai.server import wire
from chabudai.server.live.command_queue import CommandQueue
from chabudai.server.live.live_table import Follower, LiveTable
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources
from chabudai.server.table import Call, Change, Table, absence
from chabudai.server.table.lobby import is_silent, lacks_host, pass_host, stand_in_level

HEARD_S = 10.0
"""Guests of a server that was not heard of for so many seconds are taken for away."""


@dataclass(slots=True)
class Arrivals:
    """Gives commands that nobody gives. `tell` tells other servers whose guests are here."""

    commands: CommandQueue
    sources: Sources
    tell: Callable[[str, Iterable[Seat]], object]

    async def arrive(self, live: LiveTable, follower: Follower) -> None:
        """Add a socket; a guest who comes back plays again, and is the host if there is none."""
        away = live.away(self.sources.now())
        live.follow(follower)
        seat = live.table.seat_of(follower.guest)
        if seat is not None:
            await self.take_back(live, seat, away)
            if lacks_host(live.table):
                await self._pass_host(live, seat)
            self.tell(live.table.id, live.local_seats())

    def depart(self, live: LiveTable, follower: Follower, now: float) -> None:
        """Remove a socket. `now` as in LiveTable."""
        live.unfollow(follower, now, self.sources.now())
        self.tell(live.table.id, live.local_seats())

    async def take_back(self, live: LiveTable, seat: Seat, away: tuple[int | None, ...]) -> None:
        """Let a guest play again, where a bot stands in, and wake the table: after the commands
        that are waiting, one of which may ask for a bot. `away` is as it was before they came.
        """
        cmd = f"return:{seat}:{self.sources.token(12)}"
        call = Call(seat, cmd, self.sources.now(), self.sources, away=away)
        with suppress(Refused):
            await self.commands.submit(
                live, cmd, lambda table: absence.take_back(table, call, wire.Return(cmd))
            )
        live.awake = live.is_local(seat) or live.awake

    def look(self, live: LiveTable, now: float) -> bool:
        """Tell the other servers who is here, and forget those that are silent. Returns whether
        `check` may have anything else to do; at most tables it has not. `now` as in LiveTable.
        """
        live.forget_servers(now - HEARD_S, now, self.sources.now())
        here, table = live.local_seats(), live.table
        if live.awake:
            self.tell(table.id, here)
        places = table.sitting.places
        return (
            lacks_host(table)
            or is_silent(table)
            or live.gone()[table.sitting.host] is not None
            or (bool(here) and not live.awake)
            or any(places[seat].level is not None and not places[seat].left for seat in here)
        )

    async def check(self, live: LiveTable) -> None:
        """See to the host, to those who are away in a silent game, to those who are here though a
        bot stands in: another server may not have known; and to those who sat down at a sleeping
        table while they watched it.
        """
        await self._check_host(live)
        for seat in live.local_seats():
            place, away = live.table.sitting.places[seat], live.away(self.sources.now())
            if not live.awake:
                came = tuple(0 if live.is_local(s) else since for s, since in enumerate(away))
                await self.take_back(live, seat, came)
            elif place.level is not None and not place.left:
                await self.take_back(live, seat, away)
        if live.awake and is_silent(live.table):
            for seat, gone in enumerate(live.away(self.sources.now())):
                standing_in = live.table.sitting.places[seat].level is not None
                if gone is not None and gone >= wire.AWAY_MS and not standing_in:
                    await self._stand_in(live, seat)

    async def _check_host(self, live: LiveTable) -> None:
        """Replace a host who has left, or been away for AWAY_MS, but in a silent game."""
        table = live.table
        gone = live.away(self.sources.now())[table.sitting.host]
        stays_away = gone is not None and gone >= wire.AWAY_MS and not is_silent(table)
        if not stays_away and not lacks_host(table):
            return
        places = enumerate(table.sitting.places)
        heirs = (seat for seat, place in places if live.is_here(seat) and not place.left)
        heir = next(heirs, None)
        if heir is not None:
            await self._pass_host(live, heir)

    async def _pass_host(self, live: LiveTable, heir: Seat) -> None:
        """Make a guest the host, unless somebody else has become it meanwhile."""
        before, cmd = live.table.sitting.host, f"host:{live.table.head + 1}"
        call = Call(heir, cmd, self.sources.now(), self.sources)

        def decide(table: Table) -> Change:
            return pass_host(table, call) if table.sitting.host == before else Change(table, ())

        with suppress(Refused):
            await self.commands.submit(live, cmd, decide)

    async def _stand_in(self, live: LiveTable, seat: Seat) -> None:
        """Let a bot play for a guest who is away, unless one does."""
        cmd = f"away:{seat}:{live.table.head + 1}"
        call = Call(seat, cmd, self.sources.now(), self.sources)

        def decide(table: Table) -> Change:
            if table.sitting.places[seat].level is not None or live.is_here(seat):
                return Change(table, ())
            level = stand_in_level(table.game)
            return absence.stand_in(table, call, wire.Substitute(cmd, seat, level))

        with suppress(Refused):
            await self.commands.submit(live, cmd, decide)
