"""The Kakapo on the page: a whole mission, refusals, and parts of the screen that must be in sight
on every device.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import FloatRect, Locator, expect

from chabudai.games.kakapo.moves import consider
from chabudai.games.kakapo.state import Over, Placing, Revealing, Selecting, Shift
from tests.browser import kakapo_player as kakapo
from tests.browser.kakapo_player import ghost, hand_of, narrow, view_of
from tests.browser.player import PHONE, Player
from tests.browser.screens import BETWEEN, SIZES, faults_at, look_at, read_in


def test_kk_41_a_mission_ends_in_a_review_and_a_transcript_that_verifies(
    player: Player, tmp_path: Path
) -> None:
    player.open()
    player.get("play-kakapo").click()
    player.at_table()
    assert view_of(player).mission.number == 1
    expect(player.get("silence")).to_contain_text("No talking")
    dealt = set(hand_of(player))
    player.hurry_bots()
    purpose = player.get("purpose")
    player.await_turn()
    expect(purpose).to_contain_text("top colour")
    kakapo.step(player)
    player.await_turn()
    player.reload_alike(".card", "[data-slot]", ".bird-line", ".facts", "[data-card-seen]")
    while view_of(player).round == 1:
        kakapo.step(player)
        player.await_turn()
    expect(purpose).to_have_count(0)
    player.reload()
    expect(purpose).to_have_count(0)

    kakapo.rush(player, player.page.url.rpartition("/")[2])
    phase = view_of(player).phase
    assert isinstance(phase, Over)
    won = phase.reason == "scanned"
    expect(player.get("end-table")).to_have_attribute("data-won", str(won).lower())
    verdict = player.get("verdict")
    expect(verdict).to_contain_text("The mission " + ("succeeded" if won else "failed"))
    expect(verdict).to_contain_text("Won in" if won else "missing")
    assert bool(player.verified(tmp_path)["outcome"]["winners"]) == won
    player.get("review-1").click()
    mine, other = (
        {card.get_attribute("data-held") for card in hand.locator("[data-held]").all()}
        for hand in player.page.locator(".open-hands > li").all()
    )
    assert mine == dealt
    assert len(other) == 16
    expect(player.get("review")).to_contain_text("decided")
    expect(player.get("turning")).to_contain_text(re.compile("won|win"))
    expect(player.get("chance")).to_contain_text("When this round began")
    expect(player.page.locator(".win-facts")).to_have_count(int(won))
    scanned = sum(set(edges) == {"right"} for edges in view_of(player).edges)
    expect(player.page.locator(".scene .stand")).to_have_count(scanned)
    first, second = ("next-mission", "rematch") if won else ("rematch", "next-mission")
    expect(player.get(first)).to_have_class("primary")
    expect(player.get(second)).not_to_have_class("primary")
    player.get("look-back").locator("summary").first.click()
    expect(player.get("look-back").locator("h3")).to_be_visible()
    # The review below tells the verdict. After the moments, one sentence grades the mission.
    told = player.get("report").locator(":scope > p:not(.note)")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("of 5 stars")
    expect(player.get("review-seat-0")).to_be_hidden()
    player.get("next-mission").click()
    expect(player.get("end-table")).to_have_count(0)
    player.at_table()
    assert view_of(player).mission.number == 2


def test_kk_17_a_card_that_does_not_follow_is_refused_by_its_rule_and_stays(player: Player) -> None:
    kakapo.table_where(player, Revealing, lambda player: bool(kakapo.barred(player)))
    barred = kakapo.barred(player)[0]
    card = player.page.locator(f'.card[data-card="{barred}"]')
    expect(card).to_have_accessible_name(kakapo.spoken(barred))
    before, hand = player.seq, hand_of(player)
    kakapo.reveal_refused(player, barred)
    player.get("rule").click()
    expect(player.get("sheet-rules").locator(".rule.here")).to_contain_text("KK-17")
    player.page.keyboard.press("Escape")
    assert (player.seq, hand_of(player)) == (before, hand)


def shifts(player: Player) -> list[int]:
    """Return the possible values of `Shift`: -1 for the smaller piece, 1 for the larger one."""
    view = view_of(player)
    return [by for by in (-1, 1) if consider(view, Shift(by)).against is None]


def test_kk_25_kk_34_a_chosen_skill_lays_cards_aside_once_its_piece_fits(player: Player) -> None:
    kakapo.table_where(player, Selecting, lambda player: bool(shifts(player)))
    view = view_of(player)
    phase = view.phase
    assert isinstance(phase, Selecting)
    assert len(view.revealed) == 4
    for card in view.revealed:
        lying = player.page.locator(f'.side [data-forty="{card}"]')
        expect(lying).to_have_class(re.compile(r"^in-round\b"))
        expect(lying).to_have_accessible_name(f"{card[1]}, on the table")
        expect(lying).to_have_css("text-decoration-line", "none")
    picked, tiles = player.page.locator('.tile[aria-checked="true"]'), player.page.locator(".tile")
    for at in (3, 0):
        # The first Enter picks the focused tile. A second one would confirm the selection.
        tiles.nth(at).focus()
        player.page.keyboard.press("Enter")
        expect(tiles.nth(at)).to_have_attribute("aria-checked", "true")
    player.page.keyboard.press("C")
    expect(picked).to_be_focused()
    if -1 not in shifts(player):
        # The smaller piece does not exist or is on the board, so C picks the larger one first.
        expect(player.get("rule")).to_contain_text("KK-25")
        player.page.keyboard.press("C")
    expect(player.get("select")).to_have_attribute("aria-disabled", "false")
    piece = picked.get_attribute("data-pieces") or ""
    assert piece[0] == phase.decision[0]
    assert abs(int(piece[1]) - int(phase.decision[1])) == 1
    left = view_of(player).counters - 1
    player.page.keyboard.press("Enter")
    expect(ghost(player)).to_have_attribute("data-piece", piece)
    # Until the piece is placed, nothing is sent, and the skills are as they were.
    kakapo.is_taken_back(player)
    expect(picked).to_have_attribute("data-pieces", piece)
    assert view_of(player) == view
    kakapo.step(player)
    kakapo.onto(player, view.mission.birds[0].cells[0])
    expect(ghost(player)).to_have_attribute("data-legal", "false")
    expect(player.page.locator(".ghost-cross").first).to_be_attached()
    expect(player.get("rule")).to_contain_text("KK-34")
    player.get("place").click()
    kakapo.is_taken_back(player)
    assert view_of(player) == view
    kakapo.step(player)
    kakapo.step(player)
    assert view_of(player).counters == left
    expect(player.get("counters")).to_contain_text(f"{left} of 5 left")
    assert view_of(player).board[-1].piece == piece
    aside = view_of(player).rounds[-1]
    assert aside.cards == view.revealed
    for card in aside.cards:
        fate = "was-decided" if card == aside.decision else "was-discarded"
        laid = player.page.locator(f'.side [data-forty="{card}"]')
        expect(laid).to_have_class(re.compile(rf"^{fate}\b"))


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


def test_every_skill_and_piece_can_be_reached_on_tablets_and_low_laptops(reader: Player) -> None:
    piece = reader.page.locator('.tile[aria-checked="true"]:not(:has(.tile-stuck))[data-pieces]')
    kakapo.table_where(reader, Selecting, lambda _: piece.count() > 0, mission=FLOCK)
    expect(reader.page.locator(".tile")).to_have_count(8)
    wrong = faults_at(reader, BETWEEN, out_of_the_hand)
    read_in(reader, "en")
    wrong += faults_at(reader, BETWEEN, out_of_the_hand)
    kakapo.step(reader)
    expect(kakapo.ghost(reader)).to_be_attached()
    wrong += faults_at(reader, BETWEEN, out_of_the_middle)
    assert not wrong, "\n".join(wrong)


def out_of_the_hand(player: Player) -> Iterator[str]:
    """Yield the skills that extend beyond the hand."""
    hand = box(player.page.locator(".hand"))
    for tile in map(box, player.page.locator(".tile").all()):
        beyond = tile["x"] + tile["width"] > hand["x"] + hand["width"]
        if tile["x"] < hand["x"] or beyond or bottom(tile) > bottom(hand):
            yield "a skill sticks out"


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
    row, column = min(lying)
    kakapo.drag(finger, (row - 2, column - 3))
    assert kakapo.squares(finger) == {(row - 2, column - 3) for row, column in lying}


def out_of_sight(player: Player) -> Iterator[str]:
    """Yield each part that must be visible even on a short phone, but is not fully visible."""
    yield from narrow(player)
    line = player.page.locator(".mission-line")
    if box(line)["height"] > ONE_LINE:
        yield "the goal takes more than one line"
    for part in (line.locator(".mission-goal"), line.locator(".bird-count").last):
        expect(part).to_be_in_viewport(ratio=1)
    expect(player.page.locator(".held li").last).to_be_in_viewport(ratio=1)


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
        for size in SIZES if button == "add-bot" else ():
            look = look_at(reader, size)
            assert titles.evaluate_all(LINES) == [1] * 20, look


def test_kk_10_kk_a15_birds_to_scan_and_cards_out_of_the_game_are_marked(player: Player) -> None:
    kakapo.set_table(player, "easy", "easy", mission=10)
    mission = view_of(player).mission
    assert mission.must == (3,)
    labels = player.page.locator(".field .bird-label")
    expect(labels).to_have_text(["1", "2", "3", "4!"])
    expect(player.page.locator(".mission .mission-goal")).to_have_text(
        "Scan 2 of 4 birds, including Bird 4"
    )
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
