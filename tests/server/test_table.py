"""Tables as pure functions: the log is complete, and pending moves and options follow the state."""

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
from chabudai.server.tables.decide.lobby import open_table
from chabudai.server.tables.live import KEPT_STEPS, LiveTable
from chabudai.server.tables.lobby_message import public_lobby
from tests.server.tables import (
    AT,
    act,
    change,
    do,
    friends,
    in_memory,
    joined,
    open_new,
    refusal,
    with_bot,
)

GAME = GAMES["word-bank"]


def stale(table: Table, seat: int, action: object, head: int) -> bool:
    raw = Raw(msgspec.json.encode(action))
    return "moved on" in refusal(table, seat, protocol.Act("x", head, raw))


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
        sources = Sources(dice=partial(Rng, world), delays=partial(Rng, 9))
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
    assert act(renamed, 0, {"type": "pass"}, begun.head).head == begun.head + 2, "not stale"


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


def test_a_challenge_extends_no_clock_and_a_bot_that_made_it_owes_a_further_decision() -> None:
    table = go_out(friends(2, "quiddler", first_dealer=1, turn_clock=30))
    head, (move,) = table.head, table.pending
    assert (move.seat, move.due) == (1, AT + 30_000)
    table = act(table, 1, CHALLENGE, at=AT + 10_000)
    assert table.pending == (replace(move, at=AT + 10_000),)
    # A move decided on before the verdict was sent is not stale.
    drawn = act(table, 1, DRAW, head, at=AT + 15_000)
    assert drawn.pending[0].due == AT + 45_000
    table = go_out(with_bot("quiddler", first_dealer=1, challenge_clock=30))
    table = discard(act(table, 1, DRAW), 1)
    guest, bot = table.pending
    table = act(table, 1, CHALLENGE, at=AT + 2_000)
    assert table.pending_of(0) == guest
    asked = table.pending_of(1)
    assert asked is not None
    assert (asked.kind, asked.since) == ("bot", table.head)
    assert asked.since > bot.since


def test_a_lobby_grows_to_the_games_maximum_and_closes_open_seats_at_the_start() -> None:
    table = open_new(seats=None, bots=("easy",), options={"first_player": 0}).table
    bot = table.sitting.places[1]
    harder = do(table, 0, protocol.SeatBot("s", 1, "hard")).sitting.places[1]
    assert (harder.name, harder.persona, harder.level) == (bot.name, bot.persona, "hard")
    for name in ("Ken", "Ami"):
        table = joined(table, name)
    table = do(table, 0, protocol.SeatBot("s", 4, "easy"))
    kinds = " ".join(place.kind for place in table.sitting.places)
    assert kinds == "guest bot guest guest bot"
    assert public_lobby(table).seats == (2, 3, 4, 5)
    with pytest.raises(TableFull):
        joined(table, "Nami")
    assert "played by 2 to 5" in refusal(table, 0, protocol.SeatBot("s", 5, "easy"))
    away: dict[str, Any] = {"away": (None,) * 5}
    chosen = do(table, 0, protocol.Choose("c", Raw(b'{"first_player":3}')), **away)
    empty = do(do(chosen, 0, protocol.Vacate("v", 1)), 0, protocol.Leave("l"), **away)
    before = looks(empty.sitting.places)
    live, announced = in_memory(empty), list[LiveTable]()
    live._common.feeds.attended.subscribe(announced.append)
    closed = change(empty, 2, protocol.Begin("b"))
    assert [(e.part, e.seat) for e in closed.entries] == [("lobby", 2), ("play", CHANCE)]
    live.advance(closed.table, closed.entries)
    assert announced == [live]  # other servers know the guests by their seats
    begun = closed.table
    sitting = begun.sitting
    assert [place.name for place in sitting.places[:2]] == ["Ken", "Ami"]
    assert (len(sitting.places), sitting.host, begun.code) == (3, 0, "1234")
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
    two = joined(two, "Ken")
    with pytest.raises(TableFull):
        joined(two, "Ami")
    with pytest.raises(Illegal, match="KK-"):
        do(two, 0, protocol.SeatBot("s", 2, "easy"))
    three = do(two, 0, protocol.Choose("c", Raw(b"{}")))
    three = joined(three, "Ami")
    with pytest.raises(Illegal, match="KK-"):
        do(three, 0, protocol.Choose("c", two.sitting.options))
    # After one of three has left, options for two are possible again.
    left = do(three, 1, protocol.Leave("l"))
    chosen = do(left, 0, protocol.Choose("c", two.sitting.options))
    with pytest.raises(TableFull):
        joined(chosen, "Ken")
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


def test_commands_that_the_lobby_does_not_allow_are_refused() -> None:
    table = open_new(seats=4, bots=("easy",)).table
    table = do(table, 0, protocol.SeatBot("s", 3, "easy"))
    for command, code in REFUSED:
        with pytest.raises(Refused) as refused:
            do(table, 0, command)
        assert refused.value.code == code, command
        assert str(refused.value).endswith(".")


def test_options_and_seats_that_do_not_fit_are_refused_by_the_rule() -> None:
    with pytest.raises(Illegal) as illegal:
        do(open_new().table, 0, protocol.Choose("c", Raw(b'{"first_player":3}')))
    assert illegal.value.rule == "WB-A14"
    chosen = do(open_new().table, 0, protocol.Choose("c", Raw(b'{"min_length":4}')))
    options = msgspec.json.decode(chosen.sitting.options, type=GAME.options)
    assert options == GAME.options(min_length=4)


def test_a_rematch_seats_the_same_guests_one_seat_further() -> None:
    table = do(do(friends(2), 1, protocol.Rename("r", "Kenta")), 0, protocol.End("e"))
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


def test_only_possible_seats_and_values_are_offered() -> None:
    assert choices("quiddler", b"{}", 3).seats == tuple(range(2, 9))
    columns = choices("quiddler", b'{"solo":"columns"}', 1)
    assert (columns.seats, columns.refused["solo"]) == (tuple(range(1, 9)), ("bots",))
    assert choices("quiddler", b"{}", 2).refused["two_player_bonus"] == ("both",)
    assert "two_player_bonus" not in choices("quiddler", b"{}", 3).refused
    assert 2 not in choices("quiddler", b'{"two_player_bonus":"both"}', 3).seats
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


def steps(first: int, last: int) -> tuple[Entry, ...]:
    return tuple(Entry(n, f"c{n}", 0, "lobby", b"{}", (), 1) for n in range(first, last + 1))


def test_steps_of_one_batch_are_all_kept_in_memory_and_the_latest_of_others() -> None:
    table = friends(2, begin=False)
    head = table.head + 2 * KEPT_STEPS
    live = in_memory(table)

    def advance(first: int, last: int) -> None:
        live.advance(replace(table, head=last), steps(first, last))

    for each in range(table.head + 1, head + 1):
        advance(each, each)
    assert live.recent == steps(head - KEPT_STEPS + 1, head)
    assert live.steps_after(head) == ()
    assert live.steps_after(head - 1) == steps(head, head)
    assert live.steps_after(head - KEPT_STEPS - 1) is None
    advance(head + 1, head + 50)
    assert live.steps_after(head) == steps(head + 1, head + 50)
    advance(head + 51, head + 51)
    assert live.recent == steps(head + 52 - KEPT_STEPS, head + 51)
    # If some steps in between were not read, all earlier ones are dropped.
    advance(head + 54, head + 54)
    assert live.recent == steps(head + 54, head + 54)
