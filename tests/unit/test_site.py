"""The site that `make docs` builds: its pages, its navigation, and the blocks that it prints."""

import re
from pathlib import Path

import pytest

from tests.support import printed
from tests.support.printed import PAGES, PLAIN, ROOT, WITH_FRAMEWORKS
from tools import build_docs, stage_docs
from tools.build_docs import FETCHED

AUDIENCE = re.compile(
    r"# .+\n\n(?:For (?:everyone|players|hosts|researchers|contributors)\b[^:\n]*:"
    r"|遊ぶ人へ。|サーバーを開く人へ。)"
)
MAX_WORDS = 400
SETTINGS = (ROOT / "mkdocs.yml").read_text("utf-8")
NAV = re.findall(r": (\S+\.md)$", SETTINGS, re.MULTILINE)
SEPARATOR = re.findall(r"separator: '(.+)'$", SETTINGS, re.MULTILINE)[0]
"""The expression between words, for the search in a browser."""
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
RUNNABLE = [name for name in PAGES if any(each.mark == PLAIN for each in printed.blocks(name))]


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    stage_docs.stage(folder)
    return folder


def test_the_navigation_has_every_page_once(staged: Path) -> None:
    pages = sorted(path.relative_to(staged).as_posix() for path in staged.rglob("*.md"))
    assert sorted(NAV) == pages


def test_links_on_the_site_lead_to_its_files_and_headings(staged: Path) -> None:
    lost = [
        (page.name, path, anchor)
        for page in staged.rglob("*.md")
        for path, anchor in links(page)
        if not leads(page, path, anchor)
    ]
    assert lost == []


def links(page: Path) -> list[tuple[str, str]]:
    """Return the paths and anchors that a page links to, outside code."""
    prose = "".join(stage_docs.CODE.split(page.read_text(encoding="utf-8"))[::2])
    return LINK.findall(prose)


def leads(page: Path, path: str, anchor: str) -> bool:
    """Return whether a link on a page leads to a file, and to a heading if it has an anchor."""
    target = page.parent / path if path else page
    return target.is_file() and (not anchor or anchor in anchors(target))


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and mkdocs spell them."""
    headings = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}


def test_a_copied_picture_and_a_copied_program_are_on_the_site(staged: Path) -> None:
    assert (staged / "files/examples/bot.py").read_bytes() == (
        ROOT / "examples/bot.py"
    ).read_bytes()
    assert (staged / "tables.jpg").is_file()


def test_pictures_of_tables_differ_by_language(staged: Path) -> None:
    for game in stage_docs.MOMENTS:
        english, japanese = ((staged / f"pictures/{game}.{lang}.svg") for lang in ("en", "ja"))
        assert english.read_text("utf-8") != japanese.read_text("utf-8"), game


def test_the_picture_of_the_layers_names_every_package(staged: Path) -> None:
    drawn = (staged / "pictures/layers.svg").read_text("utf-8")
    packages = [path.parent.name for path in (ROOT / "src/chabudai").glob("*/__init__.py")]
    assert packages
    assert [name for name in packages if not re.search(rf"\b{name}\b", drawn)] == []


@pytest.mark.parametrize(
    ("tag", "fetches"),
    [
        ('<script src="https://example.org/a.js">', True),
        ('<link rel="stylesheet" href="//example.org/a.css">', True),
        ('<img alt="" src=http://example.org/a.png>', True),
        ('<script src="assets/a.js">', False),
        ('<link rel="canonical" href="https://example.org/">', False),
        ('<a href="https://example.org/">', False),
    ],
)
def test_a_tag_that_fetches_from_another_host_is_found(tag: str, fetches: bool) -> None:
    assert bool(FETCHED.search(tag)) == fetches


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ザ・カカポのルール", ["ザ", "カカポ", "の", "ルール"]),
        ("石を金庫に置く。", ["石を", "金庫に", "置く"]),
        ("a well-known word", ["a", "well", "known", "word"]),
    ],
)
def test_search_finds_words_within_a_japanese_sentence(text: str, words: list[str]) -> None:
    assert [word for word in re.split(SEPARATOR, text) if word] == words


@pytest.mark.parametrize(("name", "lang"), [("ja/a.html", "ja"), ("a.html", "en")])
def test_a_page_in_the_wrong_language_is_found(
    name: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_docs, "SITE", tmp_path)
    page = tmp_path / name
    page.parent.mkdir(exist_ok=True)
    for each in ("en", "ja"):
        page.write_text(f'<!doctype html><html lang="{each}" class="no-js">', encoding="utf-8")
        assert build_docs.has_its_language(page) == (each == lang)


def test_a_page_of_types_has_the_view_and_the_moves_of_seats(staged: Path) -> None:
    page = (staged / "reference/quiddler.md").read_text("utf-8")
    listed = re.findall(r"^::: chabudai\.games\.quiddler\.(.+)$", page, re.MULTILINE)
    assert {"view.View", "state.Draw", "state.Laid"} <= {*listed}
    assert "state.Shuffle" not in listed
    assert len(listed) == len({*listed})


def test_a_page_names_its_readers_first_and_has_short_sections() -> None:
    for page, text in PAGES.items():
        assert AUDIENCE.match(text), (page, text[:200])
        parts = HEADING.split(re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE))
        sections = zip(parts[1::2], parts[2::2], strict=True)
        assert [name for name, body in sections if len(body.split()) > MAX_WORDS] == [], page


def test_a_mark_is_one_of_those_that_run() -> None:
    marks = {each.mark for page in PAGES for each in printed.blocks(page)}
    assert marks == {"", PLAIN, WITH_FRAMEWORKS}
    comments = sum(len(re.findall("^<!-- run", text, re.MULTILINE)) for text in PAGES.values())
    assert comments == sum(bool(each.mark) for page in PAGES for each in printed.blocks(page))


@pytest.mark.slow
@pytest.mark.parametrize("page", RUNNABLE)
def test_the_runnable_blocks_of_a_page_run_in_an_empty_folder(page: str, tmp_path: Path) -> None:
    assert printed.run_page(page, PLAIN, tmp_path)


@pytest.mark.parametrize("text", ["import chabudai_that_is_missing", "import sys; sys.exit(3)"])
def test_a_block_that_fails_is_noticed(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PAGES, "page.md", f"# Page\n\n<!-- run -->\n```python\n{text}\n```\n")
    with pytest.raises(AssertionError):
        printed.run_page("page.md", PLAIN, tmp_path)
