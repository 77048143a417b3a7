"""A table as pure functions: the log says everything, pending moves follow the state."""

from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Rng, play
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.protocol import Command
from chabudai.server.refusal import Code, Refused
from chabudai.server.sources import PAUSE_MS, Sources
from chabudai.server.tables.decide import (
    OPEN,
    Call,
    Change,
    Entry,
    Opened,
    Sit,
    Table,
    TableSetup,
    looks,
    put_place,
)
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.lobby import open_table, sit
from tests.server.support import in_memory

GAME = GAMES["word-bank"]
NUMBERS: Iterator[int] = count(1)
SOURCES = Sources(dice=lambda: Rng(next(NUMBERS)), pauses=lambda: Rng(next(NUMBERS)))


def call(seat: int = 0, at: int = 10_000) -> Call:
    return Call(seat, f"{seat}:{next(NUMBERS)}", at, SOURCES, "1234")


def new(**order: Any) -> Change:
    wanted: dict[str, Any] = {"game": "word-bank", "name": "Mika", "seats": 3, **order}
    if "options" in wanted:
        wanted["options"] = Raw(msgspec.json.encode(wanted["options"]))
    return open_table(call(), protocol.NewTable(**wanted), "mika", "invite")


def act(
    table: Table, seat: int, action: object, head: int | None = None, at: int = 10_000
) -> Change:
    raw = Raw(msgspec.json.encode(action))
    wish = protocol.Act("x", table.head if head is None else head, raw)
    return carry_out(table, call(seat, at), wish)


def retold(entries: tuple[Entry, ...]) -> tuple[TableSetup, Any]:
    """The sitting and the state as the log alone tells them."""
    sitting = msgspec.json.decode(entries[0].action, type=Opened).sitting
    state: Any = None
    for entry in entries[1:]:
        if entry.part == "play":
            action = msgspec.json.decode(entry.action, type=GAME.actions)
            state = play(GAME, state, entry.seat, action).state
            if not GAME.to_act(state):
                sitting = msgspec.structs.replace(sitting, status="over")
            continue
        command = msgspec.json.decode(entry.action, type=protocol.FromClient | Sit)
        if isinstance(command, Sit):
            place = msgspec.structs.replace(
                OPEN, kind="guest", name=command.name, guest=command.guest
            )
            sitting = put_place(sitting, entry.seat, place)
        elif isinstance(command, protocol.Begin):
            sitting = msgspec.structs.replace(sitting, status="playing")
            options = msgspec.json.decode(sitting.options, type=GAME.options)
            state = GAME.setup(options, len(sitting.places))
        elif isinstance(command, protocol.Rename):
            place = msgspec.structs.replace(sitting.places[entry.seat], name=command.name)
            sitting = put_place(sitting, entry.seat, place)
    return sitting, state


def finished() -> tuple[Table, tuple[Entry, ...]]:
    """A whole game of two people."""
    change = new(seats=2)
    entries = change.entries
    seated = sit(change.table, call(), "ken", "Ken")
    begun = carry_out(seated.table, call(), protocol.Begin("b"))
    entries += seated.entries + begun.entries
    table, rng = begun.table, Rng(3)
    while table.sitting.status == "playing":
        seat = GAME.to_act(table.state)[0]
        step = act(table, seat, GAME.sample(GAME.view(table.state, seat), seat, rng))
        entries += step.entries
        table = step.table
        if table.head == 6:
            named = carry_out(table, call(1), protocol.Rename("r", "Kenta"))
            entries += named.entries
            table = named.table
    return table, entries


def test_the_log_alone_tells_the_table() -> None:
    table, entries = finished()
    assert [entry.seq for entry in entries] == list(range(1, table.head + 1))
    sitting, state = retold(entries)
    assert state == table.state
    assert sitting == table.sitting


def test_chance_moves_in_the_step_that_makes_it_due() -> None:
    begun = carry_out(new(bots=("easy", "easy")).table, call(), protocol.Begin("b"))
    assert [(e.part, e.seat) for e in begun.entries] == [("lobby", 0), ("play", CHANCE)]
    assert begun.table.state is not None
    assert begun.table.code == "1234"


