"""Test the packed release as users install it: `make release-check`.

Each check installs a wheel into an empty environment, and runs `smoke.py` there. The wheels are
tested with every Python version in the classifiers, and with the oldest versions of packages that
`pyproject.toml` allows. The wheel built from the sdist must be identical. The installed size, with
all packages, has a limit. The end of the output lists the Python versions that are missing on this
machine.
"""

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.release import DIST, ROOT, SHARED, VENV

UV = str(VENV / "bin" / "uv")
LIMIT_MB = 60
"""Maximum installed size in megabytes (1,000,000 bytes), without compiled Python files."""
LISTED = 12
"""Number of the largest packages to print."""


def main() -> int:
    """Run all checks, and return 1 if one fails."""
    found = {version: interpreter(version) for version in versions()}
    missing = [version for version, python in found.items() if python is None]
    pythons = {version: python for version, python in found.items() if python is not None}
    if not pythons:
        print("release-check: no Python that the classifiers name was found", file=sys.stderr)
        return 1
    (anywhere,) = DIST.glob("*-py3-none-any.whl")
    (sdist,) = DIST.glob("*.tar.gz")
    failed = []
    with TemporaryDirectory() as name:
        folder, oldest = Path(name), next(iter(pythons.values()))
        for version, python in pythons.items():
            for wheel in DIST.glob("*.whl"):
                kind = "any" if wheel == anywhere else "kernels"
                venv = folder / f"{version}-{kind}"
                failed += works(f"Python {version}, {kind}", python, venv, (str(wheel),))
        failed += fits(next(iter(sorted(folder.glob("*-any")))))
        lowest = (str(anywhere), "--resolution", "lowest-direct")
        failed += works("oldest versions allowed", oldest, folder / "lowest", lowest)
        extra = (f"{anywhere}[uvloop]",)
        failed += works("the extra uvloop", oldest, folder / "uvloop", extra)
        failed += shares("the manual page and the completions", anywhere)
        failed += equals("the wheel from the sdist", sdist, oldest, folder / "built", anywhere)
    if missing:
        print(f"Not checked, since this machine has none of them: Python {', '.join(missing)}.")
    print(f"FAILED: {'; '.join(failed)}" if failed else "Everything that was checked works.")
    return 1 if failed else 0


def versions() -> list[str]:
    """Return the versions of Python that the classifiers name, oldest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    last = [text.rpartition(" :: ")[2] for text in project["classifiers"] if "Python :: " in text]
    return [version for version in last if "." in version]


def interpreter(version: str) -> str | None:
    """Return the Python interpreter of a version, which is on PATH or was installed by pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    on_path = shutil.which(f"python{version}")
    installed = sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"))
    for python in [on_path, *map(str, reversed(installed))]:
        # pyenv's wrapper on PATH fails if the version is not selected.
        if python is not None and tried((python, "-c", "")).returncode == 0:
            return python
    return None


def works(title: str, python: str, venv: Path, wanted: Sequence[str]) -> list[str]:
    """Install packages in a fresh environment and try them there. Return the names of failed
    checks.
    """
    own = str(venv / "bin" / "python")
    commands: list[tuple[str, ...]] = [
        (UV, "venv", "--quiet", "--python", python, str(venv)),
        (UV, "pip", "install", "--quiet", "--python", own, *wanted),
        (own, "-I", str(ROOT / "tools/smoke.py")),
    ]
    if title.endswith("kernels"):
        commands.append((own, "-I", str(ROOT / "tools/check_kernels.py")))
    return ran(title, commands)


def equals(title: str, sdist: Path, python: str, folder: Path, wheel: Path) -> list[str]:
    """Build a wheel from the sdist in a clean environment. Return the names of failed checks."""
    os.environ["CHABUDAI_KERNELS"] = "no"
    build = (UV, "build", "--quiet", "--wheel", "--python", python, "--out-dir", str(folder))
    if failed := ran(title, [(*build, str(sdist))]):
        return failed
    (built,) = folder.glob("*.whl")
    return [] if contents(built) == contents(wheel) else [f"{title} differs from {wheel.name}"]


def shares(title: str, wheel: Path) -> list[str]:
    """Check that a wheel installs the files of SHARED. Return the names of failed checks."""
    packed = {name.partition(".data/data/share/")[2] for name in contents(wheel)}
    missing = [name for name in SHARED if name not in packed]
    print(f"{title}: {f'missing {missing}' if missing else 'installed'}")
    return [title] if missing else []


def contents(wheel: Path) -> dict[str, int]:
    """Map each file in a wheel to its checksum."""
    with zipfile.ZipFile(wheel) as packed:
        return {item.filename: item.CRC for item in packed.infolist()}


def ran(title: str, commands: Sequence[tuple[str, ...]]) -> list[str]:
    """Run commands until one fails. Return the title if one fails."""
    for command in commands:
        done = tried(command)
        if done.returncode != 0:
            print(f"{title}: failed\n{done.stdout}{done.stderr}")
            return [title]
    print(f"{title}: works")
    return []


def tried(command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Run a command, and return its output and exit code."""
    return subprocess.run(command, cwd=DIST, capture_output=True, text=True, check=False)


def fits(venv: Path) -> list[str]:
    """Print the installed size of an environment and its largest parts. Return the names of failed
    checks.
    """
    (packages,) = venv.glob("lib/python3*/site-packages")
    sizes = {part.name: size(part) for part in packages.iterdir()}
    total = sum(sizes.values()) / 1e6
    for name, each in sorted(sizes.items(), key=lambda item: -item[1])[:LISTED]:
        print(f"  {each / 1e6:6.2f} MB  {name}")
    print(f"installed size: {total:.1f} MB of at most {LIMIT_MB}")
    return [] if total <= LIMIT_MB else [f"installed size {total:.1f} MB"]


def size(part: Path) -> int:
    """Return the bytes of a file or folder, without compiled Python files."""
    files = [part] if part.is_file() else [file for file in part.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files if file.suffix != ".pyc")


if __name__ == "__main__":
    sys.exit(main())
