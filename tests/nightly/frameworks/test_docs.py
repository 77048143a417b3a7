"""The programs in docs/adapters.md run unchanged."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "adapters.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_page_shows_programs() -> None:
    assert len(PROGRAMS) > 2


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_a_program_of_the_page_runs(program: str, tmp_path: Path) -> None:
    file = tmp_path / "program.py"  # worker processes import it
    file.write_text(program, encoding="utf-8")
    done = subprocess.run(  # noqa: PLW1510 - what it said is shown
        [sys.executable, "-W", "error", file],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert (done.returncode, done.stderr) == (0, "")
