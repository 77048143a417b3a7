"""Word Bank with the maximum number of players: nothing overlaps in the crowded circle."""

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather
from tests.browser.player import DESK, PHONE, Player
from tests.browser.screens import BETWEEN, faults_at

PHONES = ((320, 568), (320, 640), (360, 740), (390, 844))
TABLETS = ((744, 1133), (768, 1024), (820, 1180))
ABOVE_THE_SAFES = """() => {
  const boxes = (of) =>
    [...document.querySelectorAll(of)].map((each) => each.getBoundingClientRect());
  const highest = Math.min(...boxes(".safe").map(({ top }) => top));
  return boxes(".heap").map(({ height, bottom }) => height > 0 && bottom < highest);
}"""
FIELD = """() => {
  const { top, height } = document.querySelector("input.word").getBoundingClientRect();
  return [top, height];
}"""
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries())
    if (!hadRecentInput) window.shifted += value;
}).observe({ type: "layout-shift" });
"""


def test_no_part_of_the_circle_gives_way_to_the_button_for_a_meaning(come: Newcomer) -> None:
    player = come(viewport=PHONE, reduced_motion="no-preference")
    # A word stays in the circle until the next one is said, and this friend never says one.
    gather("word-bank", [player, come()], first_player=0)
    player.page.locator(".safe").first.wait_for()
    player.page.evaluate(SHIFTS)
    player.say_best()
    expect(player.get("meaning")).to_be_visible()
    assert player.page.evaluate("window.shifted") == 0


def hides_a_word(player: Player) -> Iterator[str]:
    if not player.get("last-word").last.is_visible():
        yield "the last word is hidden"


def hides_stones(player: Player) -> Iterator[str]:
    if player.page.evaluate(ABOVE_THE_SAFES) != [True] * 5:
        yield "stones are hidden or lie under a safe"


def test_five_players_their_last_words_and_their_stones_have_room(player: Player) -> None:
    player.set_table("easy", "easy", "easy", "easy")
    player.hurry_bots()
    seq = player.seq
    player.say_best()
    player.await_after(seq)
    player.await_turn()
    places = []
    for word in ("PENTAGONALS", "AB", ""):
        player.get("word").fill(word)
        places.append(player.page.evaluate(FIELD))
    assert places == places[:1] * 3, "the field for the word moves with what is typed"
    expect(player.get("last-word").last).to_be_visible()
    wrong = faults_at(player, (*PHONES, *BETWEEN), hides_a_word)
    wrong += faults_at(player, TABLETS, hides_stones)
    assert not wrong, "\n".join(wrong)


def test_the_keyboard_is_a_choice_only_where_the_page_can_show_one(mobile: Player) -> None:
    mobile.set_table("easy")
    mobile.get("menu").click()
    mobile.page.get_by_role("radio", name="the device’s own").check()
    mobile.page.keyboard.press("Escape")
    expect(mobile.page.get_by_role("button", name="Show the letters")).to_be_visible()
    mobile.page.set_viewport_size(DESK)
    mobile.get("menu").click()
    expect(mobile.page.get_by_role("group", name="Letter shortcuts work")).to_be_visible()
    expect(mobile.page.get_by_role("group", name="Keyboard")).to_have_count(0)
