"""Signs between players: reactions, ready-made sentences, and free text."""

import json
from typing import Any, get_args

import pytest

from chabudai.server import protocol
from chabudai.server.limits import Limits
from chabudai.server.protocol.talk import LONGEST_TEXT, MayTalk
from chabudai.server.refusal import TOO_FAST
from chabudai.server.tables.decide import Table
from chabudai.server.tables.decide.talk import MOST_SIGNS, may_talk, signs_for
from tests.server.support import Line, Running
from tests.server.tables import (
    act,
    change,
    do,
    friends,
    refusal,
    sample,
)

REACT, SAY = protocol.React("r", "laugh"), protocol.Say("s", "well-played")
WRITE, BEGIN = protocol.Write("w", "See you at eight."), protocol.Begin("b")
SIGNS: dict[MayTalk, Any] = {"reactions": REACT, "sentences": SAY, "text": WRITE}


def moved(table: Table) -> Table:
    (seat, *_) = table.game.to_act(table.state)
    return act(table, seat, sample(table, seat), away=(None,) * 3)


def played(game: str, until: MayTalk) -> Table:
    """A game of three, played until its seats may send these signs."""
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


@pytest.mark.parametrize("game", ["word-bank", "quiddler", "kakapo", "word-porters"])
def test_every_sign_is_refused_at_every_step_until_the_game_allows_it(game: str) -> None:
    """A refused command changes no table, and is answered to its sender alone."""
    table = friends(3, game, seed=3)
    by_rules = may_talk(table, 0) == "none"
    if not by_rules:
        table = do(table, 0, protocol.LetTalk("off", talk=False))
    switches = tuple(protocol.LetTalk("t", talk=talk) for talk in (True, False))
    moves = 0
    while may_talk(table, 0) == "none" and table.sitting.status != "over" and moves < 80:
        for seat in range(3):
            for sign in (*SIGNS.values(), *switches):
                # The host's own switch is refused only while the rules forbid signs.
                if by_rules or seat or sign not in switches:
                    assert refusal(table, seat, sign)
        table, moves = moved(table), moves + 1
    assert moves > 8


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
