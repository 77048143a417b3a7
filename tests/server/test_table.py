"""Tables as pure functions: the log is complete, pending moves and options follow the state."""

from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Rng
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.protocol import Command
from chabudai.server.refusal import Code, Refused, TableFull
from chabudai.server.sources import PAUSE_MS, Sources
from chabudai.server.tables.decide import Call, Change, Entry, Table, looks
from chabudai.server.tables.decide.agreement import choices
from chabudai.server.tables.decide.lobby import open_table, sit
from chabudai.server.tables.live import LiveTable
from chabudai.server.tables.lobby_message import public_lobby
from tests.server.tables import (
    AT,
    act,
    call,
    change,
    do,
    friends,
    in_memory,
    open_new,
    refusal,
    sample,
    with_bot,
)

GAME = GAMES["word-bank"]


def play_to_the_end() -> tuple[Table, list[Entry]]:
    """A whole game of two guests, and its log."""
    log: list[Entry] = []

    def take(change: Change) -> Table:
        log.extend(change.entries)
        return change.table

    table = take(open_new())
    table = take(sit(table, call(), "ken", "Ken"))
    table = take(change(table, 0, protocol.Begin("b")))
    while table.sitting.status == "playing":
        seat = GAME.to_act(table.state)[0]
        move = Raw(msgspec.json.encode(sample(table, seat, table.head)))
        table = take(change(table, seat, protocol.Act("x", table.head, move)))
        if table.head == 6:
            table = take(change(table, 1, protocol.Rename("r", "Kenta")))
    return table, log


def stale(table: Table, seat: int, action: object, head: int) -> bool:
    """Whether a move is refused because the table has advanced."""
    raw = Raw(msgspec.json.encode(action))
    return "moved on" in refusal(table, seat, protocol.Act("x", head, raw))


def test_chance_moves_in_the_step_that_makes_it_due() -> None:
    begun = change(open_new(bots=("easy",)).table, 0, protocol.Begin("b"))
    assert [(e.part, e.seat) for e in begun.entries] == [("lobby", 0), ("play", CHANCE)]
    assert begun.table.state is not None
    assert begun.table.code == "1234"


def test_a_bot_owes_its_move_after_a_pause_or_immediately_if_hastened() -> None:
    pauses: list[int] = []
    low, high = PAUSE_MS
    for _ in range(300):
        (move,) = with_bot(first_player=1).pending
        assert (move.seat, move.since, move.kind) == (1, 3, "bot")
        assert move.due is not None
        pauses.append(move.due - AT)
    assert low <= min(pauses) < low + 50
    assert high - 50 < max(pauses) <= high
    hurried = do(with_bot(first_player=1), 0, protocol.Hasten("h", hasten=True), at=AT + 50)
    assert hurried.pending[0].due == AT + 50
    assert do(hurried, 0, protocol.Hasten("h", hasten=False), at=AT + 60).pending == hurried.pending


def test_a_pause_does_not_depend_on_the_cards() -> None:
    dues: set[int | None] = set()
    options = Raw(b'{"first_player":1}')
    for world in range(20):
        sources = Sources(dice=partial(Rng, world), pauses=partial(Rng, 9))
        order = protocol.NewTable("word-bank", "M", 2, options, bots=("hard",), begin=True)
        dues.add(open_table(Call(0, "opened", 0, sources), order, "g", "i").table.pending[0].due)
    assert len(dues) == 1


def test_a_clock_runs_for_a_guest_and_not_for_a_bot() -> None:
    begun = with_bot(first_player=0, turn_clock=30)
    (owed,) = begun.pending
    assert (owed.kind, owed.due) == ("guest", AT + 30_000)
    (move,) = act(begun, 0, {"type": "pass"}, at=AT + 10_000).pending
    assert move.kind == "bot"
    renamed = do(begun, 0, protocol.Rename("r", "Nami"), at=AT + 5_000)
    assert renamed.pending == (replace(owed, at=AT + 5_000),)