def test_a_bot_owes_its_move_after_an_even_pause_and_at_once_when_hastened() -> None:
    def begin() -> Table:
        return new(seats=2, bots=("easy",), begin=True, options={"first_player": 1}).table

    pauses: list[int] = []
    low, high = PAUSE_MS
    for _ in range(300):
        (move,) = begin().pending
        assert (move.seat, move.since, move.kind) == (1, 3, "bot")
        assert move.due is not None
        pauses.append(move.due - 10_000)
    assert low <= min(pauses) < low + 50
    assert high - 50 < max(pauses) <= high
    hurried = carry_out(begin(), call(at=10_050), protocol.Hasten("h", hasten=True))
    assert hurried.table.pending[0].due == 10_050
    slow = carry_out(hurried.table, call(at=10_060), protocol.Hasten("h", hasten=False))
    assert slow.table.pending == hurried.table.pending


def test_a_pause_does_not_depend_on_the_cards() -> None:
    dues: set[int | None] = set()
    for world in range(20):
        sources = Sources(dice=partial(Rng, world), pauses=partial(Rng, 9))
        order = protocol.NewTable(
            "word-bank", "M", 2, Raw(b'{"first_player":1}'), bots=("hard",), begin=True
        )
        change = open_table(Call(0, "opened", 0, sources), order, "g", "i")
        dues.add(change.table.pending[0].due)
    assert len(dues) == 1


def test_a_clock_runs_for_a_guest_and_not_for_a_bot() -> None:
    options = {"first_player": 0, "turn_clock": 30}
    begun = new(seats=2, bots=("easy",), begin=True, options=options)
    (move,) = begun.table.pending
    assert (move.kind, move.due) == ("guest", 10_000 + 30_000)
    passed = act(begun.table, 0, {"type": "pass"}, at=20_000)
    (move,) = passed.table.pending
    assert move.kind == "bot"
    renamed = carry_out(begun.table, call(at=15_000), protocol.Rename("r", "Nami"))
    assert renamed.table.pending == (replace(begun.table.pending[0], at=15_000),)


def voting() -> Table:
    """Three people, and a word of the first that the others vote on."""
    options = {"word_vote": True, "first_player": 0, "turn_clock": 60}
    table = new(options=options).table
    for each in ("ken", "ami"):
        table = sit(table, call(), each, each).table
    table = carry_out(table, call(), protocol.Begin("b")).table
    letter = table.state.ring[0].safe.letter
    say = {"type": "say", "word": letter + "ZZZ", "direction": "clockwise", "positions": [0]}
    return act(table, 0, say).table


def test_simultaneous_choices_do_not_make_each_other_stale() -> None:
    table = voting()
    head = table.head
    assert [move.seat for move in table.pending] == [1, 2]
    one = act(table, 2, {"type": "vote", "accept": True}, head, at=20_000).table
    assert one.pending == (table.pending[0],)  # who still owes keeps the clock that runs
    with pytest.raises(Refused, match="moved on"):
        act(one, 2, {"type": "vote", "accept": False}, head)
    both = act(one, 1, {"type": "vote", "accept": True}, head).table
    assert GAME.to_act(both.state) == (1,)
    with pytest.raises(Refused, match="moved on"):
        act(both, 1, {"type": "pass"}, head)


def test_a_challenge_made_out_of_turn_is_judged_by_the_rules_however_late_it_is() -> None:
    change = new(game="quiddler", seats=2, options={"first_dealer": 1})
    table = carry_out(
        sit(change.table, call(), "ken", "Ken").table, call(), protocol.Begin("b")
    ).table
    head = table.head
    table = act(table, 0, {"type": "draw", "source": "pile"}).table
    discard, *laid = table.state.hands[0]
    table = act(table, 0, {"type": "go-out", "words": [laid], "discard": discard}).table
    with pytest.raises(Illegal, match="QD-24"):
        act(table, 0, {"type": "challenge", "round": 1, "word": 0}, head)
    with pytest.raises(Refused, match="moved on"):
        act(table, 1, {"type": "draw", "source": "pile"}, head)
    doubted = act(table, 1, {"type": "challenge", "round": 1, "word": 0}, head).table
    assert doubted.state.laid[0].verdict is not None
    drawn = act(table, 1, {"type": "draw", "source": "pile"}, table.head).table
    card = drawn.state.hands[1][0]
    over = act(drawn, 1, {"type": "discard", "card": card}).table
    waiting = act(over, 1, {"type": "ready"}).table
    late = act(waiting, 1, {"type": "challenge", "round": 1, "word": 0}, head).table
    assert late.pending == waiting.pending
    with pytest.raises(Illegal, match="QD-26"):
        act(late, 1, {"type": "challenge", "round": 1, "word": 0})


