"""A stock Firefox for `make test-browsers`.

`python -m tools.find_firefox [--install]` prints where one is. `--install` first brings Debian's
package when there is none and this process may install packages. Set FIREFOX to the path of a
browser to use that one. Standard library only.
"""

from __future__ import annotations

import os
import shutil
import sys

from tools.find_chromium import from_debian, may_install, starts
from tools.setup import SetupFailed, say

NAMES = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
MISSING = """\
no Firefox is here. Install it (Debian's package is firefox-esr), or set FIREFOX to one's path."""


def main(arguments: list[str]) -> int:
    """Print the browser and return the exit code."""
    if arguments not in ([], ["--install"]):
        print("usage: python -m tools.find_firefox [--install]", file=sys.stderr)
        return 2
    try:
        print(install_firefox() if arguments else find_firefox())
    except SetupFailed as failure:
        print(f"browser: {failure}", file=sys.stderr)
        return 1
    return 0


def find_firefox() -> str:
    """The first Firefox that starts. Raises SetupFailed, with what to do, when there is none."""
    chosen = os.environ.get("FIREFOX")
    for name in (chosen,) if chosen else NAMES:
        program = shutil.which(name)
        if program is not None and starts(program):
            return program
    raise SetupFailed(f"FIREFOX names {chosen}, which does not start." if chosen else MISSING)


def install_firefox() -> str:
    """The Firefox that is here, or Debian's. Raises SetupFailed when there is none."""
    try:
        return find_firefox()
    except SetupFailed:
        if os.environ.get("FIREFOX") or not may_install():
            raise
    say("Firefox, which is not on this machine, from Debian's packages")
    from_debian("firefox-esr")
    return find_firefox()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
