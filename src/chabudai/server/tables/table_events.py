"""Events that can occur in every game, for lobby steps that players must know of."""

from typing import TypeAlias

import msgspec

from chabudai.core import Seat, Telling
from chabudai.core.advice import asked_for_advice
from chabudai.core.table_news import became_host, rejoined, set_watching, showed_hand
from chabudai.server import protocol
from chabudai.server.tables.decide import Entry

TableEvent: TypeAlias = (
    protocol.Advised
    | protocol.Hosted
    | protocol.Rejoined
    | protocol.WatchingSet
    | protocol.HandShown
)


class Step(msgspec.Struct):
    """The parts of a lobby step that its event depends on."""

    type: str
    seat: Seat = 0
    who: protocol.Watching | None = None
    show: bool = False


def table_event(entry: Entry) -> TableEvent | None:
    """Return the event of a lobby step, or None if it has none."""
    if entry.part != "lobby":
        return None
    if entry.is_advice:
        return protocol.Advised(entry.seat)
    step = msgspec.json.decode(entry.action, type=Step)
    match step.type:
        case "host":
            return protocol.Hosted(step.seat)
        case "make-host":
            return protocol.Hosted(step.seat, entry.seat)
        case "rejoin":
            return protocol.Rejoined(step.seat)
        case "let-watch" if step.who is not None:  # None if a later step has replaced this one
            return protocol.WatchingSet(entry.seat, step.who)
        case "show-hand":
            return protocol.HandShown(entry.seat, step.show)
        case _:
            return None


def tell_table_event(event: TableEvent) -> Telling:
    """Return the sentence about an event."""
    match event:
        case protocol.Advised(seat=seat):
            return asked_for_advice(seat)
        case protocol.Hosted(seat=seat, by=by):
            return became_host(seat, by)
        case protocol.Rejoined(seat=seat):
            return rejoined(seat)
        case protocol.WatchingSet(seat=seat, who=who):
            return set_watching(seat, who)
        case protocol.HandShown(seat=seat, show=show):
            return showed_hand(seat, show=show)
