"""Trusted host names, origins, tokens and proxies, and access to the metrics."""

import json

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from chabudai.server.limits import Limits, Rate
from chabudai.server.origins import COMPUTER, is_own_name
from chabudai.server.refusal import StartupFailed
from chabudai.server.run import check_ports, listen
from tests.server.support import Running, Serve

ORDER = {"game": "word-bank", "name": "M", "seats": 2}
NAMES = frozenset({"games.example"})
PROXY = ("127.0.0.1",)


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
def test_only_addresses_and_given_names_are_a_servers_own(host: str, own: bool) -> None:
    assert is_own_name(host, NAMES) is own


async def test_requests_to_another_host_name_are_refused_at_every_path(serve: Serve) -> None:
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


async def test_a_browser_vouches_for_pages_of_the_same_origin(site: Running) -> None:
    elsewhere = {"Origin": "https://a.example"}
    for said, status in (("same-origin", 200), ("same-site", 403), ("cross-site", 403)):
        async with httpx.AsyncClient(base_url=site.base) as browser:
            headers = {**elsewhere, "Sec-Fetch-Site": said}
            answer = await browser.post("/api/tables", json=ORDER, headers=headers)
            assert answer.status_code == status
            evil = {**headers, "Host": "a.example"}
            answer = await browser.post("/api/tables", json=ORDER, headers=evil)
            assert answer.status_code == 421


async def test_a_token_is_accepted_without_an_origin_and_a_cookie_is_not(site: Running) -> None:
    async with httpx.AsyncClient(base_url=site.base) as program:
        made = await program.post("/api/tables", json=ORDER)
        assert made.status_code == 200
        table, secret = made.json()["table"], program.cookies["guest"]
        path, token = f"/api/tables/{table}/pass", {"Authorization": f"Bearer {secret}"}
        for headers, status in (({}, 403), (token, 200), ({"Authorization": "Bearer x"}, 403)):
            assert (await program.post(path, json={}, headers=headers)).status_code == status
        program.cookies.clear()
        assert (await program.post(path, json={})).json()["code"] == "not-your-seat"
        assert (await program.post(path, json={}, headers=token)).status_code == 200
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
    ("proxies", "said", "caller"),
    [
        # The client's own values precede those that its proxy adds.
        (PROXY, [("X-Forwarded-For", "203.0.113.9, 192.0.2.7")], "192.0.2.7"),
        (PROXY, [("X-Forwarded-For", each) for each in ("203.0.113.9", "192.0.2.7")], "192.0.2.7"),
        (PROXY, [("X-Forwarded-For", "203.0.113.9, 192.0.2.7:4242")], "192.0.2.7"),
        (PROXY, [("Forwarded", "for=203.0.113.9")], "127.0.0.1"),
        ((), [("X-Forwarded-For", "203.0.113.9")], "127.0.0.1"),
    ],
)  # fmt: skip
async def test_spoofed_forwarded_headers_do_not_bypass_rate_limits(
    serve: Serve, proxies: tuple[str, ...], said: list[tuple[str, str]], caller: str
) -> None:
    site = await serve(limits=Limits(tables=Rate(2, 3600.0)), proxies=proxies)
    async with httpx.AsyncClient(base_url=site.base) as program:
        for number, status in enumerate((200, 200, 429, 429), 1):
            headers = [(name, value.replace(".9", f".{number}")) for name, value in said]
            answer = await program.post("/api/tables", json=ORDER, headers=headers)
            assert answer.status_code == status
            program.cookies.clear()
    assert set(site.services.rates["tables"].by_network) == {caller}


async def test_metrics_are_served_at_their_own_address_only(serve: Serve) -> None:
    site = await serve(metrics=("127.0.0.1", 0))
    async with httpx.AsyncClient() as program:
        for path in ("/metrics", "/livez", "/", "/api/games"):
            both = [(await program.get(base + path)) for base in (site.base, site.metrics)]
            found = [answer.status_code for answer in both]
            assert found == ([404, 200] if path == "/metrics" else [200, 404]), path
        evil = {"Host": "evil.example"}
        assert (await program.get(f"{site.metrics}/metrics", headers=evil)).status_code == 421


@pytest.mark.parametrize("proxies", [(), PROXY], ids=["unnamed", "named"])
async def test_a_proxy_on_the_same_machine_exposes_no_metrics(
    serve: Serve, proxies: tuple[str, ...]
) -> None:
    mika = await (await serve(proxies=proxies)).guest()
    for path in ("/metrics", "/metrics/", "/%6detrics", "/static/../metrics"):
        for said in ({}, {"X-Forwarded-For": "127.0.0.1"}):
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
