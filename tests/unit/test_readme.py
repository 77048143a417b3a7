"""What the README and the pages of docs show works as it stands there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from chabudai.arena import simulate
from chabudai.cli.command import parser
from chabudai.games import GAMES

pytestmark = pytest.mark.slow

README = (Path(__file__).parent.parent.parent / "README.md").read_text(encoding="utf-8")
PROGRAM = re.compile(r"```python\n(.*?)```", re.DOTALL)
PROGRAMS = PROGRAM.findall(README)
COMMANDS = re.findall(r"^\.venv/bin/chabudai (.*)$", README, re.MULTILINE)
SHORTER = {
    "--games 200": "--games 4",
    "--games 40": "--games 2",
    "play word-bank": "play word-bank --seed 1",
}
"""The same commands with less to do; a game at a terminal ends with its input."""


PAGES = sorted((Path(__file__).parent.parent.parent / "docs").glob("*.md"))
SHOWN = r"^(?:ExecStart=)?(?:\S*/bin/)?chabudai (.+)$"
"""A command in a block of a page; what explains it stands apart."""


def shown() -> list[str]:
    """The commands that the pages show."""
    blocks = (
        block for page in PAGES for block in page.read_text(encoding="utf-8").split("```")[1::2]
    )
    found = (line for block in blocks for line in re.findall(SHOWN, block, re.MULTILINE))
    return [re.split(" {2,}", line)[0] for line in found]


def programs_of(name: str) -> list[str]:
    """The programs that a page shows."""
    page = next(page for page in PAGES if page.name == name)
    return PROGRAM.findall(page.read_text(encoding="utf-8"))


def test_every_command_that_a_page_shows_is_one() -> None:
    assert len(shown()) > 10
    for command in map(shlex.split, shown()):
        parser(command[0]).parse_args(command)


def test_the_programs_of_all_pages_are_run() -> None:
    # tests/nightly/frameworks/test_docs.py runs those of adapters.md, which need its frameworks.
    assert {page.name for page in PAGES if programs_of(page.name)} == {
        "adapters.md",
        "arena.md",
        "library.md",
    }


@pytest.mark.parametrize("program", programs_of("library.md"))
def test_a_program_of_the_page_about_the_library_runs(program: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, timeout=100, check=True
    )
    assert done.stderr == b""


def test_the_bot_of_the_page_about_the_arena_plays(tmp_path: Path) -> None:
    (program,) = programs_of("arena.md")
    (tmp_path / "mine.py").write_text(program, encoding="utf-8")
    results = simulate(GAMES["word-bank"], (f"{tmp_path}/mine.py:think", "greedy"), 2, 1)
    assert results.games == 2
    assert results.details.forfeits == ()


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_of_the_readme_runs(program: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=100, check=True
    )
    assert "Outcome(" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_runs(command: str) -> None:
    for long, short in SHORTER.items():
        command = command.replace(long, short)
    done = subprocess.run(
        [sys.executable, "-m", "chabudai", *shlex.split(command)],
        input="",
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    assert done.stdout
    assert done.stderr == ""
