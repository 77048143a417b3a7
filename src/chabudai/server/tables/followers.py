"""Frames for each WebSocket at a table, containing only what its seat may know."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from chabudai.core import Seat
from chabudai.server import protocol
from chabudai.server.limits import Buckets
from chabudai.server.logs import fault
from chabudai.server.refusal import Refused
from chabudai.server.store.base import Store
from chabudai.server.store.rows import CorruptRow
from chabudai.server.tables.attendance import Follower, how_long
from chabudai.server.tables.decide import Entry, Table
from chabudai.server.tables.decide.commands import refused_frame
from chabudai.server.tables.decide.sharing import Opened, hand_at
from chabudai.server.tables.decide.talk import may_talk, signs_for
from chabudai.server.tables.decide.watching import Sight, close_code, sight
from chabudai.server.tables.live import LiveTable
from chabudai.server.tables.lobby_message import Audience, audience_of
from chabudai.server.tables.snapshot import sent_story

Seats: TypeAlias = tuple[Seat, ...]
CURTAIN = Sight(game=False, seat=None)
"""The view of a browser shared by several players, until one of them says who is looking."""
TOLD_STEPS = 500
"""Maximum number of steps sent as news. A follower that lacks more receives the table without news:
no reader needs that many, and clients could otherwise make the server read a long log repeatedly.
"""


@dataclass(slots=True)
class FanOut:
    """Builds the frames that bring followers up to date. `now` returns milliseconds since 1970.

    Steps that are no longer in memory are read from the store, within the rate limit `stories`.
    """

    store: Store
    now: Callable[[], int]
    stories: Buckets

    async def frames(self, live: LiveTable, follower: Follower) -> list[bytes]:
        """Return the frames that a follower lacks, in order. Raises StorageFailed, and the rules'
        exceptions.
        """
        table, snapshot, frames = live.table, live.snapshot, list[bytes]()
        seen = looking(table, follower)
        if seen is None:
            follower.close(close_code(table))
            return frames
        if follower.sight not in (None, seen):
            follower.first = True
        follower.sight = seen
        if follower.first or follower.curtain or follower.changes != live.guests.changes:
            frames = self._about_people(live, follower)
        if not seen.game:
            # Behind the curtain, no player has seen anything.
            follower.cursor = 0 if follower.curtain else table.head
            follower.first = False
            return frames
        frames += talked(table, follower)
        if is_due(table, follower):
            seat, left = follower.seat, left_ms(table, follower.seat, self.now)
            if follower.cursor == snapshot.before:
                frames.append(snapshot.update(seat, left))
            else:
                steps = live.steps_after(follower.cursor)
                if steps is None:
                    steps = await self._read_steps(table, follower)
                    if looking(live.table, follower) != seen:
                        return frames  # the caller is woken again for the changed table
                frames.append(snapshot.encode(seat, left, *sent_story(table, steps, seat)))
            follower.cursor, follower.first = table.head, False
        return frames

    def _about_people(self, live: LiveTable, follower: Follower) -> list[bytes]:
        """Return the messages Hello, Lobby and Presence, except those that equal the last ones
        sent.
        """
        table, frames = live.table, list[bytes]()
        seat, shared = table.seat_of(follower.guest), follower.shared
        audience: Audience = "seat" if follower.curtain else audience_of(table, follower.guest)
        lobby, is_host = live.lobby(audience), seat == table.sitting.host
        turn = live.snapshot.to_act() if follower.curtain and table.state is not None else ()
        before = (follower.seat, follower.is_host, follower.greeted, follower.turn)
        if follower.first or (seat, is_host, shared, turn) != before:
            follower.first = follower.first or seat != follower.seat
            follower.seat, follower.is_host = seat, is_host
            follower.greeted, follower.turn = shared, turn
            follower.may_talk, follower.signs = "none", 0
            frames.append(hello(table, seat, self.now(), shared, turn))
        if lobby != follower.lobby:
            frames.append(lobby)
        presence = live.presence()
        sees = follower.sight is not None and follower.sight.game
        if sees and presence != follower.presence:
            follower.presence = presence
            away = how_long(presence.gone, self.now())
            frames.append(msgspec.json.encode(protocol.Presence(away, presence.longer)))
        follower.lobby, follower.changes = lobby, live.guests.changes
        return frames

    async def _read_steps(self, table: Table, follower: Follower) -> tuple[Entry, ...]:
        """Read the steps that a follower lacks. Return () if it lacks too many, or if its address
        has exceeded the rate limit. Raises StorageFailed.
        """
        too_many = table.head - follower.cursor > TOLD_STEPS
        if too_many or not self.stories.take((follower.address,)):
            return ()
        try:
            return await self.store.entries(table, follower.cursor, table.head)
        except CorruptRow as error:  # the view is complete even without news
            fault("news", error, table=table.id)
            return ()


def warn(live: LiveTable, why: Refused) -> None:
    """Warn the followers, once per step, that the table cannot continue, and give the reason. Send
    nothing in a silent game, where the warning would reveal that a move is pending.
    """
    frame = msgspec.json.encode(refused_frame("", why))
    for follower in () if live.table.is_silent else tuple(live.guests.followers):
        if follower.warned != live.table.head:
            follower.warned = live.table.head
            follower.say(frame)


def looking(table: Table, follower: Follower) -> Sight | None:
    """Determine who is looking at a table, and return what they see, or None if they cannot follow
    it.
    """
    follower.look_at(table)
    if follower.is_screen and follower.guest not in table.sitting.screens:
        return None
    return CURTAIN if follower.curtain else sight(table, follower.guest)


def change_reader(
    table: Table, follower: Follower, command: protocol.Uncover | protocol.Cover
) -> None:
    """Open or close the curtain between the players on a browser. Raises Refused."""
    follower.look_at(table)
    if table.seat_of(follower.guest) is None and not follower.shared:
        raise Refused("not-your-seat", "You are watching this table.")
    if not follower.shared:
        raise Refused("not-now", "You are the only player on this device.")
    if isinstance(command, protocol.Cover):
        follower.opened = None
    else:
        hand = hand_at(table, follower.hands, command.seat)
        since = table.visible_seq(command.seat).logged(command.since)
        follower.opened = Opened(hand, table.sitting.status)
        follower.cursor = min(since, table.head)
    follower.first = True
    follower.look_at(table)


def hello(table: Table, seat: Seat | None, now: int, hands: Seats, turn: Seats) -> bytes:
    """Return the Hello message for a seat, or for several seats behind a curtain."""
    game, rules, host = table.sitting.game, table.sitting.rules, table.sitting.host
    message = protocol.Hello(
        protocol.PROTOCOL, table.id, game, rules, seat, seat == host, now, hands, turn
    )
    return msgspec.json.encode(message)


def talked(table: Table, follower: Follower) -> list[bytes]:
    """Return a Talked message if the follower lacks signs, or if its seat may now send other kinds
    of signs.
    """
    seat, before = follower.seat, follower.may_talk
    follower.may_talk = "none" if seat is None else may_talk(table, seat)
    signs = signs_for(table, seat, follower.signs)
    if not signs and follower.may_talk == before:
        return []
    if signs:
        follower.signs = signs[-1].number
    return [msgspec.json.encode(protocol.Talked(follower.may_talk, signs))]


def is_due(table: Table, follower: Follower) -> bool:
    """Whether a follower has not been sent the table, or lacks a step that it can see."""
    if table.state is None:
        follower.first = False
        return False
    if follower.first or not table.sitting.asides:
        return follower.first or table.head > follower.cursor
    numbers = table.visible_seq(follower.seat)
    return numbers.shown(table.head) > numbers.shown(follower.cursor)


def left_ms(table: Table, seat: Seat | None, now: Callable[[], int]) -> int | None:
    """Return the time left on the seat's clock if it is running, and otherwise on the clock that
    runs out next.
    """
    dues: dict[Seat | None, int] = {m.seat: due for m in table.pending if (due := m.runs_out)}
    return max(0, dues.get(seat, min(dues.values())) - now()) if dues else None
