"""Rulebooks as pages: complete, linked, in both languages, below any path."""

import re
from html import unescape

import pytest

from chabudai.core.rulebook import LANGUAGES, read_rulebook
from chabudai.games import GAMES, folder_of
from chabudai.server.http.rules import prose
from chabudai.server.public_url import parse
from tests.server.support import Running, Serve

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


async def test_links_of_a_rulebook_are_below_the_public_path(serve: Serve) -> None:
    site = await serve(public_url=parse("http://example.org/games/"))
    http = (await site.guest()).http
    text = (await http.get("/games/rules/kakapo", headers={"Host": "example.org"})).text
    links = re.findall(r'(?:href|content)="((?:http:/)?/[^"]*)"', text)
    assert len(links) > 6
    own = ("/games/", "http://example.org/games/")
    assert [each for each in links if not each.startswith(own)] == []


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
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
    ],
)
def test_markdown_of_rules_becomes_html(markdown: str, html: str) -> None:
    assert prose(markdown, frozenset({"WB-9"})) == f'<div class="prose">{html}</div>'
