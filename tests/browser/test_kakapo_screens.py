"""The Kakapo's screens at every size, in both languages and themes: nothing sticks out, overlaps,
is cut off or too small, and axe reports nothing.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from chabudai.games.kakapo.state import Placing, Revealing, Selecting
from tests.browser import kakapo_player as kakapo
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather
from tests.browser.kakapo_player import hand_of, narrow, playable, view_of
from tests.browser.player import Player
from tests.browser.screens import BETWEEN, SIZES, faults, look_at, read_in, wrong_with
from tests.browser.serving import Serving


def test_every_moment_of_a_mission_fits_and_can_be_read(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, locale="ja-JP")
    wrong: list[str] = []
    kakapo.table_where(player, Selecting)
    wrong += wrong_with(player, "select", narrow)
    kakapo.step(player)
    expect(kakapo.ghost(player)).to_be_attached()
    kakapo.onto(player, view_of(player).mission.birds[0].cells[0])
    player.get("rule").wait_for()
    wrong += wrong_with(player, "place", narrow)
    player.page.keyboard.press("G")
    kakapo.step(player)
    while player.await_turn() and not isinstance(view_of(player).phase, Revealing):
        kakapo.step(player)
    card = next((each for each in hand_of(player) if each not in playable(player)), None)
    player.page.locator(f'[data-card="{card or playable(player)[0]}"]').click()
    wrong += wrong_with(player, "reveal", narrow)
    player.page.set_viewport_size({"width": 390, "height": 844})
    player.get("decks").click()
    player.get("sheet-decks").wait_for()
    wrong += wrong_with(player, "decks", narrow)
    player.page.keyboard.press("Escape")
    assert not wrong, "\n".join(wrong)


def test_the_end_of_a_party_fits_and_can_be_read(server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(server.base, locale="ja-JP")
    table = kakapo.set_table(player, "easy", "easy", "easy", mission=1)
    player.hurry_bots()
    wrong: list[str] = []
    if player.await_turn():
        wrong += wrong_with(player, "party", narrow)
    kakapo.rush(player, table)
    player.get("chance").wait_for()
    assert not (wrong + wrong_with(player, "end", narrow)), "\n".join(wrong)


def test_lobby_and_studio_fit_and_can_be_read(server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(server.base, locale="ja-JP")
    player.open()
    player.get("friends-kakapo").click()
    player.get("lobby").wait_for()
    wrong = wrong_with(player, "lobby", narrow)
    player.get("to-studio").click()
    player.get("studio").wait_for()
    for square in ((4, 4), (4, 5), (7, 7)):
        kakapo.square_button(player, square).click()
    player.get("par").wait_for()
    player.get("show-solution").click()
    wrong += wrong_with(player, "studio", narrow)
    assert not wrong, "\n".join(wrong)


FLOCK = {
    "mode": "buddy",
    "title": {"en": "A flock", "ja": "むれ"},
    "birds": [{"cells": [[1 + 3 * (at // 3), 1 + 3 * (at % 3)]]} for at in range(8)],
    "required": 8,
}
"""A mission with the maximum number of birds."""


def between(player: Player, also: Callable[[Player], Iterator[str]]) -> list[str]:
    """Return the faults of the screen at each of those sizes, including those found by `also`."""
    wrong: list[str] = []
    for size in BETWEEN:
        look = look_at(player, size)
        wrong += [f"{look}: {fault}" for fault in (*faults(player.page), *also(player))]
    return wrong


@pytest.mark.parametrize("mission", [20, FLOCK], ids=["book", "flock"])
def test_nothing_overlaps_on_tablets_and_low_laptops(
    server: Serving, newcomer: Newcomer, mission: object
) -> None:
    player = newcomer(server.base)
    kakapo.table_where(player, Placing, mission=mission)
    wrong = between(player, out_of_the_middle)
    assert not wrong, "\n".join(wrong)


def out_of_the_middle(player: Player) -> Iterator[str]:
    """Return the parts that stick out of the middle, and squares that are too small."""
    yield from narrow(player)
    counted = player.page.locator(".kakapo .mission:visible, .kakapo .mission-line:visible")
    expect(counted).to_have_count(1)
    middle = box(player.page.locator(".board"))
    for part in (counted, player.page.locator(".field"), player.page.locator(".trick")):
        area = box(part)
        if area["y"] < middle["y"] - 1 or bottom(area) > bottom(middle) + 1:
            yield f"{part} sticks out of the middle"


def test_every_skill_can_be_reached_on_tablets_and_low_laptops(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, locale="ja-JP")
    kakapo.table_where(player, Selecting)
    expect(player.page.locator(".tile")).to_have_count(8)
    wrong = between(player, out_of_the_hand)
    read_in(player, "en")
    wrong += between(player, out_of_the_hand)
    assert not wrong, "\n".join(wrong)


def out_of_the_hand(player: Player) -> Iterator[str]:
    """Return the skills that stick out of the hand."""
    hand = box(player.page.locator(".hand"))
    for tile in map(box, player.page.locator(".tile").all()):
        if tile["x"] < hand["x"] or right(tile) > right(hand) or bottom(tile) > bottom(hand):
            yield "a skill sticks out"


def right(area: FloatRect) -> float:
    return area["x"] + area["width"]


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found
    return found


def bottom(area: FloatRect) -> float:
    return area["y"] + area["height"]


LINES = """
(titles) => titles.map(({ lastChild }) => {
  const range = document.createRange();
  range.selectNodeContents(lastChild);
  return range.getClientRects().length;
})
"""
"""Script that counts the lines of each title, without the preceding number."""


@pytest.mark.parametrize("seats", [2, 3], ids=["buddy", "party"])
def test_no_japanese_title_of_a_mission_is_broken(
    server: Serving, newcomer: Newcomer, seats: int
) -> None:
    player = newcomer(server.base, locale="ja-JP")
    player.open()
    player.get("friends-kakapo").click()
    player.get("lobby").wait_for()
    player.get(f"seats-{seats}").click()
    expect(player.page.locator(".chair")).to_have_count(seats)
    titles = player.page.locator(".mission-choice b")
    expect(titles).to_have_count(20)
    for size in SIZES:
        look = look_at(player, size)
        assert titles.evaluate_all(LINES) == [1] * 20, look


def test_board_does_not_move_while_waiting_for_the_other_player(
    server: Serving, newcomer: Newcomer
) -> None:
    host, mika = newcomer(server.base), newcomer(server.base)
    gather("kakapo", [host, mika])
    for player in (host, mika):
        expect(player.page.locator(".turn-light")).to_have_count(0)
    assert host.seat_to_act() == mika.seat_to_act()
    assert box(host.page.locator(".field")) == box(mika.page.locator(".field"))


def test_kk_a15_a_bird_that_must_be_scanned_is_named_and_marked_on_the_board(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    kakapo.set_table(player, "easy", "easy", mission=10)
    mission = view_of(player).mission
    assert mission.must == (3,)
    labels = player.page.locator(".field .bird-label")
    expect(labels).to_have_text(["1", "2", "3", "4!"])
    expect(player.page.locator(".mission .mission-goal")).to_have_text(
        "Scan 2 of 4 birds, including Bird 4"
    )
    player.page.set_viewport_size({"width": 390, "height": 844})
    numbers = player.page.locator(".bird-count .bird-label")
    expect(numbers).to_have_text(["1", "2", "3", "4!"])
    player.page.emulate_media(forced_colors="active")
    expect(numbers.first).to_have_css("-webkit-text-stroke-width", "0px")


def test_kk_10_all_forty_shows_removed_cards_and_pieces_on_the_board(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    kakapo.set_table(player, "easy", "easy", mission=4)
    player.hurry_bots()
    one = player.page.locator('.side [data-forty="P1"]')
    expect(one).to_have_accessible_name("1, out of the game")
    while player.await_turn() and not view_of(player).board:
        kakapo.step(player)
    for lying in view_of(player).board:
        cell = player.page.locator(f'.side [data-forty="{lying.piece}"]')
        expect(cell).to_have_accessible_name(re.compile("piece on the board$"))
        expect(cell).not_to_have_css("box-shadow", "none")
    expect(player.page.locator(".forty .laid")).to_have_count(len(view_of(player).board))


def test_mission_number_is_next_to_the_round_on_a_phone_with_room(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, viewport={"width": 390, "height": 844})
    kakapo.set_table(player, "easy", mission=20)
    number = player.page.locator(".mission-short")
    expect(number).to_have_text("No. 20 ·")
    expect(number).to_be_visible()
    title = player.page.locator(".table-head h1")
    assert title.evaluate("h1 => h1.scrollWidth <= h1.clientWidth")
    player.page.set_viewport_size({"width": 320, "height": 640})
    expect(number).to_be_hidden()


def test_kk_31_two_player_options_are_offered_only_to_two(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    player.open()
    player.get("friends-kakapo").click()
    player.get("lobby").wait_for()
    for seats, asked in ((2, 1), (4, 0), (2, 1)):
        player.get(f"seats-{seats}").click()
        for option in ("leader_free_second", "rescue_forced"):
            expect(player.get(f"option-{option}")).to_have_count(asked)
        expect(player.get("option-double_scan_forgiving")).to_have_count(1)


EITHER = {
    "mode": "buddy",
    "title": {"en": "Either", "ja": "どちらか"},
    "birds": [{"cells": [[4, 4]]}, {"cells": [[8, 8]]}],
    "required": 1,
}
"""An easy mission that can be won although one bird is not scanned."""


def test_kk_41_only_scanned_birds_are_awake_at_the_end(server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(server.base)
    for _ in range(kakapo.MOST_TABLES):
        kakapo.set_table(player, "normal", mission=EITHER)
        player.hurry_bots()
        kakapo.play_on(player)
        player.get("end-table").wait_for()
        scanned = sum(set(edges) == {"right"} for edges in view_of(player).edges)
        expect(player.page.locator(".scene .stand")).to_have_count(scanned)
        if scanned == 1:
            return
    raise AssertionError(f"not won with one bird asleep at {kakapo.MOST_TABLES} tables")


def test_on_a_desk_the_cards_of_four_players_lie_two_by_two(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    kakapo.set_table(player, "easy", "easy", "easy")
    for width, height in ((1920, 1080), (1280, 800), (1366, 650)):
        player.page.set_viewport_size({"width": width, "height": height})
        boxes = [slot.bounding_box() for slot in player.page.locator(".seat-slot").all()]
        lines = [box["y"] for box in boxes if box is not None]
        assert [lines.count(line) for line in lines] == [2, 2, 2, 2]