def test_simultaneous_choices_do_not_make_each_other_stale() -> None:
    table = friends(3, word_vote=True, first_player=0, turn_clock=60)
    letter = table.state.ring[0].safe.letter
    say = {"type": "say", "word": letter + "ZZZ", "direction": "clockwise", "positions": [0]}
    table = act(table, 0, say)
    head, yes = table.head, {"type": "vote", "accept": True}
    assert [move.seat for move in table.pending] == [1, 2]
    one = act(table, 2, yes, head, at=AT + 10_000)
    assert one.pending == (table.pending[0],)  # the other's clock keeps running
    assert stale(one, 2, {"type": "vote", "accept": False}, head)
    both = act(one, 1, yes, head)
    assert GAME.to_act(both.state) == (1,)
    assert stale(both, 1, {"type": "pass"}, head)


DRAW = {"type": "draw", "source": "pile"}
CHALLENGE = {"type": "challenge", "round": 1, "word": 0}


def go_out(table: Table) -> Table:
    """Seat 0 of Quiddler draws, and goes out by laying its cards as one invalid word."""
    table = act(table, 0, DRAW)
    discard, *laid = table.state.hands[0]
    return act(table, 0, {"type": "go-out", "words": [laid], "discard": discard})


def discard(table: Table, seat: int) -> Table:
    return act(table, seat, {"type": "discard", "card": table.state.hands[seat][0]})


def test_a_challenge_out_of_turn_is_judged_by_the_rules_however_late() -> None:
    begun = friends(2, "quiddler", first_dealer=1)
    table, head = go_out(begun), begun.head
    with pytest.raises(Illegal, match="QD-24"):
        act(table, 0, CHALLENGE, head)
    assert stale(table, 1, DRAW, head)
    assert act(table, 1, CHALLENGE, head).state.laid[0].verdict is not None
    waiting = act(discard(act(table, 1, DRAW), 1), 1, {"type": "ready"})
    late = act(waiting, 1, CHALLENGE, head)
    assert late.pending == waiting.pending
    with pytest.raises(Illegal, match="QD-26"):
        act(late, 1, CHALLENGE)


def test_each_kind_of_move_has_its_own_clock() -> None:
    table = with_bot("quiddler", first_dealer=1, turn_clock=30, turn_cap=1, challenge_clock=90)
    (move,) = table.pending
    assert (move.seat, move.due) == (0, AT + 30_000)
    while len(table.pending) == 1:
        seat = table.pending[0].seat
        table = act(table, seat, table.game.idle(table.game.view(table.state, seat), seat))
    assert {move.seat: move.due for move in table.pending}[0] == AT + 90_000


def test_a_challenge_does_not_extend_the_clock_of_the_owed_move() -> None:
    table = go_out(friends(2, "quiddler", first_dealer=1, turn_clock=30))
    head, (move,) = table.head, table.pending
    assert (move.seat, move.due) == (1, AT + 30_000)
    table = act(table, 1, CHALLENGE, at=AT + 10_000)
    assert table.pending == (replace(move, at=AT + 10_000),)
    # A move decided on before the verdict was sent is not stale.
    drawn = act(table, 1, DRAW, head, at=AT + 15_000)
    assert drawn.pending[0].due == AT + 45_000


def test_a_bot_that_has_challenged_owes_a_further_decision() -> None:
    table = go_out(with_bot("quiddler", first_dealer=1, challenge_clock=30))
    table = discard(act(table, 1, DRAW), 1)
    guest, bot = table.pending
    table = act(table, 1, CHALLENGE, at=AT + 2_000)
    assert table.pending_of(0) == guest
    asked = table.pending_of(1)
    assert asked is not None
    assert (asked.kind, asked.since) == ("bot", table.head)
    assert asked.since > bot.since


def test_a_new_name_does_not_make_a_move_stale() -> None:
    begun = with_bot(first_player=0)
    named = do(begun, 0, protocol.Rename("r", "Nami"))
    assert act(named, 0, {"type": "pass"}, begun.head).head == begun.head + 2


