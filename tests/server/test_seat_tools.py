"""The tools of `chabudai mcp` at tables of a real server."""

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from chabudai.cli.errors import Unusable
from chabudai.cli.output import say
from chabudai.cli.seat_tools import SeatTools, meant, moves_offered
from chabudai.cli.table_client import Seated, Visitor
from chabudai.cli.tool_arguments import against_call, no_tool
from chabudai.games import GAMES, quiddler
from chabudai.games.quiddler.state import Challenge
from chabudai.games.quiddler.tests.tables import laid, table
from chabudai.server import protocol
from chabudai.server.encoding import raw
from chabudai.server.protocol.nudges import NUDGE_AFTER_MS
from tests.server.clock import Clock
from tests.server.model import Calls, Said, play
from tests.server.support import BRISK, Running, Serve, eventually


@asynccontextmanager
async def visitor(site: Running, lang: str = "en") -> AsyncIterator[Calls]:
    """A function that calls the tools as a new visitor."""
    tools = SeatTools(Visitor(base=site.base, lang=lang))
    named = {tool.__name__: tool for tool in (*tools.reading(), *tools.acting())}

    async def call(tool: str, **given: object) -> Said:
        try:
            return Said(await named[tool](**given))
        except Unusable as why:
            return Said(why.said(lang), is_refusal=True)

    try:
        yield call
    finally:
        await tools.close()


async def refused(call: Calls, tool: str, **given: object) -> str:
    said = await call(tool, **given)
    assert said.is_refusal, said.text
    return said.text


async def test_a_scripted_model_plays_a_whole_game_by_texts_alone(site: Running) -> None:
    async with visitor(site) as call:
        await call("open_table", game="word-porters", seats=3, bots="easy")
        story = await play(call, 1)
        assert len(story) >= 8
        assert story[-1].text.endswith("\nThe game is over.")
        assert story[-1].text.splitlines().count("The game is over.") == 1
        assert await refused(call, "move", line="ready") == "The game is over."
        assert (await call("leave")).text == "You have left the table."
        assert "You are not at a table" in await refused(call, "look")


@pytest.mark.parametrize("game", GAMES)
async def test_the_turn_of_a_seat_is_stated_once(game: str, site: Running) -> None:
    for lang, turn in (("en", "our turn"), ("ja", "あなたの番です")):
        async with visitor(site, lang) as call:
            seats = max(2, GAMES[game].seats[0])
            said = await call("open_table", game=game, seats=seats, bots="none")
            assert "。 " not in said.text
            said = await call("begin", bots="easy")
            while turn not in said.text:
                said = await call("wait")
            seen = (await call("look")).text
            assert seen.count(turn) == 1, seen
            assert turn in seen.splitlines()[-1]
            listed = (await call("moves")).text
            assert (await call("move", line="?")).text == listed
            if (game, lang) == ("word-bank", "en"):  # the list may be incomplete, and says so
                besides = "besides moves with words, numbers or places that you choose"
                assert listed.endswith(f"\nLegal now, {besides}:\npass")


async def test_guests_join_by_link_or_code_and_late_ones_watch(site: Running) -> None:
    async with visitor(site) as host, visitor(site) as guest, visitor(site, "ja") as third:
        opened = (await host("open_table", game="word-bank", seats=2, bots="none")).text
        code, _, link = opened.partition("the code ")[2].rstrip(".").partition(", or by ")
        assert opened.startswith("The game has not begun. Others join with the code ")
        assert await refused(host, "move", line="pass") == "The game has not begun."
        joined = await guest("join_table", where=link, name="Ben")
        assert joined.text.startswith("The game has not begun.")
        assert joined.text.endswith(f"or by {site.base}/j/{code}.")
        assert await refused(guest, "begin") == "Only the host can do that."
        await host("begin", bots="none")
        while "has not begun" in (await guest("wait", seconds=1)).text:
            pass
        watched = await third("join_table", where=link, name="Aki")
        assert watched.text.splitlines()[-1].startswith("次の番：")
        assert await refused(third, "move", line="pass") == "観戦中は手を打てません。"
        now, other = host, guest
        if "It is your turn: " not in (await host("look")).text:
            now, other = guest, host
        others = await refused(other, "move", line="pass")
        assert others == "Not allowed: It is not your turn. Rule WB-6."
        assert (await refused(other, "move", line="2 2 2")).startswith("It is the turn of ")
        assert "passed." in (await now("move", line="pass")).text
        while "パスしました" not in (await third("wait", seconds=1)).text:
            pass
        assert (await guest("leave", bots="easy")).text == "You have left the table."


