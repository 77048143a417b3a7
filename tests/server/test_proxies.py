"""A server behind nginx, at an address with a path or without one, and behind a bare proxy_pass."""

import asyncio
import json
import re
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.types import Scope
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from chabudai.core import Rng
from chabudai.server import public_url
from chabudai.server.logs import advise
from chabudai.server.proxies import PASSES_CALLER, PASSES_HOST, as_sent
from tests.server.support import OFTEN, Serve, guest, play_on
from tests.support.proxies import PLAIN, free_port, nginx, nginx_server

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


async def test_a_server_answers_to_its_public_name_and_shows_it_in_previews(serve: Serve) -> None:
    site = await serve(public_url=public_url.parse(f"{PUBLIC}games/"))
    async with guest(site.base) as mika:
        for host, status in (("a.example", 200), ("127.0.0.1", 200), ("b.example", 421)):
            page = await mika.http.get("/games/", headers={"Host": host})
            assert page.status_code == status
            shown = f'property="og:image" content="{PUBLIC}games/static/poster.jpg"' in page.text
            assert shown == (status == 200)


@pytest.mark.parametrize(
    ("host", "is_proxied", "path", "seen"),
    [
        ("a.example", False, "/games/t/x", ("https", "/t/x")),
        ("a.example:443", False, "/t/x", ("https", "/t/x")),
        ("127.0.0.1:8000", True, "/games", ("https", "/")),
        ("192.0.2.7:8000", False, "/", ("http", "/")),
        ("192.0.2.7:8000", False, "/gamesters", ("http", "/gamesters")),
        ("[", False, "/games/", ("http", "/")),
    ],
)
def test_a_request_to_the_public_address_is_seen_as_its_browser_sent_it(
    host: str, is_proxied: bool, path: str, seen: tuple[str, str]
) -> None:
    state = {"guard": SimpleNamespace(is_proxied=is_proxied)}
    scope: Scope = {"type": "http", "scheme": "http", "path": path, "state": state}
    scope["headers"] = [(b"host", host.encode())]
    public = public_url.parse(f"{PUBLIC}games/")
    made = as_sent(scope, public)
    assert (made["scheme"], made["path"]) == seen
    made = as_sent({**scope, "type": "websocket", "scheme": "ws"}, public)
    assert made["scheme"] == seen[0].replace("http", "ws")


@pytest.mark.parametrize(
    ("headers", "address", "lines"),
    [
        ({"Host": "chabudai"}, PUBLIC, [[PASSES_HOST]]),
        ({"Origin": PUBLIC[:-1]}, PUBLIC, [[PASSES_CALLER]]),
        ({"Origin": PUBLIC[:-1]}, "", [[]]),
        ({"Origin": PUBLIC[:-1], "X-Forwarded-For": "192.0.2.7"}, PUBLIC, []),
    ],
    ids=["no host", "no caller", "no public address", "nothing missing"],
)
async def test_the_log_names_once_what_a_proxy_lacks(
    serve: Serve,
    capfd: pytest.CaptureFixture[str],
    headers: dict[str, str],
    address: str,
    lines: list[list[str]],
) -> None:
    advise.cache_clear()
    site = await serve(public_url=public_url.parse(address) if address else None)
    async with guest(site.base) as mika:
        url = f"{site.base.replace('http', 'ws', 1)}/ws/{(await mika.open())['table']}"
        for _ in range(2):
            await mika.http.get("/livez", headers=headers)
            with suppress(InvalidStatus):
                async with connect(url, additional_headers={**headers, "Host": "127.0.0.1"}):
                    pass
    events = [json.loads(each) for each in capfd.readouterr().err.splitlines()]
    assert [each["lines"] for each in events if each["event"] == "proxy"] == lines


async def test_a_request_for_another_name_and_the_log_name_it_and_the_public_address(
    serve: Serve, capfd: pytest.CaptureFixture[str]
) -> None:
    site = await serve(public_url=public_url.parse("https://game.example/"))
    sentence = "A request came for games.example, but --public-url names game.example."
    async with guest(site.base) as mika:
        for _ in range(2):
            refusal = await mika.http.get("/", headers={"Host": "games.example"})
            assert refusal.json()["text"] == sentence
    events = [json.loads(each) for each in capfd.readouterr().err.splitlines()]
    assert [each["advice"] for each in events if each["event"] == "proxy"] == [sentence]


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
    (line,) = (each for each in capfd.readouterr().err.splitlines() if '"proxy"' in each)
    assert json.loads(line)["lines"] == [
        "proxy_http_version 1.1;",
        "proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $http_connection;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
    ]
