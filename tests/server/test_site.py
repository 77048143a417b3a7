"""Rulebooks, files about the whole site, titles, previews, and pages that are not listed."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from chabudai.core.rulebook import LANGUAGES, read_rulebook
from chabudai.games import GAMES, folder_of
from chabudai.server.client import read_client
from chabudai.server.http import site as site_files
from chabudai.server.http.rules import prose
from chabudai.server.public_url import parse
from tests.server.support import Running, Serve

NAMES = {"en": "chabudai", "ja": "ちゃぶ台"}


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
        assert (app["lang"], app["name"]) == (lang, NAMES[lang])
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


async def test_search_engines_list_no_table_and_no_party(site: Running) -> None:
    mika = await site.guest()
    made = await mika.open()
    unlisted = (f"/t/{made['table']}", f"/j/{made['table']}", "/j/1234", "/t/none", "/p/none")
    for path in (*unlisted, "/", "/daily", "/mine", "/learn/word-bank/first", "/rules/word-bank"):
        headers = (await mika.http.get(path)).headers
        assert (headers.get("x-robots-tag") == "noindex") is (path in unlisted), path


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
        assert found["og:title"].endswith(f" · {NAMES[lang]}")
        assert f"<title>{found['og:title']}</title>" in text
        assert says in found["og:description"]
        assert found["og:description"] == found["description"]
        assert found["og:image"] == f"{site.base}/static/{image}"


# --- rulebooks


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
        (
            "See WB-9,\nnot XX-1 or WB-90.",
            '<p>See <a href="#WB-9">WB-9</a>, not XX-1 or WB-90.</p>',
        ),
        ("前はWB-9の石", '<p>前は<a href="#WB-9">WB-9</a>の石</p>'),
        ("`a<*b*` & **c** *", "<p><code>a&lt;*b*</code> &amp; <strong>c</strong> *</p>"),
        (
            "*one*\n\n- two\n  three\n- four",
            "<p><em>one</em></p><ul><li>two three</li><li>four</li></ul>",
        ),
        ("", ""),
    ):
        assert prose(markdown, frozenset({"WB-9"})) == f'<div class="prose">{html}</div>'