async def test_a_model_without_a_seat_is_told_that_it_may_not_watch(site: Running) -> None:
    (host,) = await site.seat(1, seats=2, bots=["easy"])
    await host.accept(type="let-watch", who="nobody")
    link = f"{site.base}/j/{host.table}#{host.invite}"
    async with visitor(site) as call:
        seen = await refused(call, "join_table", where=link, name="Ben")
        assert seen == "Only the players see this game."


async def test_wait_takes_a_model_to_the_next_game_of_its_party(site: Running) -> None:
    ann = await site.guest()
    made = await ann.open(game="word-bank", seats=2)
    line = await ann.connect(made["table"])
    async with visitor(site) as call:
        await call("join_table", where=(await line.first("lobby"))["code"])
        await line.accept(type="begin")
        await line.accept(type="end")
        assert (await call("wait")).text.endswith("The game is over.")
        waiting = asyncio.ensure_future(call("wait"))
        await line.accept(type="again", game="quiddler")
        assert (await waiting).text.startswith("The game has not begun.")
        later = await ann.connect(await line.until(lambda: line.lobby["next"]))
        await later.accept(type="begin")
        assert "Round 1 of 8, 3 cards each." in (await call("look")).text


async def test_a_request_is_put_to_a_model_and_answered(serve: Serve) -> None:
    clock = Clock()
    server = await serve(sources=replace(BRISK, now=clock.now))
    async with visitor(server) as call:
        order = {"game": "word-bank", "seats": 2, "bots": "none", "options": {"first_player": 0}}
        opened = (await call("open_table", **order)).text
        code = opened.partition("the code ")[2].partition(",")[0]
        ken, dan = await server.guests(2)
        table = (await ken.join(code=code)).json()["table"]
        async with ken.line(table) as line:
            await line.first("hello")
            await call("begin", bots="none")
            await line.first("update")
            clock.ahead += NUDGE_AFTER_MS
            await line.accept(type="nudge", seat=0)
            while "Ken asks: are you there?" not in (await call("look")).text:
                pass
        await dan.join(code=code, name="Dan")
        waiting = await dan.connect(table)
        await waiting.gone(1)
        clock.ahead += protocol.AWAY_MS
        await dan.http.post(f"/api/tables/{table}/claim", json={"seat": 1})
        text = ""
        while "Dan says that Ken, who is away, is the same person." not in text:
            text = (await call("wait")).text
        number = int(text.partition("Request ")[2].partition(":")[0])
        assert await refused(call, "answer_request", number=number, answer="") == (
            "Answer yes or no."
        )
        assert "Request" not in (await call("answer_request", number=number, answer="yes")).text
        await waiting.until(lambda: waiting.hello["seat"] == 1)


async def test_rules_are_read_and_illegal_moves_refused_with_theirs(site: Running) -> None:
    async with visitor(site) as call:
        games = (await call("games")).text
        assert "\nword-bank: Word Bank, 2 to 5 players\n  lexicon: casual, expert or " in games
        assert (await call("rules", game="word-bank")).text.splitlines()[0] == "Word Bank"
        assert (await call("rules", game="word-bank", rule="wb-10")).text.startswith("WB-10 ")
        assert "\n\nWB-10 " in (await call("rules", game="word-bank", rule="all")).text
        await call("open_table", game="quiddler", seats=2, bots="easy")
        await call("wait")
        before = (await call("look")).text
        assert " Rule QD-" in await refused(call, "move", line="discard A")
        assert "draw" in await refused(call, "move", line="hello")
        assert (await call("look")).text == before
        assert '"$defs"' in (await call("questions")).text
        unread = await refused(call, "ask", question={"type": "nothing"})
        assert unread.startswith("This question cannot be read: ")
        assert unread.endswith(" The tool `questions` lists them.")


