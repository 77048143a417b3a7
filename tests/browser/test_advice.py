"""Advice at a table that allows it, and reasons for bots' moves."""

from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.screens import looks_well


def test_advice_agreed_in_the_lobby_says_more_each_time(mobile: Player) -> None:
    mobile.set_table(friends=1)
    agreed = mobile.page.get_by_role("region", name="Table rules").get_by_test_id("agreeing")
    agreed.locator("label").first.click()
    expect(mobile.get("agreeing").locator("input").first).to_be_checked()
    mobile.begin()
    assert mobile.await_turn()
    mobile.get("menu").click()
    mobile.get("to-advice").click()
    advice = mobile.get("advice")
    best = advice.get_by_test_id("advice-best")
    mobile.get("advice-ask").click()
    expect(advice.locator("p").filter(has_text="begins with")).to_have_count(1)
    mobile.get("advice-choose").click()
    choices = advice.get_by_test_id("advice-choices").locator("li")
    expect(choices).to_have_count(3)
    expect(best).to_have_count(0)
    mobile.get("advice-why").click()
    assert best.locator("strong").inner_text() in choices.all_inner_texts()
    looks_well(mobile.page)
    mobile.page.keyboard.press("Escape")
    mobile.get("bar-advice").click()
    expect(mobile.get("advice-ask")).to_be_visible()
    mobile.page.keyboard.press("Escape")
    mobile.get("log-button").click()
    assert "You asked for advice." in mobile.log()


REASON = "ボットの見積もり"


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