def test_each_kind_of_move_has_its_own_clock() -> None:
    options = {"first_dealer": 1, "turn_clock": 30, "turn_cap": 1, "challenge_clock": 90}
    table = new(game="quiddler", seats=2, bots=("easy",), begin=True, options=options).table
    (move,) = table.pending
    assert (move.seat, move.due) == (0, 10_000 + 30_000)
    while len(table.pending) == 1:
        seat = table.pending[0].seat
        table = act(table, seat, table.game.idle(table.game.view(table.state, seat), seat)).table
    assert {move.seat: move.due for move in table.pending}[0] == 10_000 + 90_000


def test_a_challenge_wins_no_time_for_the_move_that_is_owed() -> None:
    options = {"first_dealer": 1, "turn_clock": 30}
    change = new(game="quiddler", seats=2, options=options)
    table = carry_out(
        sit(change.table, call(), "ken", "Ken").table, call(), protocol.Begin("b")
    ).table
    table = act(table, 0, {"type": "draw", "source": "pile"}).table
    discard, *laid = table.state.hands[0]
    table = act(table, 0, {"type": "go-out", "words": [laid], "discard": discard}).table
    head = table.head
    (move,) = table.pending
    assert (move.seat, move.due) == (1, 10_000 + 30_000)
    table = act(table, 1, {"type": "challenge", "round": 1, "word": 0}, at=20_000).table
    assert table.pending == (replace(move, at=20_000),)
    # Who goes on before the verdict is seen is not too late for it.
    drawn = act(table, 1, {"type": "draw", "source": "pile"}, head, at=25_000).table
    assert drawn.pending[0].due == 25_000 + 30_000


def test_a_bot_that_has_challenged_is_asked_again() -> None:
    options = {"first_dealer": 1, "challenge_clock": 30}
    table = new(game="quiddler", seats=2, bots=("easy",), begin=True, options=options).table
    table = act(table, 0, {"type": "draw", "source": "pile"}).table
    discard, *laid = table.state.hands[0]
    table = act(table, 0, {"type": "go-out", "words": [laid], "discard": discard}).table
    table = act(table, 1, {"type": "draw", "source": "pile"}).table
    table = act(table, 1, {"type": "discard", "card": table.state.hands[1][0]}).table
    guest, bot = table.pending
    table = act(table, 1, {"type": "challenge", "round": 1, "word": 0}, at=12_000).table
    assert table.pending_of(0) == guest
    asked = table.pending_of(1)
    assert asked is not None
    assert (asked.kind, asked.since) == ("bot", table.head)
    assert asked.since > bot.since


def test_a_name_changed_meanwhile_does_not_make_a_move_stale() -> None:
    begun = new(seats=2, bots=("easy",), begin=True, options={"first_player": 0})
    named = carry_out(begun.table, call(), protocol.Rename("r", "Nami"))
    moved = act(named.table, 0, {"type": "pass"}, begun.table.head)
    assert moved.entries[0].seq == begun.table.head + 2


def test_seats_come_and_go_in_the_lobby() -> None:
    table = new(seats=2, bots=("easy",)).table
    bot = table.sitting.places[1]
    assert bot.name
    harder = carry_out(table, call(), protocol.SeatBot("s", 1, "hard")).table.sitting.places[1]
    assert (harder.name, harder.persona, harder.level) == (bot.name, bot.persona, "hard")
    wider = carry_out(table, call(), protocol.Resize("r", 5)).table
    assert [place.kind for place in wider.sitting.places] == ["guest", "bot", *["open"] * 3]
    narrow = carry_out(wider, call(), protocol.Resize("r", 2)).table
    assert narrow.sitting == table.sitting
    empty = carry_out(narrow, call(), protocol.Vacate("v", 1)).table
    assert empty.sitting.places[1] == OPEN
    filled = carry_out(empty, call(), protocol.Begin("b", fill="normal")).table
    assert (filled.sitting.places[1].kind, filled.sitting.places[1].level) == ("bot", "normal")


