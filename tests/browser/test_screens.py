"""Every screen at every size, in one of two languages and themes: nothing sticks out, overlaps, is
cut off or is too small, and axe reports nothing.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from chabudai.games.kakapo.state import Revealing, Selecting
from tests.browser import kakapo_player as kakapo, porter, quiddler
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import jump, move_on
from tests.browser.kakapo_player import hand_of, narrow, playable, view_of
from tests.browser.player import PHONE, Player
from tests.browser.report_section import open_report
from tests.browser.screens import wrong_in_large, wrong_with
from tests.browser.serving import Serving


def screens_before_a_game(player: Player) -> Iterator[str]:
    player.open()
    yield "the front page"
    player.get("friends-word-bank").click()
    player.get("lobby").wait_for()
    player.get("qr").locator("svg").wait_for()
    player.open_details()
    yield "the lobby"


def screens_of_word_bank(player: Player) -> Iterator[str]:
    """Yield the name of each screen while it is shown, in a game with the maximum number of
    players.
    """
    player.set_table("easy", "easy", "easy", "easy")
    player.hurry_bots()
    player.say_best()
    player.await_turn()
    open_letters = {slot.safe.letter for slot in player.view.ring if slot.free}
    used = next(word for word in player.view.used if word[0] in open_letters)
    player.page.keyboard.type(used)
    expect(player.get("rule")).to_contain_text("WB-9")
    expect(player.get("say-it")).to_have_attribute("aria-disabled", "true")
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
    with player.stepping():
        player.page.keyboard.press("Enter")
    player.play_on()
    player.get("end-table").wait_for()
    player.get("finale").wait_for()
    yield "the end"
    open_report(player)
    for answer in player.get("report").locator("summary").all():
        answer.click()
    yield "the look back"


# --- Quiddler: all its screens appear in one game


def screens_of_quiddler(player: Player) -> Iterator[str]:
    """Yield the name of each screen while it is shown, in the last round, when hands are
    largest.
    """
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
    quiddler.forward(player, table, 8, "settling")
    yield "the cards left"
    player.page.keyboard.press("/")
    sheet = player.get("sheet-lookup")
    sheet.get_by_test_id("lookup-word").fill("chabudai")
    sheet.get_by_test_id("lookup-go").click()
    sheet.get_by_test_id("lookup-answer").wait_for()
    yield "the dictionary"
    move_on(player, table)
    player.get("end-table").wait_for()
    expect(player.get("sheet-lookup")).to_have_count(0)
    open_report(player)
    yield "the end and the look back"


# --- Word Porters


FIVE = ("easy",) * 5
SCROLLED = "area => area.scrollHeight / area.clientHeight"
"""Script that returns the ratio of the middle's content height to its visible height."""
HINTS_IN_SIGHT = """
() => {
  const cards = [...document.querySelectorAll(".hint-card")];
  const ground = document.querySelector(".porters").getBoundingClientRect();
  return cards.map((card) => card.getBoundingClientRect().bottom <= ground.bottom);
}
"""


def screens_before_word_porters(player: Player) -> Iterator[str]:
    player.open_lobby("word-porters")
    player.open_details()
    yield "the lobby"


def screens_of_word_porters_for_children(player: Player) -> Iterator[str]:
    porter.set_table(player, *FIVE, children=True)
    player.hurry_bots()
    porter.choose(player, porter.free_places(player)[-1])
    yield "a porter for children"


def screens_of_word_porters(player: Player) -> Iterator[str]:
    """Yield the name of each screen while it is shown: the player's word, porters on the table, the
    votes, and so on.
    """
    table = porter.set_table(player, *FIVE)
    player.hurry_bots()
    porter.put(player, porter.free_places(player)[3])
    porter.await_next(player)
    porter.choose(player, porter.free_places(player)[0])
    player.page.set_viewport_size({"width": 844, "height": 390})
    assert player.page.evaluate(HINTS_IN_SIGHT) == [True] * 12
    yield "the hints"
    player.get("menu").click()
    player.get("leave").wait_for()
    yield "the menu"
    player.page.keyboard.press("Escape")
    move_on(player, table, "view.phase.type === 'voting'")
    player.page.set_viewport_size({"width": 1000, "height": 700})
    assert player.page.locator(".porters").evaluate(SCROLLED) < 1.25
    porter.give_votes(player)
    yield "the votes"
    porter.confirm(player)
    player.get("ready").wait_for()
    player.get("review-0").locator("summary").first.click()
    player.page.locator(".vote-bars").first.wait_for()
    yield "the end of a round"
    jump(player, table)
    player.get("end-table").wait_for()
    open_report(player)
    yield "the end and the look back"