def test_a_lobby_grows_to_the_games_maximum_and_closes_open_seats_at_the_start() -> None:
    table = open_new(seats=None, bots=("easy",), options={"first_player": 0}).table
    bot = table.sitting.places[1]
    harder = do(table, 0, protocol.SeatBot("s", 1, "hard")).sitting.places[1]
    assert (harder.name, harder.persona, harder.level) == (bot.name, bot.persona, "hard")
    for name in ("ken", "ami"):
        table = sit(table, call(), name, name.title()).table
    table = do(table, 0, protocol.SeatBot("s", 4, "easy"))
    assert [place.kind for place in table.sitting.places] == [
        "guest",
        "bot",
        "guest",
        "guest",
        "bot",
    ]
    assert public_lobby(table).seats == (2, 3, 4, 5)
    with pytest.raises(TableFull):
        sit(table, call(), "nami", "Nami")
    with pytest.raises(Refused, match="played by 2 to 5"):
        do(table, 0, protocol.SeatBot("s", 5, "easy"))
    away: dict[str, Any] = {"away": (None,) * 5}
    chosen = do(table, 0, protocol.Choose("c", Raw(b'{"first_player":3}')), **away)
    empty = do(do(chosen, 0, protocol.Vacate("v", 1)), 0, protocol.Leave("l"), **away)
    before = looks(empty.sitting.places)
    live, announced = in_memory(empty), list[LiveTable]()
    live._common.feeds.attended.subscribe(announced.append)
    closed = change(empty, 2, protocol.Begin("b"))
    live.advance(closed.table, closed.entries)
    assert announced == [live]  # other servers know the guests by their seats
    begun = closed.table
    sitting = begun.sitting
    assert [place.name for place in sitting.places[:2]] == ["Ken", "Ami"]
    assert (len(sitting.places), sitting.host) == (3, 0)
    assert looks(sitting.places) == tuple(before[seat] for seat in (2, 3, 4))
    assert (begun.pending[0].seat, begun.state.options.first_player) == (1, 1)


def test_a_lobby_begins_only_with_enough_players() -> None:
    table = open_new(seats=None).table
    sentence = "Word Bank needs 2 players here. Wait for friends, or add bots."
    assert refusal(table, 0, protocol.Begin("b")) == sentence
    filled = do(table, 0, protocol.Begin("b", fill="normal"))
    assert [place.level for place in filled.sitting.places] == [None, "normal"]
    # An option that names an empty seat is void once the seat is closed.
    table = open_new(seats=4, bots=("easy",), options={"first_player": 3}).table
    assert do(table, 0, protocol.Begin("b")).state.options.first_player == "random"


def test_options_for_two_keep_a_third_guest_out() -> None:
    two = open_new("kakapo", seats=None, options={"mission": "buddy/7"}).table
    assert public_lobby(two).seats == (2,)
    two = sit(two, call(), "ken", "Ken").table
    with pytest.raises(TableFull):
        sit(two, call(), "ami", "Ami")
    with pytest.raises(Illegal, match="KK-"):
        do(two, 0, protocol.SeatBot("s", 2, "easy"))
    three = do(two, 0, protocol.Choose("c", Raw(b"{}")))
    three = sit(three, call(), "ami", "Ami").table
    with pytest.raises(Illegal, match="KK-"):
        do(three, 0, protocol.Choose("c", two.sitting.options))
    # After one of three has left, options for two are possible again.
    left = do(three, 1, protocol.Leave("l"))
    chosen = do(left, 0, protocol.Choose("c", two.sitting.options))
    with pytest.raises(TableFull):
        sit(chosen, call(), "ken", "Ken")
    begun = do(chosen, 0, protocol.Begin("b"))
    assert [place.name for place in begun.sitting.places] == ["Mika", "Ami"]


REFUSED: list[tuple[Command, Code]] = [
    (protocol.SeatBot("s", 0, "easy"), "no-seat"),
    (protocol.SeatBot("s", 9, "easy"), "malformed"),
    (protocol.SeatBot("s", -1, "easy"), "malformed"),
    (protocol.Vacate("v", 0), "not-now"),
    (protocol.Vacate("v", 9), "malformed"),
    (protocol.Choose("c", Raw(b'{"lexicon":"klingon"}')), "malformed"),
    (protocol.Choose("c", Raw(b"[" * 5000 + b"]" * 5000)), "malformed"),
    (protocol.Rename("n", " "), "malformed"),
    (protocol.Act("x", 1, Raw(b'{"type":"pass"}')), "not-now"),
]


