"""Meanings of words that were said or laid at a table, requested over HTTP."""

from typing import Any

import httpx

from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.server.tables.played_words import PlayedWords
from tests.server.support import Guest, Line, Running, play_on


async def look_up(who: Guest, table: str, word: str = "") -> httpx.Response:
    return await who.http.get(f"/api/tables/{table}/words{word and '/'}{word}")


async def play_with_bots(site: Running, game: str, seats: int = 2, **options: Any) -> Line:
    (line,) = await site.seat(
        1, game=game, seats=seats, bots=["easy"] * (seats - 1), options=options
    )
    await line.accept(type="hasten", hasten=True)
    return line


async def test_words_that_were_said_are_defined_in_english_and_japanese_for_all(
    site: Running,
) -> None:
    line = await play_with_bots(site, "word-bank")
    await play_on(line, 0, Rng(3))
    words = (await look_up(line.who, line.table)).json()
    assert [each["word"] for each in words] == line.update["view"]["used"]
    assert {seat for each in words for seat in each["seats"]} == {0, 1}
    assert all(each["against"] is None for each in words)
    # Some words have only a Japanese translation, or only an English sense.
    means = next(
        word
        for word in words
        if any(each["senses"] and each["japanese"] for each in word["meanings"])
    )
    assert all(sense["definition"] for each in means["meanings"] for sense in each["senses"])
    alone = await look_up(line.who, line.table, means["word"].lower())
    assert (alone.status_code, alone.json()) == (200, means)
    live = await site.live(line.table)
    live.recent, live.played_words = (), PlayedWords()  # as after a restart
    assert (await look_up(await site.guest(), line.table)).json() == words


async def test_other_words_are_not_defined_but_cards_are(site: Running) -> None:
    line = await play_with_bots(site, "word-bank")
    # The answer does not reveal whether this is a word.
    unsaid = "This word has not been said or laid at this table."
    invalid = "A word is written with the letters A to Z only."
    words = {"dog": unsaid, "xqzt": unsaid}
    words |= dict.fromkeys(("co-op", "%20", "d0g", "%E7%8A%AC"), invalid)
    for word, text in words.items():
        answer = await look_up(line.who, line.table, word)
        assert (answer.status_code, answer.json()["text"]) == (400, text), word
    assert (await look_up(line.who, "nowhere")).status_code == 404
    answer = await look_up(line.who, (await line.who.open())["table"], "dog")
    assert (answer.status_code, answer.json()["code"]) == (409, "not-now")
    # In Word Porters, the cards are defined from the beginning.
    porters = await play_with_bots(site, "word-porters", 3)
    cards = (await look_up(porters.who, porters.table)).json()
    assert len(cards) > 20
    assert all(each["seats"] == [] and each["against"] is None for each in cards)
    without = await play_with_bots(site, "kakapo")
    assert (await look_up(line.who, without.table)).json() == []


async def test_quiddlers_words_are_not_defined_while_its_dictionary_is_closed(
    site: Running,
) -> None:
    game, rng, stranger = GAMES["quiddler"], Rng(5), await site.guest()
    line = await play_with_bots(site, "quiddler", turn_clock=3600, turn_cap=1)
    while not (found := (await look_up(line.who, line.table)).json()):
        assert await play_on(line, 0, rng, 1, game)
    while await line.turn(0):
        phase = line.update["view"]["phase"]["type"]
        if 0 in line.update["to_act"] and phase in ("drawing", "acting"):
            break
        await play_on(line, 0, rng, 1, game)
    for who in (line.who, stranger):
        one = (await look_up(who, line.table, found[0]["word"])).json()
        for each in (one, *(await look_up(who, line.table)).json()):
            assert (each["against"]["rule"], each["meanings"]) == ("QD-23", [])
    await line.say(type="end")
    assert all(each["against"] is None for each in (await look_up(stranger, line.table)).json())
