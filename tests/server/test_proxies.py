"""A server behind nginx, at an address with a path or without one, and behind a bare proxy_pass."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from chabudai.core import Rng
from chabudai.server import public_url
from chabudai.server.logs import advise
from tests.server.support import OFTEN, Serve, guest, play_on
from tests.support.proxies import PLAIN, free_port, nginx, nginx_server

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
