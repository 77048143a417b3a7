"""A table's views and news after its latest steps, shared by all seats that see the same events."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Raw

from chabudai.core import Seat, events_for
from chabudai.server import protocol
from chabudai.server.encoding import raw
from chabudai.server.logs import fault
from chabudai.server.tables.decide import Entry, Table
from chabudai.server.tables.decide.reasons import reason_disclosure
from chabudai.server.tables.decide.visible_seq import VisibleSeq
from chabudai.server.tables.decide.watching import Shown, shown
from chabudai.server.tables.table_events import table_event, tell_table_event


class TableSnapshot:
    """A table after its latest steps. `before` is the step before these. `watched` caches the
    update for spectators who have been sent everything up to `before`.

    Methods that compute views raise the rules' exceptions.
    """

    __slots__ = ("_apart", "_game", "_latest", "_news", "_to_act", "before", "table", "watched")

    def __init__(self, table: Table, latest: tuple[Entry, ...]) -> None:
        self.table = table
        self.before = table.head - len(latest)
        self.watched: bytes | None = None
        self._game = table.game
        self._latest = latest
        self._to_act: tuple[Seat, ...] | None = None
        self._news: dict[Seat | None, tuple[int, Raw]] = {}
        self._apart = told_apart(table, latest)

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats that owe a move."""
        if self._to_act is None:
            over = self.table.sitting.status == "over"
            self._to_act = () if over else self._game.to_act(self.table.state)
        return self._to_act

    def since(self) -> tuple[int, ...]:
        """Return `Update.since`: a time for each seat in `to_act`, or () in a silent game."""
        if self._game.silent:
            return ()
        times = {move.seat: move.at for move in self.table.pending}
        return tuple([times.get(seat, 0) for seat in self.to_act()])

    def view_and_menu(self, seat: Seat | None) -> tuple[Any, tuple[Any, ...]]:
        """Return a seat's view and menu."""
        view = self._game.view(self.table.state, seat)
        over = self.table.sitting.status == "over"
        return view, () if seat is None or over else self._game.menu(view, seat)

    def watched_view(self, seat: Seat) -> Any:
        """Return the view that guests without a seat see while this seat's guest agrees."""
        return self._game.view(self.table.state, seat)

    def news(self, seat: Seat | None) -> tuple[int, Raw]:
        """Return the head in a seat's numbering, and the latest steps as JSON, with only the parts
        that the seat may know.
        """
        if seat is None and shown(self.table) is not None:
            return sent_story(self.table, self._latest, None)
        like = seat if seat in self._apart else None
        news = self._news.get(like)
        if news is None:
            news = self._news[like] = story(self.table, self._latest, like)
        return news

    def update(self, seat: Seat | None, left: int | None) -> bytes:
        """Return the Update message for a follower that has been sent all but the latest steps. All
        spectators are sent the same bytes, unless a clock runs.
        """
        if seat is not None or left is not None:
            return self.encode(seat, left, *self.news(seat))
        if self.watched is None:
            self.watched = self.encode(None, None, *self.news(None))
        return self.watched

    def encode(self, seat: Seat | None, left: int | None, head: int, news: Any) -> bytes:
        """Return the Update message for a seat. `head` is in the seat's numbering."""
        if seat is None and (eyes := shown(self.table)):
            view, menu = self.watched_view(eyes.seat), ()
        else:
            view, menu = self.view_and_menu(seat)
        update = protocol.Update(head, news, view, self.to_act(), menu, left, self.since())
        return msgspec.json.encode(update)


def told_apart(table: Table, steps: Iterable[Entry]) -> set[Seat | None]:
    """Return the seats whose news about these steps may differ from the spectators'."""
    if table.sitting.asides:
        return set(range(len(table.sitting.places)))
    apart = {item.to for step in steps for item in step.news}
    if table.game.silent:
        apart.update([step.seat for step in steps])
    return apart


def sent_story(table: Table, steps: Iterable[Entry], seat: Seat | None) -> tuple[int, Raw]:
    """Return the `story` for a seat, or for a guest without one, who may be shown a seat's view."""
    return story(table, steps, seat, shown(table) if seat is None else None)


def story(
    table: Table, steps: Iterable[Entry], seat: Seat | None, eyes: Shown | None = None
) -> tuple[int, Raw]:
    """Return the table's head, numbered as the seat sees it, and the steps as JSON. The steps
    contain only what the seat may know, and the events that `eyes` sees. Return no steps if the
    rules fail.
    """
    numbers = table.visible_seq(seat)
    told_of: list[protocol.Told] = []
    try:
        told_of = [told(table, e, seat, numbers, eyes) for e in steps if numbers.includes(e.seq)]
    except Exception as error:  # noqa: BLE001 - the view is complete even without news
        fault("news", error, table=table.id)
    return numbers.shown(table.head), raw(told_of)


def told(
    table: Table, step: Entry, seat: Seat | None, numbers: VisibleSeq, eyes: Shown | None = None
) -> protocol.Told:
    """Return a step with only the parts that a seat may know, and the events that `eyes` sees."""
    sees = seat if eyes is None or step.seq <= eyes.since else eyes.seat
    game, events = table.game, events_for(step.news, sees)
    tellings = tuple(map(game.text.tell, events))
    if (by_table := table_event(step)) is not None:
        events, tellings = (by_table,), ((tell_table_event(by_table),),)
    by = None if game.silent and step.seat != seat else step.instead
    return protocol.Told(
        numbers.shown(step.seq),
        tuple(map(raw, events)),
        tellings,
        by,
        reason_disclosure(table, step, seat),
        any(map(game.extras.discloses_reasons, () if by_table is not None else events)),
    )
