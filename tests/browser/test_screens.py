"""Every screen at every size, in one of two languages and themes: nothing sticks out, overlaps, is
cut off or too small, and axe reports nothing.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser import quiddler
from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tests.browser.report_section import open_report
from tests.browser.screens import wrong_with
from tests.browser.serving import Serving
from tests.browser.shortcut import jump


def screens_before_a_game(player: Player) -> Iterator[str]:
    player.open()
    yield "the front page"
    player.get("friends-word-bank").click()
    player.get("lobby").wait_for()
    player.get("qr").locator("svg").wait_for()
    for group in player.page.locator("main details").all():
        if group.get_attribute("open") is None:
            group.locator("summary").click()
    yield "the lobby"


def screens_of_word_bank(player: Player) -> Iterator[str]:
    """Yield the name of each screen while it is shown, in a game with the maximum number of
    players.
    """
    player.set_table("easy", "easy", "easy", "easy")
    player.hurry_bots()
    used = player.say_best().word
    player.await_turn()
    player.page.keyboard.type(used)
    player.get("rule").wait_for()
    yield "a word that was used already"
    for _ in used:
        player.page.keyboard.press("Backspace")
    player.page.keyboard.type(player.best().word)
    player.can_say()
    yield "a word that can be said"
    player.get("rules").click()
    player.get("sheet-rules").locator(".rule.here").wait_for()
    yield "the rules"
    player.page.keyboard.press("Escape")
    player.get("menu").click()
    player.get("leave").wait_for()
    yield "the menu"
    player.page.keyboard.press("Escape")
    seq = player.seq
    player.page.keyboard.press("Enter")
    player.await_after(seq)
    player.play_on()
    player.get("end-table").wait_for()
    player.get("finale").wait_for()
    yield "the end"
    open_report(player)
    for answer in player.get("review").locator("summary").all():
        answer.click()
    yield "the look back"


# --- Quiddler, whose screens follow each other in one game


def screens_of_quiddler(player: Player) -> Iterator[str]:
    """Yield the name of each screen while it is shown, in the last round with its full hands."""
    table = player.order_table("quiddler", "hard", "hard", "hard", first_dealer=0, turn_cap=2)
    jump(player, table, quiddler.point(7, "settling"))
    yield "the score sheet"
    quiddler.forward(player, table, 8, "acting")
    player.get("discard").click()
    expect(player.get("discard-slot").locator("button")).to_have_attribute("aria-pressed", "true")
    for size, least in (((1920, 1080), 120), ((1280, 800), 90)):
        player.page.set_viewport_size({"width": size[0], "height": size[1]})
        height = "card => parseFloat(getComputedStyle(card).height)"
        assert player.page.locator(".hand-cards > .card svg").first.evaluate(height) >= least
    yield "choosing a discard"
    player.get("open-sheet").click()
    player.get("sheet-score").wait_for()
    yield "the round before"
    player.page.keyboard.press("Escape")
    quiddler.by_keyboard(player, quiddler.best(player))
    yield "words in my hand"
    quiddler.forward(player, table, 8, "acting", last=True)
    quiddler.by_keyboard(player, quiddler.best(player))
    yield "words laid"
    player.page.locator("[data-challenge]").first.click()
    expect(player.get("challenge-yes")).to_have_attribute("aria-disabled", "false")
    yield "a challenge"
    player.get("challenge-no").click()
    player.get("laid-0").locator(".laid-letters").click()
    player.get("word-again").wait_for()
    yield "a word again"
    player.page.keyboard.press("Escape")
    expect(player.get("word-again")).to_have_count(0)
    player.page.keyboard.press("/")
    player.get("sheet-lookup").get_by_test_id("lookup-locked").wait_for()
    yield "the dictionary locked"
    player.page.keyboard.press("Escape")
    quiddler.forward(player, table, 8, "settling")
    yield "the cards left"
    player.page.keyboard.press("/")
    sheet = player.get("sheet-lookup")
    sheet.get_by_test_id("lookup-word").fill("chabudai")
    sheet.get_by_test_id("lookup-go").click()
    sheet.get_by_test_id("lookup-answer").wait_for()
    yield "the dictionary"
    player.page.keyboard.press("Escape")
    player.get("ready").click()
    player.get("end-table").wait_for()
    open_report(player)
    yield "the end and the look back"


SCREENS = (screens_of_word_bank, screens_of_quiddler)


@pytest.mark.parametrize("screens", SCREENS, ids=[screens.__name__ for screens in SCREENS])
def test_every_screen_fits_and_can_be_read_at_every_size_in_both_languages_and_themes(
    server: Serving, newcomer: Newcomer, screens: Callable[[Player], Iterator[str]]
) -> None:
    player = newcomer(server.base, locale="ja-JP")
    wrong = [fault for screen in screens(player) for fault in wrong_with(player, screen)]
    assert not wrong, "\n".join(wrong)


def test_front_page_and_lobby_fit_and_are_readable_over_http_in_the_network(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.in_network, locale="ja-JP")
    # Plain HTTP cannot isolate windows from each other, and Chromium warns about it.
    player.excused.append("Cross-Origin-Opener-Policy header has been ignored")
    wrong = [f for screen in screens_before_a_game(player) for f in wrong_with(player, screen)]
    assert not wrong, "\n".join(wrong)
    expect(player.get("reach")).to_have_count(0)


def test_the_language_and_the_theme_chosen_in_one_tab_hold_in_the_others(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, locale="ja-JP")
    player.set_table("easy")
    other = player.context.new_page()
    other.goto(f"{server.base}/")
    other.get_by_role("button", name="English").click()
    root = player.page.locator("html")
    expect(root).to_have_attribute("lang", "en")
    expect(player.get("pass")).to_have_text("Pass")
    player.get("menu").click()
    player.page.get_by_role("radio", name="Dark").check()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
