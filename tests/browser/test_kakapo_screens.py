"""The Kakapo's screens at every size, in both languages and in both themes: nothing sticks out,
overlaps, is cut off or too small, and axe finds nothing.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from chabudai.games.kakapo.state import Placing, Selecting
from tests.browser import kakapo_player as kakapo
from tests.browser.kakapo_player import narrow, view_of
from tests.browser.player import PHONE, Player
from tests.browser.screens import BETWEEN, SIZES, faults_at, look_at, read_in

FLOCK = {
    "mode": "buddy",
    "title": {"en": "A flock", "ja": "むれ"},
    "birds": [{"cells": [[1 + 3 * (at // 3), 1 + 3 * (at % 3)]]} for at in range(8)],
    "required": 8,
}
"""A mission with the maximum number of birds."""
SHORT = ((320, 568), (320, 640), (375, 667))
"""Phones with little height."""
ONE_LINE = 20.0
"""Maximum height of a line of small text, in pixels."""


@pytest.mark.parametrize(
    "mission", [pytest.param(20, marks=pytest.mark.nightly), FLOCK], ids=["book", "flock"]
)
def test_nothing_is_covered_on_tablets_and_low_laptops(player: Player, mission: object) -> None:
    kakapo.table_where(player, Placing, mission=mission)
    wrong = faults_at(player, BETWEEN, out_of_the_middle)
    assert not wrong, "\n".join(wrong)


def out_of_the_middle(player: Player) -> Iterator[str]:
    """Yield the parts that stick out of the middle, and squares that are too small."""
    yield from narrow(player)
    counted = player.page.locator(".kakapo .mission:visible, .kakapo .mission-line:visible")
    expect(counted).to_have_count(1)
    middle = box(player.page.locator(".board"))
    for part in (counted, player.page.locator(".field"), player.page.locator(".trick")):
        area = box(part)
        if area["y"] < middle["y"] - 1 or bottom(area) > bottom(middle) + 1:
            yield f"{part} sticks out of the middle"


def test_a_short_phone_shows_goal_and_cards_while_a_piece_is_placed(finger: Player) -> None:
    kakapo.table_where(finger, Placing, mission=10)
    wrong = faults_at(finger, SHORT, out_of_sight)
    read_in(finger, "en")
    wrong += faults_at(finger, SHORT, out_of_sight)
    assert not wrong, "\n".join(wrong)
    look_at(finger, SHORT[0])
    for far in ((1, 1), (10, 10)):
        kakapo.square_button(finger, far).tap()
        there = re.compile(rf"\b{kakapo.name_of(far)}\b")
        expect(kakapo.ghost(finger)).to_have_attribute("data-squares", there)
    lying = kakapo.squares(finger)
    grip = box(kakapo.square_button(finger, min(lying)))
    x, y = grip["x"] + 5, grip["y"] + 5
    finger.page.mouse.move(x, y)
    finger.page.mouse.down()
    finger.page.mouse.move(x - 3 * grip["width"], y - 2 * grip["height"], steps=4)
    finger.page.mouse.up()
    assert kakapo.squares(finger) == {(row - 2, column - 3) for row, column in lying}


def out_of_sight(player: Player) -> Iterator[str]:
    """Yield the parts that a short phone must show, if they are not fully visible."""
    yield from narrow(player)
    line = player.page.locator(".mission-line")
    if box(line)["height"] > ONE_LINE:
        yield "the goal takes more than one line"
    for part in (line.locator(".mission-goal"), line.locator(".bird-count").last):
        expect(part).to_be_in_viewport(ratio=1)
    expect(player.page.locator(".held li").last).to_be_in_viewport(ratio=1)


def test_every_skill_can_be_reached_on_tablets_and_low_laptops(reader: Player) -> None:
    kakapo.table_where(reader, Selecting)
    expect(reader.page.locator(".tile")).to_have_count(8)
    wrong = faults_at(reader, BETWEEN, out_of_the_hand)
    read_in(reader, "en")
    wrong += faults_at(reader, BETWEEN, out_of_the_hand)
    assert not wrong, "\n".join(wrong)


def out_of_the_hand(player: Player) -> Iterator[str]:
    """Yield the skills that stick out of the hand."""
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


def test_kk_31_a_lobby_asks_only_two_about_rules_for_two(reader: Player) -> None:
    reader.open_lobby("kakapo")
    titles = reader.page.locator(".mission-choice b")
    for button, seats, asked in (
        ("", 1, 1),
        ("add-bot", 2, 1),
        ("add-bot", 3, 0),
        ("remove-2", 2, 1),
    ):
        if button:
            reader.get(button).click()
        expect(reader.page.locator(".chair")).to_have_count(seats)
        for option in ("leader_free_second", "rescue_forced"):
            expect(reader.get(f"option-{option}")).to_have_count(asked)
        expect(reader.get("option-double_scan_forgiving")).to_have_count(1)
        expect(titles).to_have_count(20)
        for size in SIZES if seats > 1 else ():
            look = look_at(reader, size)
            assert titles.evaluate_all(LINES) == [1] * 20, look


def test_kk_a15_a_bird_that_must_be_scanned_is_named_and_marked(player: Player) -> None:
    kakapo.set_table(player, "easy", "easy", mission=10)
    mission = view_of(player).mission
    assert mission.must == (3,)
    labels = player.page.locator(".field .bird-label")
    expect(labels).to_have_text(["1", "2", "3", "4!"])
    expect(player.page.locator(".mission .mission-goal")).to_have_text(
        "Scan 2 of 4 birds, including Bird 4"
    )
    player.page.set_viewport_size(PHONE)
    numbers = player.page.locator(".bird-count .bird-label")
    expect(numbers).to_have_text(["1", "2", "3", "4!"])
    name, heading = player.page.locator(".mission-short"), player.page.locator(".table-head h1")
    expect(name).to_have_text(mission.title.en)
    assert heading.evaluate("h1 => h1.scrollWidth <= h1.clientWidth")
    player.page.set_viewport_size({"width": 320, "height": 640})
    expect(name).to_be_hidden()
    player.page.emulate_media(forced_colors="active")
    expect(numbers.first).to_have_css("-webkit-text-stroke-width", "0px")


def test_kk_10_the_forty_show_cards_out_of_the_game_and_on_the_board(player: Player) -> None:
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


EITHER = {
    "mode": "buddy",
    "title": {"en": "Either", "ja": "どちらか"},
    "birds": [{"cells": [[4, 4]]}, {"cells": [[8, 8]]}],
    "required": 1,
}
"""An easy mission that requires only one of its two birds."""


@pytest.mark.nightly
def test_kk_41_only_the_birds_that_were_scanned_stand_awake_at_the_end(player: Player) -> None:
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
