"""The versions of Python and Node that the set-up chooses."""

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


NO_PYTHON = "chabudai needs Python 3.11 or later; too old: python3"


@pytest.mark.parametrize(
    ("pythons", "code", "chosen"),
    [
        ({"python3": 12, "python3.14": 14}, 0, "3.12"),
        ({"python3": 15, "python3.14": 14}, 0, "3.14"),
        ({"python3": 10, "python3.11": 11, "python3.15": 15}, 0, "3.11"),
        ({"python3": 15, "python3.10": 10}, 0, "3.15"),
        ({"python3": 10}, 1, NO_PYTHON),
    ],
)
def test_the_first_supported_python_with_ready_made_packages_is_chosen(
    tmp_path: Path, pythons: dict[str, int], code: int, chosen: str
) -> None:
    for name, minor in pythons.items():
        program = tmp_path / name
        program.write_text(AS_IF.format(real=sys.executable, minor=minor))
        program.chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", ROOT / "tools/python.sh", "-m", "which"],
        env={"PATH": os.fspath(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == code
    assert (done.stdout + done.stderr).splitlines()[0] == chosen
    assert (done.stderr == "") == (code == 0)


def test_a_python_without_ready_made_packages_gets_advice() -> None:
    assert too_new((3, 14)) == ""
    assert "make PYTHON=/path/to/python3.14" in too_new((3, 15))


def test_only_a_node_that_runs_the_bundler_is_chosen() -> None:
    versions = ("20.18.3", "v20.19.0", "22.1.0", "", "none")
    assert [version for version in versions if runs_on(version)] == ["v20.19.0", "22.1.0"]
