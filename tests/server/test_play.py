"""People at tables over real sockets."""

import asyncio
import contextlib
import json
from pathlib import Path

from chabudai.core import Rng
from chabudai.server import protocol
from tests.server.support import GAME, Clock, Guest, Line, Running, guest, play_on, sampled, timed


def check_dense(line: Line, since: int) -> None:
    """Every step after `since` was told once, in order."""
    seqs = [told["seq"] for update in line.of("update") for told in update["news"]]
    last = line.last("update")
    assert last is not None
    assert seqs == list(range(since + 1, last["seq"] + 1))


async def test_a_game_against_bots_is_played_to_the_end(mika: Guest) -> None:
    made = await mika.open(bots=["easy", "easy"], begin=True)
    async with mika.line(made["table"], since=0) as line:
        await line.say(type="hasten", hasten=True)
        await play_on(line, 0, Rng(1))
        last = line.last("update")
        assert last is not None
        assert last["view"]["phase"]["type"] == "over"
        await line.until(lambda: (line.last("lobby") or {})["status"] == "over")
        check_dense(line, 0)


async def test_two_guests_and_a_bot_play_and_everyone_is_told_everything(
    mika: Guest, ken: Guest, server: Running
) -> None:
    made = await mika.open(bots=["easy"])
    joined = (await ken.join(table=made["table"], secret=made["invite"])).json()
    assert joined == {"table": made["table"], "seat": 2, "invite": None}
    async with (
        guest(server.base) as stranger,
        mika.line(made["table"]) as first,
        ken.line(made["table"]) as second,
        stranger.line(made["table"]) as third,
    ):
        await second.first("hello")  # whoever comes later is not told what was before
        assert (await third.first("hello"))["seat"] is None
        head = (await first.say(type="hasten", hasten=True))["seq"]
        await first.say(type="begin", fill=None)
        await asyncio.gather(play_on(first, 0, Rng(2)), play_on(second, 2, Rng(3)))
        await third.until(lambda: (third.last("lobby") or {})["status"] == "over")
        end = first.last("update")
        assert end is not None
        for line in (first, second, third):
            update = await line.at(end["seq"])
            assert update["view"] == end["view"]  # Word Bank hides nothing but the pile
            seqs = [told["seq"] for each in line.of("update") for told in each["news"]]
            assert seqs == list(range(seqs[0], end["seq"] + 1))
            assert seqs[0] <= head + 1


async def test_a_lost_line_is_taken_up_where_it_broke(mika: Guest) -> None:
    made = await mika.open(bots=["easy", "easy"], begin=True)
    async with mika.line(made["table"]) as line:
        await line.say(type="hasten", hasten=True)
        await play_on(line, 0, Rng(4), moves=1)
        seen = (await line.first("update"))["seq"]
    async with mika.line(made["table"], since=seen) as line:
        update = await line.first("update")
        assert [told["seq"] for told in update["news"]] == list(range(seen + 1, update["seq"] + 1))
        await play_on(line, 0, Rng(5))
        check_dense(line, seen)


async def test_without_since_there_is_no_story_but_the_table_as_it_is(mika: Guest) -> None:
    made = await mika.open(bots=["easy", "easy"], begin=True)
    async with mika.line(made["table"]) as line:
        assert (await line.first("update"))["news"] == []
    for odd in ("99999", "-1", "x", "9" * 40):
        async with mika.line(f"{made['table']}?since={odd}") as line:
            assert (await line.first("update"))["news"] == []


async def test_two_tabs_of_one_guest_are_both_alive(mika: Guest) -> None:
    made = await mika.open(bots=["easy", "easy"], begin=True)
    async with mika.line(made["table"]) as one, mika.line(made["table"]) as two:
        await one.say(type="hasten", hasten=True)
        update = await one.turn(0)
        assert update is not None
        action = sampled(update, 0, Rng(6))
        answer = await one.say(type="act", id="tab", head=update["seq"], action=action)
        assert answer["type"] == "accepted"
        await two.at(answer["seq"])
        again = await two.say(type="act", id="tab", head=update["seq"], action=action)
        assert again == answer
        other = await two.say(type="act", head=update["seq"], action={"type": "pass"})
        assert other["code"] == "stale"


