"""Commands, programs and links in the README and the pages of docs."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from chabudai.cli.command import parser
from chabudai.cli.entry import understood
from chabudai.cli.rewriting import find_command
from tests.unit.cli.support import here

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {page.name: page.read_text("utf-8") for page in sorted((ROOT / "docs").glob("*.md"))}
PROGRAM = re.compile(r"```python\n(.*?)```", re.DOTALL)
PROGRAMS = PROGRAM.findall(README)
COMMANDS = re.findall(r"^\.venv/bin/chabudai (.*)$", README + PAGES["playing.md"], re.MULTILINE)
SHORTER = {
    "--games 200": "--games 4",
    "--games 40": "--games 2",
    "--deals 2": "--deals 1",
    "buddy/7": "buddy/8",
    "play word-bank": "play word-bank --seed 1",
}
"""Replacements that make commands faster. Games in the terminal end at the end of their input."""

LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
SHOWN = re.compile(r"^(?:ExecStart=)?(?:\S*/bin/)?chabudai (.+)$", re.MULTILINE)
"""A command in a code block. Two spaces separate it from its explanation, ">" from a file."""


def test_every_command_on_a_page_parses() -> None:
    blocks = [block for text in PAGES.values() for block in text.split("```")[1::2]]
    shown = [line for block in blocks for line in SHOWN.findall(block)]
    assert len(shown) > 10
    for command in (shlex.split(re.split(" {2,}| > ", line)[0]) for line in shown):
        understood(*find_command(parser(), command))


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_of_the_readme_runs(program: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    assert done.stderr == ""
    assert "Outcome(" in done.stdout


@pytest.mark.parametrize(
    "page",
    sorted(ROOT.glob("*.md")),  # test_site.py checks the pages of the site
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_links_of_a_page_lead_to_committed_files_and_headings(page: Path) -> None:
    prose = re.sub(r"`[^`\n]*`", "", "".join(page.read_text(encoding="utf-8").split("```")[::2]))
    for path, anchor in LINK.findall(prose):
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), path
        assert "_build" not in target.parts, path
        assert not anchor or anchor in anchors(target), (path, anchor)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub spells them."""
    headings = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}


def test_the_readme_has_one_screen_one_short_program_and_one_small_picture() -> None:
    assert len(README.splitlines()) <= 90
    (program,) = PROGRAMS
    assert len([line for line in program.splitlines() if line]) == 8
    (picture,) = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert (ROOT / picture).stat().st_size <= 300_000


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_or_of_the_playing_page_runs(command: str) -> None:
    for long, short in SHORTER.items():
        command = command.replace(long, short)
    done = here(*shlex.split(command), typed="")
    assert (done.code, done.err) == (0, "")
    assert done.out
