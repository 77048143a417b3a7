"""The page, its files, the headers of every answer, and choices by `Accept-*` headers."""

import gzip
import json
import re
import shutil
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from chabudai.core.rulebook import LANGUAGES
from chabudai.server.client import read_client
from chabudai.server.http.negotiation import accepted_coding, accepted_language
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


async def test_only_existing_pages_answer_200(site: Running) -> None:
    mika = await site.guest()
    made = await mika.open()
    found = (
        f"/t/{made['table']} /daily /daily/2026-01-01 /learn/word-bank/first /book/kakapo /j/1234"
    )
    missing = "/daily/2025-12-31 /daily/9999-01-01 /daily/first /learn/word-bank/last /t/nothing"
    missing += " /learn/constructor/first /book/constructor /book/quiddler /studio/quiddler"
    for pages, status in ((f"{found} /studio /studio/kakapo", 200), (missing, 404)):
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


async def test_hashed_files_are_immutable_compressed_and_kept_when_the_files_are_replaced(
    site: Running, static: Path
) -> None:
    mika = await site.guest()
    page = (await mika.http.get("/")).text
    shutil.rmtree(static)
    assert (await mika.http.get("/")).text == page
    plain = await mika.http.get("/static/app-0A1B2C3D.js", headers={"Accept-Encoding": "br"})
    assert plain.text == "export {};\n"
    assert "immutable" in plain.headers["cache-control"]
    assert plain.headers["content-type"].startswith("text/javascript")
    packed = await mika.http.get("/static/app-0A1B2C3D.js", headers={"Accept-Encoding": "gzip"})
    assert (packed.headers["content-encoding"], packed.text) == ("gzip", plain.text)
    script = await mika.http.get("/static/game_screen-0a1b2c3d.js")
    assert "immutable" in script.headers["cache-control"]
    assert (await mika.http.get("/static/plain.txt")).headers["cache-control"] == "no-cache"


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


# --- choices by headers


CODINGS = ("br", "gzip")
GARBAGE = (
    "",
    ";;,",
    "q=1",
    "ja;q=",
    "ja;q=2",
    "ja;q=-1",
    "ja;q=nan",
    "ja;q=1e0",
    "j a",
    "\xff",
    "*;",
)
QUALITIES = st.sampled_from(["0", "0.", "0.0", "0.001", "0.10", "0.5", "0.999", "1", "1.000"])
NAMES = ("br", "gzip", "identity", "zstd", "en", "ja", "fr", "*")
LISTS = st.lists(st.tuples(st.sampled_from(NAMES), QUALITIES), unique_by=lambda each: each[0])


def test_the_language_and_the_compression_with_the_highest_quality_are_chosen() -> None:
    languages = [
        *[("ja", "ja"), ("ja-JP,en", "ja"), ("en,ja", "en"), ("JA;q=1", "ja"), ("*", "en")],
        *[("en;q=0.1, ja ; Q=0.2", "ja"), ("ja;q=0", "en"), ("*;q=0", "en")],
        *[("en;q=0, *", "ja"), ("*, ja", "ja"), ("ja;q=0, ja-JP", "ja")],
        *[(each, "en") for each in GARBAGE],
        *[(f"{each}, ja;q=0.1", "ja") for each in GARBAGE],
    ]
    assert [(each, accepted_language(each, LANGUAGES)) for each, _ in languages] == languages
    codings = [
        *[
            ("gzip, br", "br"),
            ("gzip;q=0", ""),
            ("*", "br"),
            ("*;q=0", ""),
            ("*;q=0, gzip", "gzip"),
        ],
        *[("identity, gzip;q=0.5", ""), ("identity, gzip", "gzip"), ("identity;q=0", "")],
        *[(f"{each}, GZIP;q=1.0", "gzip") for each in GARBAGE],
    ]
    assert [(each, accepted_coding(each, CODINGS)) for each, _ in codings] == codings


@given(LISTS)
def test_no_choice_has_a_lower_quality_than_another(listed: list[tuple[str, str]]) -> None:
    header = ",".join(f"{name};q={quality}" for name, quality in listed)
    stated = {name: float(quality) for name, quality in listed}
    other = stated.get("*", 0)
    lang, coding = accepted_language(header, LANGUAGES), accepted_coding(header, CODINGS)
    assert stated.get(lang, other) == max(stated.get(each, other) for each in LANGUAGES)
    best = max(stated.get(each, other) for each in CODINGS)
    is_compressed = best > 0 and best >= stated.get("identity", 0)
    assert coding in CODINGS if is_compressed else coding == ""
    assert not coding or stated.get(coding, other) == best


@given(st.text(st.characters(max_codepoint=255)))
def test_any_header_leads_to_a_choice(header: str) -> None:
    assert accepted_language(header, LANGUAGES) in LANGUAGES
    assert accepted_coding(header, CODINGS) in ("", *CODINGS)


async def test_unchanged_content_is_not_sent_again(site: Running) -> None:
    http = (await site.guest()).http
    tags = set[str]()
    paths = ("/", "/api/games", "/api/rules/word-bank?lang=ja", "/static/app-0A1B2C3D.js")
    for path, accepted in product(paths, ("gzip", "identity")):
        headers = {"Accept-Encoding": accepted}
        first = await http.get(path, headers=headers)
        assert first.headers.get("content-encoding", "identity") == accepted
        assert first.headers["cache-control"] != "no-store"
        assert "Accept-Encoding" in first.headers["vary"]
        tag = first.headers["etag"]
        tags.add(tag)
        for known in (tag, f'"other", W/{tag}', "*"):
            again = await http.get(path, headers={**headers, "If-None-Match": known})
            assert (again.status_code, again.content) == (304, b""), known
            kept = ("etag", "vary", "cache-control")
            assert [again.headers[each] for each in kept] == [first.headers[each] for each in kept]
            assert "x-content-type-options" in again.headers
        for known in ('"other"', tag[1:-1], ",;"):
            again = await http.get(path, headers={**headers, "If-None-Match": known})
            assert (again.status_code, again.content) == (200, first.content)
    assert len(tags) == 2 * len(paths)
    for path, status in (("/nowhere", 404), ("/t/nothing", 404), ("/api/tables", 200)):
        headers = {"If-None-Match": "*", "Accept": "text/html"}
        assert (await http.get(path, headers=headers)).status_code == status
    assert (await http.get("/api/tables")).headers["cache-control"] == "no-store"


async def test_garbage_in_headers_changes_nothing_else(site: Running) -> None:
    http = (await site.guest()).http
    plain = await http.get("/", headers={"Accept-Encoding": "identity"})
    for each in (*GARBAGE, "é" * 300):
        for name in ("Accept-Language", "Accept-Encoding", "Accept", "If-None-Match"):
            got = await http.get("/", headers=[(name.encode(), each.encode("latin-1"))])
            assert (got.status_code, got.text) == (200, plain.text), (name, each)
    several = [("Accept-Encoding", "identity"), ("Accept-Encoding", "gzip")]
    async with http.stream("GET", "/", headers=several) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        raw = b"".join([part async for part in packed.aiter_raw()])
    assert gzip.decompress(raw) == plain.content
