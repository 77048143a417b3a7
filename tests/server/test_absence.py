"""Guests who are away: a bot stands in, a move is skipped, seats are left and handed on."""

from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.protocol import Command
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources
from chabudai.server.tables.decide import OPEN, Call, Change, Place, Table, TableSetup, looks
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.lobby import lacks_host, open_table, sit
from chabudai.server.tables.decide.play import GRACE_MS, MOST_ASIDES

AT = 10_000
AWAY = protocol.AWAY_MS
NUMBERS: Iterator[int] = count(1)
SOURCES = Sources(dice=partial(Rng, 5), pauses=lambda: Rng(next(NUMBERS)))


def call(seat: int = 0, *, away: tuple[int | None, ...] = (None,) * 3, at: int = AT) -> Call:
    return Call(seat, f"{seat}:{next(NUMBERS)}", at, SOURCES, "1234", away)


def friends(game: str = "word-bank", seats: int = 3, **options: Any) -> Table:
    """Mika, Ken and Ami, who have begun; Mika is the host."""
    raw = Raw(msgspec.json.encode(options))
    table = open_table(call(), protocol.NewTable(game, "Mika", seats, raw), "mika", "i").table
    for each in ("Ken", "Ami")[: seats - 1]:
        table = sit(table, call(), each.lower(), each).table
    return carry_out(table, call(), protocol.Begin("b")).table


def do(table: Table, seat: int, command: Command, **how: Any) -> Table:
    return carry_out(table, call(seat, **how), command).table


def refusal(table: Table, seat: int, command: Command, **how: Any) -> str:
    """The refusal of a command, which changes nothing."""
    with pytest.raises(Refused) as refused:
        do(table, seat, command, **how)
    return str(refused.value)


def substitute(seat: int, level: protocol.Level = "easy") -> protocol.Substitute:
    return protocol.Substitute("s", seat, level)


KEN_GONE = (None, AWAY, None)
KEN_GOES = (None, AWAY - 1, None)


def test_everyone_may_ask_for_a_bot_after_half_a_minute_and_the_host_at_once() -> None:
    table = friends(first_player=1)
    assert refusal(table, 2, substitute(1)) == "Ken is here."
    assert refusal(table, 2, substitute(1), away=KEN_GOES) == "Ken may be back in a moment."
    for seat, away in ((0, KEN_GOES), (2, KEN_GONE)):
        played = do(table, seat, substitute(1, "hard"), away=away)
        place = played.sitting.places[1]
        assert (place.kind, place.name, place.level, place.left) == ("guest", "Ken", "hard", False)
        assert played.seat_of("ken") == 1
        (move,) = played.pending
        assert (move.seat, move.since, move.kind) == (1, table.pending[0].since, "bot")
        assert move.due is not None


def test_nobody_asks_for_a_bot_in_a_seat_where_no_guest_is_away() -> None:
    table = friends()
    assert refusal(table, 0, substitute(0), away=(AWAY, None, None)) == "Mika is here."
    assert refusal(table, 0, substitute(7)) == "There is no such seat."
    assert refusal(table, 0, substitute(-1)) == "There is no such seat."
    bots = do(do(table, 0, protocol.Vacate("v", 1)), 0, protocol.SeatBot("b", 1, "easy"))
    assert refusal(bots, 0, substitute(1)) == "No guest sits there."
    lobby = open_table(call(), protocol.NewTable("word-bank", "Mika", 3), "mika", "i").table
    assert "no game going on" in refusal(lobby, 0, substitute(0), away=KEN_GONE)


def test_who_comes_back_owes_the_move_again_and_coming_back_twice_is_one_step() -> None:
    table = friends(first_player=1, turn_clock=60)
    played = do(table, 0, substitute(1), away=KEN_GONE, at=40_000)
    (move,) = played.pending
    assert (move.kind, move.clock) == ("bot", AT + 60_000)
    back = do(played, 1, protocol.Return("r"), at=41_000)
    assert back.sitting == table.sitting
    assert back.pending == (replace(table.pending[0], at=41_000),)  # the clock went on
    assert do(back, 1, protocol.Return("r")) == back
    assert do(table, 1, protocol.Return("r")) == table


def test_a_bot_moves_before_the_clock_of_its_guest_runs_out() -> None:
    table = friends(first_player=1, turn_clock=60)
    (move,) = do(table, 0, substitute(1), away=KEN_GONE, at=AT + 59_990).pending
    assert move.due == move.clock == AT + 60_000


def test_a_clock_that_ran_out_while_nobody_was_there_is_wound_up_again() -> None:
    table = friends(first_player=1, turn_clock=60)
    nobody = (AWAY, AWAY, AWAY)
    late = AT + 60_000 - GRACE_MS
    assert do(table, 0, protocol.Return("r"), away=nobody, at=late) == table
    woken = do(table, 0, protocol.Return("r"), away=nobody, at=late + 1)
    assert [move.due for move in woken.pending] == [late + 1 + 60_000]
    assert do(table, 0, protocol.Return("r"), away=(AWAY, None, AWAY), at=late + 1) == table


