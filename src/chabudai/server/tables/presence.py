"""Commands that the server issues when guests connect, disconnect or stay away.

A guest who returns takes over from the bot. If the host has left, the next guest who connects
becomes the host. Requests end when a guest returns. In a silent game a bot stands in for a guest
who stays away, at a time that does not depend on the game.
"""

from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from chabudai.core import Seat
from chabudai.server import protocol
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources
from chabudai.server.tables.attendance import Follower
from chabudai.server.tables.decide import Call, Change, Table, absence
from chabudai.server.tables.decide.lobby import lacks_host, pass_host, stand_in_level
from chabudai.server.tables.decide.requests import settle
from chabudai.server.tables.decide.sharing import seats_of
from chabudai.server.tables.live import Feeds, LiveTable

HEARD_S = 10.0
"""Seconds without a notification after which another server's guests count as away."""


@dataclass(slots=True)
class Presence:
    """Issues the commands that become due when guests connect and disconnect."""

    feeds: Feeds
    sources: Sources

    async def arrive(self, live: LiveTable, follower: Follower) -> None:
        """Add a follower. A returning guest replaces the bot, and becomes the host if there is
        none. If several players share a browser, those who have left stay away.
        """
        away = live.guests.away(self.sources.now())
        live.guests.follow(follower)
        places, seats = live.table.sitting.places, tuple(seats_of(live.table, follower.hands))
        for seat in [seat for seat in seats if not places[seat].left] or seats:
            await self.take_back(live, seat, away)
            if lacks_host(live.table):
                await self._pass_host(live, seat)
        if seats and live.table.sitting.requests:
            await self._settle(live)
        self.feeds.attended.publish(live)

    def depart(self, live: LiveTable, follower: Follower, now: float) -> None:
        """Remove a follower. `now` is in monotonic seconds."""
        live.guests.unfollow(follower, self.sources.now())
        live.last_used = now
        self.feeds.attended.publish(live)

    async def take_back(self, live: LiveTable, seat: Seat, away: tuple[int | None, ...]) -> None:
        """Give a seat back to its guest, even if a waiting command asks for a bot, and wake the
        table. `away` has the absences before the guest connected.
        """
        cmd = f"return:{seat}:{self.sources.token(12)}"
        call = Call(seat, cmd, self.sources.now(), self.sources, away=away)
        with suppress(Refused):
            await live.submit(
                cmd, lambda table: absence.take_back(table, call, protocol.Return(cmd))
            )
        if live.guests.is_local(seat) and not live.guests.awake:
            live.guests.awake = True
            live.publish()

    def look(self, live: LiveTable, now: float) -> bool:
        """Publish connected guests, note who is watching, and treat the guests of unresponsive
        servers as away. Return whether `check` has anything to do, which is rare. `now` is in
        monotonic seconds.
        """
        live.guests.forget_servers(now - HEARD_S, now, self.sources.now())
        live.guests.note_watchers(live.table.sitting.door)
        if live.guests.followers:
            self.feeds.attended.publish(live)
        return bool(self._due(live))

    async def check(self, live: LiveTable) -> None:
        """Issue the commands that are due."""
        for issue in self._due(live):
            await issue()

    def _due(self, live: LiveTable) -> list[Callable[[], Coroutine[None, None, None]]]:
        """Return the commands that are due at a table. They concern:

        - a new host, if the host has left
        - requests that are no longer possible, or that all guests present have agreed to
        - guests who are here although a bot stands in, because another server did not know of them
        - guests who took a seat at a sleeping table while watching it
        - stand-ins for absent guests of a silent game
        """
        table, guests, away = live.table, live.guests, live.guests.away(self.sources.now())
        places, stay_away = table.sitting.places, [(ms or 0) >= protocol.AWAY_MS for ms in away]
        due: list[Callable[[], Coroutine[None, None, None]]] = []
        if table.sitting.requests and settle(table, self._settling(live)).entries:
            due.append(partial(self._settle, live))
        if lacks_host(table):
            here = [s for s, place in enumerate(places) if guests.is_here(s) and not place.left]
            due += [partial(self._pass_host, live, heir) for heir in here[:1]]
        local = guests.local_seats()
        came = tuple(0 if seat in local else ms for seat, ms in enumerate(away))
        for seat in local:
            if not guests.awake:
                due.append(partial(self.take_back, live, seat, came))
            elif places[seat].level is not None and not (places[seat].left or places[seat].once):
                due.append(partial(self.take_back, live, seat, away))
        if guests.awake and table.is_silent:
            absent = [s for s, stays in enumerate(stay_away) if stays and places[s].level is None]
            due += [partial(self._stand_in, live, seat) for seat in absent]
        return due

    async def _pass_host(self, live: LiveTable, heir: Seat) -> None:
        """Make a guest the host unless the host has changed meanwhile."""
        before, cmd = live.table.sitting.host, f"host:{live.table.head + 1}"
        call = Call(heir, cmd, self.sources.now(), self.sources)

        def decide(table: Table) -> Change:
            return pass_host(table, call) if table.sitting.host == before else Change(table, ())

        with suppress(Refused):
            await live.submit(cmd, decide)

    def _settling(self, live: LiveTable) -> Call:
        """Return the context for settling the requests of a table now."""
        table, cmd = live.table, f"settle:{live.table.head + 1}"
        call = Call(table.sitting.host, cmd, self.sources.now(), self.sources)
        return live.witnessed(table, call)

    async def _settle(self, live: LiveTable) -> None:
        """End the requests that are due to end."""
        call = self._settling(live)

        def decide(table: Table) -> Change:
            # The seats may have changed while the command waited.
            return settle(table, live.witnessed(table, replace(call, seat=table.sitting.host)))

        await live.submit(call.cmd, decide)

    async def _stand_in(self, live: LiveTable, seat: Seat) -> None:
        """Make a bot play for an absent guest, unless one already does."""
        cmd = f"away:{seat}:{live.table.head + 1}"
        call = Call(seat, cmd, self.sources.now(), self.sources)

        def decide(table: Table) -> Change:
            if table.sitting.places[seat].level is not None or live.guests.is_here(seat):
                return Change(table, ())
            level = stand_in_level(table.game)
            return absence.stand_in(table, call, protocol.Substitute(cmd, seat, level))

        with suppress(Refused):
            await live.submit(cmd, decide)
