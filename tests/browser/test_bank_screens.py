"""Word Bank with the maximum number of players: nothing overlaps in the crowded circle."""

from collections.abc import Iterator
from itertools import groupby

from playwright.sync_api import expect

from chabudai.games.word_bank.solver import best_passwords
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather, jump
from tests.browser.player import DESK, PHONE, Player
from tests.browser.screens import BETWEEN, faults_at

MOST_LOOKED_AT = 500
"""Number of words to try when looking for one that closes a safe."""
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


MARKED = """() =>
  [...document.querySelectorAll(".safe.on-path")].map((safe) => Number(safe.dataset.safe))"""
WATCH = """(word) => {
  window.marks = [];
  new MutationObserver(() => {
    if (document.querySelector(".spoken .word")?.textContent === word) marks.push((MARKED)());
  }).observe(document.querySelector(".ring"), { subtree: true, childList: true, attributes: true });
}""".replace("MARKED", MARKED)
"""Records the marked safes of each picture of the circle that shows the word."""
HELD = """() => document.querySelector(".safe.on-path.closing") &&
  document.querySelector("[data-testid=status]").textContent.trim()"""
NEARLY_FULL = "view.ring.some(({ safe, stones }) => safe.spaces - stones.length === 1)"
TICK_MS = 50
HELD_MS = 1500


def test_a_closed_safe_is_held_with_the_ring_of_its_word_and_a_new_one_has_none(
    come: Newcomer,
) -> None:
    player = come(viewport=DESK, reduced_motion="no-preference", afresh=True)
    jump(player, player.order_table("word-bank", "easy", "easy", first_player=0), NEARLY_FULL)
    page, ring = player.page, player.view.ring
    full = {at for at, slot in enumerate(ring) if slot.safe.spaces - len(slot.stones) == 1}
    best = best_passwords(player.view, 0, MOST_LOOKED_AT)
    word = next(found.word for found in best if full.intersection(found.positions))
    page.keyboard.type(word)
    player.can_say()
    placed = set(page.evaluate(MARKED))
    assert full & placed
    page.evaluate(WATCH, word)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    seq, told = player.seq, list[str]()
    page.keyboard.press("Enter")
    while player.seq == seq:
        page.clock.run_for(TICK_MS)
        told += filter(None, [page.evaluate(HELD)])
    assert len(told) * TICK_MS >= HELD_MS
    assert all(text.startswith("You closed") for text in told), told
    marks = [set(marked) for marked in page.evaluate("marks")]
    assert [one for one, _ in groupby(marks)] == [placed, placed - full]


def test_kana_in_the_word_are_answered_and_full_width_letters_are_taken(reader: Player) -> None:
    reader.set_table("easy")
    status, word = reader.get("status"), reader.get("word")
    word.fill("ねこ")
    expect(status).to_contain_text("英字で入力してください。")
    expect(word).to_have_value("")
    word.fill("ｃａｔ")
    expect(word).to_have_value("CAT")
    expect(status).not_to_contain_text("英字で")


def hides_a_word(player: Player) -> Iterator[str]:
    if not player.get("last-word").last.is_visible():
        yield "the last word is hidden"


def hides_stones(player: Player) -> Iterator[str]:
    if player.page.evaluate(ABOVE_THE_SAFES) != [True] * 5:
        yield "stones are hidden or lie under a safe"


def test_five_players_their_last_words_and_their_stones_have_room(player: Player) -> None:
    player.set_table("easy", "easy", "easy", "easy")
    player.hurry_bots()
    player.say_best()
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
