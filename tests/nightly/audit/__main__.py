"""Audit pages with Lighthouse, on an emulated phone: `python -m tests.nightly.audit`.

Prints the scores of the front page, a lobby, a table and a rulebook, and fails if one is below its
limit. Tasks of 50 ms or more lower the performance score, so a busy machine lowers it. The best of
at most TRIES runs counts. `speed` is Lighthouse's benchmark of the machine during the run. Names of
pages, such as "lobby", limit the audit to these pages.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.player import Player
from tests.browser.serving import Serving
from tests.nightly.engines.engine import install_packages
from tests.support.proxies import free_port
from tools.find_chromium import install_chromium
from tools.setup import NODE, SetupFailed

FOLDER = Path(__file__).parent
LEAST = {"performance": 98, "accessibility": 100, "best-practices": 100, "seo": 100}
"""The lowest score of each category, in percent."""
TRIES = 8
UNLISTED = ("lobby", "table")
"""Pages that ask not to be indexed, which costs them points for search engines."""
NOT_INDEXED = "is-crawlable"


def main(names: Sequence[str]) -> int:
    try:
        install_packages(FOLDER)
        chromium = install_chromium()
    except SetupFailed as failure:
        print(f"audit: {failure}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        port = free_port()
        context = playwright.chromium.launch_persistent_context(
            Path(folder) / "profile",
            executable_path=chromium.executable,
            args=[*chromium.args, f"--remote-debugging-port={port}"],
        )
        server = Serving(Path(folder))
        server.start()
        player = Player(context, context.pages[0], server.base)
        player.open()
        pages = {
            "front page": "/",
            "lobby": f"/t/{player.post_table(game='word-bank', name='Aki')['table']}",
            "table": f"/t/{player.set_table('easy')}",
            "rules": "/rules/word-bank?lang=en",
        }
        player.page.close()
        low = [name for name in names or pages if not passes(name, port, server.base + pages[name])]
        server.stop()
        context.close()
    return 1 if low else 0


def passes(name: str, port: int, url: str) -> bool:
    """Audit a page until no score is below its limit, at most TRIES times, and print all scores."""
    for _ in range(TRIES):
        found = audit(port, url)
        lost: Sequence[str] = found["lost"]
        if name in UNLISTED and [each.split()[0] for each in lost if each.startswith(NOT_INDEXED)]:
            found["scores"].pop("seo")
            lost = [each for each in lost if not each.startswith(NOT_INDEXED)]
        scores: dict[str, int] = found["scores"]
        print(f"{name:12}", *(f"{key} {score}" for key, score in scores.items()), end="")
        print(f" (speed {found['speed']})", flush=True)
        for each in lost:
            print(f"{'':12} {each}")
        if all(score >= LEAST[key] for key, score in scores.items()):
            return True
    return False


def audit(port: int, url: str) -> Any:
    """Return the scores of a page, and the audits that cost it points."""
    command = (str(NODE), str(FOLDER / "audit.mjs"), str(port), url)
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
