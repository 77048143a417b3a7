"""What the README shows works as it stands there, and the pages of docs show no other commands."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from chabudai.cli.command import parser

pytestmark = pytest.mark.slow

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = re.findall(r"^\.venv/bin/chabudai (.*)$", README, re.MULTILINE)
SHORTER = {
    "--games 200": "--games 4",
    "--games 40": "--games 2",
    "play word-bank": "play word-bank --seed 1",
}
"""The same commands with less to do; a game at a terminal ends with its input."""


PAGES = sorted((Path(__file__).parent.parent / "docs").glob("*.md"))
SHOWN = r"^(?:ExecStart=)?(?:\S*/bin/)?chabudai (.+)$"
"""A command in a block of a page; what explains it stands apart."""


def shown() -> list[str]:
    """The commands that the pages show."""
    blocks = (
        block for page in PAGES for block in page.read_text(encoding="utf-8").split("```")[1::2]
    )
    found = (line for block in blocks for line in re.findall(SHOWN, block, re.MULTILINE))
    return [re.split(" {2,}", line)[0] for line in found]


def test_every_command_that_a_page_shows_is_one() -> None:
    assert len(shown()) > 10
    for command in map(shlex.split, shown()):
        parser(command[0]).parse_args(command)


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
