"""A television is paired by its host, follows the party, and shows a code again afterwards."""

import re

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import DESK, PHONE, Player
from tests.browser.serving import Serving
from tests.browser.test_refusing_browsers import refuse_cookies
from tests.support.relay import NO_SERVER


def television(newcomer: Newcomer, base: str) -> Player:
    """A television that shows a code."""
    tv = newcomer(base, afresh=True, viewport=DESK)
    tv.excused += [*NO_SERVER, "status of 403", "Cross-Origin-Opener-Policy"]
    tv.open()
    tv.get("settings").click()
    tv.get("to-screen").click()
    return tv


def code_on(tv: Player) -> str:
    code = tv.get("screen-code")
    expect(code).to_have_text(re.compile(r"^\d{3}\s\d{3}$"))
    return re.sub(r"\s", "", code.inner_text())


def type_code(host: Player, code: str) -> None:
    """Type a code in the sheet that is opened from the lobby."""
    host.get("screen-code").fill(code)
    host.get("screen-show").click()


def test_a_host_types_the_code_and_the_screen_follows_the_party_until_its_end(
    own_server: Serving, newcomer: Newcomer
) -> None:
    tv = television(newcomer, own_server.base)
    host = newcomer(own_server.base, afresh=True, viewport=PHONE)
    host.excused += [*NO_SERVER, "status of 403"]
    host.open_lobby("word-bank")
    host.get("add-bot").click()
    host.get("big-screen").click()
    for wrong, told in (("12", "six digits"), ("000000", "No screen shows this code")):
        type_code(host, wrong)
        expect(host.get("screens").get_by_role("alert")).to_contain_text(told)
    type_code(host, code_on(tv))
    expect(host.get("screens-shown")).to_have_text("1 big screen shows this table.")
    join_code = host.get("sheet-invite").get_by_test_id("code").inner_text()
    expect(tv.get("code")).to_have_text(join_code)
    host.close_sheet()
    host.begin()
    tv.at_table()
    tv.page.keyboard.press("Tab")
    assert tv.page.evaluate("document.activeElement === document.body")
    own_server.kill()
    expect(tv.get("status")).to_contain_text("The server cannot be reached.")
    own_server.start()
    expect(tv.get("status")).not_to_contain_text("The server cannot be reached.")
    tv.reload()
    tv.at_table()
    party = host.page.url.rpartition("/")[2]
    host.get("menu").click()
    host.get("seating").click()
    for _ in range(2):
        host.get("end").click()
    host.close_sheet()
    host.post(f"/api/parties/{party}/next", game="quiddler")
    expect(tv.page.locator("[data-game=quiddler]")).to_have_count(1)
    host.page.locator("[data-game=quiddler]").wait_for()
    host.get("menu").click()
    host.get("invite").click()
    host.get("screens-end").click()
    code_on(tv)
    expect(host.get("screens-end")).to_have_count(0)


def test_a_screen_that_refuses_cookies_shows_no_code(server: Serving, newcomer: Newcomer) -> None:
    tv = newcomer(server.base, afresh=True, viewport=DESK)
    refuse_cookies(tv)
    tv.open("/screen")
    expect(tv.get("unpaired").get_by_role("alert")).to_contain_text("blocks cookies")
    expect(tv.get("screen-code")).to_have_count(0)


def test_a_scanned_code_opens_the_page_that_pairs_the_screen(
    own_server: Serving, newcomer: Newcomer
) -> None:
    tv = television(newcomer, own_server.in_network)
    tv.page.locator(".qr svg").wait_for()
    host = newcomer(own_server.in_network, afresh=True, viewport=PHONE, locale="ja-JP")
    host.excused += ["status of 403", "Cross-Origin-Opener-Policy"]
    link = f"/screen#{code_on(tv)}"
    host.open(link)
    expect(host.get("message")).to_contain_text("このブラウザーにはテーブルがありません。")
    host.open_lobby("kakapo")
    party = host.page.url.rpartition("/")[2]
    host.page.goto("about:blank")
    host.open("/screen#000000")
    host.get(f"show-{party}").click()
    expect(host.get("message").get_by_role("alert")).to_contain_text("もう一度読み取ってください")
    host.page.goto("about:blank")
    host.open(link)
    host.get(f"show-{party}").click()
    host.get("to-table").click()
    host.get("lobby").wait_for()
    expect(tv.get("lobby")).to_contain_text("1 of 2 are here")
    tv.reload()
    expect(tv.get("lobby")).to_contain_text("1 of 2 are here")
