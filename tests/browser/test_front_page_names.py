"""The front page with full tables of long names: every control receives its clicks."""

import pytest
from playwright.sync_api import Playwright

from chabudai.server.names import LONGEST_NAME
from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tests.browser.serving import Serving

WIDTHS = (320, 360, 390, 480, 640, 768, 900, 1024, 1120, 1180, 1280, 1366, 1440, 1600, 1920)
NAMES = (
    "Bartholomew Featherstone",
    "W" * LONGEST_NAME,
    "ちゃぶ台をかこむ家族みんなのなまえはながい",
    "Анна-Мария Константинова",
    "Maximiliana von der Heide"[:LONGEST_NAME],
    "👩‍👩‍👧‍👦" * LONGEST_NAME,
    "i" * LONGEST_NAME,
    "Llanfairpwllgwyngyllgoge",
)
COVERED = """
[...document.querySelectorAll("main :is(button, a, summary, label, [name=code]), header button")]
  .filter((control) => control.checkVisibility())
  .flatMap((control) => {
    control.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return [left + 6, (left + right) / 2, right - 6].flatMap((x) => {
      const hit = document.elementFromPoint(x, middle);
      const takes = hit?.closest("button, a, summary, label, [name=code]") === control;
      return takes ? [] : [`${control.textContent} is covered by ${hit?.outerHTML.slice(0, 80)}`];
    });
  })
"""
"""Script that finds controls that are covered, in the middle or near an end."""


def seat_friends(playwright: Playwright, base: str, made: dict[str, str]) -> None:
    """Give every free seat of a new table to a friend with a long name."""
    for name in NAMES[1:]:
        friend = playwright.request.new_context(base_url=base, extra_http_headers={"Origin": base})
        wish = {"name": name, "table": made["table"], "secret": made["invite"]}
        answer = friend.post("/api/join", data=wish)
        assert answer.ok, answer.text()
        friend.dispose()


def check_widths(player: Player) -> None:
    """Check at every width that no control is covered and no text is cut off."""
    for width in WIDTHS:
        player.page.set_viewport_size({"width": width, "height": 800})
        assert player.page.evaluate(COVERED) == [], f"at {width}px"
        assert player.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_controls_of_the_front_page_receive_clicks_next_to_eight_long_names(
    server: Serving, newcomer: Newcomer, playwright: Playwright, locale: str
) -> None:
    player: Player = newcomer(server.base, locale=locale)
    for _ in range(2):
        made = player.post_table(game="quiddler", name=NAMES[0], seats=len(NAMES), bots=[])
        seat_friends(playwright, server.base, made)
    player.open()
    player.page.locator(".low-table > svg").wait_for()
    player.get("your-tables").wait_for()
    check_widths(player)


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_controls_of_a_lobby_receive_clicks_with_eight_long_names_away(
    server: Serving, newcomer: Newcomer, playwright: Playwright, locale: str
) -> None:
    player: Player = newcomer(server.base, locale=locale)
    made = player.post_table(game="quiddler", name=NAMES[0], seats=len(NAMES), bots=[])
    seat_friends(playwright, server.base, made)
    player.open(f"/t/{made['table']}")
    player.get("start").wait_for()
    check_widths(player)
