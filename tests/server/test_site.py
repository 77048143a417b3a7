"""Files about the whole site, titles and previews, and pages that search engines do not list."""

import json
import re
from pathlib import Path

import pytest

from chabudai.core.rulebook import LANGUAGES
from chabudai.games import GAMES
from chabudai.server.client import read_client
from chabudai.server.http import site as site_files
from chabudai.server.public_url import parse
from tests.server.support import Running, Serve

NAMES = {"en": "chabudai", "ja": "ちゃぶ台"}
PREFIXES = [("", None), ("/games", parse("http://example.org/games/"))]


@pytest.mark.parametrize(("prefix", "public"), PREFIXES, ids=["whole host", "below a path"])
async def test_the_installed_app_has_a_language_and_shortcuts(
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


async def test_the_service_worker_lists_what_it_stores(serve: Serve) -> None:
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


@pytest.mark.parametrize(("prefix", "public"), PREFIXES, ids=["whole host", "below a path"])
async def test_crawlers_make_no_calls(serve: Serve, prefix: str, public: object) -> None:
    http = (await (await serve(public_url=public)).guest()).http
    http.headers["host"] = "example.org" if public else http.base_url.netloc.decode()
    got = await http.get(f"{prefix}/robots.txt")
    assert got.headers["content-type"].startswith("text/plain")
    lines = ["User-agent: *", f"Disallow: {prefix}/api/", f"Disallow: {prefix}/ws/"]
    assert got.text.splitlines() == lines


async def test_search_engines_list_no_table_and_no_party(site: Running) -> None:
    mika = await site.guest()
    made = await mika.open()
    unlisted = (f"/t/{made['table']}", f"/j/{made['table']}", "/j/1234", "/t/none", "/p/none")
    for path in (*unlisted, "/", "/daily", "/mine", "/learn/word-bank/first", "/rules/word-bank"):
        headers = (await mika.http.get(path)).headers
        assert (headers.get("x-robots-tag") == "noindex") is (path in unlisted), path


@pytest.mark.parametrize(
    ("path", "lang", "title", "says", "image"),
    [
        ("/daily", "en", "Today's deals", "the same deal", "poster.jpg"),
        ("/daily", "ja", "今日のお題", "同じお題", "poster.jpg"),
        ("/daily/2026-01-01", "en", "Deals of 2026-01-01", "the same deal", "poster.jpg"),
        ("/mine", "en", "Your results", "results", "poster.jpg"),
        ("/mine", "ja", "自分の記録", "記録", "poster.jpg"),
        ("/learn/word-bank/first", "en", "Word Bank: ", "guided", "bank.jpg"),
        ("/learn/word-bank/first", "ja", "Word Bank: ", "案内", "bank.jpg"),
    ],
)
async def test_pages_have_titles_and_previews(
    site: Running, path: str, lang: str, title: str, says: str, image: str
) -> None:
    http = (await site.guest()).http
    text = (await http.get(path, headers={"Accept-Language": lang})).text
    found = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]+)">', text))
    assert found["og:title"].startswith(title.replace("'", "&#x27;"))
    assert found["og:title"].endswith(f" · {NAMES[lang]}")
    assert f"<title>{found['og:title']}</title>" in text
    assert says in found["og:description"]
    assert found["og:description"] == found["description"]
    assert found["og:image"] == f"{site.base}/static/{image}"