def test_wb_a19_a_skipped_turn_passes_and_a_second_skip_comes_too_late() -> None:
    table = friends(first_player=1)
    skip = protocol.Skip("k", 1, table.head)
    assert refusal(table, 2, skip) == "Ken is here."
    change = carry_out(table, replace(call(2, away=KEN_GONE), cmd="skip.ami:k"), skip)
    (entry,) = change.entries
    assert (entry.seat, entry.action, entry.instead) == (1, b'{"type":"pass"}', "skip")
    assert table.game.to_act(change.table.state) == (2,)
    assert "moved on" in refusal(change.table, 0, skip, away=KEN_GONE)
    far = protocol.Skip("k", 1, table.head + 1)
    assert "no such step" in refusal(table, 2, far, away=KEN_GONE)
    bot = do(table, 0, substitute(1), away=KEN_GONE)
    assert "bot plays" in refusal(bot, 0, protocol.Skip("k", 1, bot.head), away=KEN_GONE)
    away = (None, None, AWAY)
    assert "moved on" in refusal(table, 0, protocol.Skip("k", 2, table.head), away=away)


def test_qd_a7_a_skipped_turn_is_skipped_to_its_end() -> None:
    table = friends("quiddler", first_dealer=0)
    skip = protocol.Skip("k", 1, table.head)
    change = carry_out(table, replace(call(2, away=KEN_GONE), cmd="skip.ami:k"), skip)
    assert [(e.seat, e.instead) for e in change.entries] == [(1, "skip")] * 2
    assert [msgspec.json.decode(e.action)["type"] for e in change.entries] == ["draw", "discard"]
    assert table.game.to_act(change.table.state) == (2,)
    assert len({entry.cmd for entry in change.entries}) == 2


def test_a_skip_ends_with_the_turn_though_the_same_seat_is_next() -> None:
    table = friends("word-porters")

    def skip(table: Table) -> Change:
        (seat, *_) = table.game.to_act(table.state)
        away = tuple(AWAY if other == seat else None for other in range(3))
        skipper = call((seat + 1) % 3, away=away)
        return carry_out(table, skipper, protocol.Skip("k", seat, table.head))

    numbers: list[int] = []
    while table.sitting.status == "playing":
        change = skip(table)
        numbers.append(sum(entry.seat != CHANCE for entry in change.entries))
        table = change.table
    assert set(numbers) == {1}
    assert len(numbers) > 40


def test_who_leaves_has_a_bot_finish_and_comes_back_at_any_time() -> None:
    table = friends(first_player=1)
    left = do(table, 1, protocol.Leave("l", "normal"))
    place = left.sitting.places[1]
    assert (place.level, place.left) == ("normal", True)
    assert left.pending[0].kind == "bot"
    assert do(left, 1, protocol.Return("r")).sitting == table.sitting
    assert do(table, 1, protocol.Leave("l")).sitting.host == 0


def test_the_host_who_leaves_is_followed_by_a_guest_who_is_there() -> None:
    table = friends()
    assert do(table, 0, protocol.Leave("l"), away=(None, AWAY, None)).sitting.host == 2
    assert do(table, 0, protocol.Leave("l"), away=(None, AWAY, 5)).sitting.host == 0
    lobby = open_table(call(), protocol.NewTable("word-bank", "Mika", 2), "mika", "i").table
    assert (
        do(
            sit(lobby, call(), "ken", "Ken").table, 0, protocol.Leave("l"), away=(None, None)
        ).sitting.host
        == 1
    )


def test_whoever_sits_down_at_a_table_that_all_have_left_is_its_host() -> None:
    lobby = open_table(call(), protocol.NewTable("word-bank", "Mika", 2), "mika", "i").table
    empty = do(lobby, 0, protocol.Leave("l"), away=(None, None))
    assert [place.kind for place in empty.sitting.places] == ["open", "open"]
    assert empty.seat_of("mika") is None
    assert empty.code == lobby.code
    seated = sit(empty, call(), "ken", "Ken").table
    assert (seated.seat_of("ken"), seated.sitting.host) == (0, 0)
    assert sit(seated, call(), "mika", "Mika").table.seat_of("mika") == 1


def test_whoever_sits_down_in_play_where_the_host_has_left_is_the_host() -> None:
    table = do(friends(first_player=1), 0, protocol.Vacate("v", 2))
    assert sit(table, call(), "nami", "Nami").table.sitting.host == 0
    left = do(table, 0, protocol.Leave("l"), away=(None, AWAY, None))
    assert left.sitting.host == 0
    assert sit(left, call(), "nami", "Nami").table.sitting.host == 2
    quiet = do(friends("kakapo"), 0, protocol.Leave("l"))
    assert quiet.sitting.places[0].left
    assert not lacks_host(quiet)


