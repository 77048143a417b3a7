"""Set-up of the environment for `make test-engines`: `python -m tools.engines`.

The frameworks with adapters are large, so they have their own lock and environment. Standard
library only.
"""

from __future__ import annotations

import sys

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

VENV = ROOT / ".cache" / "engines"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / ".ready"
LOCK = ROOT / "requirements" / "engines.txt"


def main() -> int:
    """Install the locked packages if the lock has changed, and return the exit code."""
    try:
        with one_at_a_time():
            packages()
    except SetupFailed as failure:
        print(f"set-up: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("set-up: interrupted; the next run completes it.", file=sys.stderr)
        return 130
    return 0


def packages() -> None:
    """Install the locked packages, and chabudai itself in editable mode, in a fresh environment."""
    current = digest(LOCK, ROOT / "pyproject.toml", ROOT / "hatch_build.py")
    if is_stamped(STAMP, current) and runs(PYTHON):
        return
    say("Frameworks, in a separate environment")
    run(sys.executable, "-m", "venv", "--clear", "--without-pip", str(VENV))
    pip("--no-compile", "--require-hashes", "-r", str(LOCK), python=PYTHON)
    pip("--no-deps", "--no-build-isolation", "-e", ".", python=PYTHON)
    STAMP.write_text(current)


if __name__ == "__main__":
    sys.exit(main())
