"""The page, its files, and the headers of every answer."""

import json
import re
import shutil
from pathlib import Path

import pytest

from chabudai.server.client import read_client
from chabudai.server.refusal import StartupFailed
from tests.server.support import Running, Serve

ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


async def test_every_answer_carries_the_security_headers(site: Running) -> None:
    mika = await site.guest()
    made = await mika.open()
    for path in (
        "/",
        f"/t/{made['table']}",
        f"/j/{made['table']}",
        "/j/1234",
        "/static/app-0A1B2C3D.js",
        "/api/games",
        "/api/rules/word-bank?lang=ja",
        "/livez",
        "/readyz",
        "/nothing",
    ):
        headers = (await mika.http.get(path)).headers
        for name, value in ALWAYS.items():
            assert headers[name] == value, path
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert "require-trusted-types-for 'script'; trusted-types chabudai" in policy
        assert "camera=()" in headers["permissions-policy"]
        assert "server" not in headers


async def test_unknown_paths_answer_browsers_with_a_page_and_programs_with_json(
    site: Running,
) -> None:
    mika = await site.guest()
    for path in ("/nowhere", "/nowhere/at/all", "/api/nowhere"):
        shown = await mika.http.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
        told = await mika.http.get(path, headers={"Accept": "application/json"})
        assert (shown.status_code, told.status_code) == (404, 404)
        assert ('<div id="app">' in shown.text) is not path.startswith("/api/")
        assert told.json()["text"] == "This address does not exist."


@pytest.mark.parametrize(
    ("pages", "status"),
    [
        ("/daily /daily/2026-01-01 /learn/word-bank/first /book/kakapo /j/1234", 200),
        ("/studio /studio/kakapo", 200),
        ("/daily/2025-12-31 /daily/9999-01-01 /daily/first /learn/word-bank/last /t/nothing", 404),
        ("/learn/constructor/first /book/constructor /book/quiddler /studio/quiddler", 404),
    ],
)
async def test_only_existing_pages_answer_200(site: Running, pages: str, status: int) -> None:
    mika = await site.guest()
    made = await mika.open()
    assert (await mika.http.get(f"/t/{made['table']}")).status_code == 200
    for path in pages.split():
        assert (await mika.http.get(path)).status_code == status, path


async def test_the_page_has_a_head_an_app_and_nothing_inline(site: Running) -> None:
    mika = await site.guest()
    text = (await mika.http.get("/", headers={"Accept-Language": "en-GB,ja"})).text
    assert '<html lang="en" ' in text
    assert '<div id="app"><p class="unstarted">' in text
    assert '<script type="module" src="/static/app-0A1B2C3D.js"></script>' in text
    assert '<link rel="stylesheet" href="/static/app-0A1B2C3D.css">' in text
    assert 'href="/static/fonts/x.woff2" as="font"' in text
    assert "<noscript>" in text
    assert "<style" not in text
    assert " style=" not in text
    assert not re.search(r"<script(?![^>]*src=)", text)
    assert not re.search(r"\son\w+=", text)
    japanese = await mika.http.get("/", headers={"Accept-Language": "ja,en;q=0.5"})
    assert '<html lang="ja" ' in japanese.text
    assert "ちゃぶ台" in japanese.text
    assert japanese.headers["vary"] == "Accept-Language, Accept-Encoding"


async def test_a_tables_page_is_about_the_table_and_escapes_names(site: Running) -> None:
    mika = await site.guest()
    made = await mika.open(name='"><script>x</script>')
    text = (await mika.http.get(f"/j/{made['table']}")).text
    assert "Word Bank" in text
    assert "<script>x" not in text
    assert "&lt;script&gt;" in text
    assert 'property="og:title"' in text
    image = re.search(r'property="og:image" content="([^"]+)"', text)
    assert image
    assert image[1] == f"{site.base}/static/bank.jpg"
    assert 'og:image:alt" content="Word Bank"' in text
    ahead = (
        '<link rel="stylesheet" href="/static/bank-0A1B2C3D.css" data-game>',
        '<link rel="modulepreload" href="/static/game_screen-0a1b2c3d.js">',
    )
    assert "\n".join(ahead) in text
    unknown = await mika.http.get("/t/" + "a" * 16)
    assert "/static/poster.jpg" in unknown.text
    assert 'rel="apple-touch-icon" href="/static/touch.png"' in unknown.text
    assert unknown.status_code == 404
    assert "<title>chabudai</title>" in unknown.text
    assert not [link for link in ahead if link in unknown.text]


async def test_hashed_files_are_immutable_and_sent_compressed(site: Running) -> None:
    mika = await site.guest()
    plain = await mika.http.get("/static/app-0A1B2C3D.js", headers={"Accept-Encoding": "br"})
    assert plain.text == "export {};\n"
    assert "immutable" in plain.headers["cache-control"]
    assert plain.headers["content-type"].startswith("text/javascript")
    async with mika.http.stream(
        "GET", "/static/app-0A1B2C3D.js", headers={"Accept-Encoding": "gzip"}
    ) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        assert b"".join([part async for part in packed.aiter_bytes()]) == b"export {};\n"
    script = await mika.http.get("/static/game_screen-0a1b2c3d.js")
    assert "immutable" in script.headers["cache-control"]
    assert (await mika.http.get("/static/plain.txt")).headers["cache-control"] == "no-cache"


async def test_a_server_keeps_serving_its_client_when_the_files_are_replaced(
    site: Running, static: Path
) -> None:
    mika = await site.guest()
    page = (await mika.http.get("/")).text
    shutil.rmtree(static)
    assert (await mika.http.get("/")).text == page
    assert (await mika.http.get("/static/app-0A1B2C3D.js")).text == "export {};\n"


async def test_a_qr_code_is_drawn(site: Running) -> None:
    mika = await site.guest()
    drawn = await mika.http.post("/api/qr", json={"link": f"{site.base}/j/abc#secret"})
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.startswith("<svg")
    assert drawn.headers["cache-control"] == "no-store"


async def test_health_and_metrics_contain_no_table_and_no_name(serve: Serve) -> None:
    site = await serve(metrics=("127.0.0.1", 0))
    (line,) = await site.seat(1, seats=3, name="Nami", fill="easy")
    text = (await line.who.http.get(f"{site.metrics}/metrics")).text
    assert 'commands_total{game="word-bank",result="accepted",type="Begin"} 1.0' in text
    assert 'ws_connections{role="seat"} 1.0' in text
    assert "process_resident_memory_bytes" in text
    assert line.table not in text
    assert "Nami" not in text
    for path in ("/livez", "/readyz"):
        assert (await line.who.http.get(path)).text == "ok\n"


def test_an_incomplete_client_is_refused(tmp_path: Path) -> None:
    for manifest, why in (
        (None, "make client"),
        ("{", "make client"),
        (
            json.dumps(dict.fromkeys(("js", "css", "rules", "japanese"), "a.js")),
            r"a\.js is missing",
        ),
    ):
        if manifest:
            (tmp_path / "manifest.json").write_text(manifest)
        with pytest.raises(StartupFailed, match=why):
            read_client(tmp_path)