def test_a_seat_is_handed_on_in_play_and_a_bot_keeps_it_warm() -> None:
    table = friends(first_player=1, turn_clock=60)
    opened = do(table, 0, protocol.Vacate("v", 1))
    place = opened.sitting.places[1]
    assert (place.kind, place.guest, place.level, place.epoch) == ("open", "", "normal", 1)
    assert place.name not in ("", "Ken")
    assert opened.seat_of("ken") is None
    assert [move.kind for move in opened.pending] == ["bot"]
    assert do(opened, 0, protocol.Vacate("v", 1)).sitting.places[1].name == place.name
    taken = carry_out(opened, call(), protocol.SeatBot("b", 1, "hard")).table.sitting.places[1]
    assert (taken.kind, taken.name, taken.level, taken.epoch) == ("bot", place.name, "hard", 1)
    seated = sit(opened, call(at=90_000), "nami", "Nami").table
    assert (seated.seat_of("nami"), seated.sitting.places[1].epoch) == (1, 1)
    (move,) = seated.pending
    assert (move.kind, move.since, move.due) == ("guest", table.pending[0].since, 150_000)
    assert "host's seat" in refusal(table, 0, protocol.Vacate("v", 0))
    assert refusal(table, 0, protocol.SeatBot("b", 1, "easy")) == "Ken sits there."


def test_a_bot_is_changed_in_play_and_its_seat_opened_for_a_friend() -> None:
    order = protocol.NewTable("word-bank", "Mika", 2, bots=("easy",), begin=True)
    table = open_table(call(), order, "mika", "i").table
    bot = table.sitting.places[1]
    harder = do(table, 0, protocol.SeatBot("b", 1, "expert")).sitting.places[1]
    assert harder == msgspec.structs.replace(bot, level="expert")
    opened = do(table, 0, protocol.Vacate("v", 1))
    assert opened.sitting.places[1] == msgspec.structs.replace(bot, kind="open", look=1)
    assert sit(opened, call(), "ken", "Ken").table.seat_of("ken") == 1


def test_a_bot_that_is_changed_keeps_its_colour_and_so_do_all() -> None:
    table = friends()
    # As in a rematch in which one seat was open: the others have kept theirs.
    places = (
        Place("guest", "Mika", "mika", look=2),
        Place("bot", "Neko", level="easy"),
        Place("bot", "Kuma", level="easy", look=0),
    )
    sitting = msgspec.structs.replace(table.sitting, places=places)
    changed = do(replace(table, sitting=sitting), 0, protocol.SeatBot("b", 2, "hard"))
    assert looks(sitting.places) == looks(changed.sitting.places) == (2, 1, 0)


def test_the_host_ends_the_game_and_all_may_play_another() -> None:
    table = friends()
    ended = do(table, 0, protocol.End("e"))
    assert (ended.sitting.status, ended.sitting.ended) == ("over", True)
    assert (ended.pending, ended.code) == ((), None)
    assert table.game.outcome(ended.state) is None
    for command in (
        protocol.End("e"),
        protocol.Leave("l"),
        protocol.Vacate("v", 1),
        protocol.SeatBot("b", 1, "easy"),
    ):
        assert "over" in refusal(ended, 0, command) or "no game" in refusal(ended, 0, command)
    (rematch,) = carry_out(ended, call(1), protocol.Again("a")).also
    assert (rematch.table.sitting.status, rematch.table.sitting.ended) == ("lobby", False)
    assert refusal(table, 1, protocol.End("e")) == "Only the host can do that."


def test_a_rematch_waits_for_nobody_who_has_left() -> None:
    table = do(friends(), 0, protocol.Leave("l"), away=(None, AWAY, AWAY))
    table = do(table, 1, protocol.Leave("l"), away=(None, None, None))
    over = do(table, table.sitting.host, protocol.End("e"))
    (rematch,) = carry_out(over, call(2), protocol.Again("a")).also
    sitting = rematch.table.sitting
    assert [place.name for place in sitting.places] == ["", "Ami", ""]
    assert sitting.host == rematch.table.seat_of("ami") == 1
    assert [place.level for place in sitting.places] == [None] * 3


def test_a_guest_who_is_away_keeps_their_seat_in_the_rematch() -> None:
    over = do(do(friends(), 0, substitute(1), away=KEN_GONE), 0, protocol.End("e"))
    (rematch,) = carry_out(over, call(), protocol.Again("a")).also
    assert rematch.table.sitting.places[0] == Place("guest", "Ken", "ken", look=1)


