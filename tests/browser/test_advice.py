"""Advice at a table that allows it, and reasons for bots' moves."""

import re

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tests.browser.screens import looks_well


def test_advice_agreed_in_the_lobby_says_more_each_time(mobile: Player, come: Newcomer) -> None:
    mobile.set_table(friends=1)
    agreed = mobile.page.get_by_role("region", name="Table rules").get_by_test_id("agreeing")
    agreed.locator("label").first.click()
    expect(mobile.get("agreeing").locator("input").first).to_be_checked()
    mobile.begin()
    assert mobile.await_turn()
    watcher = come()
    watcher.open(mobile.page.url)
    mobile.choose("to-advice")
    advice = mobile.get("advice")
    best = advice.get_by_test_id("advice-best")
    mobile.get("advice-ask").click()
    expect(advice.locator("p").filter(has_text="begins with")).to_have_count(1)
    mobile.get("advice-more").click()
    expect(advice.locator("p").filter(has_text="letters")).to_have_count(1)
    expect(best).to_have_count(0)
    expect(watcher.get("asked")).to_have_text(re.compile(" asked for advice[.]$"))
    mobile.page.keyboard.press("Escape")
    given = mobile.get("given")
    expect(given).to_contain_text("2 of 3")
    mobile.get("bar-advice").click()
    expect(given).to_contain_text("Best:")
    expect(mobile.get("bar-advice")).to_have_attribute("aria-disabled", "true")
    mobile.await_heard("now", "Best:")
    looks_well(mobile.page)
    mobile.get("log-button").click()
    asked = mobile.page.locator(".story-lines li", has_text="You asked for advice.")
    expect(asked).to_have_count(1)
    mobile.page.keyboard.press("Escape")
    mobile.pass_turn()
    expect(watcher.get("asked")).to_have_count(0)
    expect(given).to_have_count(0)
    mobile.choose("seating")
    for button in ("end", "end-no", "end", "end"):
        mobile.get(button).click()
    expect(mobile.get("asked")).to_have_count(0)
    expect(mobile.page.locator(".board")).to_be_visible()
    looks_well(mobile.page)
    expect(mobile.get("advice-taken")).to_have_text("Advice used 3 times by you.")


REASON = "見つけた中でいちばんよいことば"


def test_a_bot_says_why_at_its_line_and_on_a_tap_at_its_bubble(reader: Player) -> None:
    reader.set_table("normal", first_player=1)
    reader.at_table()
    assert reader.await_turn()
    why = reader.page.locator(".why")
    expect(why).to_have_count(1)
    why.focus()
    reader.page.keyboard.press("Enter")
    said = reader.get("why-said")
    expect(said).to_contain_text(REASON)
    expect(why).to_have_attribute("aria-expanded", "true")
    reader.await_heard("now", REASON)
    near = reader.get("why-near")
    box = reader.page.locator(".bubble:not(.empty)").bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(near).to_have_text(said.inner_text())
    looks_well(reader.page)
    reader.page.keyboard.press("Escape")
    expect(near).to_have_count(0)
    why.press("Enter")
    expect(said).to_have_count(0)
