"""How long does a first visit take over a slow network?

`python -m bench.bench_visit [--rounds N] [--locale ja-JP]`

A browser with an empty cache opens the front page, a link to a lobby, and a table of each game. Its
window is 390 by 844 pixels, and its processor is slowed down by a factor of four. Each request has
150 ms of latency, and all share 1.6 Mbit/s. The benchmark prints the seconds until the page is
usable, and the number and size of its requests. It needs a built client (`make client`) and a
browser (`make chromium`).
"""

import argparse
import contextlib
import os
import statistics
import tempfile
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from bench import bench_server
from bench.figures import machine, spread
from bench.stopping import end_when_stopped
from chabudai.games import GAMES
from chabudai.server.client import STATIC
from tools import client
from tools.setup import ROOT
from tools.shots import PATIENCE_MS, launched

LATENCY_MS = 150
BYTES_S = 1.6e6 / 8
SLOWER = 4
READY = "() => document.querySelector('#app[data-ready=true]')"
"""Script that checks in every frame whether a page is usable, because a locator retries only twice
a second.
"""


class Visit(NamedTuple):
    """Seconds until the page is usable, number of answers, and their size in kB (1000 bytes)."""

    seconds: float
    requests: int
    kb: float


@contextlib.contextmanager
def serving() -> Generator[str]:
    """Run a server with the built client. Yield its address."""
    with (
        tempfile.TemporaryDirectory() as folder,
        bench_server.serving(Path(folder), static=STATIC) as (base, _),
    ):
        yield base


def table(browser: Browser, base: str, game: str, *, begun: bool) -> dict[str, str]:
    """Open a table for a visitor, who watches if it has begun and otherwise takes a seat."""
    seats = max(2, GAMES[game].seats[0])
    order: dict[str, Any] = {"game": game, "name": "Aki", "seats": seats}
    if begun:
        order |= {"bots": ["easy"] * (seats - 1), "begin": True}
    context = browser.new_context()
    answer = context.request.post(f"{base}/api/tables", data=order, headers={"Origin": base})
    made: dict[str, str] = answer.json()
    context.close()
    return made


def visit(browser: Browser, url: str, locale: str) -> Visit:
    """Open a page for the first time, in a browser with this language, such as ja-JP."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale=locale
    )
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    came: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: came.append(event["encodedDataLength"]))
    devtools.send("Network.enable")
    network = {"offline": False, "latency": LATENCY_MS, "uploadThroughput": BYTES_S / 2}
    network["downloadThroughput"] = BYTES_S
    devtools.send("Network.emulateNetworkConditions", network)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    begun = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_function(READY, timeout=PATIENCE_MS)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    seconds = time.perf_counter() - begun
    page.wait_for_load_state("networkidle")
    context.close()
    return Visit(seconds, len(came), sum(came) / 1000)


def visits(browser: Browser, base: str, locale: str) -> dict[str, Visit]:
    """Visit each page once."""
    lobby = table(browser, base, "word-bank", begun=False)
    pages = {
        "the front page": base,
        "an invitation": f"{base}/j/{lobby['table']}#{lobby['invite']}",
    }
    for game in GAMES:
        pages[f"a table of {GAMES[game].title}"] = (
            f"{base}/t/{table(browser, base, game, begun=True)['table']}"
        )
    return {name: visit(browser, url, locale) for name, url in pages.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--locale", default="en-GB", help="of the browser; or ja-JP")
    args = parser.parse_args()
    client.must_be_current(ROOT, client.added_game_folders())
    found: dict[str, list[Visit]] = {}
    with launched() as browser, serving() as base:
        print(machine((f"Chromium {browser.version}",)))
        for _ in range(args.rounds):
            for page, one in visits(browser, base, args.locale).items():
                found.setdefault(page, []).append(one)
    print("| page | seconds until usable | requests | kB |")
    print("|---|---|---|---|")
    for page, came in found.items():
        row = (
            spread([each.seconds for each in came], 2),
            f"{statistics.median(each.requests for each in came):.0f}",
            f"{statistics.median(each.kb for each in came):.0f}",
        )
        print(f"| {page} | {' | '.join(row)} |")
    print(f"load average at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    end_when_stopped()
    main()
