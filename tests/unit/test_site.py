"""The README, and the site that `make docs` builds: pages, navigation, links, and the commands
and code blocks on the pages.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from chabudai.cli.command import parser
from chabudai.cli.entry import understood
from chabudai.cli.rewriting import find_command
from tests.support import printed
from tests.support.printed import PAGES, PLAIN, ROOT, WITH_FRAMEWORKS
from tests.unit.cli.support import here
from tools import build_docs, stage_docs
from tools.build_docs import FETCHED

README = (ROOT / "README.md").read_text(encoding="utf-8")
AUDIENCE = re.compile(
    r"# .+\n\n(?:For (?:everyone|players|hosts|researchers|contributors)\b[^:\n]*:"
    r"|遊ぶ人へ。|サーバーを開く人へ。)"
)
MAX_WORDS = 400
SETTINGS = (ROOT / "mkdocs.yml").read_text("utf-8")
NAV = re.findall(r": (\S+\.md)$", SETTINGS, re.MULTILINE)
SEPARATOR = re.findall(r"separator: '(.+)'$", SETTINGS, re.MULTILINE)[0]
"""The expression that separates words, for the search in a browser."""
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
RUNNABLE = [name for name in PAGES if any(each.mark == PLAIN for each in printed.blocks(name))]
SHOWN = re.compile(r"^(?:ExecStart=)?(?:\S*/bin/)?chabudai (.+)$", re.MULTILINE)
"""A command in a code block. Two spaces separate it from an explanation, and ">" from a file."""
SHORTER = {
    "--games 200": "--games 4",
    "--games 40": "--games 2",
    "--deals 2": "--deals 1",
    "buddy/7": "buddy/8",
    "play word-bank": "play word-bank --seed 1",
}
"""Replacements that make commands faster. Games in the terminal end at the end of their input."""


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    stage_docs.stage(folder)
    return folder


def test_the_navigation_has_every_page_and_a_page_of_types_every_type_once(staged: Path) -> None:
    pages = sorted(path.relative_to(staged).as_posix() for path in staged.rglob("*.md"))
    assert sorted(NAV) == pages
    # A page of types has the view and the moves of seats.
    page = (staged / "reference/quiddler.md").read_text("utf-8")
    listed = re.findall(r"^::: chabudai\.games\.quiddler\.(.+)$", page, re.MULTILINE)
    assert {"view.View", "state.Draw", "state.Laid"} <= {*listed}
    assert "state.Shuffle" not in listed
    assert len(listed) == len({*listed})


def test_links_lead_to_files_and_headings(staged: Path) -> None:
    pages = (*staged.rglob("*.md"), *ROOT.glob("*.md"))
    linked = [(page, *link) for page in pages for link in LINK.findall(prose(page))]
    assert [each for each in linked if not leads(*each)] == []


def prose(page: Path) -> str:
    """Return a page's text without its code."""
    return "".join(stage_docs.CODE.split(page.read_text(encoding="utf-8"))[::2])


def leads(page: Path, path: str, anchor: str) -> bool:
    """Return whether a link on a page leads to a file, and to a heading if it has an anchor."""
    target = (page.parent / path).resolve() if path else page
    if not target.exists() or "_build" in target.parts:
        return False
    return not anchor or anchor in anchors(target)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and mkdocs spell them."""
    headings = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}


def test_copied_files_and_drawn_pictures_are_on_the_site(staged: Path) -> None:
    copied = (staged / "files/examples/bot.py").read_bytes()
    assert copied == (ROOT / "examples/bot.py").read_bytes()
    assert (staged / "tables.jpg").is_file()
    for game in stage_docs.MOMENTS:
        english, japanese = ((staged / f"pictures/{game}.{lang}.svg") for lang in ("en", "ja"))
        assert english.read_text("utf-8") != japanese.read_text("utf-8"), game
    layers = (staged / "pictures/layers.svg").read_text("utf-8")
    packages = [path.parent.name for path in (ROOT / "src/chabudai").glob("*/__init__.py")]
    assert packages
    assert [name for name in packages if not re.search(rf"\b{name}\b", layers)] == []


def test_a_tag_that_fetches_from_another_host_is_found() -> None:
    for tag in (
        '<script src="https://example.org/a.js">',
        '<link rel="stylesheet" href="//example.org/a.css">',
        '<img alt="" src=http://example.org/a.png>',
    ):
        assert FETCHED.search(tag)
    for tag in (
        '<script src="assets/a.js">',
        '<link rel="canonical" href="https://example.org/">',
        '<a href="https://example.org/">',
    ):
        assert not FETCHED.search(tag)


def test_search_finds_words_within_a_japanese_sentence() -> None:
    for text, words in {
        "ザ・カカポのルール": ["ザ", "カカポ", "の", "ルール"],
        "石を金庫に置く。": ["石を", "金庫に", "置く"],
        "a well-known word": ["a", "well", "known", "word"],
    }.items():
        assert [word for word in re.split(SEPARATOR, text) if word] == words


def test_a_page_in_the_wrong_language_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_docs, "SITE", tmp_path)
    (tmp_path / "ja").mkdir()
    for name, lang in (("ja/a.html", "ja"), ("a.html", "en")):
        for each in ("en", "ja"):
            page = tmp_path / name
            page.write_text(f'<!doctype html><html lang="{each}" class="no-js">', encoding="utf-8")
            assert build_docs.has_its_language(page) == (each == lang)


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


def test_every_command_on_a_page_parses() -> None:
    blocks = [block for text in PAGES.values() for block in text.split("```")[1::2]]
    shown = [line for block in blocks for line in SHOWN.findall(block)]
    assert len(shown) > 10
    for command in (shlex.split(re.split(" {2,}| > ", line)[0]) for line in shown):
        understood(*find_command(parser(), command))


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    re.findall(r"^\.venv/bin/chabudai (.*)$", README + PAGES["docs/playing.md"], re.MULTILINE),
)
def test_a_command_of_the_readme_or_of_the_playing_page_runs(command: str) -> None:
    for long, short in SHORTER.items():
        command = command.replace(long, short)
    done = here(*shlex.split(command), typed="")
    assert (done.code, done.err) == (0, "")
    assert done.out


def test_the_readme_has_one_screen_one_short_program_that_runs_and_one_small_picture() -> None:
    assert len(README.splitlines()) <= 90
    (picture,) = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert (ROOT / picture).stat().st_size <= 300_000
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len([line for line in program.splitlines() if line]) == 8
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
    assert done.stderr == ""
    assert "Outcome(" in done.stdout