def test_tables_as_they_were_stored_before_are_read_unchanged() -> None:
    old = b"""{"game":"word-bank","rules":1,"status":"lobby","options":{},"places":[
        {"kind":"guest","name":"Mika","guest":"m","level":null,"persona":0},
        {"kind":"bot","name":"Kuma","guest":"","level":"easy","persona":7},
        {"kind":"open","name":"","guest":"","level":null,"persona":0}],
        "host":0,"invite":"i","hasten":false,"next":null,"asides":[]}"""
    sitting = msgspec.json.decode(old, type=TableSetup)
    assert sitting.places == (
        Place("guest", "Mika", "m"),
        Place("bot", "Kuma", level="easy", persona=7),
        OPEN,
    )
    assert sitting.ended is False


# --- In silence


def mission(seats: int = 3, **options: Any) -> Table:
    return friends("kakapo", seats, **options)


def test_nothing_is_done_for_others_or_to_their_seats_while_a_mission_runs() -> None:
    table = mission()
    head = table.head
    for away in (KEN_GONE, (None,) * 3):
        for command in (
            substitute(1),
            protocol.Skip("k", 1, head),
            protocol.Vacate("v", 1),
            protocol.SeatBot("b", 1, "easy"),
        ):
            assert "silence" in refusal(table, 0, command, away=away)


def test_in_silence_only_the_seat_itself_knows_that_it_was_left_and_taken_back() -> None:
    table = mission()
    left = do(table, 1, protocol.Leave("l"))
    back = do(left, 1, protocol.Return("r"))
    assert back.head == table.head + 2
    for other in (0, 2, None):
        assert back.visible_seq(other).shown(back.head) == table.head
    assert back.visible_seq(1).shown(back.head) == back.head
    assert [place.level for place in back.sitting.places] == [None] * 3
    assert do(table, 0, protocol.Leave("l")).sitting.host == 0


def test_in_silence_nobody_leaves_and_comes_back_for_ever() -> None:
    table = mission()
    for _ in range(MOST_ASIDES // 2):
        table = do(do(table, 1, protocol.Leave("l")), 1, protocol.Return("r"))
    assert "too often" in refusal(table, 1, protocol.Leave("l"))
    assert do(table, 2, protocol.Leave("l")).sitting.places[2].left


def test_in_silence_a_bot_that_stands_in_takes_a_persons_time() -> None:
    dues: set[int] = set()
    for _ in range(200):
        table = mission()
        (seat,) = table.game.to_act(table.state)
        (move,) = do(table, seat, protocol.Leave("l")).pending
        assert move.due is not None
        dues.add(move.due - AT)
    assert 3000 <= min(dues) < 3300
    assert 8700 < max(dues) <= 9000


CONCEDE = Raw(b'{"type":"concede","wish":true}')


def concede(table: Table, seat: int) -> Table:
    return do(table, seat, protocol.Act("x", table.head, CONCEDE))


def with_bots() -> Table:
    order = protocol.NewTable("kakapo", "Mika", 4, bots=("easy", "easy"))
    table = sit(open_table(call(), order, "mika", "i").table, call(), "ken", "Ken").table
    return carry_out(table, call(), protocol.Begin("b")).table


def test_kk_a21_bots_agree_to_give_up_once_all_people_do() -> None:
    table = with_bots()
    one = concede(table, 0)
    assert one.head == table.head + 1
    assert one.sitting.status == "playing"
    over = concede(one, 3)
    assert over.head == one.head + 3
    assert over.sitting.status == "over"
    assert table.game.outcome(over.state) is not None
    shown = over.visible_seq
    assert shown(0).shown(over.head) == shown(3).shown(over.head) == table.head + 2
    assert shown(None).shown(over.head) == table.head + 1


def test_kk_a21_a_bot_that_stands_in_agrees_as_any_bot_does() -> None:
    table = mission()
    over = concede(concede(do(table, 2, protocol.Leave("l")), 0), 1)
    assert over.sitting.status == "over"
    later = do(concede(concede(table, 0), 1), 2, protocol.Leave("l"))
    assert later.sitting.status == "over"
    nobody = table
    for seat in range(3):
        nobody = do(nobody, seat, protocol.Leave("l"))
    assert nobody.sitting.status == "playing"


def test_in_silence_the_clock_shown_is_that_of_a_guest() -> None:
    table = mission(turn_clock=60)
    (seat,) = table.game.to_act(table.state)
    (move,) = do(table, seat, protocol.Leave("l")).pending
    assert (move.kind, move.runs_out) == ("bot", AT + 60_000)
    assert replace(table, pending=(move,)).pending[0].due != move.runs_out


def test_games_agree_only_where_they_say_so() -> None:
    assert [name for name, game in GAMES.items() if game.extras.agree] == ["kakapo"]
