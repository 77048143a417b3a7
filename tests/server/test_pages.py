"""The page, its files and headers, choices by `Accept-*` headers, rulebooks and previews."""

import gzip
import json
import re
import shutil
from html import unescape
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from chabudai.core.rulebook import LANGUAGES, read_rulebook
from chabudai.games import GAMES, folder_of
from chabudai.server.client import read_client
from chabudai.server.http import site as site_files
from chabudai.server.http.negotiation import accepted_coding, accepted_language
from chabudai.server.http.rules import prose
from chabudai.server.public_url import parse
from chabudai.server.refusal import StartupFailed
from tests.server.support import Running, Serve

ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


async def test_every_answer_has_security_headers_and_search_engines_list_no_table_or_party(
    site: Running,
) -> None:
    mika = await site.guest()
    made = await mika.open()
    unlisted = f"/t/{made['table']} /j/{made['table']} /j/1234 /t/none /p/none".split()
    paths = "/ /daily /mine /learn/word-bank/first /rules/word-bank /static/app-0A1B2C3D.js"
    paths += " /nothing /api/games /api/rules/word-bank?lang=ja /livez /readyz"
    for path in (*unlisted, *paths.split()):
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
        assert (headers.get("x-robots-tag") == "noindex") is (path in unlisted), path


async def test_unknown_paths_answer_browsers_with_a_page_and_programs_with_json_and_404(
    site: Running,
) -> None:
    mika = await site.guest()
    for path in ("/nowhere", "/nowhere/at/all", "/api/nowhere"):
        shown = await mika.http.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
        told = await mika.http.get(path, headers={"Accept": "application/json"})
        assert (shown.status_code, told.status_code) == (404, 404)
        assert ('<div id="app">' in shown.text) is not path.startswith("/api/")
        assert told.json()["text"] == "This address does not exist."
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


CODINGS = ("br", "gzip")
GARBAGE = ("", ";;,", "q=1", "ja;q=", "ja;q=2", "ja;q=-1", "ja;q=nan", "j a", "\xff", "*;")
QUALITIES = st.sampled_from(["0", "0.", "0.0", "0.001", "0.10", "0.5", "0.999", "1", "1.000"])
NAMES = ("br", "gzip", "identity", "zstd", "en", "ja", "fr", "*")
LISTS = st.lists(st.tuples(st.sampled_from(NAMES), QUALITIES), unique_by=lambda each: each[0])


