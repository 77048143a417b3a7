"""Word Bank with the maximum number of players: nothing overlaps in the crowded circle."""

from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import Newcomer
from tests.browser.screens import BETWEEN, faults, look_at
from tests.browser.serving import Serving

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


def test_button_for_the_meaning_of_a_word_shifts_nothing_in_the_circle(
    server: Serving, newcomer: Newcomer
) -> None:
    phone: ViewportSize = {"width": 390, "height": 844}
    player = newcomer(server.base, viewport=phone, reduced_motion="no-preference")
    player.set_table(friends=1)
    # A word stays until the next one is said, and this friend says none.
    friend = newcomer(server.base)
    friend.open(player.get("invite-link").input_value().removeprefix(server.base))
    friend.get("lobby").wait_for()
    player.get("start").click()
    player.at_table()
    player.page.locator(".safe").first.wait_for()
    player.page.evaluate(SHIFTS)
    player.say_best()
    expect(player.get("meaning")).to_be_visible()
    assert player.page.evaluate("window.shifted") == 0


def test_five_players_with_last_words_and_stones_fit_around_the_circle(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
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
    wrong: list[str] = []
    for size in (*PHONES, *BETWEEN):
        look = look_at(player, size)
        expect(player.get("last-word").last).to_be_visible()
        wrong += (f"{look}: {fault}" for fault in faults(player.page))
    for size in TABLETS:
        look = look_at(player, size)
        if player.page.evaluate(ABOVE_THE_SAFES) != [True] * 5:
            wrong.append(f"{look}: stones are hidden or lie under a safe")
        wrong += (f"{look}: {fault}" for fault in faults(player.page))
    assert not wrong, "\n".join(wrong)


def test_keyboard_is_an_option_only_if_the_page_can_show_one(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, viewport={"width": 390, "height": 844})
    player.set_table("easy")
    player.get("menu").click()
    player.page.get_by_role("radio", name="the device’s own").check()
    player.page.keyboard.press("Escape")
    expect(player.page.get_by_role("button", name="Show the letters")).to_be_visible()
    player.page.set_viewport_size({"width": 1280, "height": 800})
    player.get("menu").click()
    expect(player.page.get_by_role("group", name="Letter shortcuts work")).to_be_visible()
    expect(player.page.get_by_role("group", name="Keyboard")).to_have_count(0)
