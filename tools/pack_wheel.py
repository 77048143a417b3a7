"""Pack a wheel for this kind of machine, with the kernels: `python -m tools.pack_wheel [FOLDER]`.

It is then installed with its locked dependencies into a fresh environment, where every solver must
use its kernel. The wheel stays in FOLDER, `dist` by default. For all other kinds of machines, and
for an index of packages, `cibuildwheel` does the same by `pyproject.toml`.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.kernels import WANTED

ROOT = Path(__file__).parents[1]


def main(arguments: list[str]) -> int:
    """Pack, install, check, and return the exit code."""
    folder = Path(arguments[0] if arguments else "dist").resolve()
    with TemporaryDirectory() as work:
        try:
            wheel = packed(Path(work) / "wheel")
            python = installed(wheel, Path(work) / "venv")
            run(str(python), "-I", str(ROOT / "tools/check_kernels.py"))
        except subprocess.CalledProcessError as failure:
            print(f"pack_wheel: {failure.cmd[0]} ended with {failure.returncode}", file=sys.stderr)
            return 1
        folder.mkdir(parents=True, exist_ok=True)
        print(shutil.move(wheel, folder / wheel.name))
    return 0


def packed(folder: Path) -> Path:
    """The wheel, packed into a folder. It has the kernels, or is not packed."""
    command = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")
    run(*command, str(folder), extra={WANTED: "yes"})
    (wheel,) = folder.iterdir()
    return wheel


def installed(wheel: Path, venv: Path) -> Path:
    """The Python of a fresh environment with a wheel and its dependencies."""
    run(sys.executable, "-m", "venv", str(venv))
    python = venv / "bin" / "python"
    pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--no-compile", "--require-hashes", "-r", str(ROOT / "requirements/run.txt"))
    run(*pip, "--no-deps", str(wheel))
    return python


def run(*command: str, extra: dict[str, str] | None = None) -> None:
    """Run a command; its output goes where ours does. Raises CalledProcessError."""
    environment = {**os.environ, **(extra or {})}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
