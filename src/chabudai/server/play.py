"""The game at a table: a move judged, nature's moves after it, and who owes one then. Pure."""

from dataclasses import replace
from typing import Any

import msgspec

from chabudai.core import CHANCE, Anytime, Seat, play
from chabudai.games import GAMES
from chabudai.server import wire
from chabudai.server.table import Call, Change, Duty, Entry, No, Sitting, Table, agree, brief

PAUSE_MS = (400, 900)
"""A bot answers after a time drawn evenly from this range, whatever its cards are."""
BEAT_MS: dict[str | None, int] = {"easy": 250, "normal": 250, "hard": 500, "expert": 1500}
"""In a silent game a bot answers after so long, by its level: longer than it thinks as a rule. If
it is not ready then, it answers after the same time again."""
CALM_MS = 1000
"""No bot of a silent game is faster than this, unless it is to hasten."""


def act(table: Table, call: Call, command: wire.Act) -> Change:
    """Make a move. Raises No for one decided on what is no longer true, Illegal by the rules.

    A choice that several seats make at once stays good while the table waits for this seat, and a
    move that may be made at any time is never too late for anything but the rules.
    """
    if table.sitting.status != "playing" or table.state is None:
        raise No("not-now", "There is no game going on at this table.")
    duty = table.duty(call.seat)
    if command.head > table.head:
        raise No("malformed", "There is no such step yet.")
    try:
        action = msgspec.json.decode(command.action, type=table.game.actions)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise No("malformed", "This move cannot be read: {why}.", why=brief(error)) from None
    late = command.head < (duty.since if duty else table.head)
    if late and not isinstance(action, Anytime):
        raise No("stale", "The table has moved on.")
    step = play(table.game, table.state, call.seat, action)
    seq = table.head + 1
    encoded = msgspec.json.encode(action)
    entry = Entry(seq, call.cmd, call.seat, "play", encoded, step.news, call.at)
    change = settle_play(table, replace(table, head=seq), (entry,), step.state, call)
    if table.game.silent and isinstance(action, Anytime):
        return unhurried(change, table.duties)
    return change


def unhurried(change: Change, owed: tuple[Duty, ...]) -> Change:
    """Who owed a move in a silent game, and still does after a wish, owes it by the same time: else
    a clock that begins anew would tell of the wish.
    """
    before = {duty.seat: duty for duty in owed}
    duties = tuple(before.get(duty.seat, duty) for duty in change.table.duties)
    return replace(change, table=replace(change.table, duties=duties))


def settle_play(
    before: Table, after: Table, entries: tuple[Entry, ...], state: Any, call: Call
) -> Change:
    """Add nature's moves, see whether the game is over, and who owes a move now."""
    game = after.game
    head = after.head
    while (owing := game.to_act(state)) == (CHANCE,):
        head += 1
        action = game.chance(state, call.sources.dice())
        step = play(game, state, CHANCE, action)
        state = step.state
        encoded = msgspec.json.encode(action)
        cmd = f"chance:{head}"
        entries = (*entries, Entry(head, cmd, CHANCE, "play", encoded, step.news, call.at))
    sitting = after.sitting
    if not owing:
        sitting = agree(sitting, status="over")
    duties = tuple(owe(before, sitting, state, seat, head, call) for seat in owing)
    return Change(Table(after.id, head, sitting, state, duties, None), entries)


def owe(before: Table, sitting: Sitting, state: Any, seat: Seat, seq: int, call: Call) -> Duty:
    """What `seat` owes after step `seq`; who was owing already, and has not acted, goes on."""
    if seat != call.seat and (duty := before.duty(seat)):
        return duty
    if sitting.places[seat].kind == "bot":
        return Duty(seat, seq, "bot", call.at + pause(sitting, seat, call))
    game = GAMES[sitting.game]
    seconds = game.clock(game.view(state, seat), seat)
    return Duty(seat, seq, "guest", None if seconds is None else call.at + 1000 * seconds)


def pause(sitting: Sitting, seat: Seat, call: Call) -> int:
    """How long a bot waits before it answers, in milliseconds; nothing of it tells of its cards."""
    if GAMES[sitting.game].silent:
        return beat(sitting, seat)
    low, high = PAUSE_MS
    drawn = low + call.sources.pauses().below(high - low + 1)
    return 0 if sitting.hasten else drawn


def beat(sitting: Sitting, seat: Seat) -> int:
    """The time at which, and at whose multiples, a bot of a silent game answers."""
    least = BEAT_MS[sitting.places[seat].level]
    return least if sitting.hasten else max(least, CALM_MS)