async def test_who_sits_there_already_gets_the_same_seat_back(mika: Guest, ken: Guest) -> None:
    made = await mika.open()
    wish = {"table": made["table"], "secret": made["invite"]}
    assert (await ken.join(**wish)).json()["seat"] == 1
    assert (await ken.join(**wish)).json()["seat"] == 1
    assert (await ken.join(table=made["table"])).json()["seat"] == 1
    assert (await mika.join(**wish)).json()["seat"] == 0


async def test_a_code_lives_as_long_as_its_game(mika: Guest, ken: Guest, server: Running) -> None:
    made = await mika.open()
    async with mika.line(made["table"]) as line:
        code = (await line.first("lobby"))["code"]
        assert code is not None
        assert len(code) == 4
        assert (await ken.join(code=code)).json()["seat"] == 1
        await line.until(lambda: (line.last("lobby") or {})["chairs"][1]["name"] == "Ken")
        await line.say(type="begin", fill="easy")
        await line.first("update")
        assert (line.last("lobby") or {})["code"] == code
        assert (await ken.join(code=code)).json()["seat"] == 1
        async with guest(server.base) as late:
            assert (await late.join(code=code)).json()["seat"] is None
        await line.say(type="end")
        await line.until(lambda: (line.last("lobby") or {})["code"] is None)
    assert (await ken.http.post("/api/join", json={"name": "x", "code": code})).status_code == 404


async def test_who_comes_late_watches_and_who_finds_no_seat_is_told(
    mika: Guest, ken: Guest, server: Running
) -> None:
    full = await mika.open(bots=["easy", "easy"])
    wish = {"table": full["table"], "secret": full["invite"]}
    late = await ken.join(**wish)
    assert (late.status_code, late.json()["code"]) == (409, "no-seat")
    assert late.json()["table"] == full["table"]
    async with mika.line(full["table"]) as line:
        await line.say(type="begin", fill=None)
    late = await ken.join(**wish)
    assert (late.status_code, late.json()["seat"]) == (200, None)
    async with guest(server.base) as other:
        wrong = await other.join(table=full["table"], secret="x" * 22)
        assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong-secret")


async def test_a_seat_that_is_vacated_or_taken_is_told_to_its_sockets(
    mika: Guest, ken: Guest
) -> None:
    made = await mika.open()
    async with mika.line(made["table"]) as host, ken.line(made["table"]) as line:
        assert (await line.first("hello"))["seat"] is None
        await ken.join(table=made["table"], secret=made["invite"])
        await host.until(lambda: (host.last("lobby") or {})["chairs"][1]["kind"] == "guest")
    async with mika.line(made["table"]) as host, ken.line(made["table"]) as line:
        assert (await line.first("hello"))["seat"] == 1
        await host.say(type="vacate", seat=1)
        await line.until(lambda: (line.last("hello") or {})["seat"] is None)
        refused = await line.say(type="rename", name="Still me")
        assert refused["code"] == "not-your-seat"


async def test_presence_is_told(mika: Guest, ken: Guest) -> None:
    made = await mika.open()
    await ken.join(table=made["table"], secret=made["invite"])
    async with mika.line(made["table"]) as host:

        def ken_here() -> bool:
            return (host.last("presence") or {})["away_ms"][1] is None

        await host.first("presence")
        assert not ken_here()
        async with ken.line(made["table"]):
            await host.until(ken_here)
        await host.until(lambda: not ken_here())


async def test_the_rematch_seats_everyone_one_further_and_begins_when_only_bots_wait(
    mika: Guest,
) -> None:
    made = await mika.open(bots=["easy", "normal"], begin=True, options={"first_player": 0})
    async with mika.line(made["table"]) as line:
        await line.say(type="hasten", hasten=True)
        await play_on(line, 0, Rng(7))
        answer = await line.say(type="again")
        assert answer["type"] == "accepted"
        await line.until(lambda: (line.last("lobby") or {})["next"])
        after = (line.last("lobby") or {})["next"]
        await line.say(type="again")
        assert (line.last("lobby") or {})["next"] == after
        old = [chair["name"] for chair in (line.last("lobby") or {})["chairs"]]
    async with mika.line(after, since=0) as line:
        hello = await line.first("hello")
        assert (hello["seat"], hello["host"]) == (2, True)
        update = await line.first("update")
        assert update["news"][2]["events"][0]["first"] == 0
        chairs = (line.last("lobby") or {})["chairs"]
        assert [chair["name"] for chair in chairs] == [*old[1:], old[0]]
        await play_on(line, 2, Rng(8))


