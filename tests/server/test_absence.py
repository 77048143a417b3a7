"""Absent guests: bots stand in, moves are skipped, and seats are left and handed on."""

import time

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.sources import Sources, new_table_id
from chabudai.server.tables.attendance import Follower
from chabudai.server.tables.decide import Place, Table, looks
from chabudai.server.tables.decide.lobby import lacks_host
from chabudai.server.tables.decide.play import GRACE_MS, MOST_ASIDES
from chabudai.server.tables.notifications import TOGETHER
from chabudai.server.tables.presence import HEARD_S
from chabudai.server.tables.table_events import table_event
from tests.server.support import Serve
from tests.server.tables import AT, act, change, do, friends, in_memory, joined, open_new, refusal

AWAY = protocol.AWAY_MS
KEN_AWAY = (None, AWAY, None)
KEN_LEAVING = (None, AWAY - 1, None)
CONCEDE = {"type": "concede", "wish": True}


def substitute(seat: int, level: protocol.Level = "easy") -> protocol.Substitute:
    return protocol.Substitute("s", seat, level)


def leave(table: Table, *seats: int) -> Table:
    for seat in seats:
        table = do(table, seat, protocol.Leave("l"))
    return table


def test_the_host_may_request_a_bot_immediately_and_others_after_half_a_minute() -> None:
    table = friends(3, first_player=1)
    assert refusal(table, 2, substitute(1)) == "Ken is here."
    assert refusal(table, 2, substitute(1), away=KEN_LEAVING) == "Ken may be back in a moment."
    for seat, away in ((0, KEN_LEAVING), (2, KEN_AWAY)):
        played = do(table, seat, substitute(1, "hard"), away=away)
        place = played.sitting.places[1]
        assert (place.kind, place.name, place.level, place.left) == ("guest", "Ken", "hard", False)
        assert played.seat_of("ken") == 1
        (move,) = played.pending
        assert (move.seat, move.since, move.kind) == (1, table.pending[0].since, "bot")
        assert move.due is not None


def test_a_bot_stands_in_only_for_an_absent_guest_during_a_game() -> None:
    table = friends(3)
    bots = do(do(table, 0, protocol.Vacate("v", 1)), 0, protocol.SeatBot("b", 1, "easy"))
    for at, seat, away, why in (
        (table, 0, (AWAY, None, None), "Mika is here."),
        (table, 7, KEN_AWAY, "There is no such seat."),
        (table, -1, KEN_AWAY, "There is no such seat."),
        (bots, 1, KEN_AWAY, "No player sits there."),
        (open_new(seats=3).table, 0, KEN_AWAY, "No game is in progress at this table."),
    ):
        assert refusal(at, 0, substitute(seat), away=away) == why


def test_a_guest_who_returns_or_had_left_owes_the_move_again_and_need_return_only_once() -> None:
    table = friends(3, first_player=1, turn_clock=60)
    played = do(table, 0, substitute(1), away=KEN_AWAY, at=40_000)
    (move,) = played.pending
    assert (move.kind, move.clock) == ("bot", AT + 60_000)
    (late,) = do(table, 0, substitute(1), away=KEN_AWAY, at=AT + 59_990).pending
    assert late.due == late.clock == AT + 60_000
    back = do(played, 1, protocol.Return("r"), at=41_000)
    assert back.sitting == table.sitting
    assert back.pending == (replace(table.pending[0], at=41_000),)  # the clock has kept running
    assert do(back, 1, protocol.Return("r")) == back
    assert do(table, 1, protocol.Return("r")) == table
    left = do(table, 1, protocol.Leave("l", "normal"))
    place = left.sitting.places[1]
    assert (place.level, place.left, left.pending[0].kind) == ("normal", True, "bot")
    assert do(left, 1, protocol.Return("r")).sitting == table.sitting


def test_a_clock_that_ran_out_with_all_guests_away_starts_again() -> None:
    table = friends(3, first_player=1, turn_clock=60)
    late = AT + 60_000 - GRACE_MS
    back = protocol.Return("r")
    assert do(table, 0, back, away=(AWAY,) * 3, at=late) == table
    woken = do(table, 0, back, away=(AWAY,) * 3, at=late + 1)
    assert [move.due for move in woken.pending] == [late + 1 + 60_000]
    assert do(table, 0, back, away=(AWAY, None, AWAY), at=late + 1) == table


