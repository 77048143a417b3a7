"""One table: who sits round it, what is being played, and what a command makes of it. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Raw

from chabudai.core import CHANCE, AnyGame, Anytime, Fact, News, Rng, Seat, Struct, play
from chabudai.games import GAMES
from chabudai.server import wire
from chabudai.server.seats import BOT_NAMES, distinct, new_table_id, tidy
from chabudai.server.sources import Sources

PAUSE_MS = (400, 900)
"""A bot answers after a time drawn evenly from this range, whatever its cards are."""


class No(Exception):
    """A command that changes nothing. `text` is a sentence with `{names}` for `facts`."""

    def __init__(self, code: wire.Code, text: str, rule: str | None = None, **facts: Fact) -> None:
        super().__init__(text.format(**facts))
        self.code: wire.Code = code
        self.text = text
        self.rule = rule
        self.facts: dict[str, Fact] = facts


class Place(Struct):
    """A seat as it is stored. `guest` is the digest of the secret that owns it.

    `persona` is a bot's, for the whole game.
    """

    kind: Literal["open", "guest", "bot"] = "open"
    name: str = ""
    guest: str = ""
    level: wire.Level | None = None
    persona: int = 0


OPEN = Place()


class Sitting(Struct):
    """What a table has agreed on. `invite` is the digest of its invitation's secret."""

    game: str
    rules: int
    status: wire.Status
    options: Raw
    places: tuple[Place, ...]
    host: Seat
    invite: str
    hasten: bool = False
    next: str | None = None


class Duty(Struct):
    """`seat` owes a move since step `since`; `due` is when it is made for it, None: never."""

    seat: Seat
    since: int
    kind: Literal["bot", "guest"]
    due: int | None


class Opened(Struct, tag="opened"):
    """The first step of every table."""

    sitting: Sitting


class Sit(Struct, tag="sit"):
    """A guest takes an open seat."""

    name: str
    guest: str


