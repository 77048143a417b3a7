"""Trusted host names, origins, tokens and proxies, access to the metrics, and nginx in front."""

import asyncio
import json
import re
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.types import Scope
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from chabudai.core import Rng
from chabudai.server import public_url
from chabudai.server.limits import Limits, Rate
from chabudai.server.logs import advise
from chabudai.server.origins import COMPUTER, is_own_name
from chabudai.server.proxies import PASSES_CALLER, PASSES_HOST, as_sent
from tests.server.support import OFTEN, ORDER, Running, Serve, guest, play_on
from tests.support.proxies import PLAIN, free_port, nginx, nginx_server

NAMES = frozenset({"games.example"})
PROXY = ("127.0.0.1",)


def test_only_addresses_and_given_names_are_a_servers_own() -> None:
    own = "127.0.0.1:8000 192.168.1.20 [::1]:8000 [fe80::1] localhost:8000 games.example"
    for host in (*own.split(), "GAMES.example.:443", COMPUTER.upper(), f"{COMPUTER}.local:8000"):
        assert is_own_name(host, NAMES), host
    foreign = "evil.example 127.0.0.1.evil.example games.example.evil.example"
    for host in (*foreign.split(), "localhost.evil.example:8000", "[::1", ""):
        assert not is_own_name(host, NAMES), host


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


@pytest.mark.parametrize("proxies", [(), PROXY], ids=["unnamed", "named"])
async def test_metrics_are_served_at_their_own_address_only_also_behind_a_proxy(
    serve: Serve, proxies: tuple[str, ...]
) -> None:
    site = await serve(metrics=("127.0.0.1", 0), proxies=proxies)
    async with httpx.AsyncClient() as program:
        for path in ("/livez", "/", "/api/games"):
            found = [(await program.get(each + path)) for each in (site.base, site.metrics)]
            assert [answer.status_code for answer in found] == [200, 404], path
        for path in ("/metrics", "/metrics/", "/%6detrics", "/static/../metrics"):
            for said in ({}, {"X-Forwarded-For": "127.0.0.1"}):
                answer = await program.get(site.base + path, headers=said)
                assert answer.status_code == 404
                assert "commands_total" not in answer.text
        for host, status in (("127.0.0.1", 200), ("evil.example", 421)):
            answer = await program.get(f"{site.metrics}/metrics", headers={"Host": host})
            assert answer.status_code == status


# --- proxies

PUBLIC = "https://a.example/"
UPSTREAM = "http://127.0.0.1:8000"


@pytest.mark.parametrize(
    ("prefix", "cookie", "slash"),
    [
        ("", "__Host-guest", ""),
        ("/games", "__Secure-guest", ""),
        # With a slash, nginx removes the prefix.
        ("/games", "__Secure-guest", "/"),
    ],
    ids=["a host", "a path", "a removed path"],
)
async def test_a_public_url_is_all_that_a_server_behind_nginx_needs(
    serve: Serve, tmp_path: Path, prefix: str, cookie: str, slash: str
) -> None:
    base = f"https://127.0.0.1:{free_port()}{prefix}"
    site = await serve(public_url=public_url.parse(f"{base}/"), limits=OFTEN)
    config, here = nginx_server(f"{prefix}/"), {f"{UPSTREAM};": f"{site.base}{slash};"}
    with nginx(tmp_path, config, here):
        async with guest(base, "127.0.0.2") as mika, guest(base) as ken:
            page = await mika.http.get("/")
            assert f'src="{prefix}/static/' in page.text
            assert f'content="{base}/static/' in page.text
            (script,) = re.findall(r'src="([^"]+)"', page.text)
            assert (await mika.http.get(base.removesuffix(prefix) + script)).status_code == 200
            assert ("strict-transport-security" in page.headers) == (prefix == "")
            made = await mika.open(seats=2)
            kept = next(each for each in mika.http.cookies.jar if each.name == cookie)
            assert (kept.path, kept.secure) == (f"{prefix}/", True)
            await ken.join(table=made["table"], secret=made["invite"])
            link = {"link": f"{base}/j/{made['table']}"}
            assert (await mika.http.post("/api/qr", json=link)).status_code == 200
            lines = [await each.connect(made["table"]) for each in (mika, ken)]
            await lines[0].accept(type="begin")
            for line in lines:
                await line.first("update")
            await asyncio.gather(*(play_on(line, at, Rng(at)) for at, line in enumerate(lines)))
            assert lines[1].update["view"]["phase"]["type"] == "over"
    assert set(site.services.rates["tables"].by_network) == {"127.0.0.2"}


