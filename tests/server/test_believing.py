"""Whom a server believes: names, pages, programs, proxies, and who may read the metrics."""

import json
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from chabudai.server.limits import Limits, Rate
from chabudai.server.origins import COMPUTER, is_own_name
from chabudai.server.refusal import StartupFailed
from chabudai.server.run import check_ports, listen
from chabudai.server.settings import Settings
from tests.server.support import Running, Serve, running

ORDER = {"game": "word-bank", "name": "M", "seats": 2}
NAMES = frozenset({"games.example"})


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1:8000", True),
        ("192.168.1.20", True),
        ("[::1]:8000", True),
        ("[fe80::1]", True),
        ("localhost:8000", True),
        (COMPUTER.upper(), True),
        (f"{COMPUTER}.local:8000", True),
        ("games.example", True),
        ("GAMES.example.:443", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("games.example.evil.example", False),
        ("localhost.evil.example:8000", False),
        ("evil.example@localhost", True),  # no browser sends this
        ("[::1", False),
        ("", False),
    ],
)
def test_a_server_has_its_addresses_and_the_names_it_was_given(host: str, own: bool) -> None:
    assert is_own_name(host, NAMES) is own


async def test_who_calls_by_another_name_gets_no_answer_at_any_path(serve: Serve) -> None:
    site = await serve(names=NAMES)
    mika = await site.guest()
    port = site.base.rpartition(":")[2]
    made = await mika.open()
    for path in ("/", f"/t/{made['table']}", "/api/tables", "/livez", "/metrics", "/nothing"):
        answer = await mika.http.get(path, headers={"Host": f"evil.example:{port}"})
        assert (answer.status_code, answer.json()["code"]) == (421, "malformed")
        assert "content-security-policy" in answer.headers
    evil = {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"}
    assert (await mika.http.post("/api/tables", json=ORDER, headers=evil)).status_code == 421
    own = {"Host": "games.example", "Origin": "https://games.example"}
    assert (await mika.http.post("/api/tables", json=ORDER, headers=own)).status_code == 200
    url = f"ws://evil.example:{port}/ws/{made['table']}"
    with pytest.raises(InvalidStatus) as refused:
        await connect(url, host="127.0.0.1", port=int(port), origin=Origin(evil["Origin"]))
    assert refused.value.response.status_code == 403


async def test_without_an_origin_a_token_is_believed_and_a_cookie_is_not(site: Running) -> None:
    async with httpx.AsyncClient(base_url=site.base) as program:
        made = await program.post("/api/tables", json=ORDER)
        assert made.status_code == 200
        table, secret = made.json()["table"], program.cookies["guest"]
        path, token = f"/api/tables/{table}/pass", {"Authorization": f"Bearer {secret}"}
        for headers, status in (({}, 403), (token, 200), ({"Authorization": "Bearer x"}, 403)):
            assert (await program.post(path, headers=headers)).status_code == status
        program.cookies.clear()
        assert (await program.post(path)).json()["code"] == "not-your-seat"
        assert (await program.post(path, headers=token)).status_code == 200
        mine = (await program.get("/api/tables", headers=token)).json()
        assert [each["table"] for each in mine] == [table]
    url = f"{site.base.replace('http', 'ws', 1)}/ws/{table}"
    with pytest.raises(InvalidStatus) as refused:
        await connect(url, additional_headers={"Cookie": f"guest={secret}"})
    assert refused.value.response.status_code == 403
    for headers, seat in ((token, 0), ({}, None)):
        async with connect(url, additional_headers=headers) as ws:
            assert json.loads(await ws.recv())["seat"] == seat


@pytest.mark.parametrize(
    ("named", "said", "caller"),
    [
        # What a client says of itself stands before what its proxy says of it.
        (True, [("X-Forwarded-For", "203.0.113.9, 192.0.2.7")], "192.0.2.7"),
        (True, [("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-For", "192.0.2.7")], "192.0.2.7"),
        (True, [("X-Forwarded-For", "203.0.113.9, 192.0.2.7:4242")], "192.0.2.7"),
        (True, [("Forwarded", "for=203.0.113.9")], "127.0.0.1"),
        (False, [("X-Forwarded-For", "203.0.113.9")], "127.0.0.1"),
    ],
)
async def test_what_a_client_says_of_its_address_dodges_no_limit(
    serve: Serve, named: bool, said: list[tuple[str, str]], caller: str
) -> None:
    site = await serve(
        limits=Limits(tables=Rate(2, 3600.0)), proxies=("127.0.0.1",) if named else ()
    )
    async with httpx.AsyncClient(base_url=site.base) as program:
        found: list[int] = []
        for number in range(4):
            headers = [(name, value.replace(".9", f".{number + 1}")) for name, value in said]
            found.append(
                (await program.post("/api/tables", json=ORDER, headers=headers)).status_code
            )
            program.cookies.clear()
        assert found == [200, 200, 429, 429]
        assert set(site.services.rates["tables"].by_network) == {caller}


async def test_metrics_are_served_at_their_own_address_only(tmp_path: Path, static: Path) -> None:
    db = f"{tmp_path}/x.db"
    settings = Settings(db=db, static=static, bot_workers=1, metrics=("127.0.0.1", 0))
    async with running(settings) as site, httpx.AsyncClient() as program:
        found = {
            path: [
                (await program.get(base + path)).status_code for base in (site.base, site.metrics)
            ]
            for path in ("/metrics", "/livez", "/", "/api/games")
        }
        assert found == {
            "/metrics": [404, 200],
            "/livez": [200, 404],
            "/": [200, 404],
            "/api/games": [200, 404],
        }
        evil = {"Host": "evil.example"}
        assert (await program.get(f"{site.metrics}/metrics", headers=evil)).status_code == 421


@pytest.mark.parametrize("said", [{}, {"X-Forwarded-For": "127.0.0.1"}], ids=["silent", "told"])
@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",)], ids=["unnamed", "named"])
async def test_a_proxy_on_the_same_machine_exposes_no_metrics(
    serve: Serve, static: Path, proxies: tuple[str, ...], said: dict[str, str]
) -> None:
    site = await serve(proxies=proxies)
    mika = await site.guest()
    for path in ("/metrics", "/metrics/", "/%6detrics", "/static/../metrics"):
        answer = await mika.http.get(path, headers=said)
        assert answer.status_code == 404
        assert "commands_total" not in answer.text


def test_metrics_at_the_port_of_the_tables_are_refused() -> None:
    said = "Metrics need a port of their own"
    with (
        listen("127.0.0.1", 0) as one,
        one.dup() as other,
        pytest.raises(StartupFailed, match=said),
    ):
        check_ports([one, other])