def test_wb_a19_a_skip_passes_the_turn_and_a_second_skip_is_refused() -> None:
    table = friends(3, first_player=1)
    skip = protocol.Skip("k", 1, table.head)
    assert refusal(table, 2, skip) == "Ken is here."
    skipped = change(table, 2, skip, away=KEN_AWAY, cmd="skip.ami:k")
    (entry,) = skipped.entries
    assert (entry.seat, entry.action, entry.instead) == (1, b'{"type":"pass"}', "skip")
    assert table.game.to_act(skipped.table.state) == (2,)
    assert "moved on" in refusal(skipped.table, 0, skip, away=KEN_AWAY)
    assert "no such step" in refusal(table, 2, protocol.Skip("k", 1, table.head + 1), away=KEN_AWAY)
    bot = do(table, 0, substitute(1), away=KEN_AWAY)
    assert "bot plays" in refusal(bot, 0, protocol.Skip("k", 1, bot.head), away=KEN_AWAY)
    not_owing = protocol.Skip("k", 2, table.head)
    assert "moved on" in refusal(table, 0, not_owing, away=(None, None, AWAY))


def test_qd_a7_a_skip_makes_all_moves_of_the_turn() -> None:
    table = friends(3, "quiddler", first_dealer=0)
    skipped = change(table, 2, protocol.Skip("k", 1, table.head), away=KEN_AWAY, cmd="skip.ami:k")
    assert [(e.seat, e.instead) for e in skipped.entries] == [(1, "skip")] * 2
    assert [msgspec.json.decode(e.action)["type"] for e in skipped.entries] == ["draw", "discard"]
    assert table.game.to_act(skipped.table.state) == (2,)
    assert len({entry.cmd for entry in skipped.entries}) == 2


def test_a_skip_ends_when_chance_moves_even_if_the_same_seat_is_next() -> None:
    table = friends(3, "word-porters", seed=5)
    numbers: list[int] = []
    while table.sitting.status == "playing":
        (seat, *_) = table.game.to_act(table.state)
        away = tuple(AWAY if other == seat else None for other in range(3))
        skip = protocol.Skip("k", seat, table.head)
        skipped = change(table, (seat + 1) % 3, skip, away=away, seed=5)
        numbers.append(sum(entry.seat != CHANCE for entry in skipped.entries))
        table = skipped.table
    assert set(numbers) == {1}
    assert len(numbers) > 40


def test_wp_a17_a_skip_and_a_clock_fill_in_votes_and_a_client_cannot() -> None:
    table = friends(3, "word-porters", seed=5, turn_clock=60)
    while len(owing := table.game.to_act(table.state)) < 3:
        table = act(table, owing[0])
    for seat in (0, 2):
        table = act(table, seat)
    fill = protocol.Act("f", table.head, Raw(b'{"type":"fill"}'))
    assert "The server makes this move" in refusal(table, 1, fill, cmd="guest.ken:f")
    skip = protocol.Skip("k", 1, table.head)
    for made, why in (
        (change(table, 0, skip, away=KEN_AWAY, cmd="skip.mika:k"), "skip"),
        (change(table, 1, fill, cmd=f"clock:1:{table.head}"), "clock"),
    ):
        assert (made.entries[0].action, made.entries[0].instead) == (bytes(fill.action), why)
        assert made.table.state.rounds[0].votes[1] == (0, 0, 0)


def test_the_next_present_guest_becomes_host_when_the_host_leaves() -> None:
    table = friends(3)
    left = change(table, 0, protocol.Leave("l"), away=(None, AWAY, None))
    assert left.table.sitting.host == 2
    assert [table_event(entry) for entry in left.entries] == [None, protocol.Hosted(2)]
    assert do(table, 0, protocol.Leave("l"), away=(None, AWAY, 5)).sitting.host == 0
    assert do(friends(begin=False), 0, protocol.Leave("l"), away=(None, None)).sitting.host == 1


def test_the_first_guest_at_an_abandoned_table_becomes_host() -> None:
    lobby = open_new().table
    empty = do(lobby, 0, protocol.Leave("l"), away=(None, None))
    assert [place.kind for place in empty.sitting.places] == ["open", "open"]
    assert empty.seat_of("mika") is None
    assert empty.code == lobby.code
    seated = joined(empty, "Ken")
    assert (seated.seat_of("ken"), seated.sitting.host) == (0, 0)
    assert joined(seated, "Mika").seat_of("mika") == 1
    playing = do(friends(3, first_player=1), 0, protocol.Vacate("v", 2))
    assert joined(playing, "Nami").sitting.host == 0
    left = do(playing, 0, protocol.Leave("l"), away=(None, AWAY, None))
    assert left.sitting.host == 0
    assert joined(left, "Nami").sitting.host == 2
    quiet = leave(friends(3, "kakapo"), 0)
    assert quiet.sitting.places[0].left
    assert not lacks_host(quiet)