async def test_the_rematch_of_several_people_waits_in_the_lobby(mika: Guest, ken: Guest) -> None:
    made = await mika.open(seats=2)
    await ken.join(table=made["table"], secret=made["invite"])
    async with mika.line(made["table"]) as one, ken.line(made["table"]) as two:
        await one.say(type="begin", fill=None)
        await asyncio.gather(play_on(one, 0, Rng(9)), play_on(two, 1, Rng(10)))
        await two.until(lambda: (two.last("lobby") or {})["status"] == "over")
        await asyncio.gather(one.say(type="again"), two.say(type="again"))
        after = await one.until(lambda: (one.last("lobby") or {})["next"])
        await two.until(lambda: (two.last("lobby") or {})["next"] == after)
    async with mika.line(after) as one, ken.line(after) as two:
        assert (await one.first("hello"))["seat"] == 1
        assert (await two.first("hello"))["seat"] == 0
        lobby = await one.first("lobby")
        assert (lobby["status"], lobby["host"]) == ("lobby", 1)
        assert lobby["code"]
        assert (await one.say(type="begin", fill=None))["type"] == "accepted"


async def test_the_host_leaving_does_not_end_the_game(mika: Guest, ken: Guest) -> None:
    made = await mika.open(bots=["easy"])
    await ken.join(table=made["table"], secret=made["invite"])
    async with mika.line(made["table"]) as host:
        await host.say(type="hasten", hasten=True)
        await host.say(type="begin", fill=None)
    async with ken.line(made["table"]) as line:
        await line.first("update")
        async with mika.line(made["table"]) as back:
            await asyncio.gather(play_on(line, 2, Rng(11)), play_on(back, 0, Rng(12)))


async def test_a_question_is_answered_and_changes_nothing(mika: Guest) -> None:
    made = await mika.open(bots=["easy", "easy"], begin=True)
    async with mika.line(made["table"]) as line:
        update = await line.first("update")
        letter = update["view"]["ring"][0]["safe"]["letter"]
        question = {"type": "inputs", "word": letter + "ING"}
        answer = await line.say(type="ask", question=question)
        assert answer["type"] == "answered"
        assert answer["answer"]["inputs"]
        odd = await line.say(type="ask", question={"type": "pile"})
        assert odd["code"] == "malformed"


async def test_a_vote_stands_although_others_voted_meanwhile(server: Running) -> None:
    async with guest(server.base) as a, guest(server.base) as b, guest(server.base) as c:
        made = await a.open(options={"word_vote": True, "first_player": 0})
        for other in (b, c):
            await other.join(table=made["table"], secret=made["invite"])
        async with (
            a.line(made["table"]) as la,
            b.line(made["table"]) as lb,
            c.line(made["table"]) as lc,
        ):
            await la.say(type="begin", fill=None)
            update = await la.first("update")
            letter = update["view"]["ring"][0]["safe"]["letter"]
            said = {"word": letter + "ZZZZ", "direction": "clockwise", "positions": [0]}
            answer = await la.say(type="act", head=update["seq"], action={"type": "say", **said})
            assert answer["type"] == "accepted"
            head = answer["seq"]
            vote = {"type": "vote", "accept": True}
            await asyncio.gather(lb.at(head), lc.at(head))
            both = await asyncio.gather(
                lb.say(type="act", head=head, action=vote),
                lc.say(type="act", head=head, action=vote),
            )
            assert {each["type"] for each in both} == {"accepted"}
            assert sorted(each["seq"] for each in both) == [head + 1, head + 2]
            late = await lb.say(type="act", head=head, action=vote)
            assert late["code"] == "stale"


async def test_names_are_tidied_and_told_apart(mika: Guest, ken: Guest) -> None:
    made = await mika.open(name="  Mi\u200bka\u202e  San ")
    await ken.join(table=made["table"], secret=made["invite"], name="mi ka san")
    async with ken.line(made["table"]) as line:
        lobby = await line.first("lobby")
        assert [chair["name"] for chair in lobby["chairs"]] == ["Mi ka San", "mi ka san 2", ""]
        assert (await line.say(type="rename", name="\u200b"))["code"] == "malformed"
        assert (await line.say(type="rename", name="ケン"))["type"] == "accepted"
        await line.until(lambda: (line.last("lobby") or {})["chairs"][1]["name"] == "ケン")


