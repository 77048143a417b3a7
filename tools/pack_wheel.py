"""Pack a wheel for this platform, with the kernels: `python -m tools.pack_wheel [FOLDER]`.

The wheel is then installed with its locked dependencies into a fresh environment, where every
solver must use its kernel. The wheel stays in FOLDER, `dist` by default. For all other platforms,
and for a package index, `cibuildwheel` does this as configured in `pyproject.toml`.
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
    """Pack the wheel into a folder and return it. Packing fails without the kernels."""
    command = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")
    run(*command, str(folder), extra={WANTED: "yes"})
    (wheel,) = folder.iterdir()
    return wheel


def installed(wheel: Path, venv: Path) -> Path:
    """Install a wheel and its dependencies in a fresh environment, and return its Python."""
    run(sys.executable, "-m", "venv", str(venv))
    python = venv / "bin" / "python"
    pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--no-compile", "--require-hashes", "-r", str(ROOT / "requirements/run.txt"))
    run(*pip, "--no-deps", str(wheel))
    return python


def run(*command: str, extra: dict[str, str] | None = None) -> None:
    """Run a command; its output goes to this process's output. Raise CalledProcessError
    on failure.
    """
    environment = {**os.environ, **(extra or {})}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
