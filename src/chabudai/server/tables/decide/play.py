"""Moves: check a move, add the chance moves after it, and determine which seats move next. Pure
functions.
"""

from datetime import date
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from chabudai.core import CHANCE, Anytime, Lapse, Seat, Step, events_for, next_to_agree, play
from chabudai.core.deal import Deal, deal_of
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.encoding import decode
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources
from chabudai.server.tables.decide import (
    Call,
    Change,
    Entry,
    PendingMove,
    Stop,
    Table,
    TableSetup,
    lobby_step,
    put_place,
)
from chabudai.server.tables.decide.visible_seq import PrivateStep

PACE_MS: dict[str | None, int] = {"easy": 250, "normal": 250, "hard": 500, "expert": 1500}
"""Milliseconds after which a bot answers in a silent game, by level. The time is longer than the
bot usually needs. If the bot is not ready by then, it answers after a multiple of this time.
"""
LEAST_PACE_MS = 1000
"""Minimum pace of a bot in a silent game, in milliseconds, unless bots answer without a pause."""
MOST_ASIDES = 200
"""Maximum number of hidden steps per seat in one game."""
BY_GUEST = "guest."
"""Prefix of the ids of commands that guests have sent themselves."""
GRACE_MS = 10_000
"""Milliseconds that players are given to return. After an outage, clocks are extended by its
duration plus this time. When a table wakes, clocks with less time left are restored.
"""


def act(table: Table, call: Call, command: protocol.Act) -> Change:
    """Make a move. Raises Illegal, or Refused if the move was based on an outdated table.

    A simultaneous choice stays valid as long as the table is waiting for this seat. An `Anytime`
    move is never outdated, and does not extend the clock for another move that its seat owes.
    """
    check_playing(table)
    move = table.pending_of(call.seat)
    if command.head > table.head:
        raise Refused("malformed", "There is no such step yet.")
    action = decode(command.action, table.game.actions, "This move cannot be read: {why}.")
    if isinstance(action, Lapse) and call.cmd.startswith(BY_GUEST):
        raise Refused("malformed", "The server makes this move for a player who has not moved.")
    late = command.head < (move.since if move else table.head)
    if late and not isinstance(action, Anytime):
        raise Refused("stale", "The table has moved on.")
    made = made_move(table, call, action, still_running(table, call.seat, action))
    if len(made.table.sitting.asides) > len(table.sitting.asides):
        check_asides(table.sitting, call.seat)
    return let_bots_agree(made, call)


def check_playing(table: Table) -> None:
    """Raise Refused unless a game is in progress."""
    if table.sitting.status != "playing" or table.state is None:
        raise Refused("not-now", "No game is in progress at this table.")


def made_move(table: Table, call: Call, action: Any, pending: tuple[PendingMove, ...]) -> Change:
    """Make a move and the chance moves after it, with `pending` as in `finish_step`. Raises
    Illegal.
    """
    step = play(table.game, table.state, call.seat, action)
    seq, sitting = table.head + 1, table.sitting
    encoded = msgspec.json.encode(action)
    entry = Entry(seq, call.cmd, call.seat, "play", encoded, step.news, call.at)
    if is_aside(table, call.seat, step):
        sitting = hide_step(sitting, seq, call.seat)
    after = replace(table, head=seq, sitting=sitting)
    return finish_step(Change(after, (entry,)), step.state, call, pending)


def is_aside(table: Table, seat: Seat, step: Step[Any, Any]) -> bool:
    """Whether a step must be hidden from all seats but `seat`. This is the case in a silent game if
    other seats see no event and the seats to act do not change.
    """
    game = table.game
    if not game.silent or game.to_act(step.state) != game.to_act(table.state):
        return False
    others = (None, *(s for s in range(len(table.sitting.places)) if s != seat))
    return not any(events_for(step.news, other) for other in others)


