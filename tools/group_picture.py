"""The picture in the README, with a table of each game: `python -m tools.group_picture`.

Writes `docs/tables.jpg`. Needs a built client (`make client`) and a browser (`make chromium`).
"""

from __future__ import annotations

import sys
from base64 import b64encode
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize

from tools.fast_forward import HASTEN, moves_until
from tools.shots import PATIENCE_MS, caught_up, launched, serving

PATH = Path(__file__).resolve().parent.parent / "docs/tables.jpg"
QUALITY = 76
"""Quality of the JPEG. A test checks that the file is at most 300 kB."""
SCREEN = ViewportSize(width=1120, height=740)
SHOWN = 810
"""Width of a table in the picture, in pixels."""
GAP = 12
STYLE = f"""
body {{ display: grid; grid-template-columns: repeat(2, {SHOWN}px); gap: {GAP}px }}
body {{ margin: 0; padding: {GAP}px; background: #efe7d8 }}
img {{ width: 100%; border-radius: 14px; display: block }}
"""
# Sounds are off, and the panel next to the table is folded.
SETTINGS = """
localStorage.setItem("chabudai.sounds", "off");
localStorage.setItem("chabudai.panel", "off");
"""


class Moment(NamedTuple):
    """The first moment when the guest of a table with `seats` seats must move and `there`, a
    JavaScript expression about `view`, is true.
    """

    game: str
    seats: int
    there: str


MOMENTS = (
    Moment(
        "word-bank",
        4,
        "view.used.length > 5 && view.ring.filter(({ stones }) => stones.length).length > 3",
    ),
    Moment(
        "quiddler",
        4,
        'view.phase.type === "drawing" && new Set(view.laid.map((word) => word.seat)).size > 1',
    ),
    Moment("word-porters", 4, 'view.phase.type === "hinting" && view.placed.length > 5'),
    Moment("kakapo", 3, 'view.edges.flat().filter((edge) => edge === "right").length > 4'),
)


def main() -> int:
    """Take the picture and return the exit code."""
    with serving() as base, launched() as browser:
        context = browser.new_context(reduced_motion="reduce", locale="en-GB", viewport=SCREEN)
        context.add_init_script(SETTINGS)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        combine(browser, [photograph(page, base, moment) for moment in MOMENTS])
    print(PATH.name, PATH.stat().st_size, "bytes")
    return 0


def photograph(page: Page, base: str, moment: Moment) -> bytes:
    """Return a screenshot of a table at this moment. If the game ends before that, play another
    one.
    """
    over = page.get_by_test_id("end-table")
    while True:
        table = sit_down(page, base, moment)
        caught_up(page, page.evaluate(moves_until(moment.there), table))
        if not over.count():
            break
    page.evaluate("document.fonts.ready.then(() => null)")
    page.locator(".turn-light").wait_for(state="detached")
    return page.screenshot()


def sit_down(page: Page, base: str, moment: Moment) -> str:
    """Open a table with normal bots that answer immediately, and return its id."""
    bots = ["normal"] * (moment.seats - 1)
    order = {"game": moment.game, "name": "Aki", "seats": moment.seats, "bots": bots}
    answer = page.request.post(
        f"{base}/api/tables", data={**order, "begin": True}, headers={"Origin": base}
    )
    if not answer.ok:
        raise RuntimeError(answer.text())
    table: str = answer.json()["table"]
    page.goto(f"{base}/t/{table}")
    page.locator("#app[data-ready=true]").wait_for()
    page.evaluate(HASTEN, table)
    return table


def combine(browser: Browser, pictures: list[bytes]) -> None:
    """Combine the pictures into one, with two per row."""
    page = browser.new_page(viewport={"width": 2 * SHOWN + 3 * GAP, "height": 100})
    images = "".join(f'<img src="data:image/png;base64,{b64encode(p).decode()}">' for p in pictures)
    page.set_content(f"<style>{STYLE}</style>{images}")
    page.screenshot(path=PATH, type="jpeg", quality=QUALITY, full_page=True)


if __name__ == "__main__":
    sys.exit(main())