def test_a_bot_keeps_a_vacated_seat_until_a_guest_or_another_bot_takes_it() -> None:
    table = friends(3, first_player=1, turn_clock=60)
    opened = do(table, 0, protocol.Vacate("v", 1))
    place = opened.sitting.places[1]
    assert (place.kind, place.guest, place.level, place.epoch) == ("open", "", "normal", 1)
    assert place.name not in ("", "Ken")
    assert opened.seat_of("ken") is None
    assert [move.kind for move in opened.pending] == ["bot"]
    assert do(opened, 0, protocol.Vacate("v", 1)).sitting.places[1].name == place.name
    taken = do(opened, 0, protocol.SeatBot("b", 1, "hard")).sitting.places[1]
    assert (taken.kind, taken.name, taken.level, taken.epoch) == ("bot", place.name, "hard", 1)
    seated = joined(opened, "Nami", at=90_000)
    assert (seated.seat_of("nami"), seated.sitting.places[1].epoch) == (1, 1)
    (move,) = seated.pending
    assert (move.kind, move.since, move.due) == ("guest", table.pending[0].since, 150_000)
    assert "host's seat" in refusal(table, 0, protocol.Vacate("v", 0))
    assert refusal(table, 0, protocol.SeatBot("b", 1, "easy")) == "Ken sits there."


def test_a_bot_is_changed_in_play_and_its_seat_opened_for_a_guest() -> None:
    table = open_new(bots=("easy",), begin=True).table
    # As in a rematch with a closed seat, where the other seats have kept their colours.
    places = tuple(replace(place, look=2 - at) for at, place in enumerate(table.sitting.places))
    table = replace(table, sitting=replace(table.sitting, places=places))
    bot = places[1]
    harder = do(table, 0, protocol.SeatBot("b", 1, "expert")).sitting.places
    assert harder == (places[0], replace(bot, level="expert"))
    opened = do(table, 0, protocol.Vacate("v", 1))
    assert opened.sitting.places[1] == replace(bot, kind="open")
    assert looks(opened.sitting.places) == (2, 1)
    assert joined(opened, "Ken").seat_of("ken") == 1


def test_only_the_host_ends_the_game_and_any_guest_may_ask_for_a_rematch() -> None:
    table = friends(3)
    assert refusal(table, 1, protocol.End("e")) == "Only the host can do that."
    ended = do(table, 0, protocol.End("e"))
    assert (ended.sitting.status, ended.sitting.ended) == ("over", True)
    assert (ended.pending, ended.code) == ((), "1234")
    assert table.game.outcome(ended.state) is None
    vacate, seat_bot = protocol.Vacate("v", 1), protocol.SeatBot("b", 1, "easy")
    for command in (protocol.End("e"), protocol.Leave("l"), vacate, seat_bot):
        assert "over" in refusal(ended, 0, command) or "No game" in refusal(ended, 0, command)
    (rematch,) = change(ended, 1, protocol.Again("a")).also
    assert (rematch.table.sitting.status, rematch.table.sitting.ended) == ("lobby", False)


def test_guests_who_have_left_have_no_seat_in_the_rematch_but_absent_guests_have() -> None:
    table = do(friends(3), 0, protocol.Leave("l"), away=(None, AWAY, AWAY))
    table = leave(table, 1)
    over = do(table, table.sitting.host, protocol.End("e"))
    (rematch,) = change(over, 2, protocol.Again("a")).also
    sitting = rematch.table.sitting
    assert [place.name for place in sitting.places] == ["Ami", ""]
    assert sitting.host == rematch.table.seat_of("ami") == 0
    assert [place.level for place in sitting.places] == [None] * 2
    over = do(do(friends(3), 0, substitute(1), away=KEN_AWAY), 0, protocol.End("e"))
    (rematch,) = change(over, 0, protocol.Again("a")).also
    assert rematch.table.sitting.places[0] == Place("guest", "Ken", "ken", look=1)


def test_the_time_of_an_absence_is_known_if_the_guest_has_been_seen() -> None:
    live = in_memory(friends(3), AT)
    mika = Follower("mika", 0, is_host=True, cursor=0, close=lambda code: None, address="")
    live.guests.follow(mika)
    assert live.presence() == ((None, AT, AT), (1, 2))
    live.guests.unfollow(mika, AT + 5)
    live.guests.expect("ken", AT + 7)
    assert live.presence() == ((AT + 5, AT + 7, AT), (2,))


