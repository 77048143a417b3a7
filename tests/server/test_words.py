"""What words mean that were said or laid at a table, asked over HTTP."""

from typing import Any

import httpx

from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.server.tables.played_words import PlayedWords
from tests.server.support import Guest, Running, play_on

SLOW = {"turn_clock": 3600}


async def asked(who: Guest, table: str, word: str = "") -> httpx.Response:
    """What is told of a word, or of all."""
    return await who.http.get(f"/api/tables/{table}/words{word and '/'}{word}")


async def begun(who: Guest, game: str, **order: Any) -> str:
    """A table of two or three at which the game has begun; the others are bots."""
    seats = order.pop("seats", 2)
    made = await who.open(game=game, seats=seats, bots=["easy"] * (seats - 1), begin=True, **order)
    table: str = made["table"]
    return table


async def test_a_word_that_was_said_is_told_of_in_english_and_japanese_to_whoever_asks(
    site: Running,
) -> None:
    mika = await site.guest()
    table = await begun(mika, "word-bank")
    async with mika.line(table) as line:
        await line.say(type="hasten", hasten=True)
        await play_on(line, 0, Rng(3))
    told = (await asked(mika, table)).json()
    used = line.last("update")["view"]["used"]  # type: ignore[index]  # there is one
    assert [each["word"] for each in told] == used
    assert {seat for each in told for seat in each["seats"]} == {0, 1}
    assert all(each["against"] is None for each in told)
    # Some words have a Japanese one only, or an English sense only.
    means = next(
        each for each in told if any(one["senses"] and one["japanese"] for one in each["meanings"])
    )
    assert all(sense["definition"] for one in means["meanings"] for sense in one["senses"])
    alone = await asked(mika, table, means["word"].lower())
    assert (alone.status_code, alone.json()) == (200, means)
    live = await site.live(table)
    # As it is after a restart: nothing is in memory but the table.
    live.recent = ()
    live.played_words = PlayedWords()
    stranger = await site.guest()
    assert (await asked(stranger, table)).json() == told


async def test_no_other_word_is_told_of(site: Running) -> None:
    mika = await site.guest()
    table = await begun(mika, "word-bank")
    # What nobody has said is answered in the same way whether it is a word or none.
    answers = [await asked(mika, table, word) for word in ("dog", "xqzt")]
    assert [each.status_code for each in answers] == [400, 400]
    assert {each.json()["text"] for each in answers} == {
        "Nobody has said or laid this word at this table."
    }
    for word in ("co-op", "%20", "d0g", "%E7%8A%AC"):
        answer = await asked(mika, table, word)
        text = answer.json()["text"]
        assert (answer.status_code, text) == (
            400,
            "A word is written with the letters A to Z only.",
        )


async def test_what_is_no_table_or_has_no_game_has_no_words(site: Running) -> None:
    mika = await site.guest()
    assert (await asked(mika, "nowhere")).status_code == 404
    waiting = await mika.open()
    answer = await asked(mika, waiting["table"], "dog")
    assert (answer.status_code, answer.json()["code"]) == (409, "not-now")
    silent = await begun(mika, "kakapo")
    assert (await asked(mika, silent)).json() == []


async def test_the_cards_of_word_porters_are_told_of(site: Running) -> None:
    mika = await site.guest()
    table = await begun(mika, "word-porters", seats=3)
    told = (await asked(mika, table)).json()
    assert len(told) > 20
    assert all(each["seats"] == [] and each["against"] is None for each in told)


async def test_in_quiddler_nothing_is_told_while_the_dictionary_is_closed(site: Running) -> None:
    mika, stranger = await site.guests(2)
    table = await begun(mika, "quiddler", options={**SLOW, "turn_cap": 1})
    async with mika.line(table) as line:
        await line.say(type="hasten", hasten=True)
        game, rng = GAMES["quiddler"], Rng(5)
        while not (found := (await asked(mika, table)).json()):
            assert await play_on(line, 0, rng, 1, game)
        while await line.turn(0):
            own = 0 in line.last("update")["to_act"]  # type: ignore[index]  # there is one
            phase = line.last("update")["view"]["phase"]["type"]  # type: ignore[index]
            if own and phase in ("drawing", "acting"):
                break
            await play_on(line, 0, rng, 1, game)
        for who in (mika, stranger):
            for each in (await asked(who, table)).json():
                assert each["against"]["rule"] == "QD-23"
                assert each["meanings"] == []
            one = (await asked(who, table, found[0]["word"])).json()
            assert (one["against"]["rule"], one["meanings"]) == ("QD-23", [])
        await line.say(type="end")
    over = (await asked(stranger, table)).json()
    assert all(each["against"] is None for each in over)
