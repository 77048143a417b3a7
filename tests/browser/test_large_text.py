"""Every game with text at double size: nothing is cut off, covered or left small."""

from collections.abc import Iterator
from zlib import crc32

import pytest
from playwright.sync_api import CDPSession, expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import DESK, PHONE, Player
from tests.browser.screens import EVERY_LOOK, LARGE, USUAL, faults, read_in, settle
from tests.browser.shortcut import jump, move_on
from tests.browser.test_senses import CASES, Case

GROWN = 1.4
"""Minimum growth factor of an element."""
WITHIN = """
() => [...document.querySelectorAll(".table :not(dialog *)")]
  .filter((node) => ["auto", "scroll"].includes(getComputedStyle(node).overflowY))
  .filter((node) => node.scrollHeight > node.clientHeight + 1)
  .map((node) => `scrolled within the page: ${node.className}`)
"""
"""Script that finds parts of a table that scroll separately although the whole page scrolls."""
SCROLLED = ("not in sight", "reaches into", "the page is", "scrolled aside")
"""Prefixes of faults to ignore if the whole page scrolls, or for regions that scroll. A page must
still not be wider than the screen.
"""


@pytest.mark.parametrize(
    "cases",
    [CASES[:2], pytest.param(CASES[2:], marks=pytest.mark.nightly)],
    ids=lambda cases: " and ".join(case.name for case in cases),
)
def test_nothing_is_cut_or_covered_where_text_is_twice_as_large(
    come: Newcomer, cases: tuple[Case, ...]
) -> None:
    player = come(afresh=True, locale="ja-JP")
    fonts = player.context.new_cdp_session(player.page)
    fonts.send("Page.setFontSizes", LARGE)
    wrong = [
        f"{screen}, {language}, {width} px: {fault}"
        for screen in screens_in_large(player, fonts, cases)
        for language in read_in_each(player, screen)
        for width, height in ((1280, 800), (390, 844))
        for fault in faults_at(player, width, height)
    ]
    assert not wrong, "\n".join(wrong)


def screens_in_large(player: Player, fonts: CDPSession, cases: tuple[Case, ...]) -> Iterator[str]:
    player.open()
    yield "front page"
    player.get("friends-word-bank").click()
    player.get("lobby").wait_for()
    yield "lobby"
    for case in cases:
        table = case.set_table(player)
        player.hurry_bots()
        if case.moment:
            move_on(player, table, case.moment)
        player.await_turn()
        yield case.name
        if case.grows:
            assert grown(player, fonts, case.grows) > GROWN, case.grows
        player.get("rules").click()
        player.get("sheet-rules").locator(".glance").wait_for(state="attached")
        yield f"{case.name}, the rules"
        player.page.keyboard.press("Escape")
        jump(player, table)
        player.get("end-table").wait_for()
        yield f"{case.name}, at the end"
    player.open("/studio/kakapo")
    player.get("studio").wait_for()
    yield "studio"
    expect(player.page.locator("html")).to_have_css("font-size", "32px")


def grown(player: Player, fonts: CDPSession, selector: str) -> float:
    """Return the growth factor of an element on a phone when text is at double size."""
    player.page.set_viewport_size(PHONE)
    widths: list[float] = []
    for size in (USUAL, LARGE):
        fonts.send("Page.setFontSizes", size)
        settle(player)
        area = player.page.locator(selector).first.bounding_box()
        assert area
        widths.append(area["width"])
    return widths[1] / widths[0]


def read_in_each(player: Player, screen: str) -> Iterator[str]:
    """Switch to one language, chosen by the screen's name, or to each if every look is checked."""
    languages = ("en", "ja")
    for language in languages if EVERY_LOOK else (languages[crc32(screen.encode()) % 2],):
        read_in(player, language)
        yield language


def faults_at(player: Player, width: int, height: int) -> list[str]:
    player.page.set_viewport_size({"width": width, "height": height})
    settle(player)
    found = [each for each in faults(player.page) if not each.startswith(SCROLLED)]
    beyond = player.page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
    if height > width:
        found += player.page.evaluate(WITHIN)
    player.page.set_viewport_size(DESK)
    return [*found, *(["wider than the screen"] if beyond > 0 else [])]
