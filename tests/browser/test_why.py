"""Reasons for a bot's move on the page: next to its line of the log, and at its bubble."""

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.screens import faults
from tests.browser.serving import Serving
from tools.axe import violations

LAPTOP = (1280, 800)
REASON = "ボットの見積もり"
HEARD = "(reason) => window.heard.now.some((text) => text.includes(reason))"


def test_a_bot_says_why_by_keyboard_at_its_line_and_on_a_tap_at_its_bubble(
    server: Serving, newcomer: Newcomer
) -> None:
    width, height = LAPTOP
    player = newcomer(
        server.base,
        locale="ja-JP",
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
    )
    player.set_table("normal", first_player=1)
    player.at_table()
    assert player.await_turn()
    why = player.page.locator(".why")
    expect(why).to_have_count(1)
    why.focus()
    player.page.keyboard.press("Enter")
    said = player.get("why-said")
    expect(said).to_contain_text(REASON)
    expect(why).to_have_attribute("aria-expanded", "true")
    player.page.wait_for_function(HEARD, arg=REASON)
    near = player.get("why-near")
    box = player.page.locator(".bubble:not(.empty)").bounding_box()
    assert box is not None
    player.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(near).to_have_text(said.inner_text())
    assert faults(player.page) == []
    assert violations(player.page) == []
    player.page.keyboard.press("Escape")
    expect(near).to_have_count(0)
    why.press("Enter")
    expect(said).to_have_count(0)
