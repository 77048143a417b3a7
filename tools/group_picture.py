"""The picture in the README, a phone at a table of each game: `python -m tools.group_picture`.

Writes `docs/tables.png`. Needs a built client (`make client`) and a browser (`make chromium`).
"""

from __future__ import annotations

import sys
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from chabudai.games import GAMES
from tools.find_chromium import find_chromium
from tools.shots import PATIENCE_MS, serving

PATH = Path(__file__).resolve().parent.parent / "docs/tables.png"
PHONE = ViewportSize(width=390, height=844)
GAP = 16
STYLE = f"""
body {{ display: flex; gap: {GAP}px; margin: 0; padding: {GAP}px; background: #efe7d8 }}
img {{ width: {PHONE["width"]}px; border-radius: 20px }}
"""


def main() -> int:
    """Take the picture and return the exit code."""
    chromium = find_chromium()
    with serving() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.executable, args=list(chromium.args)
        )
        side_by_side(browser, [phone(browser, base, game) for game in GAMES])
        browser.close()
    print(PATH.name, PATH.stat().st_size, "bytes")
    return 0


def phone(browser: Browser, base: str, game: str) -> bytes:
    """The table of a game against bots when the guest is to move for the first time, as a PNG."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB", viewport=PHONE)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(base)
    page.get_by_test_id(f"play-{game}").click()
    page.get_by_test_id("learn-play").click()
    page.locator('[data-testid=table][data-turn="0"]').wait_for()
    page.locator("#app[data-ready=true]").wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")
    page.locator(".turn-light").wait_for(state="detached")
    picture = page.screenshot()
    context.close()
    return picture


def side_by_side(browser: Browser, pictures: list[bytes]) -> None:
    """Write the pictures side by side as one."""
    width = len(pictures) * (PHONE["width"] + GAP) + GAP
    page = browser.new_page(viewport={"width": width, "height": PHONE["height"] + 2 * GAP})
    images = "".join(f'<img src="data:image/png;base64,{b64encode(p).decode()}">' for p in pictures)
    page.set_content(f"<style>{STYLE}</style>{images}")
    page.screenshot(path=PATH)


if __name__ == "__main__":
    sys.exit(main())
