"""What the README shows works as it stands there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

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
