"""Which Python the checkout is set up with."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.client import runs_on
from tools.setup import ROOT, too_new

AS_IF = """\
#!/bin/sh
# {real}, as if it were 3.{minor}.
[ "$1" = -c ] && exec {real} -c "import sys; sys.version_info = (3, {minor})
$2"
echo "3.{minor}"
"""


@pytest.mark.parametrize(
    ("pythons", "chosen"),
    [
        ({"python3": 12, "python3.14": 14}, "3.12"),
        ({"python3": 15, "python3.14": 14}, "3.14"),
        ({"python3": 10, "python3.11": 11, "python3.15": 15}, "3.11"),
        ({"python3": 15, "python3.10": 10}, "3.15"),
    ],
)
def test_a_python_for_which_every_package_is_ready_made_comes_first(
    tmp_path: Path, pythons: dict[str, int], chosen: str
) -> None:
    for name, minor in pythons.items():
        program = tmp_path / name
        program.write_text(AS_IF.format(real=sys.executable, minor=minor))
        program.chmod(0o755)
    assert answer(tmp_path) == (0, chosen, "")


def test_old_pythons_are_named_once(tmp_path: Path) -> None:
    program = tmp_path / "python3"
    program.write_text(AS_IF.format(real=sys.executable, minor=10))
    program.chmod(0o755)
    code, out, told = answer(tmp_path)
    assert (code, out) == (1, "")
    assert told.splitlines()[0] == "chabudai needs Python 3.11 or later; too old: python3"


def test_what_to_do_is_said_where_packages_are_not_ready_made() -> None:
    assert too_new((3, 14)) == ""
    assert "make PYTHON=/path/to/python3.14" in too_new((3, 15))


def test_only_a_node_that_runs_the_bundler_is_taken() -> None:
    taken = {version: runs_on(version) for version in ("20.18.3", "v20.19.0", "22.1.0", "", "none")}
    assert [version for version, fits in taken.items() if fits] == ["v20.19.0", "22.1.0"]


def answer(path: Path) -> tuple[int, str, str]:
    """The exit code, and what was said, where only the programs of a folder are found."""
    done = subprocess.run(
        ["/bin/sh", ROOT / "tools/python.sh", "-m", "which"],
        env={"PATH": os.fspath(path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout.strip(), done.stderr.strip()
