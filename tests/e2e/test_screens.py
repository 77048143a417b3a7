"""Every screen at every size, in both languages, in light and dark: nothing sticks out, overlaps,
is cut off or too small, and axe finds nothing."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e import quiddler
from tests.e2e.fixtures import Newcomer
from tests.e2e.player import Player
from tests.e2e.screens import LOCALES, wrong_with
from tests.e2e.serving import Serving


def landing(player: Player) -> None:
    player.open()


def lobby(player: Player) -> None:
    player.open()
    player.get("friends-word-bank").click()
    player.get("lobby").wait_for()
    player.get("qr").locator("svg").wait_for()
    for group in player.page.locator("main details").all():
        if group.get_attribute("open") is None:
            group.locator("summary").click()


def table(player: Player) -> None:
    player.set_table(5, "easy", "easy", "easy", "easy")
    player.hurry_bots()
    player.say_best()
    player.await_turn()
    player.page.keyboard.type(player.best().word)
    player.can_say()


def warned(player: Player) -> None:
    """A word that was used already."""
    player.set_table(2, "easy")
    word = player.say_best().word
    player.await_turn()
    player.page.keyboard.type(word)
    player.get("rule").wait_for()


def rules(player: Player) -> None:
    player.set_table(2, "easy")
    player.get("rules").click()
    player.get("sheet-rules").locator(".rule.here").wait_for()


def menu(player: Player) -> None:
    player.set_table(2, "easy")
    player.get("menu").click()
    player.get("leave").wait_for()


def end(player: Player) -> None:
    player.set_table(3, "expert", "expert")
    player.hurry_bots()
    player.play_on()
    player.get("end-table").wait_for()


SCREENS: tuple[Callable[[Player], None], ...] = (landing, lobby, table, warned, rules, menu, end)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("screen", SCREENS, ids=[screen.__name__ for screen in SCREENS])
def test_a_screen_fits_and_can_be_read_at_every_size_and_in_both_themes(
    server: Serving, newcomer: Newcomer, screen: Callable[[Player], None], locale: str
) -> None:
    player = newcomer(server.base, locale=locale)
    screen(player)
    wrong = wrong_with(player, screen.__name__)
    assert not wrong, "\n".join(wrong)


# --- Quiddler, whose screens come one after the other in one game


def screens_of_quiddler(player: Player) -> Iterator[str]:
    """The names of the screens, each while it is shown, in the last round with its full hands."""
    table = quiddler.set_table(player, "hard", "hard", "hard", first_dealer=0, turn_cap=2)
    player.hurry_bots()
    quiddler.forward(player, table, 7, "settling")
    yield "the score sheet"
    quiddler.forward(player, table, 8, "acting")
    player.get("discard").click()
    expect(player.get("discard-slot").locator("button")).to_have_attribute("aria-pressed", "true")
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
    yield "the end"


@pytest.mark.parametrize("locale", LOCALES)
def test_quiddler_fits_and_can_be_read_at_every_size_and_in_both_themes(
    server: Serving, newcomer: Newcomer, locale: str
) -> None:
    player = newcomer(server.base, locale=locale)
    wrong = [
        fault for screen in screens_of_quiddler(player) for fault in wrong_with(player, screen)
    ]
    assert not wrong, "\n".join(wrong)