SENT = (
    ("a.example", False, "/games/t/x", ("https", "/t/x")),
    ("a.example:443", False, "/t/x", ("https", "/t/x")),
    ("127.0.0.1:8000", True, "/games", ("https", "/")),
    ("192.0.2.7:8000", False, "/", ("http", "/")),
    ("192.0.2.7:8000", False, "/gamesters", ("http", "/gamesters")),
    ("[", False, "/games/", ("http", "/")),
)
"""Host and path of requests, whether a proxy forwarded them, and the scheme and path as seen."""


def test_a_request_to_the_public_address_is_seen_as_its_browser_sent_it() -> None:
    public = public_url.parse(f"{PUBLIC}games/")
    for host, is_proxied, path, (scheme, seen) in SENT:
        state = {"guard": SimpleNamespace(is_proxied=is_proxied)}
        scope: Scope = {"type": "http", "scheme": "http", "path": path, "state": state}
        scope["headers"] = [(b"host", host.encode())]
        made = as_sent(scope, public)
        assert (made["scheme"], made["path"]) == (scheme, seen)
        made = as_sent({**scope, "type": "websocket", "scheme": "ws"}, public)
        assert made["scheme"] == scheme.replace("http", "ws")


LACKING: tuple[tuple[dict[str, str], str, list[list[str]]], ...] = (
    ({"Host": "chabudai"}, PUBLIC, [[PASSES_HOST]]),
    ({"Origin": PUBLIC[:-1]}, PUBLIC, [[PASSES_CALLER]]),
    ({"Origin": PUBLIC[:-1]}, "", [[]]),
    ({"Origin": PUBLIC[:-1], "X-Forwarded-For": "192.0.2.7"}, PUBLIC, []),
)
"""Headers from a proxy, the public address, and the lines of configuration that the log names."""


async def test_the_log_names_once_what_a_proxy_lacks(
    serve: Serve, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for number, (headers, address, lines) in enumerate(LACKING):
        advise.cache_clear()
        public = public_url.parse(address) if address else None
        site = await serve(public_url=public, db=f"{tmp_path}/{number}.db")
        mika = await site.guest()
        url = f"{site.base.replace('http', 'ws', 1)}/ws/{(await mika.open())['table']}"
        for _ in range(2):
            await mika.http.get("/livez", headers=headers)
            with suppress(InvalidStatus):
                async with connect(url, additional_headers={**headers, "Host": "127.0.0.1"}):
                    pass
        assert [each["lines"] for each in advice_in(capfd)] == lines


async def test_a_request_for_another_name_and_the_log_name_it_and_the_public_address(
    serve: Serve, capfd: pytest.CaptureFixture[str]
) -> None:
    mika = await (await serve(public_url=public_url.parse("https://game.example/"))).guest()
    sentence = "A request came for games.example, but --public-url names game.example."
    for _ in range(2):
        refusal = await mika.http.get("/", headers={"Host": "games.example"})
        assert refusal.json()["text"] == sentence
    assert [each["advice"] for each in advice_in(capfd)] == [sentence]


def advice_in(capfd: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    events = [json.loads(each) for each in capfd.readouterr().err.splitlines()]
    return [each for each in events if each["event"] == "proxy"]


async def test_the_log_names_the_lines_that_a_bare_proxy_lacks(
    serve: Serve, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    advise.cache_clear()
    base = f"https://127.0.0.1:{free_port()}"
    site = await serve(public_url=public_url.parse(f"{base}/"))
    with nginx(tmp_path, PLAIN, {UPSTREAM: site.base}):
        async with guest(base) as mika:
            made = await mika.open()
            key = {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
            for headers in ({}, key, key):
                answer = await mika.http.get(f"/ws/{made['table']}", headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (426, "malformed")
    (advice,) = advice_in(capfd)
    assert advice["lines"] == [
        "proxy_http_version 1.1;",
        "proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $http_connection;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
    ]
