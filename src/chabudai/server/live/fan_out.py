"""What is sent to each socket of a table: only what its seat may know."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from chabudai.core import Seat
from chabudai.server import wire
from chabudai.server.limits import Buckets
from chabudai.server.live.live_table import Follower, LiveTable, how_long
from chabudai.server.live.shown import story, told
from chabudai.server.logs import fault
from chabudai.server.store import Store, Unstored
from chabudai.server.store.rows import BREATH
from chabudai.server.table import Table

TOLD_STEPS = 500
"""Whoever lacks more steps than this is sent the table without the story of how it came to be so:
nobody reads on from there, and a long log is not to be read again by everybody who asks.
"""


@dataclass(slots=True)
class FanOut:
    """Works out the frames that bring a follower up to date. `now` is in milliseconds since 1970.
    Steps that are no longer in memory are read from the store, as often as `stories` allows.
    """

    store: Store
    now: Callable[[], int]
    stories: Buckets

    def frames_at_once(self, live: LiveTable, follower: Follower) -> list[bytes] | None:
        """What a follower has not been sent yet, in the order to be sent; None where steps have to
        be read first, which `frames` does.

        Raises whatever the rules raise that cannot show their state.
        """
        table, lacking = live.table, live.table.head - follower.cursor
        if 0 < lacking <= TOLD_STEPS and lacking > len(live.recent):
            return None
        is_known = follower.people == live.people and not follower.first
        frames = [] if is_known else self._about_people(live, follower)
        if is_due(table, follower):
            frames.append(self._update(live, follower))
            follower.cursor, follower.first = table.head, False
        return frames

    async def frames(self, live: LiveTable, follower: Follower) -> list[bytes]:
        """What a follower has not been sent yet, in the order to be sent. Raises Unstored, and
        whatever the rules raise that cannot show their state.
        """
        at_once = self.frames_at_once(live, follower)
        if at_once is not None:
            return at_once
        frames, table, shown = self._about_people(live, follower), live.table, live.shown
        if is_due(table, follower):
            news = await self._read_news(table, follower)
            left = left_ms(table, follower.seat, self.now)
            head = table.visible_seq(follower.seat).shown(table.head)
            frames.append(shown.encode(follower.seat, left, head, news))
            follower.cursor, follower.first = table.head, False
        return frames

    def _about_people(self, live: LiveTable, follower: Follower) -> list[bytes]:
        """Who sits at the table and who is away, as far as a follower does not know it."""
        table, frames = live.table, list[bytes]()
        seat, lobby = table.seat_of(follower.guest), live.lobby(follower.guest)
        is_host = seat == table.sitting.host
        if follower.first or (seat, is_host) != (follower.seat, follower.is_host):
            follower.first = follower.first or seat != follower.seat
            follower.seat, follower.is_host = seat, is_host
            frames.append(hello(table, seat, self.now()))
        if lobby != follower.lobby:
            frames.append(lobby)
        presence = live.presence()
        if presence != follower.presence:
            follower.presence = presence
            away = how_long(presence, self.now())
            frames.append(msgspec.json.encode(wire.Presence(away)))
        follower.lobby, follower.people = lobby, live.people
        return frames

    def _update(self, live: LiveTable, follower: Follower) -> bytes:
        """The table now, with the news of the steps that a follower has not been told of, all of
        which are in memory.
        """
        shown, seat = live.shown, follower.seat
        left = left_ms(live.table, seat, self.now)
        if follower.cursor != shown.before:
            steps = live.steps_after(follower.cursor) or ()
            return shown.encode(seat, left, *story(live.table, steps, seat))
        return shown.update(seat) if left is None else shown.encode(seat, left, *shown.news(seat))

    async def _read_news(self, table: Table, follower: Follower) -> tuple[wire.Told, ...]:
        """The steps that a follower has not been told of, or none where too many have been read for
        their address. Raises Unstored.
        """
        if not self.stories.take((follower.address,)):
            return ()
        seat, cursor = follower.seat, follower.cursor
        numbers, news = table.visible_seq(seat), list[wire.Told]()
        try:
            entries = await self.store.entries(table, cursor, table.head)
            for number, entry in enumerate(entries, 1):
                if numbers.includes(entry.seq):
                    news.append(told(table, entry, seat, numbers))
                if number % BREATH == 0:
                    await asyncio.sleep(0)
        except Unstored:
            raise
        except Exception as error:  # noqa: BLE001 - the view is the truth, also without a story
            fault("news", error, table=table.id)
            return ()
        return tuple(news)


def hello(table: Table, seat: Seat | None, now: int) -> bytes:
    """The Hello message for a seat."""
    game, rules, host = table.sitting.game, table.sitting.rules, table.sitting.host
    message = wire.Hello(wire.PROTOCOL, table.id, game, rules, seat, seat == host, now)
    return msgspec.json.encode(message)


def is_due(table: Table, follower: Follower) -> bool:
    """Whether a follower is to be sent the table: for the first time, or because it has a step that
    the follower may know of and has not been told of.
    """
    if table.state is None:
        follower.first = False
        return False
    if follower.first or not table.sitting.asides:
        return follower.first or table.head > follower.cursor
    numbers = table.visible_seq(follower.seat)
    return numbers.shown(table.head) > numbers.shown(follower.cursor)


def left_ms(table: Table, seat: Seat | None, now: Callable[[], int]) -> int | None:
    """What remains of the seat's own clock if it runs, else of the clock that runs out first."""
    dues: dict[Seat | None, int] = {m.seat: due for m in table.pending if (due := m.runs_out)}
    return max(0, dues.get(seat, min(dues.values())) - now()) if dues else None