def test_the_language_and_the_compression_with_the_highest_quality_are_chosen() -> None:
    languages = [
        *[("ja-JP,en", "ja"), ("en,ja", "en"), ("JA;q=1", "ja"), ("*;q=0", "en")],
        *[("en;q=0.1, ja ; Q=0.2", "ja"), ("*, ja", "ja"), ("ja;q=0, ja-JP", "ja")],
        *[(each, "en") for each in GARBAGE],
        *[(f"{each}, ja;q=0.1", "ja") for each in GARBAGE],
    ]
    assert [(each, accepted_language(each, LANGUAGES)) for each, _ in languages] == languages
    codings = [
        *[("gzip, br", "br"), ("identity, gzip", "gzip"), ("identity;q=0", "")],
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


TITLES = {"en": "chabudai", "ja": "ちゃぶ台"}


@pytest.mark.parametrize(
    ("prefix", "public"),
    [("", None), ("/games", parse("http://example.org/games/"))],
    ids=["whole host", "below a path"],
)
async def test_the_installed_app_has_a_language_and_shortcuts_and_crawlers_make_no_calls(
    serve: Serve, prefix: str, public: object
) -> None:
    http = (await (await serve(public_url=public)).guest()).http
    http.headers["host"] = "example.org" if public else http.base_url.netloc.decode()
    ids = set[str]()
    for lang in LANGUAGES:
        page = (await http.get(f"{prefix}/", headers={"Accept-Language": lang})).text
        found = re.search(r'<link rel="manifest" href="([^"]+)">', page)
        assert found
        # The browser may send the header of its own language with this request.
        got = await http.get(found[1], headers={"Accept-Language": "en;q=0.5, ja"})
        assert got.headers["content-type"] == "application/manifest+json"
        app = json.loads(got.text)
        assert (app["lang"], app["name"]) == (lang, TITLES[lang])
        ids.add(app["id"])
        assert {app[key] for key in ("id", "scope", "start_url")} == {f"{prefix}/"}
        assert [icon["src"] for icon in app["icons"]] == [f"{prefix}/static/icon.png"]
        assert len(app["shortcuts"]) == 2
        for shortcut in app["shortcuts"]:
            assert (await http.get(shortcut["url"])).status_code == 200
            assert shortcut["url"].startswith(app["scope"])
    assert len(ids) == 1
    assert (await http.get(f"{prefix}/app.webmanifest?lang=xx")).status_code == 404
    robots = await http.get(f"{prefix}/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    lines = ["User-agent: *", f"Disallow: {prefix}/api/", f"Disallow: {prefix}/ws/"]
    assert robots.text.splitlines() == lines


async def test_the_service_worker_lists_what_it_stores_and_links_are_below_the_public_path(
    serve: Serve,
) -> None:
    site = await serve(public_url=parse("http://example.org/games/"))
    http = (await site.guest()).http
    http.headers["host"] = "example.org"
    got = await http.get("/games/worker.js")
    assert got.headers["content-type"].startswith("text/javascript")
    assert got.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in got.headers["content-security-policy"]
    head, script = got.text.split("\n", 1)
    assert script == "KEPT;\n"
    kept = json.loads(head.removeprefix("const KEPT = ").removesuffix(";"))
    books = {lang: [f"rules/{game}?lang={lang}" for game in GAMES] for lang in LANGUAGES}
    assert kept["script"] == "app-0A1B2C3D.js"
    assert kept["files"] == ["static/app-0A1B2C3D.js"]
    assert kept["languages"] == books | {"ja": ["static/japanese-0A1B2C3D.css", *books["ja"]]}
    # The paths are relative to the site, whose prefix the browser knows.
    for path in (*kept["files"], *kept["languages"]["ja"]):
        assert (await http.get(f"/games/{path}")).status_code == 200
    text = (await http.get("/games/rules/kakapo")).text
    links = re.findall(r'(?:href|content)="((?:http:/)?/[^"]*)"', text)
    assert len(links) > 6
    own = ("/games/", "http://example.org/games/")
    assert [each for each in links if not each.startswith(own)] == []


async def test_the_service_worker_changes_with_the_client_and_with_the_rules(
    site: Running, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    http = (await site.guest()).http
    texts = [(await http.get("/worker.js")).text for _ in range(2)]
    monkeypatch.setattr(site_files, "rulebook_texts", lambda: b"other rules")
    texts.append((await http.get("/worker.js")).text)
    (static / "manifest.json").write_text((static / "manifest.json").read_text() + " ")
    site.services.client = read_client(static)
    texts.append((await http.get("/worker.js")).text)
    assert texts[0] == texts[1]
    assert len(set(texts)) == 3


PAGES = (
    ("/daily", "en", "Today&#x27;s deals", "the same deal", "poster.jpg"),
    ("/daily", "ja", "今日のお題", "同じお題", "poster.jpg"),
    ("/daily/2026-01-01", "en", "Deals of 2026-01-01", "the same deal", "poster.jpg"),
    ("/mine", "en", "Your results", "results", "poster.jpg"),
    ("/learn/word-bank/first", "ja", "Word Bank: ", "案内", "bank.jpg"),
)
"""Pages in a language, with the start of the title, a part of the description, and the image."""


async def test_pages_have_titles_and_previews(site: Running) -> None:
    http = (await site.guest()).http
    for path, lang, title, says, image in PAGES:
        text = (await http.get(path, headers={"Accept-Language": lang})).text
        found = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]+)">', text))
        assert found["og:title"].startswith(title)
        assert found["og:title"].endswith(f" · {TITLES[lang]}")
        assert f"<title>{found['og:title']}</title>" in text
        assert says in found["og:description"]
        assert found["og:description"] == found["description"]
        assert found["og:image"] == f"{site.base}/static/{image}"


LINK = re.compile(r'<a href="#([^"]+)">')


async def test_every_rule_is_on_its_page_with_its_id_and_links(site: Running) -> None:
    http = (await site.guest()).http
    for game in GAMES:
        for lang in LANGUAGES:
            book = read_rulebook(folder_of(game), lang)
            got = await http.get(f"/rules/{game}?lang={lang}")
            assert got.headers["content-language"] == lang
            assert got.headers["content-encoding"] == "gzip"
            ids = re.findall(r'<article class="rule" id="([^"]+)">', got.text)
            assert ids == [rule.id for rule in book.rules]
            before, _, rest = got.text.partition('<details class="contents">')
            listed, _, rules = rest.partition("</details>")
            assert LINK.findall(listed) == ids
            assert ('class="glance"' in before) == (book.glance is not None)
            assert "<article" not in before
            plain = unescape(re.sub("<[^>]+>", "", got.text))
            texts = [rule.text for rule in book.rules] + [each.text for each in book.chapters]
            lines = [each for text in texts for each in re.sub("[`*]", "", text).splitlines()]
            squeezed = re.sub(r"\s", "", plain)
            assert [each for each in lines if re.sub(r"\s", "", each) not in squeezed] == []
            cited = LINK.findall(before + rules)
            assert cited
            assert set(cited) <= {*ids}


async def test_a_rulebooks_language_is_the_addresss_or_else_the_browsers(site: Running) -> None:
    http = (await site.guest()).http
    japanese = {"Accept-Language": "en;q=0.5, ja"}
    for path, lang in (("/rules/word-bank", "ja"), ("/rules/word-bank?lang=en", "en")):
        text = (await http.get(path, headers=japanese)).text
        assert f'<html lang="{lang}"' in text
        assert f'/rules/word-bank?lang={lang}"' in text.partition("canonical")[2].splitlines()[0]
        assert ('href="/static/japanese-' in text) is (lang == "ja")
        assert "<title>Word Bank" in text
        assert f'content="{site.base}/static/bank.jpg"' in text
    for path in ("/rules/chess", "/rules/word-bank?lang=xx", "/rules/word-bank?lang=", "/rules"):
        missing = await http.get(path, headers={"Accept": "text/html", **japanese})
        assert missing.status_code == 404
        assert "<title>ここには何もありません · ちゃぶ台</title>" in missing.text


def test_markdown_of_rules_becomes_html() -> None:
    for markdown, html in (
        ("See WB-9,\nnot WB-90.", '<p>See <a href="#WB-9">WB-9</a>, not WB-90.</p>'),
        ("`a<*b*` & **c** *", "<p><code>a&lt;*b*</code> &amp; <strong>c</strong> *</p>"),
        ("- two\n  three\n- four", "<ul><li>two three</li><li>four</li></ul>"),
    ):
        assert prose(markdown, frozenset({"WB-9"})) == f'<div class="prose">{html}</div>'
