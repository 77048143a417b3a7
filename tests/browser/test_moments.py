"""Moments of a review: the reader makes a decision again, and meets it on Today two days later."""

from itertools import count
from typing import Any

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import DESK, PHONE, Player
from tests.browser.report_section import open_report
from tests.browser.screens import looks_well
from tests.browser.shortcut import jump

BANK = "word-bank"
DAY_S = 86_400
SHORT = 90
"""Maximum height of a moment's note on a phone, before the answer."""


def finished(player: Player) -> tuple[str, list[dict[str, Any]], int]:
    """Lose a game against a bot, which begins. Returns its table, the moments of the reader's
    review, and a decision outside its moments.
    """
    table = player.order_table(BANK, "easy", first_player=1)
    jump(player, table)
    report = player.page.request.get(f"{player.base}/api/tables/{table}/report").json()
    known = {moment["at"] for seat in report["seats"] for moment in seat["moments"]}
    plain = next(at for at in count(1) if at not in known)
    return table, report["seats"][0]["moments"], plain


def test_three_decisions_are_made_again_by_answer_by_help_and_by_retry(come: Newcomer) -> None:
    player = come(viewport=DESK)
    table, moments, plain = finished(player)
    assert len(moments) == 3
    open_report(player)
    player.get("moment-try").first.click()
    text = player.get("moment-text")
    expect(text).to_contain_text("Can you do better?")
    looks_well(player.page)
    used = player.view.used[-1]
    shown = any(slot.safe.letter == used[0] for slot in player.view.ring)
    player.page.keyboard.type(used)
    expect(player.get("rule")).to_contain_text("WB-9" if shown else "WB-7")
    begun = player.count("hello")
    player.get("moment-show").click()
    expect(text).to_contain_text("would have been")
    assert player.count("hello") > begun  # the table goes back to the moment first
    player.get("moment-again").click()
    expect(player.get("rule")).to_contain_text("WB-9" if shown else "WB-7")
    for _ in used:
        player.page.keyboard.press("Backspace")
    player.pass_turn()
    expect(player.get("moment-again")).to_be_focused()
    player.page.set_viewport_size(PHONE)
    again, back = (player.get(f"moment-{way}").bounding_box() for way in ("again", "back"))
    assert again is not None
    assert back is not None
    assert abs(again["y"] + again["height"] / 2 - back["y"] - back["height"] / 2) < 2
    player.page.set_viewport_size(DESK)
    player.get("moment-show").click()
    expect(text).to_contain_text("would have been")
    expect(player.get("status")).to_have_text("")
    expect(player.get("pass")).to_be_hidden()
    looks_well(player.page)
    word = player.view.used[-1]
    player.get("moment-again").click()
    expect(text).to_contain_text("Can you do better?")
    player.say(word)
    expect(text).to_contain_text("better than passing.")
    player.get("moments").click()
    expect(player.get("moment").locator("li").first).to_contain_text("would have been")
    looks_well(player.page)
    player.get("moment-next").click()
    expect(player.get("moment")).to_contain_text("2 of 3")
    player.get("moment-back").click()
    player.get("end-table").wait_for()
    player.get("moment-try").first.wait_for()
    player.open(f"/t/{table}#step-moment-{plain}")
    expect(player.page.locator("main.note")).to_contain_text("no decision to make again")
    player.get("moment-back").click()
    player.get("end-table").wait_for()
    stranger = come()
    stranger.open(f"/t/{table}#step-moment-{moments[0]['at']}")
    expect(stranger.get("moment-text")).to_contain_text("in a finished game")


def test_unsolved_decisions_come_back_on_today_once_two_days_later(come: Newcomer) -> None:
    """They come back although the review was not opened."""
    player = come(viewport=PHONE, locale="ja-JP")
    table, moments, _ = finished(player)
    player.get("look-back").wait_for()
    player.open(f"/t/{table}#step-moment-{moments[2]['at']}")
    expect(player.get("moment-text")).to_be_visible()
    note = player.get("moment").bounding_box()
    assert note is not None
    assert note["height"] < SHORT
    player.get("moment-show").click()  # which solves nothing yet
    player.get("moment-again").wait_for()
    puzzle, now = player.get("puzzle"), player.page.evaluate("Date.now() / 1000")
    for later, shown in ((1, None), (2, 0), (2, None), (3, 1), (3, None), (4, 2), (5, None)):
        player.page.clock.set_fixed_time(now + later * DAY_S)
        player.open("/daily")
        player.get("streak").wait_for()
        expect(puzzle).to_have_count(0 if shown is None else 1)
        if shown is None:
            continue
        path = f"/t/{table}#step-moment-{moments[shown]['at']}"
        expect(player.get("puzzle-try")).to_have_attribute("href", path)
        if shown == 0:
            looks_well(player.page)
            player.get("puzzle-skip").click()
            expect(puzzle).to_have_count(0)
            continue
        player.get("puzzle-try").click()
        player.get("moment-show").click()
        player.get("moment-again").wait_for()
        if shown == 1:
            looks_well(player.page)