async def test_the_transcript_is_given_once_the_game_is_over_and_replays(mika: Guest) -> None:
    from chabudai.core.transcript import loads, replay

    made = await mika.open(bots=["easy"], seats=2, begin=True)
    path = f"/api/tables/{made['table']}/transcript"
    early = await mika.http.get(path)
    assert (early.status_code, early.json()["code"]) == (409, "not-now")
    async with mika.line(made["table"]) as line:
        await line.say(type="hasten", hasten=True)
        await play_on(line, 0, Rng(13))
        last = line.last("update")
    text = (await mika.http.get(path)).content
    states = list(replay(GAME, loads(text)))
    outcome = GAME.outcome(states[-1])
    assert outcome is not None
    assert last is not None
    assert last["news"][-1]["events"][-1]["outcome"]["scores"] == list(outcome.scores)


async def test_frames_come_back_as_json_text_and_pings_are_answered(mika: Guest) -> None:
    made = await mika.open()
    async with mika.line(made["table"]) as line:
        await line.ws.send(json.dumps({"type": "ping"}))
        assert await line.first("pong") == {"type": "pong"}


async def test_a_host_who_stays_away_is_succeeded_by_a_guest_who_is_there(
    db: str, static: Path
) -> None:
    clock = Clock()
    async with timed(db, static, clock, {}) as (server, mika), guest(server.base) as ken:
        made = await mika.open()
        await ken.join(table=made["table"], secret=made["invite"])
        live = await server.services.registry.get(made["table"])
        assert live is not None
        async with mika.line(made["table"]) as host:
            await host.first("lobby")
            clock.ahead += 1_000_000
            await server.services.presence.check(live)
        async with ken.line(made["table"]) as line:
            await line.first("presence")
            clock.ahead += protocol.AWAY_MS - 1
            await server.services.presence.check(live)
            assert (await line.first("hello"))["host"] is False
            assert (await line.say(type="begin", fill="easy"))["code"] == "not-host"
            clock.ahead += 1
            await server.services.presence.check(live)
            await line.until(lambda: (line.last("hello") or {}).get("host"))
            assert (line.last("lobby") or {})["host"] == 1
            async with mika.line(made["table"]) as back:
                assert (await back.first("hello"))["host"] is False
                assert (await back.say(type="begin", fill="easy"))["code"] == "not-host"
            assert (await line.say(type="begin", fill="easy"))["type"] == "accepted"


async def test_where_the_host_has_left_the_next_who_comes_is_the_host_also_after_a_restart(
    db: str, static: Path
) -> None:
    clock = Clock()
    async with contextlib.AsyncExitStack() as people:
        async with timed(db, static, clock, {}) as (server, mika):
            ken, ami = [await people.enter_async_context(guest(server.base)) for _ in range(2)]
            made = await mika.open(name="Mika")
            for each, name in ((ken, "Ken"), (ami, "Ami")):
                await each.join(table=made["table"], secret=made["invite"], name=name)
            async with mika.line(made["table"]) as line:
                assert (await line.say(type="leave"))["type"] == "accepted"
            page = (await mika.http.get(f"/t/{made['table']}")).text
            assert "<title>Word Bank</title>" in page
        async with timed(db, static, clock, {}) as (server, _):
            for each in (ken, ami):
                each.base = server.base
            async with contextlib.AsyncExitStack() as lines:
                heir = await lines.enter_async_context(ami.line(made["table"]))
                await heir.until(lambda: (heir.last("hello") or {}).get("host"))
                late = await lines.enter_async_context(ken.line(made["table"]))
                assert (await late.first("hello"))["host"] is False
                assert (await heir.say(type="begin", fill="easy"))["type"] == "accepted"
                assert (await late.say(type="leave"))["type"] == "accepted"
                # Whoever has left is no heir, though their page is still open.
                assert (await heir.say(type="leave"))["type"] == "accepted"
                assert (heir.last("lobby") or {})["host"] == 2
            async with ken.line(made["table"]) as back:
                await back.until(lambda: (back.last("hello") or {}).get("host"))
                assert (await back.say(type="end"))["type"] == "accepted"
