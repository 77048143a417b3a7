"""Set-up of the environment for `make test-engines` or `make docs`, each with its own lock.

`python -m tools.environments engines` or `docs`. Their packages are large, and are needed neither
for playing nor for `make test`. Standard library only.
"""

from __future__ import annotations

import sys
from typing import Literal

from tools.setup import (
    ROOT,
    SetupFailed,
    digest,
    is_stamped,
    one_at_a_time,
    pip,
    run,
    runs,
    say,
)

CACHE = ROOT / ".cache"
ENGINES = CACHE / "engines/bin/python"


def main(arguments: list[str]) -> int:
    """Install the locked packages if the lock has changed, and return the exit code."""
    try:
        with one_at_a_time():
            match arguments:
                case ["engines"]:
                    packages("engines")
                case ["docs"]:
                    packages("docs")
                case _:
                    print("usage: python -m tools.environments engines|docs", file=sys.stderr)
                    return 2
    except SetupFailed as failure:
        print(f"set-up: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("set-up: interrupted; the next run completes it.", file=sys.stderr)
        return 130
    return 0


def packages(name: Literal["engines", "docs"]) -> None:
    """Install the locked packages in a fresh environment, and for `engines` also chabudai in
    editable mode.

    Each installation is repeated only if its files have changed, since `engines` takes 6 GB.
    """
    venv, lock = CACHE / name, ROOT / "requirements" / f"{name}.txt"
    python, stamp = venv / "bin/python", venv / ".ready"
    if not (is_stamped(stamp, digest(lock)) and runs(python)):
        say(f"Packages of {name}, in a separate environment")
        run(sys.executable, "-m", "venv", "--clear", "--without-pip", str(venv))
        pip("--no-compile", "--require-hashes", "-r", str(lock), python=python)
        stamp.write_text(digest(lock))
    own, current = venv / ".chabudai", digest(ROOT / "pyproject.toml", ROOT / "hatch_build.py")
    if name == "engines" and not is_stamped(own, current):
        pip("--no-deps", "--no-build-isolation", "-e", ".", python=python)
        own.write_text(current)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