def check_asides(sitting: TableSetup, seat: Seat) -> None:
    """Raise Refused if a seat has too many hidden steps, since every step stores the whole list."""
    if sum(aside.seat == seat for aside in sitting.asides) >= MOST_ASIDES:
        raise Refused("not-now", "You have changed your mind too often in this game.")


def hide_step(sitting: TableSetup, seq: int, seat: Seat) -> TableSetup:
    """Return the setup with step `seq` hidden from all seats but `seat`."""
    return replace(sitting, asides=(*sitting.asides, PrivateStep(seq, seat)))


def still_running(table: Table, actor: Seat, action: Any) -> tuple[PendingMove, ...]:
    """Return the pending moves that an action does not affect: other seats' moves, and the guest's
    own after an `Anytime` move. A bot's pending move is replaced after each of its moves.
    """
    own = table.pending_of(actor)
    if own is not None and own.kind == "guest" and isinstance(action, Anytime):
        return table.pending
    return tuple([move for move in table.pending if move.seat != actor])


def finish_step(
    change: Change, state: Any, call: Call, pending: tuple[PendingMove, ...] = ()
) -> Change:
    """Add chance moves to a change, and determine whether the game is over and which seats owe a
    move. Seats in `pending` keep their pending move, and others get a new one.
    """
    after, entries = change.table, change.entries
    game, head = after.game, after.head
    while (owing := game.to_act(state)) == (CHANCE,):
        head += 1
        action = chance_move(after.sitting, state, call.sources)
        step = play(game, state, CHANCE, action)
        state = step.state
        encoded = msgspec.json.encode(action)
        cmd = f"chance:{head}"
        entries = (*entries, Entry(head, cmd, CHANCE, "play", encoded, step.news, call.at))
    sitting = after.sitting if owing else replace(after.sitting, status="over")
    going_on = {move.seat: move for move in pending}
    kept = owing if head == after.head else tuple(going_on)  # chance begins another turn
    sitting = given_back(sitting, kept)
    owed = tuple(
        [going_on.get(seat) or new_pending(sitting, state, seat, head, call) for seat in owing]
    )
    return Change(Table(after.id, head, sitting, state, owed, after.code), entries)


def given_back(sitting: TableSetup, owing: tuple[Seat, ...]) -> TableSetup:
    """Return the setup after bots have given back the seats of idle guests, except seats that still
    owe the move.
    """
    for seat, place in enumerate(sitting.places):
        if place.once and seat not in owing:
            own = replace(place, level=None, persona=0, once=False)
            sitting = put_place(sitting, seat, own)
    return sitting


def let_bots_agree(change: Change, call: Call) -> Change:
    """Make bots agree to a proposal that all people at the table accept (`Extras.agree`)."""
    table, entries = change.table, change.entries
    game, places = table.game, table.sitting.places
    if game.extras.agree is None or table.sitting.status != "playing":
        return change
    people = [seat for seat, place in enumerate(places) if place.level is None]
    bots = [seat for seat, place in enumerate(places) if place.level is not None]
    while agreed := next_to_agree(game, table.state, people, bots):
        seat, action = agreed
        agrees = replace(call, seat=seat, cmd=f"agree:{table.head + 1}")
        made = made_move(table, agrees, action, table.pending)
        table, entries = made.table, entries + made.entries
    return replace(change, table=table, entries=entries)


def new_pending(sitting: TableSetup, state: Any, seat: Seat, seq: int, call: Call) -> PendingMove:
    """Return the move that `seat` has owed since step `seq`, with a new clock."""
    clock = None
    if sitting.places[seat].kind == "guest":
        given = clock_ms(sitting, state, seat)
        clock = None if given is None else call.at + given
    return owed_move(sitting, seat, seq, clock, call)


def clock_ms(sitting: TableSetup, state: Any, seat: Seat) -> int | None:
    """Return the milliseconds that a seat has for the move it owes, or None if unlimited."""
    game = GAMES.imported[sitting.game]
    seconds = game.clock(game.view(state, seat), seat)
    return None if seconds is None else 1000 * seconds


