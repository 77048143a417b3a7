"""Every guide, played to its end in a browser, at the sizes of a phone and of a desk, in both
languages: each lesson can be read, what it points at is in sight and under nothing, and axe finds
nothing.
"""

import asyncio
import os
import re
from itertools import cycle, islice, product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from chabudai.core import Guide
from chabudai.games import GAMES
from tests.browser.fixtures import QUIET, sit_down
from tests.browser.guide_player import HOW
from tests.browser.player import PATIENCE_MS, Player
from tests.browser.screens import faults
from tests.browser.serving import Serving
from tests.nightly.proof.run_config import Figures, Order
from tools.axe import violations
from tools.find_chromium import find_chromium

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
LANGUAGES = ("en-GB", "ja-JP")
SHOTS = "CHABUDAI_SHOTS"
"""A folder for a picture of each lesson, if this names one."""
HIDDEN = """(names) => names.filter((name) => {
  const every = [...document.querySelectorAll(`[data-testid="${name}"]`)];
  const shown = every.find((each) => each.getClientRects().length > 0);
  if (!shown) return true;
  const box = shown.getBoundingClientRect();
  const note = document.querySelector("[data-testid=guide]").getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const inside = x >= 0 && x <= innerWidth && y >= 0 && y <= innerHeight;
  const covered = x > note.left && x < note.right && y > note.top && y < note.bottom;
  return !inside || covered;
})"""
"""Of what a lesson points at, what is not in sight or lies under the note."""


async def guides(order: Order) -> Figures:
    """Play every guide in every way."""
    return await asyncio.to_thread(played, order)


def played(order: Order) -> Figures:
    """Play on a thread of its own, as the browser's driver requires."""
    done, lessons, wrong = 0, 0, list[str]()
    serving = Serving(order.folder)
    serving.start()
    expect.set_options(timeout=PATIENCE_MS)
    chromium = find_chromium()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium.executable, args=[*chromium.args, *QUIET]
            )
            for way in islice(cycle(ways()), order.size * len(ways())):
                if not order.goes_on(done // len(ways())):
                    break
                wrong += play_guide(browser, serving, way, done)
                lessons += len(GAMES[way.game].extras.guides[way.guide].lessons)
                done += 1
            browser.close()
    finally:
        serving.stop()
    assert wrong == [], "\n".join(wrong)
    return {"guides": done, "lessons": lessons, "looks by axe": lessons}


class Way(NamedTuple):
    """A guide, and how it is looked at."""

    game: str
    guide: str
    locale: str
    size: ViewportSize

    def __str__(self) -> str:
        return f"{self.game}-{self.guide}-{self.locale[:2]}-{self.size['width']}"


def ways() -> list[Way]:
    guides = [(game.name, guide) for game in GAMES.values() for guide in game.extras.guides]
    return [Way(*each, *look) for each in guides for look in product(LANGUAGES, (PHONE, DESK))]


def play_guide(browser: Browser, serving: Serving, way: Way, before: int) -> list[str]:
    """Play a guide to its end, and return its faults."""
    wrong: list[str] = []
    guide = GAMES[way.game].extras.guides[way.guide]
    player = sit_down(browser, (before, way.locale), way.size, serving.base, asked=False)
    player.open(f"/learn/{way.game}/{way.guide}")
    player.at_table()
    for at, lesson in enumerate(guide.lessons):
        wrong += look_at(player, guide, at, way)
        if lesson.do is not None:
            HOW[way.game](player, lesson.do)
    player.get("guide-play").click()
    player.page.wait_for_url(re.compile("/t/"))
    wrong += [f"{way}: {trouble}" for trouble in player.troubles]
    player.context.close()
    return wrong


def look_at(player: Player, guide: Guide, at: int, way: Way) -> list[str]:
    """Return faults of a lesson as it is shown: its targets, its layout, and by axe."""
    lesson, page = guide.lessons[at], player.page
    expect(player.get("guide")).to_have_attribute("data-at", str(at))
    text = guide.translations(lesson.text)[way.locale[:2]]
    expect(player.get("guide-text")).to_have_text(text)
    expect(player.get("guide-text")).to_be_in_viewport(ratio=1)
    expect(page.locator(".guide-ring")).to_have_count(len(lesson.point))
    if folder := os.environ.get(SHOTS):
        page.screenshot(path=Path(folder, f"{way}-{at}.png"))
    hidden = [f"{name} is not in sight" for name in page.evaluate(HIDDEN, list(lesson.point))]
    wrong = (*hidden, *faults(page), *violations(page))
    return [f"{way}, lesson {at + 1}: {one}" for one in wrong]
