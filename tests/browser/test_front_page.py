"""The front page: visible games, a recorded move on its table, and ways to start a game."""

from playwright.sync_api import expect

from tests.browser import quiddler
from tests.browser.fixtures import Newcomer
from tests.browser.player import PHONE, Player
from tests.browser.screens import LARGE, faults, look_at, looks_well, set_font_sizes

SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
PLACES = """
[...document.querySelectorAll(".game")].map((game) => {
  const { left, top, bottom } = game.getBoundingClientRect();
  return [Math.round(left), Math.round(top), Math.round(bottom)];
})
"""
RINGED = """() => {
  const [ring, word] = [".guide-ring", "input.word"].map((each) => document.querySelector(each));
  const { left, right } = ring.getBoundingClientRect();
  return Math.abs(left + right - 2 * word.getBoundingClientRect().left - word.offsetWidth) < 1;
}"""
"""Script that waits until the ring of the first move has followed the word's field."""
MOVING = "document.querySelector('.low-table').getAnimations({ subtree: true })"


def open_whole(player: Player) -> None:
    """Open the front page, and wait until it is drawn and loaded."""
    player.context.add_init_script(SHIFTS)
    with player.page.expect_response("**/api/tables"):
        player.open()
    player.page.locator(".low-table > svg").wait_for()
    player.page.evaluate("document.fonts.ready.then(() => null)")


def places(player: Player) -> list[tuple[int, int, int]]:
    found: list[tuple[int, int, int]] = player.page.evaluate(PLACES)
    return found


def test_all_games_are_in_sight_on_a_desk_and_a_phone(come: Newcomer) -> None:
    player = come(afresh=True, locale="ja-JP")
    player.set_table("easy")
    open_whole(player)
    player.get("your-tables").wait_for()
    on_desk = places(player)
    assert len({top for _, top, _ in on_desk}) == 1
    assert max(bottom for _, _, bottom in on_desk) <= 800
    # The page reserves room for its last content, so nothing moves when the server answers.
    player.page.reload()
    player.get("your-tables").wait_for()
    assert places(player) == on_desk
    assert player.page.evaluate("window.shifted") < 0.01
    for width in (390, 320):
        player.page.set_viewport_size({"width": width, "height": 800})
        on_phone = places(player)
        assert len({left for left, _, _ in on_phone}) == 2
        assert len({top for _, top, _ in on_phone}) == len(on_phone) // 2


def test_a_recorded_move_is_animated_once_or_not_with_reduced_motion(come: Newcomer) -> None:
    still = come(afresh=True)
    moved = come(reduced_motion="no-preference")
    open_whole(still)
    assert still.page.evaluate(f"{MOVING}.length") == 0
    open_whole(moved)
    length = f"Math.max(...{MOVING}.map(({{ effect }}) => effect.getComputedTiming().endTime))"
    assert 1000 < moved.page.evaluate(length) < 5000
    moved.page.evaluate(f"{MOVING}.forEach((each) => each.finish())")
    pictures = [each.page.locator(".low-table").inner_html() for each in (still, moved)]
    assert pictures[0] == pictures[1]


def test_the_front_page_starts_hosts_explains_and_dismisses_games(player: Player) -> None:
    player.open()
    player.get("learn-quiddler").click()
    learn = player.get("sheet-learn")
    expect(learn.locator(".prose")).not_to_be_empty()
    whole = player.page.viewport_size
    player.page.set_viewport_size({"width": 844, "height": 390})
    expect(learn.get_by_test_id("learn-play")).to_be_in_viewport(ratio=1)
    assert whole
    player.page.set_viewport_size(whole)
    learn.get_by_test_id("learn-rules").click()
    expect(player.get("sheet-rules").locator(".rule").first).to_contain_text("QD-1")
    player.close_sheet()

    player.get("host").click()
    player.get("host-word-porters").click()
    player.get("lobby").wait_for()
    expect(player.page.locator(".chair")).to_have_count(1)
    lobby = player.page.url
    player.page.go_back()
    way = player.get(f"way-{lobby.rpartition('/')[2]}")
    expect(way).to_have_attribute("href", lobby.removeprefix(player.base))
    player.page.locator("[data-testid^=dismiss-]").press("Enter")
    expect(player.get("your-tables")).to_have_count(0)
    player.reload()
    expect(player.get("your-tables")).to_have_count(0)

    player.page.get_by_role("radio", name="hard").check(force=True)
    expect(player.get("play-now")).to_contain_text("Word Bank, hard bots")
    player.get("play-now").click()
    player.at_table()
    assert player.seat == 0


def test_the_first_move_of_a_newcomer_is_coached_until_it_is_made(come: Newcomer) -> None:
    player = come(asked=True)

    def by_tab() -> None:
        player.get("first-move-close").focus()
        player.page.keyboard.press("Tab")

    quiddler.set_table(player, solo="columns")
    expect(player.get("first-move")).to_have_count(0)
    player.open()
    player.get("play-now").click()
    player.at_table()
    expect(player.get("first-move-text")).to_contain_text("Get rid of your stones.")
    expect(player.page.locator(".guide-ring")).to_have_count(1)
    looks_well(player.page)
    expect(player.page.locator(".middle .hint")).to_be_visible()
    for size in ((320, 568), (844, 390)):
        look_at(player, size)
        player.page.wait_for_function(RINGED)
        expect(player.get("menu")).to_be_visible()
        if size[1] == 568:
            note = "document.querySelector('[data-testid=first-move]').offsetHeight"
            expect(player.get("first-move-learn")).to_be_visible()
            assert player.page.evaluate(note) < 46
            for expand in (player.get("first-move-text").click, by_tab):
                expand()
                assert player.page.evaluate(note) > 60
                player.page.locator("h1").click()
                assert player.page.evaluate(note) < 46
        # The hint does not fit between the safes.
        expect(player.page.locator(".middle .hint")).to_be_hidden()
        assert faults(player.page) == []
    # In large text, the note does not take its room from the circle.
    player.page.set_viewport_size(PHONE)
    set_font_sizes(player, LARGE)
    assert player.page.evaluate("document.querySelector('.ring').clientWidth") > 360
    expect(player.get("menu")).to_be_visible()
    player.pass_turn()
    expect(player.get("first-move")).to_have_count(0)
    player.open()
    player.get("play-now").click()
    player.at_table()
    expect(player.get("first-move")).to_have_count(0)


def test_turns_at_your_tables_are_polled_while_the_page_is_visible(come: Newcomer) -> None:
    player = come(afresh=True)
    player.page.clock.install()
    with player.page.expect_response("**/api/tables"):
        player.open()
    with player.page.expect_response("**/api/tables"):
        player.page.clock.fast_forward(5000)
