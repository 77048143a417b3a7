"""A whole game of each kind over a real socket."""

import pytest

from chabudai.core import Rng
from chabudai.core.rulebook import LANGUAGES, read_rulebook
from chabudai.core.transcript import loads, replay
from tests.server.support import Guest, Running, guest, play_on
from tests.support.asyncapi_validator import assert_described
from tests.support.game_cases import ADDED, CASES, Case, a_start


@pytest.mark.parametrize("room", CASES, ids=str)
async def test_a_game_is_played_over_a_socket_and_told_at_its_end(
    quick_site: Running, room: Case
) -> None:
    game, sitting = room.game, a_start(room)
    async with guest(quick_site.base) as mika:
        order = {"game": game.name, "seats": sitting.seats, "begin": True}
        made = await mika.open(**order, bots=["easy"] * (sitting.seats - 1))
        async with mika.line(made["table"], since=0) as line:
            await line.say(type="hasten", hasten=True)
            await line.say(type="choose", options={})
            await line.ws.send('{"type": "ping"}')
            await line.first("pong")
            await play_on(line, 0, Rng(sitting.seed), game=game)
            await line.until(lambda: line.lobby["status"] == "over")
            # Games outside the package are not in the document.
            for message in () if room in ADDED else (*line.said, *line.messages):
                assert_described(message, game)
        played = loads((await transcript(mika, made["table"])).encode())
        states = list(replay(game, played))
    assert played.header.game == game.name
    assert game.outcome(states[-1]) is not None


async def transcript(someone: Guest, table: str) -> str:
    answer = await someone.http.get(f"/api/tables/{table}/transcript")
    assert answer.status_code == 200, answer.text
    return answer.text


async def test_every_game_is_offered_with_its_rules_in_both_languages(site: Running) -> None:
    mika = await site.guest()
    offers = (await mika.http.get("/api/games")).json()
    assert [offer["name"] for offer in offers] == [room.game.name for room in CASES]
    for room in CASES:
        for lang in LANGUAGES:
            book = await mika.http.get(f"/api/rules/{room.game.name}", params={"lang": lang})
            written = read_rulebook(room.folder, lang)
            assert [rule["id"] for rule in book.json()["rules"]] == [
                each.id for each in written.rules
            ]
            assert book.json()["introduction"] == written.introduction != ""
            assert [chapter["first"] for chapter in book.json()["chapters"]] == [
                each.first for each in written.chapters
            ]