REFUSED: list[tuple[Command, Code]] = [
    (protocol.SeatBot("s", 0, "easy"), "no-seat"),
    (protocol.SeatBot("s", 9, "easy"), "malformed"),
    (protocol.SeatBot("s", -1, "easy"), "malformed"),
    (protocol.Vacate("v", 0), "not-now"),
    (protocol.Vacate("v", 9), "malformed"),
    (protocol.Resize("r", 1), "malformed"),
    (protocol.Resize("r", 6), "malformed"),
    (protocol.Resize("r", 2), "not-now"),
    (protocol.Choose("c", Raw(b'{"lexicon":"klingon"}')), "malformed"),
    (protocol.Choose("c", Raw(b"[" * 5000 + b"]" * 5000)), "malformed"),
    (protocol.Rename("n", " "), "malformed"),
    (protocol.Begin("b"), "not-now"),
    (protocol.Again("a"), "not-now"),
    (protocol.Act("x", 1, Raw(b'{"type":"pass"}')), "not-now"),
]


@pytest.mark.parametrize(("command", "code"), REFUSED, ids=lambda each: type(each).__name__)
def test_what_the_lobby_does_not_allow_is_refused(command: Command, code: Code) -> None:
    table = new(seats=4, bots=("easy",)).table
    table = carry_out(table, call(), protocol.SeatBot("s", 3, "easy")).table
    with pytest.raises(Refused) as refusal:
        carry_out(table, call(), command)
    assert refusal.value.code == code
    assert str(refusal.value).endswith(".")


def test_options_that_cannot_be_played_are_refused_by_the_rule() -> None:
    table = new(seats=2).table
    with pytest.raises(Illegal) as illegal:
        carry_out(table, call(), protocol.Choose("c", Raw(b'{"first_player":3}')))
    assert illegal.value.rule == "WB-A14"
    chosen = carry_out(table, call(), protocol.Choose("c", Raw(b'{"min_length":4}'))).table
    options = msgspec.json.decode(chosen.sitting.options, type=GAME.options)
    assert options == GAME.options(min_length=4)


def test_seats_that_the_options_do_not_allow_are_refused_by_the_rule() -> None:
    table = new(seats=4, options={"first_player": 3}).table
    with pytest.raises(Illegal, match="WB-A14"):
        carry_out(table, call(), protocol.Resize("r", 2))
    assert len(carry_out(table, call(), protocol.Resize("r", 5)).table.sitting.places) == 5


def test_the_rematch_has_the_same_people_one_seat_further() -> None:
    table, _ = finished()
    asked = carry_out(table, call(1), protocol.Again("a"))
    (fresh,) = asked.also
    assert asked.table.sitting.next == fresh.table.id
    assert [place.name for place in fresh.table.sitting.places] == ["Kenta", "Mika"]
    assert fresh.table.sitting.host == 1
    assert fresh.table.sitting.status == "lobby"
    assert fresh.table.code == "1234"
    assert looks(table.sitting.places) == (0, 1)
    assert looks(fresh.table.sitting.places) == (1, 0)
    wider = carry_out(fresh.table, call(1), protocol.Resize("r", 3)).table
    assert looks(wider.sitting.places) == (1, 0, 2)
    freed = carry_out(wider, call(1), protocol.Vacate("v", 0)).table
    assert looks(freed.sitting.places) == (1, 0, 2)
    assert fresh.table.seat_of("ken") == 0
    assert carry_out(asked.table, call(0), protocol.Again("a")) == Change(asked.table, ())


def test_a_move_does_not_have_everybody_who_sits_there_written_anew() -> None:
    table = new(begin=True, bots=("easy", "easy"), options={"first_player": 0}).table
    live = in_memory(table)
    lobby, gone = live.lobby(None), live.guests.gone()
    moved = act(table, 0, {"type": "pass"})
    live.advance(moved.table, moved.entries)
    assert live.lobby(None) is lobby
    assert live.guests.gone() is gone
    fast = carry_out(moved.table, call(), protocol.Hasten("h", True))
    live.advance(fast.table, fast.entries)
    assert live.lobby(None) != lobby
