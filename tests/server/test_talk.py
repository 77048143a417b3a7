"""Signs between players, nudges of idle guests, and bots that make one move for them."""

import json
from functools import partial
from typing import Any, get_args

from msgspec import Raw

from chabudai.server import protocol
from chabudai.server.limits import Limits
from chabudai.server.protocol.nudges import NUDGE_AFTER_MS, NUDGE_AGAIN_MS
from chabudai.server.protocol.talk import LONGEST_TEXT, MayTalk
from chabudai.server.refusal import TOO_FAST
from chabudai.server.tables.decide import STAND_IN, Change, Table
from chabudai.server.tables.decide.play import idle
from chabudai.server.tables.decide.requests import settle
from chabudai.server.tables.decide.talk import MOST_SIGNS, may_talk, signs_for
from tests.server.support import Line, Running
from tests.server.tables import AT, act, call, change, do, friends, open_new, refusal

REACT, SAY = protocol.React("r", "laugh"), protocol.Say("s", "well-played")
WRITE, BEGIN = protocol.Write("w", "See you at eight."), protocol.Begin("b")
SIGNS: dict[MayTalk, Any] = {"reactions": REACT, "sentences": SAY, "text": WRITE}


def moved(table: Table) -> Table:
    (seat, *_) = table.game.to_act(table.state)
    return act(table, seat, away=(None,) * 3)


def played(game: str, until: MayTalk) -> Table:
    """A three-player game, played until its seats may send these signs."""
    table = friends(3, game, seed=3)
    while may_talk(table, 0) != until:
        table = moved(table)
    return table


def said(table: Table, reader: int | None = 1) -> list[str]:
    return [sign.said for sign in signs_for(table, reader, 0)]


def test_players_write_in_the_lobby_and_after_the_game_even_of_a_silent_one() -> None:
    for silent in (friends(3, "kakapo", begin=False), played("kakapo", "text")):
        table = silent
        for sign in SIGNS.values():
            table = do(table, 0, sign)
        assert said(table) == said(table, None) == ["laugh", "well-played", "See you at eight."]


def test_the_game_decides_which_signs_are_sent() -> None:
    kinds = get_args(MayTalk)
    cases: tuple[tuple[str, MayTalk], ...] = (
        ("word-bank", "sentences"),
        ("quiddler", "sentences"),
        ("kakapo", "none"),
        ("word-porters", "none"),
        ("word-porters", "sentences"),
    )
    for game, may in cases:
        table = played(game, may)
        for least, sign in SIGNS.items():
            if kinds.index(least) <= kinds.index(may):
                assert len(said(do(table, 0, sign))) == 1
            else:
                words = "Nothing may be said" if may == "none" else "before the game or after"
                assert words in refusal(table, 0, sign)
        if may == "none":
            assert refusal(table, 0, protocol.LetTalk("t", talk=True))


def test_signs_are_withheld_while_the_game_allows_none_and_those_of_the_lobby_forever() -> None:
    lobby = do(friends(3, "kakapo", begin=False), 0, WRITE)
    assert do(lobby, 0, BEGIN).sitting.signs == ()
    table = do(played("word-porters", "sentences"), 0, SAY)
    while may_talk(table, 0) == "sentences":
        table = moved(table)
    assert said(table) == said(table, None) == []
    while may_talk(table, 0) == "none":
        table = moved(table)
    assert said(table) == said(table, None) == ["well-played"]


def test_the_host_turns_signs_off_and_on_except_while_the_game_allows_none() -> None:
    off, on = (protocol.LetTalk("t", talk=talk) for talk in (False, True))
    table = do(friends(3), 0, REACT)
    silenced = do(table, 0, off)
    assert said(silenced) == []
    assert [refusal(silenced, 1, sign) for sign in SIGNS.values()] == [
        "The host has turned talking off."
    ] * 3
    assert said(do(silenced, 0, on)) == ["laugh"]
    assert change(table, 0, on).entries == ()
    assert refusal(table, 1, off) == "Only the host can do that."
    (rematch,) = change(do(silenced, 0, protocol.End("e")), 0, protocol.Again("a")).also
    assert (rematch.table.sitting.talk, rematch.table.sitting.signs) == (False, ())


