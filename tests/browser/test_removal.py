"""A guest removed by the host stays removed, in every tab and by every way in."""

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tests.browser.serving import Serving
from tests.browser.test_absence import close_sheet, newcomers, open_seating


def message_at(player: Player, way: str) -> str:
    """Return the message that the page shows at the end of a way in."""
    player.page.goto("about:blank")
    player.page.goto(way)
    player.get("message").get_by_role("button").wait_for()
    return player.get("message").inner_text()


def ways_in(host: Player) -> tuple[str, str]:
    """Return the link and the code on the host's page."""
    host.get("menu").click()
    host.get("invite").click()
    sheet = host.get("sheet-invite")
    link = sheet.get_by_test_id("invite-link").input_value()
    code = sheet.get_by_test_id("code").inner_text()
    close_sheet(host)
    return link, code


def test_removed_guest_finds_no_way_in_until_the_host_lets_them_back(
    server: Serving, newcomer: Newcomer
) -> None:
    host, mika, ken = people = newcomers(server, newcomer, 3)
    host.open()
    host.get("friends-word-bank").click()
    host.get("lobby").wait_for()
    for friend in (mika, ken):
        friend.open(host.get("invite-link").input_value().removeprefix(server.base))
        friend.get("lobby").wait_for()
    host.get("start").click()
    for each in people:
        each.at_table()
    mika.excused += ["status of 40[34]"]
    address = host.page.url
    other_tab = mika.context.new_page()
    other_tab.goto(address)
    old_link, old_code = ways_in(host)
    open_seating(host)
    for _ in range(2):
        host.get("hand-on-1").click()
    expect(host.get("removed")).to_be_visible()
    close_sheet(host)
    new_link, new_code = ways_in(host)
    assert new_link != old_link
    assert "#" in new_link
    assert new_code != old_code

    for page in (mika.page, other_tab):
        expect(page.get_by_test_id("strip")).to_have_text(
            "The host has removed you from this table."
        )
        expect(page.get_by_test_id("sit")).to_have_count(0)
    assert "Ask the host for a new one." in message_at(mika, old_link)
    for way in (new_link, f"{server.base}/j/{new_code}"):
        assert "Only the host can let you back in." in message_at(mika, way)
    mika.page.goto(address)
    expect(mika.get("strip")).to_contain_text("has removed you")
    expect(mika.get("sit")).to_have_count(0)
    # Other guests get the new code, also after a reload.
    ken.page.reload()
    ken.at_table()
    assert ways_in(ken)[1] == new_code

    open_seating(host)
    host.get("readmit").click()
    expect(host.get("door")).to_contain_text("is waiting for a seat")
    expect(other_tab.get_by_test_id("sit")).to_be_visible()
    mika.get("sit").click()
    expect(mika.get("strip")).to_have_count(0)
    expect(host.get("removed")).to_have_count(0)
    assert mika.seat == 1
