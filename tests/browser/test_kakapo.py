"""The Kakapo on the page: whole missions, a reload, a phone, refusals and silence."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from chabudai.games.kakapo.moves import consider
from chabudai.games.kakapo.state import Over, Placing, Revealing, Selecting, Shift
from tests.browser import kakapo_player as kakapo
from tests.browser.kakapo_player import ghost, hand_of, set_table, view_of
from tests.browser.player import Player


def test_a_buddy_mission_ends_in_a_transcript_that_verifies(player: Player, tmp_path: Path) -> None:
    player.open()
    player.get("play-kakapo").click()
    player.at_table()
    assert view_of(player).mission.number == 1
    expect(player.get("silence")).to_contain_text("No talking")
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

    kakapo.play_on(player)
    phase = view_of(player).phase
    assert isinstance(phase, Over)
    won = phase.reason == "scanned"
    expect(player.get("end-table")).to_have_attribute("data-won", str(won).lower())
    expect(player.get("verdict")).to_contain_text(
        "The mission " + ("succeeded" if won else "failed")
    )
    expect(player.get("verdict")).to_contain_text("Won in" if won else "missing")
    assert bool(player.verified(tmp_path)["outcome"]["winners"]) == won


def test_the_end_shows_all_hands_of_each_round_and_the_next_mission(player: Player) -> None:
    table = set_table(player, "easy", mission=3)
    dealt = set(hand_of(player))
    kakapo.rush(player, table)
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
    won = isinstance(phase := view_of(player).phase, Over) and phase.reason == "scanned"
    expect(player.page.locator(".win-facts")).to_have_count(int(won))
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
    assert view_of(player).mission.number == 4


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


def test_kk_34_a_piece_on_a_bird_is_marked_and_refused_by_its_rule(player: Player) -> None:
    kakapo.table_where(player, Placing)
    bird = view_of(player).mission.birds[0].cells[0]
    kakapo.onto(player, bird)
    expect(ghost(player)).to_have_attribute("data-legal", "false")
    expect(player.page.locator(".ghost-cross").first).to_be_attached()
    expect(player.get("rule")).to_contain_text("KK-34")
    seq = player.seq
    player.get("place").click()
    expect(player.page.locator(".status.warn")).to_be_visible()
    expect(player.get("rule")).to_contain_text("KK-34")
    assert player.seq == seq
    kakapo.step(player)


def shifts(player: Player) -> list[int]:
    """Return the possible values of `Shift`: -1 for the smaller piece, 1 for the larger one."""
    view = view_of(player)
    return [by for by in (-1, 1) if consider(view, Shift(by)).against is None]


def test_kk_25_a_skill_is_chosen_by_its_key_and_lays_the_cards_aside(player: Player) -> None:
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


@pytest.mark.nightly
def test_an_unusable_skill_has_no_button_and_is_explained(player: Player) -> None:
    barred = player.page.locator(".tile.barred")
    kakapo.table_where(player, Selecting, lambda _: barred.count() > 0)
    barred.first.click()
    expect(player.get("rule")).to_contain_text("KK-")
    expect(player.get("select")).to_have_text("Not now")
    expect(player.get("select")).to_have_attribute("aria-disabled", "true")
    note = player.page.locator(".side .give-up .note")
    expect(note).to_contain_text("Your vote is secret")