def test_a_table_keeps_few_signs_and_those_of_guests_who_have_left_are_not_shown() -> None:
    table = do(do(friends(3, begin=False), 1, WRITE), 0, SAY)
    for number in range(2 * MOST_SIGNS):
        table = do(table, 0, protocol.React(f"r{number}", "wow"))
    assert said(table) == ["See you at eight.", "well-played"] + ["wow"] * MOST_SIGNS
    for number in range(MOST_SIGNS):
        table = do(table, 2, protocol.Write(f"w{number}", str(number)))
    texts = [sign for sign in signs_for(table, 1, 0) if sign.kind == "text"]
    assert [sign.said for sign in texts] == [str(number) for number in range(MOST_SIGNS)]
    assert {sign.seat for sign in texts} == {2}
    assert "0" not in said(do(table, 2, protocol.Leave("l")))


CLEANED = {
    '<b>Hi</b> & "you"': '<b>Hi</b> & "you"',
    "  two\nlines\t": "two lines",
    "a\u202eb\u2066c\u200fd\u200be": "a b c d e",
    "e" + "\u0301" * 2_000: "é" + "\u0301" * 4,
    "\x00\x07\x1b[31m": "[31m",
    "👩\u200d👩\u200d👧": "👩\u200d👩\u200d👧",
    "x" * LONGEST_TEXT: "x" * LONGEST_TEXT,
}


def test_a_text_is_cleaned_like_a_name_and_neither_empty_nor_long() -> None:
    table = friends(2, begin=False)
    for sent, shown in CLEANED.items():
        written = change(table, 0, protocol.Write("w", sent))
        assert said(written.table) == [shown]
        assert json.loads(written.entries[0].action)["text"] == shown
    for sent in ("", " \n", "\u202e\u200b"):
        assert "nothing to read" in refusal(table, 0, protocol.Write("w", sent))
    long = protocol.Write("w", "x" * (LONGEST_TEXT + 1))
    assert "at most 200 characters" in refusal(table, 0, long)


# --- over sockets


def signs(line: Line) -> list[dict[str, Any]]:
    return [sign for talk in line.of("talk") for sign in talk["signs"]]


async def test_signs_reach_players_and_watchers_once_and_survive_a_new_connection(
    site: Running,
) -> None:
    mika, ken = await site.seat(2)
    dan = await (await site.guest()).connect(mika.table)
    await dan.first("update")
    assert (await mika.first("talk"))["may"] == "sentences"
    await mika.accept(type="react", reaction="clap")
    for line in (mika, ken, dan):
        (sign,) = await line.until(lambda line=line: signs(line))  # type: ignore[misc]
        assert (sign["seat"], sign["kind"], sign["said"]) == (0, "reaction", "clap")
    await ken.accept(type="say", sentence="thanks")
    await mika.until(lambda: len(signs(mika)) == 2)
    async with ken.who.line(mika.table, since=0) as again:
        await again.first("update")
        assert [sign["said"] for sign in signs(again)] == ["clap", "thanks"]
    assert await dan.refuse(type="react", reaction="clap") == "not-your-seat"
    assert await ken.refuse(type="write", text="Hi") == "not-now"
    assert await ken.refuse(type="react", reaction="wink") == "malformed"
    assert await ken.refuse(type="write", text="x" * 5_000) == "malformed"
    assert {talk["may"] for talk in dan.of("talk")} == {"none"}
    assert len(signs(dan)) == len(signs(mika)) == 2


async def test_a_thousand_reactions_a_second_reach_others_as_a_few(site: Running) -> None:
    mika, ken = await site.seat(2, options={"first_player": 1})
    for number in range(1_000):
        frame = {"type": "react", "id": f"r{number}", "reaction": "laugh"}
        await mika.ws.send(json.dumps(frame))
    assert await mika.closing() == TOO_FAST
    await ken.gone(0)
    assert Limits().signs.burst <= len(signs(ken)) < Limits().frames.burst
    refused = {answer["code"] for answer in mika.of("refused")}
    assert refused == {"too-fast"}
    await ken.move({"type": "pass"})


nudge, bot_for = partial(protocol.Nudge, "n"), partial(protocol.Request, "r", "move")
LATE = AT + NUDGE_AFTER_MS
"""The time when the guest to move has been idle long enough for a nudge."""
LATER = AT + protocol.IDLE_MS
"""The time when others may let a bot make the move."""


def agree(table: Table, seat: int, **how: Any) -> Table:
    (request,) = table.sitting.requests
    return do(table, seat, protocol.Agree("a", request.number), **how)


def bot_moves(table: Table, seat: int) -> Change:
    move = protocol.Act("x", table.head, Raw(idle(table, seat)))
    return change(table, seat, move, cmd=f"{STAND_IN}:{seat}:{table.head}", seed=5)


def bots(table: Table) -> list[str | None]:
    return [place.level for place in table.sitting.places]


