"""Guests at tables over real sockets: whole games, rematches and the role of the host."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from chabudai.core import Rng
from chabudai.core.rulebook import LANGUAGES, read_rulebook
from chabudai.core.transcript import loads, replay
from tests.server.clock import Shifts
from tests.server.support import Guest, Running, guest, play_on
from tests.support.asyncapi_validator import assert_described
from tests.support.game_cases import ADDED, CASES, Case, a_start


async def test_guests_and_spectators_are_sent_every_step_of_a_game(site: Running) -> None:
    first, second = await site.seat(2, seats=3, bots=["easy"], begin=False)
    third = await (await site.guest()).connect(first.table)
    await second.first("hello")  # later sockets are not sent earlier steps
    assert (await third.first("hello"))["seat"] is None
    head = await first.accept(type="hasten", hasten=True)
    await first.accept(type="begin")
    await asyncio.gather(play_on(first, 0, Rng(2)), play_on(second, 2, Rng(3)))
    await third.until(lambda: third.lobby["status"] == "over")
    end = first.update
    for line in (first, second, third):
        update = await line.at(end["seq"])
        assert update["view"] == end["view"]  # Word Bank hides nothing but the pile
        seqs = [step["seq"] for step in line.news]
        assert seqs == list(range(seqs[0], end["seq"] + 1))
        assert seqs[0] <= head + 1


async def test_a_socket_without_a_valid_since_is_sent_the_table_without_news(site: Running) -> None:
    mika = await site.guest()
    table = (await mika.open(bots=["easy", "easy"], begin=True))["table"]
    for query in ("", *(f"?since={odd}" for odd in ("99999", "-1", "x", "9" * 40))):
        async with mika.line(f"{table}{query}") as line:
            assert (await line.first("update"))["news"] == []


async def test_a_rematch_moves_everyone_one_seat_and_begins_if_only_bots_wait(
    site: Running,
) -> None:
    mika = await site.guest()
    made = await mika.open(bots=["easy", "normal"], begin=True, options={"first_player": 0})
    line = await mika.connect(made["table"])
    await line.accept(type="end")
    await line.accept(type="again")
    after = await line.until(lambda: line.lobby["next"])
    await line.accept(type="again")
    assert line.lobby["next"] == after
    old = [chair["name"] for chair in line.lobby["chairs"]]
    line = await mika.connect(after, since=0)
    hello = await line.first("hello")
    assert (hello["seat"], hello["host"]) == (2, True)
    assert (await line.first("update"))["news"][2]["events"][0]["first"] == 0
    assert [chair["name"] for chair in line.lobby["chairs"]] == [*old[1:], old[0]]
    await line.turn(2)


async def test_the_next_guest_becomes_host_after_the_host_left_and_a_restart(
    shifts: Shifts,
) -> None:
    async with AsyncExitStack() as people:
        async with shifts.server() as (server, mika):
            ken, ami = [await people.enter_async_context(guest(server.base)) for _ in range(2)]
            made = await mika.open()
            for each in (ken, ami):
                await each.join(table=made["table"], secret=made["invite"])
            await (await mika.connect(made["table"])).accept(type="leave")
            assert "<title>Word Bank</title>" in (await mika.http.get(f"/t/{made['table']}")).text
        async with shifts.server() as (server, _):
            for each in (ken, ami):
                each.base = server.base
            async with ami.line(made["table"]) as heir, ken.line(made["table"]) as late:
                await heir.until(lambda: heir.hello["host"])
                assert (await late.first("hello"))["host"] is False
                await heir.accept(type="begin", fill="easy")
                await late.accept(type="leave")
                # A guest who has left cannot become the host, even with an open page.
                await heir.accept(type="leave")
                assert heir.lobby["host"] == 2
            async with ken.line(made["table"]) as back:
                await back.until(lambda: back.hello["host"])
                await back.accept(type="end")


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
