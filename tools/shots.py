"""Screenshots of the main screens, for a visual check: `python -m tools.shots FOLDER [GAME ...]`.

This starts a server on a free port. It takes pictures of the front page and, for each game, of the
lobby, of the table in the first turn and some steps later, and of the end. There are tables with
two seats, with four, and with the maximum number. Each picture is taken in all LOOKS. It prints
texts whose contrast with the pixels behind them, including wood, is too low, and the problems that
axe finds. The exit code is 1 if there are any. It needs a built client (`make client`) and a
browser (`make chromium`).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from chabudai.games import GAMES
from chabudai.server.limits import Limits, Rate
from chabudai.server.run import serve
from chabudai.server.settings import Settings
from tools import client
from tools.axe import violations
from tools.contrast import faint
from tools.fast_forward import HASTEN, moves_until
from tools.find_chromium import find_chromium

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_MS = 60_000
LATER = 12
"""Number of steps before the second screenshot of a table."""
SHORT: Mapping[str, Mapping[str, Any]] = {"quiddler": {"turn_cap": 2}}
"""Options that shorten a game."""


class Look(NamedTuple):
    """A variant of a screen: a size in pixels, a language and a theme."""

    width: int
    height: int
    language: str
    theme: Literal["light", "dark"]


LOOKS = tuple(
    Look(width, height, language, theme)
    for width, height in (
        (1920, 1080),
        (1280, 800),
        (768, 1024),
        (844, 390),
        (390, 844),
        (320, 640),
    )
    for language in ("en", "ja")
    for theme in ("light", "dark")
)
READ = """
(language) => {
  localStorage.setItem("chabudai.lang", language);
  dispatchEvent(new StorageEvent("storage", { key: "chabudai.lang", newValue: language }));
}
"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


def main(arguments: list[str]) -> int:
    """Take every picture and return the exit code."""
    if not arguments or arguments[0].startswith("-") or not GAMES.keys() >= set(arguments[1:]):
        print(f"usage: python -m tools.shots FOLDER [{' | '.join(GAMES)} ...]", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as base, launched() as browser:
        # Japanese catalogues are fetched only by readers of Japanese.
        context = browser.new_context(reduced_motion="reduce", locale="ja-JP")
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.goto(base)
        found = take(page, folder, "front")
        for game in arguments[1:] or GAMES:
            found += visit(page, base, folder, game)
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}, {len(found)} faults")
    print(*found, sep="\n")
    return 1 if found else 0


@contextmanager
def launched() -> Generator[Browser]:
    """Launch Chromium without a window."""
    found = find_chromium()
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=found.executable, args=[*found.args]) as browser,
    ):
        yield browser


@contextmanager
def serving() -> Generator[str, None, None]:
    """Run a server with temporary tables and higher rate limits for moves. Yield its address. Raise
    SystemExit if the client was not built from its sources.
    """
    client.must_be_current(ROOT, client.added_game_folders())
    processes = get_context("spawn")
    address, tell = processes.Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as home:
        process = processes.Process(target=host, args=(Path(home, "tables.db"), tell), daemon=True)
        process.start()
        try:
            if not address.poll(PATIENCE_MS / 1000):
                raise TimeoutError("The server has not started.")
            yield address.recv()
        finally:
            process.terminate()
            process.join()


def host(db: Path, tell: Connection) -> None:
    """Serve the tables in a database file until terminated. Send the address through `tell`."""
    limits = Limits(frames=Rate(1000, 0.001), messages=Rate(10_000, 0.001))
    serve(port=0, ready=tell.send, settings=Settings(db=str(db), limits=limits))


def visit(page: Page, base: str, folder: Path, game: str) -> list[str]:
    """Visit the screens of a game as a guest who plays with bots. Return the problems found."""
    sizes = GAMES[game].seats
    page.goto(base)
    page.get_by_test_id(f"friends-{game}").click()
    page.get_by_test_id("lobby").wait_for()
    found = take(page, folder, f"{game}-lobby")
    table = ""
    for seats in sorted({2, 4, sizes[-1]} & set(sizes)):
        table = sit_down(page, base, game, seats)
        page.evaluate(moves_until("true"), table)
        found += take(page, folder, f"{game}-{seats}-first")
        seq: int = page.evaluate(moves_until(f"seq > {LATER}"), table)
        caught_up(page, seq)
        found += take(page, folder, f"{game}-{seats}-later")
    caught_up(page, page.evaluate(moves_until("false"), table))
    page.get_by_test_id("end-table").wait_for()
    return found + take(page, folder, f"{game}-end")


def sit_down(page: Page, base: str, game: str, seats: int) -> str:
    """Open a table with easy bots that answer immediately, and return its id."""
    order = {"game": game, "name": "Aki", "seats": seats, "bots": ["easy"] * (seats - 1)}
    answer = page.request.post(
        f"{base}/api/tables",
        data={**order, "begin": True, "options": SHORT.get(game, {})},
        headers={"Origin": base},
    )
    if not answer.ok:
        raise RuntimeError(answer.text())
    table: str = answer.json()["table"]
    page.goto(f"{base}/t/{table}")
    page.locator("#app[data-ready=true]").wait_for()
    page.evaluate(HASTEN, table)
    return table


def caught_up(page: Page, seq: int) -> None:
    """Wait until the page shows a step."""
    table = "document.querySelector('[data-testid=table]').dataset"
    page.wait_for_function(f"(seq) => Number({table}.seq) >= seq", arg=seq)


def take(page: Page, folder: Path, name: str) -> list[str]:
    """Take screenshots of a screen in every look. Return the problems."""
    found: list[str] = []
    page.locator("#app[data-ready=true]").wait_for()
    page.locator(".turn-light").wait_for(state="detached")
    for width, height, language, theme in LOOKS:
        page.evaluate(READ, language)
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.fonts.ready.then(() => null)")
        # On a busy machine, a screenshot may show the previous look.
        page.evaluate(DRAWN)
        look = f"{name}-{width}-{language}-{theme}"
        page.screenshot(path=folder / f"{look}.png")
        found += (f"{look}: {each}" for each in (*faint(page), *violations(page)))
    page.set_viewport_size({"width": 1280, "height": 800})
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