@pytest.mark.parametrize(("command", "code"), REFUSED, ids=lambda each: type(each).__name__)
def test_commands_that_the_lobby_does_not_allow_are_refused(command: Command, code: Code) -> None:
    table = open_new(seats=4, bots=("easy",)).table
    table = do(table, 0, protocol.SeatBot("s", 3, "easy"))
    with pytest.raises(Refused) as refused:
        do(table, 0, command)
    assert refused.value.code == code
    assert str(refused.value).endswith(".")


def test_options_and_seats_that_do_not_fit_are_refused_by_the_rule() -> None:
    with pytest.raises(Illegal) as illegal:
        do(open_new().table, 0, protocol.Choose("c", Raw(b'{"first_player":3}')))
    assert illegal.value.rule == "WB-A14"
    chosen = do(open_new().table, 0, protocol.Choose("c", Raw(b'{"min_length":4}')))
    options = msgspec.json.decode(chosen.sitting.options, type=GAME.options)
    assert options == GAME.options(min_length=4)


def test_a_rematch_seats_the_same_guests_one_seat_further() -> None:
    table, _ = play_to_the_end()
    asked = change(table, 1, protocol.Again("a"))
    (fresh,) = (each.table for each in asked.also)
    sitting = fresh.sitting
    assert asked.table.sitting.next == fresh.id
    assert [place.name for place in sitting.places] == ["Kenta", "Mika"]
    assert (sitting.host, sitting.status, fresh.code) == (1, "lobby", "1234")
    assert fresh.seat_of("ken") == 0
    assert (looks(table.sitting.places), looks(sitting.places)) == ((0, 1), (1, 0))
    wider = do(fresh, 1, protocol.SeatBot("s", 2, "easy"))
    assert looks(wider.sitting.places) == (1, 0, 2)
    assert looks(do(wider, 1, protocol.Vacate("v", 0)).sitting.places) == (1, 0, 2)
    assert change(asked.table, 0, protocol.Again("a")) == Change(asked.table, ())


def test_a_move_reuses_the_encoded_lobby_and_presence() -> None:
    table = with_bot(first_player=0)
    live = in_memory(table)
    lobby, gone = live.lobby(None), live.guests.gone()
    pass_ = protocol.Act("x", table.head, Raw(b'{"type":"pass"}'))
    for command, is_reused in ((pass_, True), (protocol.Hasten("h", True), False)):
        changed = change(live.table, 0, command)
        live.advance(changed.table, changed.entries)
        assert (live.lobby(None) is lobby) is is_reused
        assert (live.guests.gone() is gone) is is_reused
    assert live.lobby(None) != lobby


def test_a_single_seat_is_offered_only_for_the_solo_game() -> None:
    assert choices("quiddler", b"{}", 3).seats == tuple(range(2, 9))
    columns = choices("quiddler", b'{"solo":"columns"}', 1)
    assert columns.seats == tuple(range(1, 9))
    assert columns.refused["solo"] == ("bots",)


def test_two_players_are_not_offered_both_bonuses() -> None:
    assert choices("quiddler", b"{}", 2).refused["two_player_bonus"] == ("both",)
    assert "two_player_bonus" not in choices("quiddler", b"{}", 3).refused
    assert 2 not in choices("quiddler", b'{"two_player_bonus":"both"}', 3).seats


def test_only_seats_at_the_table_can_start() -> None:
    assert choices("word-bank", b"{}", 3).refused == {"first_player": (3, 4)}
    assert choices("word-bank", b'{"first_player":3}', 4).seats == (4, 5)


@pytest.mark.parametrize("name", GAMES)
def test_a_value_is_refused_only_when_the_rules_refuse_it(name: str) -> None:
    game = GAMES[name]
    for seats in game.seats:
        for option, wrong in choices(name, b"{}", seats).refused.items():
            for value in wrong:
                options = msgspec.convert({option: value}, game.options)
                with pytest.raises(Illegal):
                    game.setup(options, seats)