KAKAPO: dict[str, Any] = {"game": "kakapo", "seats": 2}
BANK: dict[str, Any] = {"game": "word-bank", "bots": "none"}
REFUSED: tuple[tuple[str, dict[str, Any], str, str], ...] = (
    ("look", {}, "You are not at a table: call open_table ", "テーブルに着いていません。"),
    ("rules", {"game": "chess"}, "There is no game 'chess'. Available: ", "'chess' というゲームは"),
    ("open_table", {**BANK, "seats": 2, "options": {"first_player": 4}}, "Seat 4 ", "ません。"),
    ("open_table", {**KAKAPO, "name": ""}, "A name has 1 to 240 letters.", "名前は1文字から"),
    ("join_table", {"where": "", "name": ""}, "A name has 1 to 240 letters.", "名前は1文字から"),
    ("join_table", {"where": "1234"}, "There is no such table.", "そのテーブルはありません。"),
    ("join_table", {"where": "12345"}, "has four or six digits.", "コードは4桁か6桁の数字"),
    ("join_table", {"where": "{x}"}, "'{x}' is neither a code nor ", "'{x}' はコードでも"),
    ("join_table", {"where": "http://a.b/j/x#y"}, "is neither a code nor", "はコードでも、"),
    ("rules", {"game": "word-bank", "rule": "9-9"}, "Its rules are WB-1 to ", "WB-1 から WB-"),
)  # fmt: skip
"""Refused calls, with parts of the sentence in English and in Japanese."""


async def test_an_unusable_call_is_refused_in_a_sentence_of_the_language(site: Running) -> None:
    for lang in ("en", "ja"):
        async with visitor(site, lang) as call:
            for tool, given, *told in REFUSED:
                why = await refused(call, tool, **given)
                assert told[lang == "ja"] in why
                assert lang == "en" or ". " not in why
            for tool in ("moves", "wait", "begin", "leave"):
                assert await refused(call, tool) == await refused(call, "look")


async def test_refusals_of_a_table_and_of_a_lost_server_are_in_the_language_of_the_caller(
    site: Running,
) -> None:
    async with visitor(site, "ja") as call, visitor(site, "ja") as guest, visitor(site) as other:
        order = {**BANK, "seats": 3, "options": {"first_player": 1}}
        opened = (await call("open_table", **order)).text
        few = "Word Bankは、ここでは2人で始められます。友だちを待つか、ボットを加えてください。"
        assert await refused(call, "begin", bots="none") == few
        await guest("join_table", where=re.findall("コード ([0-9]+)", opened)[0])
        assert await refused(guest, "begin") == "ホストだけができます。"
        await call("begin", bots="easy")
        unread = await refused(call, "ask", question={"type": "nothing"})
        assert re.fullmatch(
            "この質問は読めません：.*。どんな質問ができるかは、.*でわかります。", unread
        )
        await call("open_table", **BANK, seats=2)
        await other("open_table", **BANK, seats=2)
        site.host.should_exit = True
        waits = (refused(each, "wait", seconds=10) for each in (call, other))
        japanese, english = await asyncio.gather(*waits)
        assert "サーバーとの接続が切れました。" in japanese
        assert "closed the connection" in english
        assert await refused(call, "look") == f"{site.base} から答えがありません。"
        assert await refused(other, "look") == f"{site.base} does not answer."
        gone = await refused(other, "open_table", **BANK, seats=2)
        assert gone == f"{site.base} cannot be reached: Connection refused."


