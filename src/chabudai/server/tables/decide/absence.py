"""Commands about absent guests: stand-ins, skipped moves, and leaving a seat. Pure functions.

In a silent game absence is secret, so no player may act for an absent guest. Instead, the server
lets a bot stand in, and only the guest's own seat can see this. For the same reason, an absent host
stays the host.
"""

from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import Seat
from chabudai.server import protocol
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import (
    Call,
    Change,
    Place,
    Table,
    TableSetup,
    lobby_step,
    play,
    put_place,
)
from chabudai.server.tables.decide.lobby import (
    opened_seat,
    pass_host,
    place_at,
    seat_step,
    with_member,
)

MOST_SKIPPED = 8
"""Maximum number of moves made by one Skip, more than any turn has."""


def substitute(table: Table, call: Call, command: protocol.Substitute) -> Change:
    """Make a bot play for an absent guest. Raises Refused."""
    check_may_act_for(table, call, command.seat)
    return stand_in(table, call, command)


def stand_in(table: Table, call: Call, command: protocol.Substitute) -> Change:
    """Make a bot play for a guest. Raises Refused."""
    place = by_bot(table, call, place_at(table, command.seat), command.level)
    sitting = put_place(table.sitting, command.seat, place)
    return replayed(table, call, command, command.seat, sitting)


def by_bot(table: Table, call: Call, place: Place, level: protocol.Level) -> Place:
    """Return a guest's place with a bot of the given level playing for it. Raises Refused."""
    if level not in table.game.bots:
        raise Refused("malformed", "This game has no bot of the level {level}.", level=level)
    persona = place.persona if place.level else call.sources.picks().below(1 << 31)
    return replace(place, level=level, persona=persona, once=False)


def replayed(
    table: Table, call: Call, command: protocol.FromClient, seat: Seat, sitting: TableSetup
) -> Change:
    """Reassign a seat according to `sitting`. In a silent game only that seat can see the step."""
    if table.is_silent:
        sitting = play.hide_step(sitting, table.head + 1, seat)
    return play.let_bots_agree(seat_step(table, call, command, seat, sitting), call)


def check_may_act_for(table: Table, call: Call, seat: Seat) -> None:
    """Raise Refused unless the caller may act for `seat` now."""
    if table.is_silent:
        raise Refused("not-now", "This game is played in silence: it does not show who is away.")
    play.check_playing(table)
    place = place_at(table, seat)
    if place.kind != "guest":
        raise Refused("not-now", "No player sits there.")
    away = None if seat == call.seat else call.away[seat]
    if away is None:
        raise Refused("not-now", "{name} is here.", name=place.name)
    if away < protocol.AWAY_MS and call.seat != table.sitting.host:
        raise Refused("not-now", "{name} may be back in a moment.", name=place.name)


def skip(table: Table, call: Call, command: protocol.Skip) -> Change:
    """Make idle moves for an absent guest until the table is waiting for other seats. Raises
    Refused.
    """
    check_may_act_for(table, call, command.seat)
    move = table.pending_of(command.seat)
    if move is None or command.head < move.since:
        raise Refused("stale", "The table has moved on.")
    if command.head > table.head:
        raise Refused("malformed", "There is no such step yet.")
    if move.kind == "bot":
        raise Refused("not-now", "A bot plays there.")
    game, made = table.game, Change(table, ())
    owing = game.to_act(table.state)
    for _ in range(MOST_SKIPPED):
        now = made.table
        cmd = f"skip:{now.head + 1}" if made.entries else call.cmd
        wish = protocol.Act(cmd, now.head, Raw(play.idle(now, command.seat)))
        step = play.act(now, replace(call, seat=command.seat, cmd=cmd), wish)
        made = Change(step.table, made.entries + step.entries)
        if len(step.entries) > 1 or game.to_act(made.table.state) != owing:
            break
    return made


def leave(table: Table, call: Call, command: protocol.Leave) -> Change:
    """Remove the caller: the seat becomes open, or a bot plays for it. Raises Refused."""
    sitting, place = table.sitting, table.sitting.places[call.seat]
    if sitting.status == "lobby":
        opened = put_place(sitting, call.seat, opened_seat(place))
        return with_heir(lobby_step(table, call, command, opened), call)
    play.check_playing(table)
    play.check_asides(sitting, call.seat)
    place = replace(by_bot(table, call, place, command.level), left=True)
    if not table.is_silent:  # otherwise, those who watch would learn that the guest has left
        place = replace(place, shown=0)
    given_up = replayed(table, call, command, call.seat, put_place(sitting, call.seat, place))
    return given_up if table.is_silent else with_heir(given_up, call)


def with_heir(change: Change, call: Call) -> Change:
    """Return the change. If the caller was the host, the first other guest present becomes the host
    in a separate step, which the log shows.
    """
    table, sitting = change.table, change.table.sitting
    if sitting.host != call.seat:
        return change
    here = [
        seat
        for seat, (place, away) in enumerate(zip(sitting.places, call.away, strict=True))
        if place.kind == "guest" and away is None and seat != call.seat and not place.left
    ]
    if not here:
        return change
    step = pass_host(table, replace(call, seat=here[0], cmd=f"host:{table.head + 1}"))
    return replace(change, table=step.table, entries=change.entries + step.entries)


def take_back(table: Table, call: Call, command: protocol.Return) -> Change:
    """Give the seat back to the caller. If no guest was present before, restore clocks that ran
    low.
    """
    sitting = table.sitting
    if sitting.status != "playing" or table.state is None:
        return Change(table, ())
    place = replace(sitting.places[call.seat], level=None, persona=0, left=False, once=False)
    back = with_member(put_place(sitting, call.seat, place), place.guests)
    pending = play.reassigned_moves(table, back, call.seat, call)
    if was_asleep(sitting, call):
        pending = tuple(play.with_restored_clock(table, back, move, call) for move in pending)
    if back == sitting and pending == table.pending:
        return Change(table, ())
    if table.is_silent:
        back = play.hide_step(back, table.head + 1, call.seat)
    return lobby_step(table, call, command, back, pending=pending)


def was_asleep(sitting: TableSetup, call: Call) -> bool:
    """Whether no guest was connected before the caller connected."""
    return all(
        place.kind != "guest" or away is not None
        for place, away in zip(sitting.places, call.away, strict=True)
    )


def end(table: Table, call: Call, command: protocol.End) -> Change:
    """End the game without an outcome. Raises Refused."""
    play.check_playing(table)
    over = replace(table.sitting, status="over", ended=True)
    return lobby_step(table, call, command, over, pending=())
