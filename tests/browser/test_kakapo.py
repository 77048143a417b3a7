"""The Kakapo on the page: whole missions, a reload, a phone, refusals and silence."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from chabudai.games.kakapo.moves import consider
from chabudai.games.kakapo.state import Over, Placing, Revealing, Selecting, Shift
from chabudai.games.kakapo.view import View
from tests.browser import kakapo_player as kakapo
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather
from tests.browser.kakapo_player import ghost, hand_of, set_table, view_of
from tests.browser.player import Player

WHOLE_ROUNDS = 3  # then both give up, because later rounds are alike


def test_a_buddy_mission_ends_in_a_transcript_that_verifies(player: Player, tmp_path: Path) -> None:
    player.open()
    player.get("play-kakapo").click()
    player.at_table()
    assert view_of(player).mission.number == 1
    expect(player.get("silence")).to_contain_text("silent")
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
    set_table(player, "easy", mission=3)
    player.hurry_bots()
    dealt = set(hand_of(player))
    kakapo.play_on(player)
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
    player.get("next-mission").click()
    expect(player.get("end-table")).to_have_count(0)
    player.at_table()
    assert view_of(player).mission.number == 4


@pytest.mark.nightly
def test_a_silent_game_of_two_browsers_and_a_bot_sends_only_moves(come: Newcomer) -> None:
    host, mika = come(), come(locale="ja-JP")
    gather("kakapo", [host, mika], bots=1, mission=2)
    presences = [player.count("presence") for player in (host, mika)]
    host.hurry_bots_by_menu()

    while (mover := who_moves(host, mika)) is not None:
        other = mika if mover is host else host
        other.await_seq(mover.seq)
        if isinstance(view_of(mover).phase, Selecting):
            expect(host.get("status")).to_contain_text(why(view_of(mover)))
            expect(mika.get("status")).to_contain_text("いちばん大きい")
        kakapo.step(mover)
        if kakapo.on_trial(mover):
            before = other.count("update")
            dither(mover)
            assert other.count("update") == before
            kakapo.step(mover)
        other.caught_up(mover.seq)
        if view_of(mover).round > WHOLE_ROUNDS:
            for player in (host, mika):
                player.get("give-up").click()
            host.get("end-table").wait_for()
    for player in (host, mika):
        expect(player.get("end-table")).to_be_visible()
        kinds = {"hello", "lobby", "presence", "update", "accepted", "answered", "pong"}
        assert {message["type"] for message in player.messages} <= kinds
    assert [player.count("presence") for player in (host, mika)] == presences
    assert view_of(host).phase == view_of(mika).phase


def why(view: View) -> str:
    """Return the page's sentence about which card decides a round, and why (KK-19, KK-20)."""
    assert isinstance(view.phase, Selecting)
    card = view.phase.decision
    number, (suit, top) = card[1], (kakapo.SUITS[one] for one in (card[0], view.top))
    without = "" if suit == top else f", no {top}"
    return f"{suit} {number} decides: highest {suit}{without}.".capitalize()


def who_moves(host: Player, mika: Player) -> Player | None:
    """Return the player who must move after the bot, or None if the mission is over."""
    table = "[data-testid=table]"
    seats = [f'{table}[data-turn="{player.seat}"]' for player in (host, mika)]
    host.page.locator(", ".join((*seats, f'{table}[data-over="true"]'))).wait_for(state="attached")
    if host.over:
        return None
    mover = host if host.seat_to_act() == host.seat else mika
    mover.caught_up(host.seq)
    return mover


def dither(player: Player) -> None:
    """Move the piece around until the page has evaluated its place."""
    expect(ghost(player)).to_be_attached()
    for key in ("R", "F", "ArrowUp", "ArrowLeft", "G", "Shift+G", "G"):
        player.page.keyboard.press(key)
    expect(ghost(player)).to_have_attribute("data-legal", "true")
    expect(player.page.locator(".field")).to_have_attribute("data-tried", "true")


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
        expect(lying).to_have_accessible_name(f"{card[1]}, on the table in this round")
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


def test_an_unusable_skill_has_no_button_and_is_explained(player: Player) -> None:
    barred = player.page.locator(".tile.barred")
    kakapo.table_where(player, Selecting, lambda _: barred.count() > 0)
    barred.first.click()
    expect(player.get("rule")).to_contain_text("KK-")
    expect(player.get("select")).to_have_text("Not possible now")
    expect(player.get("select")).to_have_attribute("aria-disabled", "true")
    note = player.page.locator(".side .give-up .note")
    expect(note).to_contain_text("the bots join in")
