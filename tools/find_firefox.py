"""A stock Firefox for `make test-browsers`.

`python -m tools.find_firefox [--install]` prints its location. With `--install`, it first installs
Debian's package if there is none and this process may install packages. To use another browser, set
FIREFOX to its path. Standard library only.
"""

from __future__ import annotations

import os
import shutil
import sys

from tools.browser_finders import found_or_installed, print_found, starts
from tools.setup import SetupFailed

NAMES = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
PACKAGES = "firefox-esr"
MISSING = f"""\
no Firefox is here. Install it (Debian's package is {PACKAGES}), or set FIREFOX to one's path."""


def find_firefox() -> str:
    """Return the first Firefox that starts. Raise SetupFailed, with advice, if there is none."""
    chosen = os.environ.get("FIREFOX")
    for name in (chosen,) if chosen else NAMES:
        program = shutil.which(name)
        if program is not None and starts(program):
            return program
    raise SetupFailed(f"FIREFOX names {chosen}, which does not start." if chosen else MISSING)


def install_firefox() -> str:
    """Return the existing Firefox, or install Debian's. Raise SetupFailed if there is none."""
    return found_or_installed(find_firefox, "Firefox", "FIREFOX", PACKAGES)


if __name__ == "__main__":
    sys.exit(print_found("tools.find_firefox", sys.argv[1:], find_firefox, install_firefox))