# --- The Kakapo


def screens_of_a_mission(player: Player) -> Iterator[str]:
    kakapo.table_where(player, Selecting)
    player.page.set_viewport_size({"width": 844, "height": 390})
    expect(player.get("mission-line").locator(".bird-count").first).to_be_visible()
    yield "select"
    kakapo.step(player)
    expect(kakapo.ghost(player)).to_be_attached()
    kakapo.onto(player, view_of(player).mission.birds[0].cells[0])
    player.get("rule").wait_for()
    yield "place"
    player.page.keyboard.press("G")
    kakapo.step(player)
    while player.await_turn() and not isinstance(view_of(player).phase, Revealing):
        kakapo.step(player)
    if player.over:  # few deals are over this early
        kakapo.table_where(player, Revealing)
    card = next((each for each in hand_of(player) if each not in playable(player)), None)
    player.page.locator(f'[data-card="{card or playable(player)[0]}"]').click()
    yield "reveal"
    player.page.set_viewport_size(PHONE)
    player.get("decks").click()
    player.get("sheet-decks").wait_for()
    yield "decks"
    player.page.keyboard.press("Escape")


TOPS = "slots => slots.map((slot) => slot.getBoundingClientRect().top)"


def screens_of_a_party(player: Player) -> Iterator[str]:
    table = kakapo.set_table(player, "easy", "easy", "easy", mission=1)
    for width, height in ((1920, 1080), (1280, 800), (1366, 650)):
        player.page.set_viewport_size({"width": width, "height": height})
        lines = player.page.locator(".seat-slot").evaluate_all(TOPS)
        assert [lines.count(line) for line in lines] == [2, 2, 2, 2]
    player.hurry_bots()
    if player.await_turn():
        yield "party"
    kakapo.rush(player, table)
    player.get("chance").wait_for()
    yield "end"


def screens_before_a_mission(player: Player) -> Iterator[str]:
    player.open_lobby("kakapo")
    yield "lobby"
    player.get("to-studio").click()
    player.get("studio").wait_for()
    for square in ((4, 4), (4, 5), (7, 7)):
        kakapo.square_button(player, square).click()
    player.get("par").wait_for()
    player.get("show-solution").click()
    yield "studio"


IN_LARGE = {
    *("the lobby", "the rules", "a word that can be said", "the end", "words in my hand"),
    *("the votes", "the end and the look back", "studio", "reveal"),
}
"""Screens that are also examined with text at double size."""
SCREENS = (
    screens_of_word_bank,
    screens_of_quiddler,
    screens_before_word_porters,
    screens_of_word_porters,
    screens_of_word_porters_for_children,
    screens_before_a_mission,
    screens_of_a_mission,
    pytest.param(screens_of_a_party, marks=pytest.mark.nightly),
)


@pytest.mark.parametrize("screens", SCREENS, ids=lambda screens: screens.__name__)
def test_every_screen_fits_and_can_be_read(
    reader: Player, screens: Callable[[Player], Iterator[str]]
) -> None:
    wrong: list[str] = []
    for screen in screens(reader):
        wrong += wrong_with(reader, screen, narrow)
        if screen in IN_LARGE:
            wrong += wrong_in_large(reader, screen)
    assert not wrong, "\n".join(wrong)


def test_front_page_and_lobby_fit_for_phones_in_the_network(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.in_network, locale="ja-JP")
    # Chromium ignores this header over plain HTTP, and warns about it.
    player.excused.append("Cross-Origin-Opener-Policy header has been ignored")
    wrong: list[str] = []
    for screen in screens_before_a_game(player):
        wrong += wrong_with(player, screen) + wrong_in_large(player, screen)
    assert not wrong, "\n".join(wrong)
    expect(player.get("reach")).to_have_count(0)


def test_settings_chosen_on_the_front_page_hold_at_a_table(reader: Player) -> None:
    reader.set_table("easy")
    other = reader.context.new_page()
    other.goto(f"{reader.base}/")
    other.get_by_role("button", name="English").click()
    root = reader.page.locator("html")
    expect(root).to_have_attribute("lang", "en")
    expect(reader.get("pass")).to_have_text("Pass")
    other.get_by_test_id("settings").click()
    other.get_by_role("radio", name="Dark").check()
    expect(root).to_have_attribute("data-theme", "dark")
    reader.get("menu").click()
    expect(reader.page.get_by_role("radio", name="Dark")).to_be_checked()
