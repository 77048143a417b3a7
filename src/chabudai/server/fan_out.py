"""What is sent to each socket of a table: only what its seat may know."""

from collections.abc import Callable

import msgspec

from chabudai.core import Seat, events_for
from chabudai.server import wire
from chabudai.server.encoding import raw
from chabudai.server.live_table import Follower, LiveTable
from chabudai.server.store import Store
from chabudai.server.table import Entry, Table


class FanOut:
    """Works out the frames that bring a follower up to date. `now` is in milliseconds since 1970.

    Steps that are no longer in memory are read from the store.
    """

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    async def frames(self, live: LiveTable, follower: Follower) -> list[bytes]:
        """What a follower has not been sent yet, in the order to be sent. Raises Unstored."""
        table = live.table
        frames: list[bytes] = []
        seat = table.seat_of(follower.guest)
        is_host = seat == table.sitting.host
        if follower.first or (seat, is_host) != (follower.seat, follower.is_host):
            follower.first = follower.first or seat != follower.seat
            follower.seat, follower.is_host = seat, is_host
            frames.append(hello(table, seat))
        lobby = live.lobby()
        if lobby != follower.lobby:
            follower.lobby = lobby
            frames.append(lobby)
        presence = live.presence()
        if presence != follower.presence:
            follower.presence = presence
            frames.append(away_for(presence, self._now()))
        if table.state is None:
            follower.first = False
        elif follower.first or is_behind(table, follower):
            frames.append(await self._update(live, follower))
        return frames

    async def _update(self, live: LiveTable, follower: Follower) -> bytes:
        """The table now, with the news of the steps that a follower has not been told of."""
        table, seat = live.table, follower.seat
        view, legal = live.view_and_menu(seat)
        entries = live.steps_after(follower.cursor)
        if entries is None:
            entries = await self._store.entries(table, follower.cursor, table.head)
        numbers, tell = table.visible_seq(seat), table.game.text.tell
        news = tuple(
            wire.Told(
                numbers.shown(entry.seq),
                tuple(map(raw, heard)),
                tuple(map(tell, heard)),
                instead(table, entry, seat),
            )
            for entry in entries
            if numbers.includes(entry.seq)
            for heard in (events_for(entry.news, seat),)
        )
        follower.cursor = table.head
        follower.first = False
        over = table.sitting.status == "over"
        to_act = () if over else table.game.to_act(table.state)
        left = left_ms(table, seat, self._now())
        head = numbers.shown(table.head)
        return msgspec.json.encode(wire.Update(head, news, view, to_act, legal, left))


def hello(table: Table, seat: Seat | None) -> bytes:
    """The Hello message for a seat."""
    sitting = table.sitting
    return msgspec.json.encode(
        wire.Hello(wire.PROTOCOL, table.id, sitting.game, sitting.rules, seat, seat == sitting.host)
    )


def away_for(since: tuple[int | None, ...], now: int) -> bytes:
    """The Presence message."""
    away = tuple(None if each is None else max(0, now - each) for each in since)
    return msgspec.json.encode(wire.Presence(away))


def instead(table: Table, entry: Entry, seat: Seat | None) -> wire.Instead | None:
    """What made a guest's move instead of the guest, as `seat` may know."""
    if table.game.silent and entry.seat != seat:
        return None
    return entry.instead


def is_behind(table: Table, follower: Follower) -> bool:
    """Whether the table has a step that the follower may know of and has not been told of."""
    numbers = table.visible_seq(follower.seat)
    return numbers.shown(table.head) > numbers.shown(follower.cursor)


def left_ms(table: Table, seat: Seat | None, now: int) -> int | None:
    """What remains of the seat's own clock if it runs, else of the clock that runs out first."""
    own = [m.runs_out for m in table.pending if m.runs_out and m.seat == seat]
    dues = own or [m.runs_out for m in table.pending if m.runs_out]
    return max(0, min(dues) - now) if dues else None
