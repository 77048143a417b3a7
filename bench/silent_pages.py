"""Pages whose network goes silent, without closing a connection, and then returns."""

import json
import math
import time
from collections.abc import Sequence
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from playwright.sync_api import Page
from websockets.sync.client import connect

from bench.bench_visit import serving
from chabudai.core import Rng
from tests.support.relay import Relay
from tools.shots import PATIENCE_MS, launched

SHORTEST_S, FURTHER_S = 8, 20
"""Minimum duration of a silence, and the range of additional durations: a silence lasts from 8 to
28 seconds.
"""
WATCH = """
window.shown = {};
new MutationObserver(() => {
  const seq = document.querySelector("[data-testid=table]")?.dataset.seq;
  if (seq !== undefined) window.shown[seq] ??= Date.now();
}).observe(document, { subtree: true, childList: true, attributeFilter: ["data-seq"] });
"""
"""Script that records when the page first shows each step."""


def open_table(base: str) -> tuple[str, str]:
    """Open a table and take its only seat. Return its id and the guest's token."""
    order = {"game": "word-bank", "name": "Aki", "seats": 2, "options": {"first_player": 0}}
    order |= {"bots": ["easy"], "begin": True}
    headers = {"Content-Type": "application/json", "Origin": base}
    request = Request(f"{base}/api/tables", json.dumps(order).encode(), headers)  # noqa: S310 - it is our own
    with urlopen(request) as answer:  # noqa: S310 - it is our own
        token = answer.headers["Set-Cookie"].partition(";")[0].partition("=")[2]
        return json.load(answer)["table"], token


def silent_pages(pages: int, silences: int) -> list[float]:
    """For each silence and page, return the seconds from the return of the network until the page
    first shows an update. The pages watch a table whose only guest changes names during each
    silence.
    """
    rng, taken = Rng(1), list[float]()
    with serving() as base, Relay(urlsplit(base).port or 0) as relay:
        table, token = open_table(base)
        url, key = f"{base}/ws/{table}".replace("http", "ws", 1), f"Bearer {token}"
        with (
            launched() as browser,
            connect(url, additional_headers={"Authorization": key}) as socket,
        ):
            watching = [browser.new_context().new_page() for _ in range(pages)]
            for page in watching:
                page.add_init_script(WATCH)
                page.goto(f"{relay.base}/t/{table}")
                page.locator("[data-testid=table]").wait_for(timeout=PATIENCE_MS)
            for number in range(silences):
                relay.silence()
                frame = {"type": "rename", "id": f"rename-{number}", "name": f"Aki {number}"}
                socket.send(json.dumps(frame))
                step = next(
                    message["seq"]
                    for message in map(json.loads, socket)
                    if message.get("id") == frame["id"]
                )
                time.sleep(SHORTEST_S + rng.below(1000 * FURTHER_S) / 1000)
                relay.mend()
                back = time.time()
                taken += [shown_at(page, step) - back for page in watching]
    return taken


def shown_at(page: Page, step: int) -> float:
    """Return the time when the page first showed a step, in seconds since 1970."""
    shown = page.wait_for_function("step => window.shown[step]", arg=step, timeout=PATIENCE_MS)
    return float(shown.json_value()) / 1000


def median_interval(values: Sequence[float]) -> str:
    """Format the median and its 95 % interval from order statistics, in seconds."""
    ordered, count = sorted(values), len(values)
    half = 0.98 * math.sqrt(count)
    low = ordered[max(0, math.floor(count / 2 - half))]
    high = ordered[min(count - 1, math.ceil(count / 2 + half))]
    middle = ordered[count // 2]
    return f"median {middle:.1f} ({low:.1f}–{high:.1f}), max {ordered[-1]:.1f} s of {count}"