# --- silent games


def test_other_seats_cannot_be_changed_during_a_mission() -> None:
    table = friends(3, "kakapo")
    vacate, seat_bot = protocol.Vacate("v", 1), protocol.SeatBot("b", 1, "easy")
    for command in (substitute(1), protocol.Skip("k", 1, table.head), vacate, seat_bot):
        for away in (KEN_AWAY, (None,) * 3):
            assert "silence" in refusal(table, 0, command, away=away)


def test_leaving_and_returning_during_a_mission_is_visible_only_to_the_seat_and_limited() -> None:
    table = friends(3, "kakapo")
    back = do(leave(table, 1), 1, protocol.Return("r"))
    assert back.head == table.head + 2
    for other in (0, 2, None):
        assert back.visible_seq(other).shown(back.head) == table.head
    assert back.visible_seq(1).shown(back.head) == back.head
    assert [place.level for place in back.sitting.places] == [None] * 3
    assert leave(table, 0).sitting.host == 0
    for _ in range(MOST_ASIDES // 2 - 1):
        back = do(leave(back, 1), 1, protocol.Return("r"))
    assert "too often" in refusal(back, 1, protocol.Leave("l"))
    assert leave(back, 2).sitting.places[2].left


def test_a_bot_that_stands_in_during_a_mission_takes_as_long_as_a_person() -> None:
    table = friends(3, "kakapo", turn_clock=60)
    dues: set[int] = set()
    for _ in range(200):
        (move,) = leave(table, *table.game.to_act(table.state)).pending
        assert (move.kind, move.runs_out) == ("bot", AT + 60_000)  # the guest's clock is shown
        assert move.due is not None
        dues.add(move.due - AT)
    assert 3000 <= min(dues) < 3300
    assert 8700 < max(dues) <= 9000


def test_kk_a21_bots_also_those_that_stand_in_agree_to_give_up_once_all_guests_do() -> None:
    lobby = open_new("kakapo", seats=4, bots=("easy", "easy")).table
    table = do(joined(lobby, "Ken"), 0, protocol.Begin("b"))
    one = act(table, 0, CONCEDE)
    assert (one.head, one.sitting.status) == (table.head + 1, "playing")
    over = act(one, 3, CONCEDE)
    assert (over.head, over.sitting.status) == (one.head + 3, "over")
    assert table.game.outcome(over.state) is not None
    shown = [over.visible_seq(seat).shown(over.head) - table.head for seat in (0, 3, None)]
    assert shown == [2, 2, 1]
    table = friends(3, "kakapo")
    assert act(act(leave(table, 2), 0, CONCEDE), 1, CONCEDE).sitting.status == "over"
    assert leave(act(act(table, 0, CONCEDE), 1, CONCEDE), 2).sitting.status == "over"
    assert leave(table, 0, 1, 2).sitting.status == "playing"


async def test_a_guest_at_another_server_is_present(shared: str, serve: Serve) -> None:
    here, there = [await serve(db=shared) for _ in range(2)]
    mika, ken = await here.guest(), await there.guest()
    made = await mika.open(seats=2, options={"first_player": 1})
    await ken.join(table=made["table"], secret=made["invite"])
    live = await here.live(made["table"])
    line = await mika.connect(made["table"])
    await line.accept(type="begin")
    substitute = {"type": "substitute", "seat": 1, "level": "easy"}
    async with ken.line(made["table"]):
        await line.until(lambda: line.presence["away_ms"][1] is None)
        assert (await line.say(**substitute))["text"] == "{name} is here."
    await line.until(lambda: line.presence["away_ms"][1] is not None)
    async with ken.line(made["table"]):
        await line.until(lambda: line.presence["away_ms"][1] is None)
        # Guests of a silent server count as absent until it sends again. Then the bot leaves.
        here.services.presence.look(live, time.monotonic() + 2 * HEARD_S)
        await line.accept(**substitute)
        await line.until(lambda: line.lobby["chairs"][1]["level"] is None)


def test_notifications_sent_together_fit_into_a_message_of_postgresql() -> None:
    seats = ".".join(str(seat) for seat in range(max(game.seats[-1] for game in GAMES.values())))
    hint = f"{new_table_id(Rng(1))} {Sources().token(6)}@{seats}"
    assert len(",".join([hint] * TOGETHER)) < 8000
