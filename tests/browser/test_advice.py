"""Advice on the page: agreed on in the lobby, requested in play, in three stages."""

from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import Newcomer
from tests.browser.screens import faults
from tests.browser.serving import Serving
from tools.axe import violations

PHONE: ViewportSize = {"width": 390, "height": 844}


def test_advice_agreed_on_in_the_lobby_gets_more_detailed_with_each_request(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, viewport=PHONE)
    player.set_table(friends=1)
    agreed = player.page.get_by_role("region", name="Table rules").get_by_test_id("agreeing")
    agreed.locator("label").first.click()
    expect(player.get("agreeing").locator("input").first).to_be_checked()
    player.get("start").click()
    player.at_table()
    assert player.await_turn()
    player.get("menu").click()
    player.get("to-advice").click()
    advice = player.get("advice")
    best = advice.get_by_test_id("advice-best")
    player.get("advice-ask").click()
    expect(advice.locator("p").filter(has_text="begins with")).to_have_count(1)
    player.get("advice-choose").click()
    choices = advice.get_by_test_id("advice-choices").locator("li")
    expect(choices).to_have_count(3)
    expect(best).to_have_count(0)
    player.get("advice-why").click()
    assert best.locator("strong").inner_text() in choices.all_inner_texts()
    assert faults(player.page) == []
    assert violations(player.page) == []
    player.page.keyboard.press("Escape")
    player.get("bar-advice").click()
    expect(player.get("advice-ask")).to_be_visible()
    player.page.keyboard.press("Escape")
    player.get("log-button").click()
    assert "You asked for advice." in player.log()