def owed_move(
    sitting: TableSetup, seat: Seat, seq: int, clock: int | None, call: Call
) -> PendingMove:
    """Return the move that `seat` owes. A stand-in moves before its guest's clock runs out."""
    if sitting.places[seat].level is None:
        return PendingMove(seat, seq, "guest", clock, at=call.at)
    due = call.at + pause(sitting, seat, call)
    return PendingMove(seat, seq, "bot", due if clock is None else min(due, clock), clock, call.at)


def reassigned_moves(
    table: Table, sitting: TableSetup, seat: Seat, call: Call
) -> tuple[PendingMove, ...]:
    """Return the pending moves after `sitting` reassigns `seat`. A running clock continues."""
    move, place = table.pending_of(seat), sitting.places[seat]
    if move is None or (move.kind == "bot") == (place.level is not None):
        return table.pending
    clock = move.runs_out if place.kind == "guest" else None
    if clock is None and place.level is None:
        owed = new_pending(sitting, table.state, seat, move.since, call)
    else:
        owed = owed_move(sitting, seat, move.since, clock, call)
    return tuple(owed if each is move else each for each in table.pending)


def with_restored_clock(
    table: Table, sitting: TableSetup, move: PendingMove, call: Call
) -> PendingMove:
    """Return a pending move. Its clock is restarted if it leaves too little time to return to the
    table, or much more than the full time. The computer's clock may have been set back while no
    server ran.
    """
    given = clock_ms(sitting, table.state, move.seat)
    if move.runs_out is None or given is None:
        return move
    if GRACE_MS <= move.runs_out - call.at <= 2 * given + GRACE_MS:
        return move
    return replace(new_pending(sitting, table.state, move.seat, move.since, call), at=move.at)


def pause(sitting: TableSetup, seat: Seat, call: Call) -> int:
    """Return the milliseconds that a bot waits before it answers, regardless of its cards."""
    sources = call.sources
    if GAMES[sitting.game].silent:
        if sitting.places[seat].kind == "bot":
            return pace(sitting, seat)
        return sources.drawn(sources.stand_in_pause_ms)
    return 0 if sitting.hasten else sources.drawn(sources.pause_ms)


def pace(sitting: TableSetup, seat: Seat) -> int:
    """Return a bot's pace in a silent game: it answers at multiples of this time."""
    least = PACE_MS[sitting.places[seat].level]
    return least if sitting.hasten else max(least, LEAST_PACE_MS)


def stop(table: Table, call: Call, why: protocol.Stopped) -> Change:
    """End a game that cannot continue, without an outcome and without pending moves."""
    if table.sitting.status != "playing":
        return Change(table, ())
    stopped = replace(table.sitting, status="over", stopped=why)
    return lobby_step(table, call, Stop(why), stopped, state=None, pending=())


@lru_cache(64)
def deal(game: str, day: str) -> Deal:
    """Return the daily deal of a game."""
    return deal_of(GAMES[game], date.fromisoformat(day))


def chance_move(sitting: TableSetup, state: Any, sources: Sources) -> Any:
    """Return a move of CHANCE for a state that is waiting for one."""
    if sitting.daily is not None:
        return deal(sitting.game, sitting.daily).chance(state)
    return GAMES[sitting.game].chance(state, sources.dice())


def bot_seed(table: Table, seat: Seat, sources: Sources) -> int:
    """Return the seed for the choices of a bot that owes a move, an integer in [0, 2**63)."""
    sitting = table.sitting
    if sitting.daily is not None:
        view = table.game.view(table.state, seat)
        return deal(sitting.game, sitting.daily).bot_seed(view, seat)
    return sources.picks().bits() >> 1


def idle(table: Table, seat: Seat) -> bytes:
    """Return, as JSON, the action made for a seat whose clock has run out."""
    return msgspec.json.encode(table.game.idle(table.game.view(table.state, seat), seat))