def set_nudges(table: Table, *, nudges: bool) -> Table:
    return do(table, 0, protocol.Nudges("n", nudges=nudges))


def test_a_guest_may_be_nudged_after_an_idle_minute_and_again_after_half_a_minute() -> None:
    table = friends(3, first_player=1)
    assert refusal(table, 0, nudge(1), at=LATE - 1) == "Ken has a little more time."
    once = do(table, 0, nudge(1), at=LATE)
    assert once.sitting.places[1].nudged == protocol.Nudged(0, LATE)
    assert once.pending == table.pending
    again = LATE + NUDGE_AGAIN_MS
    assert refusal(once, 2, nudge(1), at=again - 1) == "Ken was nudged a moment ago."
    assert do(once, 2, nudge(1), at=again).sitting.places[1].nudged == protocol.Nudged(2, again)
    renamed = do(once, 1, protocol.Rename("r", "Kenta"), at=again)
    assert "more time" in refusal(renamed, 2, nudge(1), at=again + NUDGE_AFTER_MS - 1)


def test_only_a_guest_who_is_present_and_owes_a_move_may_be_nudged() -> None:
    table, here = friends(3, first_player=1), (None,) * 3
    left = do(table, 1, protocol.Leave("l"))
    bot = open_new(bots=("easy",), begin=True, options={"first_player": 1}).table
    for at, by, seat, away, why in (
        (table, 1, 1, here, "That is your own seat."),
        (table, 0, 2, here, "Ami has a little more time."),
        (table, 0, 7, here, "There is no such seat."),
        (table, 0, 1, (None, 5, None), "Ken is away."),
        (left, 0, 1, here, "A bot plays there."),
        (bot, 0, 1, here, "A bot plays there."),
        (friends(3, begin=False), 0, 1, here, "No game is in progress at this table."),
    ):
        assert refusal(at, by, nudge(seat), at=LATE, away=away) == why


def test_the_host_turns_nudges_off_before_and_during_the_game_but_not_in_silence() -> None:
    lobby = set_nudges(friends(3, begin=False, first_player=1), nudges=False)
    table = do(lobby, 0, protocol.Begin("b"))
    assert refusal(table, 0, nudge(1), at=LATE) == "The host has turned nudges off."
    (rematch,) = change(do(table, 0, protocol.End("e")), 0, protocol.Again("a")).also
    assert rematch.table.sitting.nudges is False
    nudged = do(set_nudges(table, nudges=True), 0, nudge(1), at=LATE)
    assert nudged.sitting.places[1].nudged
    for quiet in (friends(3, "kakapo"), friends(3, "kakapo", begin=False)):
        for command in (nudge(1), protocol.Nudges("n", nudges=True)):
            assert "silence" in refusal(quiet, 0, command, at=LATE)


def test_a_nudged_guest_answers_once_and_is_idle_from_then_on() -> None:
    table = friends(3, first_player=1)
    here = protocol.Return("r")
    assert change(table, 1, here, at=LATE).entries == ()
    nudged = do(table, 0, nudge(1), at=LATE)
    answered = change(nudged, 1, here, at=LATE + 5)
    assert [entry.seat for entry in answered.entries] == [1]
    assert [move.at for move in answered.table.pending] == [LATE + 5]
    assert change(answered.table, 1, here, at=LATE + 9).entries == ()
    again = LATE + 5 + NUDGE_AFTER_MS
    assert "more time" in refusal(answered.table, 0, nudge(1), at=again - 1)
    assert do(answered.table, 0, nudge(1), at=again).sitting.places[1].nudged


def test_a_bot_makes_one_move_of_a_guest_idle_for_three_minutes_if_all_others_agree() -> None:
    table = friends(3, first_player=1)
    assert "more time" in refusal(table, 0, bot_for(1), at=LATER - 1)
    assert refusal(table, 1, bot_for(1), at=LATER) == "That is your own move."
    assert refusal(table, 0, bot_for(1), at=LATER, away=(None, 5, None)) == "Ken is away."
    assert "silence" in refusal(friends(3, "kakapo"), 0, bot_for(1), at=LATER)
    asked = do(table, 0, bot_for(1), at=LATER)
    assert (bots(asked), asked.pending) == ([None] * 3, table.pending)
    agreed = agree(asked, 2, at=LATER)
    assert (bots(agreed), agreed.sitting.requests) == ([None, "normal", None], ())
    assert [move.kind for move in agreed.pending] == ["bot"]
    moved = bot_moves(agreed, 1)
    assert [entry.instead for entry in moved.entries] == ["bot"]
    assert (bots(moved.table), moved.table.game.to_act(moved.table.state)) == ([None] * 3, (2,))
    assert moved.table.sitting == table.sitting


