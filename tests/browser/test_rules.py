"""Rulebooks on their own pages: read, linked to and printed."""

import re
from itertools import cycle

import pytest
from playwright.sync_api import expect

from chabudai.core.rulebook import read_rulebook
from chabudai.games import GAMES, folder_of
from tests.browser.fixtures import Newcomer
from tests.browser.player import PHONE, Player
from tests.browser.screens import looks_well

HEADING = re.compile(rb"/Title (?:\(([A-Z]{2}-A?\d+)[ )]|<FEFF((?:00[0-7][0-9A-F])+))")
"""An entry in the outline of a PDF file, which lists the headings that are printed."""


def printed(player: Player) -> list[str]:
    """Print the page, and return the IDs of the printed rules."""
    pdf = player.page.pdf(outline=True, tagged=True)
    titles = [
        plain.decode() or bytes.fromhex(wide.decode()).decode("utf-16-be")
        for plain, wide in HEADING.findall(pdf)
    ]
    return [found[0] for title in titles if (found := re.match(r"[A-Z]{2}-A?\d+", title))]


@pytest.mark.parametrize(("game", "locale"), [*zip(GAMES, cycle(("en-GB", "ja-JP")), strict=False)])
def test_all_rules_are_read_and_printed(come: Newcomer, game: str, locale: str) -> None:
    player = come(locale=locale, viewport=PHONE)
    player.page.goto(f"{player.base}/rules/{game}")
    book = read_rulebook(folder_of(game), locale[:2])
    ids = [rule.id for rule in book.rules]
    expect(player.page.get_by_role("heading", level=1)).to_have_text(book.title)
    looks_well(player.page)
    if book.glance:
        expect(player.page.locator(".glance li").first).to_be_in_viewport()
    player.page.locator(".contents summary").click()
    looks_well(player.page)
    player.page.locator(f"nav a[href='#{ids[-1]}']").click()
    expect(player.page.locator(f"#{ids[-1]}")).to_be_in_viewport()
    assert printed(player) == ids


def test_the_rulebook_at_a_table_opens_its_page(player: Player) -> None:
    player.set_table("easy")
    player.get("rules").click()
    with player.context.expect_page() as opened:
        player.get("rules-page").click()
    page = opened.value
    expect(page.locator(".rule")).to_have_count(52)
    page.get_by_role("link", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.get_by_role("link", name="遊ぶ", exact=True).click()
    expect(page.locator("[data-place=landing]")).to_be_visible()
    expect(player.get("sheet-rules")).to_be_visible()
