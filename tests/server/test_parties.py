"""Parties: the same people, one link and one code for all games of an evening."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text

from chabudai.server.store import commit
from chabudai.server.store.base import StorageFailed
from chabudai.server.store.postgres import Postgres
from chabudai.server.store.schema import SEATS, TABLES
from chabudai.server.tables.clocks import PARTY_KEPT_MS
from chabudai.server.tables.decide import Change
from tests.server.clock import Clock
from tests.server.support import BRISK, Guest, Running, Serve


async def party_of(who: Guest, party: str) -> dict[str, Any]:
    answer = await who.http.get(f"/api/parties/{party}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def next_game(who: Guest, party: str, **order: Any) -> dict[str, Any]:
    return dict((await who.http.post(f"/api/parties/{party}/next", json=order)).json())


async def test_one_link_and_one_code_lead_to_every_game_of_an_evening(server: Running) -> None:
    ann, ben, dan = await server.guests(3)
    made = await ann.open(seats=2, options={"first_player": 0})
    party, invite = made["table"], made["invite"]
    line = await ann.connect(party)
    code = (await line.first("lobby"))["code"]
    assert line.lobby["party"] == party
    assert (await ben.join(code=code, name="Ben")).json()["seat"] == 1
    await line.accept(type="begin")
    assert (await dan.join(table=party, secret=invite, name="Dan")).json()["seat"] is None
    for ending in (True, False):  # the code leads its owner back, also when the game is over
        assert (await ben.join(code=code)).json()["seat"] == 1
        assert (await dan.join(code=code)).json()["seat"] is None
        if ending:
            await line.accept(type="end")
    order = {"game": "quiddler", "after": party}
    second = (await next_game(ben, party, **order))["table"]
    tapped_late = await next_game(ann, party, **order)
    assert tapped_late == {"table": second, "seat": 1, "invite": None}
    await line.until(lambda: line.lobby["next"] == second)
    assert line.lobby["next_by"] == 1
    later = await ann.connect(second)
    lobby = await later.first("lobby")
    assert (lobby["code"], lobby["party"]) == (code, party)
    assert [chair["name"] for chair in lobby["chairs"]] == ["Ben", "Mika", "Dan"]
    assert (await dan.join(code=code)).json() == {"table": second, "seat": 2, "invite": None}
    for wish in ({"table": party, "secret": invite}, {"code": code}):
        late = await server.guest()
        assert (await late.join(**wish, name="Eve")).json()["table"] == second
    assert (await line.refuse(type="rename", name="Nobody")) == "not-now"
    assert (await line.say(type="again"))["type"] == "accepted", "both taps lead to one table"
    assert await server.services.store.codes() == {code}


async def test_tonights_score_names_winners_and_the_games_nobody_has_played(
    server: Running,
) -> None:
    mine, his = await server.seat(2, options={"first_player": 0})
    ann, ben, party = mine.who, his.who, mine.table
    while mine.lobby["status"] != "over":  # every seat passes
        acting = mine.update["to_act"][0]
        line = (mine, his)[acting]
        await line.turn(acting)
        await line.move({"type": "pass"})
        await asyncio.gather(*(each.at(line.update["seq"]) for each in (mine, his)))
    found = await party_of(ben, party)
    (played,) = found["games"]
    assert (found["tonight"], found["status"], found["me"], found["host"]) == (1, "over", 1, 0)
    names = [person["name"] for person in found["people"]]
    assert [names[seat["person"]] for seat in played["seats"]] == ["Mika", "Ken"]
    wins = [person["wins"] for person in found["people"]]
    winners = [] if played["together"] else played["winners"]
    assert wins == [int(seat in winners) for seat in (0, 1)]
    assert "word-bank" not in found["people"][0]["unplayed"]
    assert "quiddler" in found["people"][0]["unplayed"]
    stranger = await server.guest()
    for who, of in ((stranger, party), (ann, "a" * 16)):
        answer = await who.http.get(f"/api/parties/{of}")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-table")
    # Another game: its people are the same, and the list grows.
    await next_game(ann, party)
    later = await party_of(ben, party)
    assert (found["opener"], later["opener"]) == (None, 0)
    assert [each["at"] for each in later["games"]] == [played["at"]]


async def test_a_guest_who_left_the_party_has_no_name_and_seat_until_back_by_its_link(
    site: Running,
) -> None:
    mine, his = await site.seat(2, options={"first_player": 0})
    party, link = mine.table, {"table": mine.table, "secret": mine.invite}
    table = party
    for status in ("playing", "over", "lobby"):
        if status == "over":
            await mine.accept(type="end")
        assert (await his.who.http.post(f"/api/parties/{party}/leave", json={})).status_code == 200
        if status == "over":
            table = (await next_game(mine.who, party))["table"]
            lobby = await (await mine.who.connect(table)).first("lobby")
            assert [chair["kind"] for chair in lobby["chairs"]] == ["guest", "open"]
        people = (await party_of(mine.who, party))["people"]
        assert [each["name"] for each in people] == ["Mika", ""]
        assert (await his.who.http.get(f"/api/parties/{party}")).status_code == 404
        assert (await his.who.http.get("/api/tables")).json() == []
        assert (await his.who.join(**link, name="Ken")).json()["table"] == table
        if status == "playing":  # opening the table gives the seat back
            await (await his.who.connect(party)).first("update")
        for each in (mine, his):
            people = (await party_of(each.who, party))["people"]
            assert [person["name"] for person in people] == ["Mika", "Ken"]
        lobby = await (await mine.who.connect(table)).first("lobby")
        assert {chair["name"] for chair in lobby["chairs"]} == {"Mika", "Ken"}


async def test_the_host_deletes_a_party_with_its_tables_at_all_servers_without_a_fault(
    shared: str, serve: Serve, capfd: pytest.CaptureFixture[str]
) -> None:
    here, there = [await serve(db=shared) for _ in range(2)]
    mine, his = await here.seat(2, seats=3, bots=["easy"], options={"first_player": 0})
    his.who.go_to(there.base)
    away = await his.who.connect(mine.table)
    await away.first("update")
    path = f"/api/parties/{mine.table}"
    refused = await his.who.http.post(f"{path}/delete", json={})
    assert refused.json()["code"] == "not-host"
    idle = (await mine.who.open(seats=2))["table"]
    for table in (mine.table, idle):
        await there.live(table)
        done = await mine.who.http.post(f"/api/parties/{table}/delete", json={})
        assert done.status_code == 200
    assert [await line.closing() for line in (mine, his, away)] == [4404] * 3
    assert (await mine.who.http.get(path)).status_code == 404
    assert (await his.who.http.get("/api/tables")).json() == []
    assert await here.services.store.load(mine.table) is None
    mine.who.go_to(there.base)
    answer = await mine.who.http.post(f"/api/parties/{idle}/next", json={})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-table")
    assert here.faults + there.faults == 0
    assert "error" not in "".join(capfd.readouterr())


@pytest.mark.parametrize("first", ["deletion", "next game"])
async def test_a_party_deleted_while_another_server_opens_its_next_game_is_gone(
    shared: str, database: Postgres, serve: Serve, first: str
) -> None:
    here, there = [await serve(db=shared) for _ in range(2)]
    mine, his = await here.seat(2)
    party, path = mine.table, f"/api/parties/{mine.table}"
    await mine.accept(type="end")
    his.who.go_to(there.base)
    await party_of(his.who, party)
    calls = {"deletion": (mine.who, "delete"), "next game": (his.who, "next")}
    tasks = dict[str, asyncio.Task[httpx.Response]]()
    async with database.engine.begin() as connection:
        # A server that opens the next game locks the table, and then waits for the seats.
        held = SEATS if first == "next game" else TABLES
        await connection.execute(select(held).with_for_update())
        for number, name in enumerate((first, *(calls.keys() - {first})), 1):
            who, verb = calls[name]
            tasks[name] = asyncio.create_task(who.http.post(f"{path}/{verb}", json={}))
            while await count_of(database, BLOCKED) != (number if first == "next game" else 1):
                pass  # the query lets the other tasks continue
    assert (await tasks["deletion"]).status_code == 200
    # A server that does not wait for the row may still be the first to get it.
    possible = {200} if first == "next game" else {200, 404}
    assert (await tasks["next game"]).status_code in possible
    assert await count_of(database, "SELECT count(*) FROM tables") == 0
    assert (await his.who.http.get(path)).status_code == 404
    assert [await line.closing() for line in (mine, his)] == [4404, 4404]
    assert here.faults + there.faults == 0


BLOCKED = """
SELECT count(*) FROM pg_stat_activity
WHERE wait_event_type = 'Lock' AND datname = current_database()
"""


async def count_of(database: Postgres, query: str) -> int:
    async with database.engine.connect() as connection:
        return int((await connection.execute(text(query))).scalar_one())


async def test_a_party_without_a_game_for_180_days_is_deleted_and_a_lobby_handed_on_earlier(
    site: Running,
) -> None:
    ann, ben = await site.guests(2)
    made = await ann.open(seats=2)
    first, store = made["table"], site.services.store
    order = {"game": "quiddler", "options": {"turn_clock": 60}}
    second = (await next_game(ann, first, **order))["table"]
    lobby = await (await ann.connect(second)).first("lobby")
    assert lobby["options"]["turn_clock"] == 60
    old = (await ann.open(seats=2, bots=["easy"], begin=True))["table"]
    now, sweep = site.services.sources.now(), site.services.clocks.sweep
    await sweep(now + 25 * 3600 * 1000)
    assert [await store.load(table) is None for table in (first, second)] == [True, False]
    joined = await ben.join(table=first, secret=made["invite"], name="Ben")
    assert (joined.json()["table"], joined.json()["seat"]) == (second, 1)
    for later, gone in ((-60_000, False), (60_000, True)):
        await sweep(now + PARTY_KEPT_MS + later)
        assert (await store.load(old) is None) is gone


async def test_a_removed_guest_has_no_way_back_into_the_party(server: Running) -> None:
    line, his = await server.seat(2)
    ann, ben, made = line.who, his.who, {"table": line.table, "invite": line.invite}
    code = line.lobby["code"]
    await line.accept(type="end")
    second = await ann.connect((await next_game(ann, made["table"], game="quiddler"))["table"])
    await second.accept(type="vacate", seat=0)
    private = await server.guest()
    for who in (ben, private):
        for wish in ({"code": code}, {"table": made["table"], "secret": made["invite"]}):
            assert (await who.join(**wish)).json()["code"] in ("unknown-table", "wrong-secret")
    assert (await ben.join(table=made["table"])).json()["code"] == "wrong-secret"
    path = f"/api/parties/{made['table']}"
    before = await server.stored(second.table)
    answers = [await ben.http.get(path)]
    answers += [
        await ben.http.post(f"{path}/{each}", json={}) for each in ("next", "leave", "delete")
    ]
    assert {(each.status_code, each.json()["code"]) for each in answers} == {(404, "unknown-table")}
    assert await server.stored(second.table) == before


async def test_a_party_is_at_its_last_table_even_if_the_clock_was_set_back(serve: Serve) -> None:
    clock = Clock()
    server = await serve(sources=replace(BRISK, now=clock.now))
    mine, his = await server.seat(2)
    await mine.accept(type="end")
    clock.ahead -= 3_600_000
    second = (await next_game(mine.who, mine.table))["table"]
    listed = (await his.who.http.get("/api/tables")).json()
    assert [each["table"] for each in listed] == [second]
    assert await server.services.store.latest_table(mine.table) == second


async def test_a_server_killed_while_it_opens_the_next_game_leaves_the_party_at_one_table(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, his = await server.seat(2)
    await mine.accept(type="end")
    party, code, rows_of = mine.table, mine.lobby["code"], commit.rows_of
    before, registry = await server.stored(party), server.services.registry

    async def opening() -> str:
        """Open the next game, forget everything but the database, and return the party's table."""
        answer = await his.who.http.post(f"/api/parties/{party}/next", json={"game": "quiddler"})
        assert answer.status_code == 503
        registry._tables.clear()
        found = await asyncio.gather(*(party_of(line.who, party) for line in (mine, his)))
        tables = {page["table"] for page in found} | {await server.services.store.with_code(code)}
        assert len(tables) == 1
        return str(tables.pop())

    def cut(at: int) -> Callable[[Sequence[Change]], Iterator[Any]]:
        def rows(changes: Sequence[Change]) -> Iterator[Any]:
            yield from rows_of(changes)[:at]
            raise ConnectionError("killed")

        return rows

    for at in range(len(rows_of([])) + 1):
        with monkeypatch.context() as patch:
            patch.setattr(commit, "rows_of", cut(at))
            assert await opening() == party
        assert await server.stored(party) == before
    append = server.services.store.append

    async def killed_after(change: Change) -> commit.Stored:
        await append(change)
        raise StorageFailed("killed")

    with monkeypatch.context() as patch:
        patch.setattr(server.services.store, "append", killed_after)
        following = await opening()
    assert following != party
    lobby = await (await his.who.connect(following)).first("lobby")
    assert [chair["name"] for chair in lobby["chairs"]] == ["Ken", "Mika"]
    assert (await mine.who.join(table=party)).json()["table"] == following