def test_only_guests_who_are_present_are_asked_and_the_host_gets_a_bot_too() -> None:
    table = friends(3, first_player=0)
    alone = do(table, 1, bot_for(0), at=LATER, away=(None, None, protocol.AWAY_MS))
    assert (bots(alone), alone.sitting.host) == (["normal", None, None], 0)
    assert bots(do(friends(2, first_player=0), 1, bot_for(0), at=LATER))[0] == "normal"


def test_guests_who_are_idle_too_need_not_agree_to_a_bots_move() -> None:
    table = friends(4, "word-porters", seed=5)
    while len(owing := table.game.to_act(table.state)) < 4:
        table = act(table, owing[0], away=(None,) * 4)
    asker, idle_one, other, late = owing
    here: dict[str, Any] = {"away": (None,) * 4, "at": LATER}
    told = do(table, late, protocol.Rename("r", "Late"), **{**here, "at": LATER - 1})
    asked = do(told, asker, bot_for(idle_one), **here)
    number = asked.sitting.requests[0].number
    no = do(asked, other, protocol.Decline("d", number), **here)
    assert no.sitting.requests[0].declined, "an idle guest may answer"
    assert [bots(each)[idle_one] for each in (asked, agree(asked, late, **here))] == [
        None,
        "normal",
    ]
    # The other idle guest is back before the request, and is asked like all others.
    back = do(told, other, protocol.Rename("r", "Back"), **{**here, "at": LATER - 1})
    halfway = agree(do(back, asker, bot_for(idle_one), **here), late, **here)
    assert bots(halfway)[idle_one] is None
    assert bots(agree(halfway, other, **here))[idle_one] == "normal"
    # A guest who becomes idle while the request is open is no longer asked.
    later = call(**{**here, "at": LATER - 1 + protocol.IDLE_MS})
    assert bots(settle(halfway, later).table)[idle_one] == "normal"


def test_a_command_of_the_guest_ends_the_request_and_a_return_the_bots_move() -> None:
    asked = do(friends(3, first_player=1), 0, bot_for(1), at=LATER)
    assert settle(asked, call(at=LATER + 9)).entries == ()
    gone = settle(asked, call(at=LATER + 9, away=(protocol.AWAY_MS, None, protocol.AWAY_MS))).table
    assert (bots(gone), gone.sitting.requests) == ([None] * 3, ())
    here = change(asked, 1, protocol.Return("r"), at=LATER + 5)
    assert len(here.entries) == 1
    for back in (here.table, do(asked, 1, protocol.Rename("r", "Kenta"), at=LATER + 5)):
        assert settle(back, call(at=LATER + 9)).table.sitting.requests == ()
    agreed = agree(asked, 2, at=LATER)
    back = do(agreed, 1, protocol.Return("r"), at=LATER + 5)
    assert (bots(back), back.sitting.places[1].once) == ([None] * 3, False)
    assert [(move.kind, move.at) for move in back.pending] == [("guest", LATER + 5)]
    own = act(agreed, 1, at=LATER + 5)
    assert (bots(own), own.game.to_act(own.state)) == ([None] * 3, (2,))
    gone = do(agreed, 0, protocol.Substitute("s", 1, "easy"), away=(None, protocol.AWAY_MS, None))
    assert bots(bot_moves(gone, 1).table) == [None, "easy", None]


def test_a_bot_that_makes_one_move_finishes_the_turn_but_not_the_next() -> None:
    turns = set[tuple[bool, bool]]()
    for game, seats, steps in (("quiddler", 2, 9), ("word-porters", 3, 1000)):
        table = friends(seats, game, seed=5)
        while table.sitting.status == "playing" and table.head < steps:
            (seat, *_) = table.game.to_act(table.state)
            if not table.sitting.places[seat].once:
                asker = (seat + 1) % seats
                away = tuple(None if each in (seat, asker) else LATER for each in range(seats))
                (since,) = (move.at for move in table.pending if move.seat == seat)
                at = since + protocol.IDLE_MS
                table = do(table, asker, bot_for(seat), at=at, away=away)
            moved = bot_moves(table, seat)
            table = moved.table
            owes, dealt = seat in table.game.to_act(table.state), len(moved.entries) > 1
            assert table.sitting.places[seat].once == (owes and not dealt)
            turns.add((owes, dealt))
    assert turns == {(True, False), (False, False), (True, True), (False, True)}
