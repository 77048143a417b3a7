"""The page's review of a Kakapo mission: its buttons, slider and keys, and each round's board,
cards and chances. Tested for a player and a spectator.
"""

import re

import pytest
from playwright.sync_api import Locator, expect

from chabudai.games.kakapo.components.cards import COUNTERS
from tests.browser import kakapo_player as kakapo
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather
from tests.browser.kakapo_player import SUITS, view_of
from tests.browser.player import PHONE, Player
from tests.browser.screens import fits
from tests.browser.test_access import tab_to

MOST_TABLES = 5


def lost(player: Player) -> str:
    """Open a table where a hard mission for four was lost, though it could still have been won
    after one of the rounds. Return its ID.
    """
    for _ in range(MOST_TABLES):
        table = player.order_table("kakapo", "easy", "easy", "easy", mission=17)
        kakapo.rush(player, table)
        player.get("turning").wait_for()
        if player.get("to-turn").count():
            return table
    raise AssertionError(f"nothing turned at {MOST_TABLES} tables")


def names(some: Locator, attribute: str) -> list[str]:
    return [each.get_attribute(attribute) or "" for each in some.all()]


def is_shown(player: Player, at: int) -> None:
    """Check that the page shows a round, counted from 0, as it was recorded."""
    view = view_of(player)
    one = view.rounds[at]
    review = player.get("review")
    expect(review).to_have_attribute("data-round", str(at + 1))
    assert names(player.get("recalled-trick").locator("[data-revealed]"), "data-revealed") == list(
        one.cards
    )
    decided = player.get("recalled-trick").locator(".decision")
    expect(decided).to_have_attribute("data-revealed", one.decision)
    top = view.rounds[at - 1].decision[0] if at else "P"
    expect(review.get_by_test_id("top-suit")).to_contain_text(SUITS[top])
    spent = sum(each.skill is not None for each in view.rounds[:at])
    full = COUNTERS[view.mission.mode]
    expect(review.get_by_test_id("counters")).to_contain_text(f"{full - spent} of {full} left")
    laid = [each.piece for each in view.board if each.piece in one.pieces]
    assert names(review.locator("[data-framed]"), "data-framed") == laid
    taken = {piece for each in view.rounds[: at + 1] for piece in each.pieces}
    before = [each for each in view.board if each.piece in taken]
    expect(review.locator(".board-picture > .piece")).to_have_count(len(before))
    held = 16 - 2 * at if len(view.hands) == 2 else 10 - at
    for hand in review.locator(".open-hands > li").all():
        expect(hand.locator("[data-held]")).to_have_count(held)
    shown = names(review.locator(".open-hands .shown"), "data-held")
    assert sorted(shown) == sorted(one.cards)


@pytest.mark.nightly
def test_each_round_of_a_lost_mission_is_shown_with_its_turn(
    player: Player, come: Newcomer
) -> None:
    table = lost(player)
    page = player.page
    last = len(view_of(player).rounds) - 1
    is_shown(player, last)
    expect(player.get("review-on")).to_have_attribute("aria-disabled", "true")
    for at in range(last - 1, -1, -1):
        player.get("review-back").click()
        is_shown(player, at)
    expect(player.get("review-back")).to_have_attribute("aria-disabled", "true")
    player.get("review-back").press("Enter")
    is_shown(player, 0)
    player.get("review-on").click()
    is_shown(player, 1)

    player.get("to-turn").click()
    turned = int(player.get("review").get_attribute("data-round") or 0)
    expect(player.get(f"review-{turned}").locator(".chance")).to_have_class("chance yes")
    expect(player.get("chance")).to_contain_text("could still have won")
    expect(player.get("turned")).to_contain_text("after that, no")
    player.get("winning-line").click()
    expect(player.get("winning-line")).to_have_attribute("aria-pressed", "true")
    expect(player.get("review")).to_have_attribute("data-round", str(turned))
    player.page.locator(".review-track li button").last.click()
    all_edges = re.compile(r"Bird 1(\d+)/\1$")
    expect(player.get("review").locator(".mission-line")).to_contain_text(all_edges)
    size = page.viewport_size
    assert size
    page.set_viewport_size(PHONE)
    player.get("winning-line").click()
    expect(page.locator(".recalled svg").first).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size(size)
    player.get("to-turn").click()
    if turned <= last:
        expect(player.get(f"review-{turned + 1}").locator(".chance.yes")).to_have_count(0)
    marks = page.locator(".round-step", has=page.locator(".icon"))
    expect(marks).to_have_count(1)
    expect(marks).to_have_attribute("data-testid", f"review-{turned}")

    watcher = come()
    watcher.open(f"/t/{table}")
    expect(watcher.get("turning")).to_have_text(player.get("turning").inner_text())
    assert watcher.seat is None
    watcher.get("review-1").click()
    is_shown(watcher, 0)
    reader = come(locale="ja-JP")
    reader.open(f"/t/{table}")
    for where in ("to-turn", "review-1"):
        reader.get(where).click()
        fits(reader, where)


def test_the_rounds_are_walked_through_by_the_keyboard_and_read_out(player: Player) -> None:
    table = player.order_table("kakapo", "easy", mission=6)
    kakapo.rush(player, table)
    player.get("chance").wait_for()
    rounds = len(view_of(player).rounds)
    press = player.page.keyboard.press
    expect(player.get("review")).to_have_attribute("data-round", str(rounds))
    for _ in range(rounds):
        press("ArrowLeft")
    is_shown(player, 0)
    player.await_heard("log", "Round 1:")
    tab_to(player, "review-slider")
    slider = player.get("review-slider")
    expect(slider).to_have_accessible_name("Round")
    press("End")
    is_shown(player, rounds - 1)
    press("ArrowLeft")
    is_shown(player, rounds - 2)
    said = slider.get_attribute("aria-valuetext") or ""
    assert said.startswith(f"Round {rounds - 1}:")
    assert "decided" in said
    assert "When this round began" in said
    press("Home")
    is_shown(player, 0)
    tab_to(player, "review-1")
    press("ArrowRight")
    is_shown(player, 1)
    press("Enter")
    is_shown(player, 0)


@pytest.mark.nightly
def test_giving_up_is_private_until_all_wish_it(host: Player, friend: Player) -> None:
    gather("kakapo", [host, friend])
    for player in (host, friend):
        expect(player.page.locator(".turn-light")).to_have_count(0)
    # The board is in the same place on both pages, although only one player must act.
    fields = [player.page.locator(".field").bounding_box() for player in (host, friend)]
    assert fields[0] == fields[1]
    first = host if host.seat_to_act() == host.seat else friend
    card = kakapo.playable(first)[0]
    kakapo.reveal(first, card)
    for player in (host, friend):
        player.await_seq(first.seq)
    before, seen, seq = friend.log(), friend.get("status").inner_text(), host.seq
    updates = friend.count("update")
    host.get("give-up").click()
    host.await_after(seq)
    expect(host.get("give-up")).to_be_checked()
    assert friend.count("update") == updates
    assert (friend.log(), friend.get("status").inner_text()) == (before, seen)
    expect(friend.get("give-up")).not_to_be_checked()
    friend.get("give-up").click()
    for player in (host, friend):
        expect(player.get("end-table")).to_have_attribute("data-won", "false")
        expect(player.get("recalled-trick").locator("[data-revealed]")).to_have_count(1)
        assert names(player.page.locator(".open-hands .shown"), "data-held") == [card]
        expect(player.get("review")).to_contain_text("gave up")
        expect(player.page.locator(".open-hands [data-held]")).to_have_count(32)
        expect(player.get("review-slider")).to_have_count(0)