def test_a_word_is_challenged_by_its_letters_and_one_like_it_by_its_number() -> None:
    words = (laid(0, "H O G"), laid(1, "V X J"), laid(1, "H O G"))
    view = quiddler.GAME.view(table("", "", "A B C", turn=2, laid=words), 2)
    legal = tuple(map(raw, quiddler.GAME.menu(view, 2)))
    seated = Seated(base="", table="", secret="", lang="en")
    seated.hello = protocol.Hello(2, "", "quiddler", 1, 2, host=False)
    seated.update = protocol.Update(1, (), raw(view), (2,), legal, None)
    challenges = [line for line in moves_offered(seated) if line.startswith("challenge")]
    assert challenges == ["challenge HOG", "challenge VXJ", "challenge 1 2"]
    assert meant(seated, 2, "challenge HOG") == meant(seated, 2, "challenge 1 0") == Challenge(1, 0)
    assert meant(seated, 2, "challenge vxj") == Challenge(1, 1)
    assert meant(seated, 2, "challenge 1 2") == Challenge(1, 2)


def test_a_call_that_fits_no_tool_is_refused_in_a_sentence() -> None:
    tools = SeatTools(Visitor(base=""))
    line = against_call(tools.move, {}, "line")
    assert say("en", line) == "move needs line, a text."
    assert say("ja", line) == "move には line（テキスト）が必要です。"
    seats = against_call(tools.open_table, {"seats": "{two}"}, "seats")
    assert say("en", seats) == "seats cannot be '{two}'. It is a whole number."
    options = against_call(tools.open_table, {"options": [1]}, "options")
    assert say("ja", options) == "options は [1] にできません。オブジェクトです。"
    none = no_tool("say", ("look", "move"))
    assert say("en", none) == "There is no tool 'say'. Available: look, move."


BOT = Path(__file__).parents[2] / "examples" / "bot.py"


async def output_of(*arguments: str) -> Any:
    """The JSON value that a Python program prints."""
    command, pipe = (sys.executable, *arguments), asyncio.subprocess.PIPE
    program = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
    said, wrong = await program.communicate()
    assert program.returncode == 0, wrong.decode()
    return json.loads(said)


async def test_a_program_that_knows_no_game_plays_whole_games(site: Running) -> None:
    games = (("word-bank", "2"), ("word-porters", "3"), ("kakapo", "2"))
    for end in await asyncio.gather(*(output_of(str(BOT), site.base, *game) for game in games)):
        assert end["phase"]["type"] == "over"


async def test_a_program_agrees_to_requests_and_follows_its_party_into_the_next_game(
    serve: Serve,
) -> None:
    clock = Clock()
    site = await serve(sources=replace(BRISK, now=clock.now))
    ann, ken = await site.guests(2)
    made = await ann.open(game="word-bank", seats=3, options={"first_player": 2})
    line = await ann.connect(made["table"])
    code = (await line.first("lobby"))["code"]
    command = (sys.executable, str(BOT), site.base, code)
    program = await asyncio.create_subprocess_exec(*command)
    await line.until(lambda: line.lobby["chairs"][1]["kind"] == "guest")
    await ken.join(code=code)
    await ken.connect(made["table"])
    await line.accept(type="begin")
    await line.until(lambda: line.presence.get("away_ms") == [None] * 3)
    clock.ahead += protocol.IDLE_MS
    await line.accept(type="request", kind="move", seat=2)

    def has_moved() -> bool:
        clock.ahead += 1000
        return any(step["instead"] == "bot" for step in line.news)

    await eventually(has_moved)
    await line.accept(type="end")
    await line.accept(type="again", game="quiddler")
    later = await ann.connect(await line.until(lambda: line.lobby["next"]))
    await later.until(lambda: later.lobby["chairs"][0]["name"] == "Robot")
    await later.until(lambda: later.presence.get("away_ms", [0])[0] is None)
    program.kill()
    await program.wait()


async def test_compare_opens_a_table_for_the_changed_game_and_its_link_gives_the_seat(
    site: Running,
) -> None:
    asked = ("compare", "word-bank", "--games", "2", "--bots", "random", "--set", "min_length=3")
    found = await output_of("-m", "chabudai", *asked, "--server", site.base, "--json")
    table, _, secret = found["link"].removeprefix(f"{site.base}/j/").partition("#")
    async with httpx.AsyncClient(base_url=site.base) as client:
        join = {"table": table, "secret": secret, "name": "Mei"}
        answer = await client.post("/api/join", json=join)
        assert (answer.status_code, answer.json()["seat"]) == (200, 0)
