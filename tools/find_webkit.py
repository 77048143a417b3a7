"""A WebKit for `make test-browsers`: WebKitGTK, the engine of Safari and of every iPhone.

`python -m tools.find_webkit [--install]` prints the location of its driver. With `--install`, it
first installs Debian packages if one is missing and this process may install packages. To use
another WebKitWebDriver, set WEBKIT to its path. Standard library only.
"""

from __future__ import annotations

import os
import shutil
import sys

from tools.browser_finders import found_or_installed, print_found, starts
from tools.setup import SetupFailed

PACKAGES = "webkit2gtk-driver gir1.2-webkit2-4.1 gjs xvfb"
"""The driver, the parts of its window (`tests/nightly/engines/window.js`), and a virtual screen."""
BINDING = "imports.gi.versions.WebKit2 = '4.1'; imports.gi.WebKit2;"
MISSING = f"""\
no WebKit is here that can be driven. It takes Debian packages {PACKAGES};
other systems have none."""


def find_webkit() -> str:
    """Return a driver if it and all programs that it requires can start. Otherwise raise
    SetupFailed, with advice.
    """
    chosen = os.environ.get("WEBKIT")
    driver = shutil.which(chosen or "WebKitWebDriver")
    if chosen and (driver is None or not starts(driver, "--help")):
        raise SetupFailed(f"WEBKIT names {chosen}, which does not start.")
    gjs = shutil.which("gjs")
    if driver and gjs and starts(gjs, "-c", BINDING) and shutil.which("Xvfb"):
        return driver
    raise SetupFailed(MISSING)


def install_webkit() -> str:
    """Return the existing WebKit, or install Debian's. Raise SetupFailed if there is none."""
    return found_or_installed(find_webkit, "WebKit", "WEBKIT", PACKAGES)


if __name__ == "__main__":
    sys.exit(print_found("tools.find_webkit", sys.argv[1:], find_webkit, install_webkit))