Command: TypeAlias = (
    wire.Act
    | wire.SeatBot
    | wire.Vacate
    | wire.Resize
    | wire.Choose
    | wire.Rename
    | wire.Begin
    | wire.Again
    | wire.Hasten
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A step of a table: `cmd` is unique at it; `seat` is who took it (CHANCE: nature)."""

    seq: int
    cmd: str
    seat: Seat
    part: Literal["lobby", "play"]
    action: bytes
    news: tuple[News[Any], ...]
    at: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table after its step `head`. `state` is the game's, None before the deal.

    `code` is the four digits it can be found by while its lobby is open.
    """

    id: str
    head: int
    sitting: Sitting
    state: Any
    duties: tuple[Duty, ...]
    code: str | None

    @property
    def game(self) -> AnyGame:
        """The rules played here."""
        return GAMES[self.sitting.game]

    def seat_of(self, guest: str | None) -> Seat | None:
        """The seat a guest's digest owns."""
        for seat, place in enumerate(self.sitting.places):
            if guest and place.guest == guest:
                return seat
        return None

    def duty(self, seat: Seat) -> Duty | None:
        """What `seat` owes, if anything."""
        return next((duty for duty in self.duties if duty.seat == seat), None)


@dataclass(frozen=True, slots=True)
class Change:
    """A table as it has become, the steps that led there, and tables set up with it."""

    table: Table
    entries: tuple[Entry, ...]
    also: tuple["Change", ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """Who commands, under which id, and when (milliseconds since 1970).

    `code` is for the table that the command may open.
    """

    seat: Seat
    cmd: str
    at: int
    sources: Sources
    code: str | None = None


# --- setting up -------------------------------------------------------------------------------


def open_table(call: Call, order: wire.NewTable, guest: str, invite: str) -> Change:
    """A new table with its host at seat 0 and bots beside. Raises No, or Illegal."""
    game = GAMES.get(order.game)
    if game is None:
        raise No("malformed", "There is no game called {game}.", game=order.game[:40])
    if order.seats not in game.seats:
        raise seats_wrong(game)
    if len(order.bots) >= order.seats:
        raise No("no-seat", "There are more bots than seats.")
    options = read_options(game, order.options, order.seats)
    places = [Place("guest", named(order.name, ()), guest)]
    for level in order.bots:
        places.append(bot_for(game, places, level, call.sources.pauses()))
    places += [OPEN] * (order.seats - len(places))
    sitting = Sitting(game.name, game.rules, "lobby", options, tuple(places), 0, invite)
    opened = lay(new_table_id(call.sources.pauses()), sitting, call)
    if not order.begin:
        return opened
    begun = begin(opened.table, replace(call, cmd="begin"), wire.Begin("begin"))
    return Change(begun.table, opened.entries + begun.entries)


def lay(table_id: str, sitting: Sitting, call: Call) -> Change:
    """The first step of a table."""
    action = msgspec.json.encode(Opened(sitting))
    entry = Entry(1, "opened", call.seat, "lobby", action, (), call.at)
    return Change(Table(table_id, 1, sitting, None, (), call.code), (entry,))


def read_options(game: AnyGame, raw: Raw, seats: int) -> Raw:
    """The options in full. Raises No, or Illegal for options that cannot be played."""
    try:
        options = msgspec.json.decode(raw, type=game.options)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise No("malformed", "These options cannot be read: {why}.", why=brief(error)) from None
    game.setup(options, seats)
    return Raw(msgspec.json.encode(options))


def brief(error: Exception) -> str:
    """Why a text could not be read, as part of a sentence."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error)[:200]


def bot_for(game: AnyGame, places: Sequence[Place], level: wire.Level, rng: Rng) -> Place:
    """A bot for a seat of this game, its name not yet at the table. Raises No."""
    if level not in game.bots:
        raise No("malformed", "This game has no bot of the level {level}.", level=level)
    taken = {place.name for place in places}
    free = [name for name in BOT_NAMES if name not in taken]
    return Place("bot", free[0], level=level, persona=rng.below(1 << 31))


def named(name: str, others: Sequence[Place]) -> str:
    """A name as it will be shown at this table. Raises No."""
    shown = tidy(name)
    if shown is None:
        raise No("malformed", "A name needs at least one letter.")
    return distinct(shown, [place.name for place in others])


def seats_wrong(game: AnyGame) -> No:
    """The refusal of a number of seats."""
    low, high = game.seats[0], game.seats[-1]
    text = "{title} is played by {low} to {high}."
    return No("malformed", text, title=game.title, low=low, high=high)


# --- round the table --------------------------------------------------------------------------


def sit(table: Table, call: Call, guest: str, name: str) -> Change:
    """A guest takes the first open seat. Raises No."""
    sitting = table.sitting
    if sitting.status != "lobby":
        raise No("not-now", "The game has begun.")
    seat = next((s for s, place in enumerate(sitting.places) if place.kind == "open"), None)
    if seat is None:
        raise No("no-seat", "Every seat at this table is taken.")
    place = Place("guest", named(name, sitting.places), guest)
    seated = replace(call, seat=seat)
    return settle_lobby(table, seated, Sit(place.name, guest), put_place(sitting, seat, place))


def settle_lobby(table: Table, call: Call, action: Struct, sitting: Sitting) -> Change:
    """One step that changes only who sits and what is agreed."""
    entry = Entry(
        table.head + 1, call.cmd, call.seat, "lobby", msgspec.json.encode(action), (), call.at
    )
    return Change(replace(table, head=entry.seq, sitting=sitting), (entry,))


def agree(sitting: Sitting, **changes: Any) -> Sitting:
    """The sitting with some things changed."""
    return msgspec.structs.replace(sitting, **changes)


def put_place(sitting: Sitting, seat: Seat, place: Place) -> Sitting:
    """The sitting with `place` at `seat`."""
    places = sitting.places
    return agree(sitting, places=(*places[:seat], place, *places[seat + 1 :]))


def obey(table: Table, call: Call, command: Command) -> Change:
    """What a seated guest's command makes of the table. Raises No, or Illegal."""
    match command:
        case wire.Act():
            return act(table, call, command)
        case wire.Rename(name=name):
            return rename(table, call, command, name)
        case wire.Again():
            return again(table, call, command)
        case wire.Hasten(hasten=hasten):
            check_host(table, call)
            return hurry(table, call, command, agree(table.sitting, hasten=hasten))
        case _:
            check_host(table, call)
            check_lobby(table)
            return ARRANGE[type(command)](table, call, command)


def check_host(table: Table, call: Call) -> None:
    """Raises No unless the host commands."""
    if call.seat != table.sitting.host:
        raise No("not-host", "Only the host can do that.")


def check_lobby(table: Table) -> None:
    """Raises No unless the game has yet to begin."""
    if table.sitting.status != "lobby":
        raise No("not-now", "The game has begun.")


def place_at(table: Table, seat: Seat) -> Place:
    """Who sits at `seat`. Raises No if there is no such seat."""
    places = table.sitting.places
    if not 0 <= seat < len(places):
        raise No("malformed", "There is no such seat.")
    return places[seat]


def seat_bot(table: Table, call: Call, command: wire.SeatBot) -> Change:
    """A bot takes an open seat, or changes its level."""
    there = place_at(table, command.seat)
    if there.kind == "guest":
        raise No("no-seat", "{name} sits there.", name=there.name)
    bot = bot_for(table.game, table.sitting.places, command.level, call.sources.pauses())
    if there.kind == "bot":
        bot = msgspec.structs.replace(bot, name=there.name, persona=there.persona)
    return settle_lobby(table, call, command, put_place(table.sitting, command.seat, bot))


def vacate(table: Table, call: Call, command: wire.Vacate) -> Change:
    """A seat becomes open again."""
    place_at(table, command.seat)
    if command.seat == table.sitting.host:
        raise No("not-now", "The host's seat cannot be vacated.")
    return settle_lobby(table, call, command, put_place(table.sitting, command.seat, OPEN))


def resize(table: Table, call: Call, command: wire.Resize) -> Change:
    """The table has another number of seats; nobody is cut off."""
    if command.seats not in table.game.seats:
        raise seats_wrong(table.game)
    places = table.sitting.places
    if any(place.kind != "open" for place in places[command.seats :]):
        raise No("not-now", "First vacate the seats that would go.")
    resized = (places + (OPEN,) * command.seats)[: command.seats]
    return settle_lobby(table, call, command, agree(table.sitting, places=resized))


def choose(table: Table, call: Call, command: wire.Choose) -> Change:
    """Play with these options."""
    sitting = table.sitting
    options = read_options(table.game, command.options, len(sitting.places))
    return settle_lobby(table, call, command, agree(sitting, options=options))


def rename(table: Table, call: Call, command: Command, name: str) -> Change:
    """A guest takes another name."""
    sitting = table.sitting
    others = [place for seat, place in enumerate(sitting.places) if seat != call.seat]
    place = msgspec.structs.replace(sitting.places[call.seat], name=named(name, others))
    return settle_lobby(table, call, command, put_place(sitting, call.seat, place))


def begin(table: Table, call: Call, command: wire.Begin) -> Change:
    """Deal. Open seats are taken by bots of the level, or must not exist."""
    sitting = table.sitting
    places = list(sitting.places)
    for seat, place in enumerate(places):
        if place.kind != "open":
            continue
        if command.fill is None:
            raise No("not-now", "Some seats are still open.")
        places[seat] = bot_for(table.game, places, command.fill, call.sources.pauses())
    options = msgspec.json.decode(sitting.options, type=table.game.options)
    state = table.game.setup(options, len(places))
    agreed = agree(sitting, places=tuple(places), status="playing")
    opened = settle_lobby(table, call, command, agreed)
    return settle_play(table, opened.table, opened.entries, state, call)


def again(table: Table, call: Call, command: wire.Again) -> Change:
    """A new table for the same players, each one seat further, so that the next one starts.

    When nobody but bots sits with the one who asks, the new game begins at once.
    """
    sitting = table.sitting
    if sitting.status != "over":
        raise No("not-now", "The game is not over.")
    if sitting.next is not None:
        return Change(table, ())
    seats = len(sitting.places)
    places = (*sitting.places[1:], sitting.places[0])
    fresh = agree(sitting, places=places, host=(sitting.host - 1) % seats, status="lobby")
    there = replace(call, seat=(call.seat - 1) % seats)
    opened = lay(new_table_id(call.sources.pauses()), fresh, there)
    if sum(place.kind == "guest" for place in places) == 1:
        begun = begin(opened.table, replace(there, cmd="begin"), wire.Begin("begin"))
        opened = Change(begun.table, opened.entries + begun.entries)
    left = settle_lobby(table, call, command, agree(sitting, next=opened.table.id))
    return Change(left.table, left.entries, (opened,))


def hurry(table: Table, call: Call, command: Command, sitting: Sitting) -> Change:
    """Bots answer without a pause from now on, or with one."""
    change = settle_lobby(table, call, command, sitting)
    if not sitting.hasten:
        return change
    duties = tuple(
        msgspec.structs.replace(duty, due=call.at) if duty.kind == "bot" else duty
        for duty in table.duties
    )
    return replace(change, table=replace(change.table, duties=duties))


ARRANGE: dict[type[Struct], Callable[[Table, Call, Any], Change]] = {
    wire.SeatBot: seat_bot,
    wire.Vacate: vacate,
    wire.Resize: resize,
    wire.Choose: choose,
    wire.Begin: begin,
}
"""What the host may do in the lobby."""


# --- the game ---------------------------------------------------------------------------------


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
    return settle_play(table, replace(table, head=seq), (entry,), step.state, call)


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
        low, high = PAUSE_MS
        pause = low + call.sources.pauses().below(high - low + 1)
        return Duty(seat, seq, "bot", call.at + (0 if sitting.hasten else pause))
    game = GAMES[sitting.game]
    seconds = game.clock(game.view(state, seat), seat)
    return Duty(seat, seq, "guest", None if seconds is None else call.at + 1000 * seconds)
