"""Screenshots of the main screens, for a visual check: `python -m tools.shots FOLDER`.

Starts a server of its own on a free port, and takes the front page, the lobby, the table at rest
and with a word typed, the rules and the end, each at three sizes, in both languages and in light
and dark. Needs a built client (`make client`) and a browser (`make chromium`).
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from playwright.sync_api import Page, WebSocket, sync_playwright

from chabudai.games.word_bank.solver import best_passwords
from chabudai.games.word_bank.view import View
from tools.find_chromium import find_chromium

SIZES = ((1280, 800), (390, 844), (320, 640))
LANGUAGES = ("en", "ja")
THEMES = ("light", "dark")
MOST_TURNS = 60
PATIENCE_MS = 30_000


class Message(msgspec.Struct):
    type: str
    view: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class Sitter:
    """A page and the newest view that it received."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.view: View | None = None
        page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self.hear)

    def hear(self, frame: str | bytes) -> None:
        message = msgspec.json.decode(frame, type=Message)
        if message.type == "update" and message.view:
            self.view = msgspec.json.decode(message.view, type=View)

    def ready(self) -> None:
        self.page.locator("#app[data-ready=true]").wait_for()
        self.page.evaluate("document.fonts.ready.then(() => null)")

    def await_turn(self) -> bool:
        """Wait for the turn of seat 0; False when the game is over."""
        table = "[data-testid=table]"
        self.page.locator(f'{table}[data-turn="0"], {table}[data-over=true]').wait_for()
        return self.page.locator(f"{table}[data-over=true]").count() == 0

    def best(self) -> str:
        if self.view is None:
            raise RuntimeError("nothing has been dealt")
        return best_passwords(self.view, 0, 1)[0].word

    def type(self, word: str) -> None:
        self.page.keyboard.type(word)
        self.page.locator("[data-testid=say-it][aria-disabled=false]").wait_for()


def main(arguments: list[str]) -> int:
    """Take every picture and return the exit code."""
    if len(arguments) != 1:
        print("usage: python -m tools.shots FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    chromium = find_chromium()
    with serving() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.executable, args=list(chromium.args)
        )
        context = browser.new_context(reduced_motion="reduce", locale="en-GB")
        context.set_default_timeout(PATIENCE_MS)
        sitter = Sitter(context.new_page())
        visit(sitter, base, folder)
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")
    return 0


@contextmanager
def serving() -> Generator[str, None, None]:
    """Run a server with temporary tables; yield its address."""
    with tempfile.TemporaryDirectory() as home:
        command = (sys.executable, "-m", "chabudai", "serve", "--port", "0", "--db", "tables.db")
        with subprocess.Popen(command, cwd=home, stdout=subprocess.PIPE, text=True) as process:
            try:
                lines = (re.search(r"Open (http://\S+)", line) for line in process.stdout or ())
                yield next(found[1] for found in lines if found)
            finally:
                process.terminate()


def visit(sitter: Sitter, base: str, folder: Path) -> None:
    """Go through the screens, as one guest would."""
    page = sitter.page
    page.goto(base)
    sitter.ready()
    take(sitter, folder, "landing")
    page.get_by_test_id("friends-word-bank").click()
    page.get_by_test_id("lobby").wait_for()
    take(sitter, folder, "lobby")
    page.goto(base)
    sitter.ready()
    page.get_by_test_id("play-word-bank").click()
    page.get_by_test_id("table").wait_for()
    sitter.ready()
    take(sitter, folder, "table-first")
    turns = 0
    while sitter.await_turn() and turns < MOST_TURNS:
        word = sitter.best()
        sitter.type(word)
        if turns == 1:
            take(sitter, folder, "table-typed", word)
        seq = page.get_by_test_id("table").get_attribute("data-seq")
        page.keyboard.press("Enter")
        page.locator(f'[data-testid=table]:not([data-seq="{seq}"])').wait_for()
        turns += 1
        if turns == 2 and sitter.await_turn():
            take(sitter, folder, "table-rest")
            page.get_by_test_id("rules").click()
            page.locator(".rulebook .rule").first.wait_for()
            take(sitter, folder, "rules", reload=False)
            page.keyboard.press("Escape")
            page.get_by_test_id("menu").click()
            take(sitter, folder, "menu", reload=False)
            page.keyboard.press("Escape")
    take(sitter, folder, "end")


def take(sitter: Sitter, folder: Path, name: str, word: str = "", *, reload: bool = True) -> None:
    """The screen at every size, language and theme; a word typed is typed again after a reload."""
    page = sitter.page
    for language in LANGUAGES if reload else ("en",):
        if reload:
            page.evaluate(f"localStorage.setItem('chabudai.lang', '{language}')")
            page.reload()
            sitter.ready()
            if word:
                sitter.type(word)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.screenshot(path=folder / f"{name}-{width}-{language}-{theme}.png")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size({"width": 1280, "height": 800})
    if reload:
        page.evaluate("localStorage.setItem('chabudai.lang', 'en')")
        page.reload()
        sitter.ready()
        if word:
            sitter.type(word)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
