"""Moves sent at the same time, and a page that lags behind its table."""

import pytest
from playwright.sync_api import expect

from chabudai.games.quiddler.solver import Layout
from tests.browser import porter
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather
from tests.browser.player import Player
from tests.browser.quiddler import HOLD, by_keyboard, hand_of, point, set_table, view_of
from tests.support.relay import NO_SERVER, Relay
from tools.fast_forward import moves_until

MOST_TABLES = 10


def end_of_a_round(host: Player, friend: Player) -> int:
    """Play until the first round is over and the bot has laid a word. Return the word's number."""
    people = (host, friend)
    for _ in range(MOST_TABLES):
        table = gather("quiddler", [host, friend], bots=1, turn_cap=1)
        host.hurry_bots()
        for each in people:
            moves = moves_until(point(1, "settling"))
            each.page.evaluate(f"(table) => {{ window.moved = ({moves})(table); }}", table)
        seqs = [each.page.evaluate("window.moved") for each in people]
        for each in people:
            each.caught_up(max(seqs))
        flags = host.page.locator("[data-challenge]")
        if flags.count():
            return int(flags.first.get_attribute("data-challenge") or -1)
    raise AssertionError(f"the bot has laid no word at {MOST_TABLES} tables")


@pytest.mark.nightly
def test_the_first_of_two_crossing_challenges_counts(
    host: Player, relay: Relay, newcomer: Newcomer
) -> None:
    mika = newcomer(relay.base, afresh=True)
    mika.excused.extend(NO_SERVER)
    word = end_of_a_round(host, mika)
    for each in (host, mika):
        each.get(f"challenge-{word}").click()
        expect(each.get("challenge-yes")).to_have_attribute("aria-disabled", "false")
    relay.hold()
    mika.get("challenge-yes").click()
    host.get("challenge-yes").click()
    verdict = host.get(f"laid-{word}").locator(".verdict")
    expect(verdict).to_be_visible()
    relay.release()
    expect(mika.get("rule")).to_contain_text("QD-26")
    judged = view_of(mika).laid[word].verdict
    assert judged is not None
    assert judged.by == host.seat

    relay.hold()
    mika.get("ready").click()
    host.get("ready").click()
    expect(host.get("ready")).to_have_attribute("aria-disabled", "true")
    relay.release()
    for each in (host, mika):
        expect(each.get("round-result")).to_have_count(0)
        assert view_of(each).round == 2


def test_a_vote_handed_in_before_another_is_seen_counts(
    host: Player, relay: Relay, newcomer: Newcomer
) -> None:
    mika = newcomer(relay.base, afresh=True)
    mika.excused.extend(NO_SERVER)
    porter.sit_down(host, mika)
    host.hurry_bots()
    porter.reach_votes(host, mika)
    given = porter.give_votes(mika)
    porter.give_votes(host)
    for each in (host, mika):
        expect(each.get("confirm")).to_have_attribute("aria-disabled", "false")
    relay.hold()
    mika.get("confirm").click()
    porter.confirm(host)
    relay.release()
    for each in (host, mika):
        expect(each.get("ready")).to_be_visible()
        (played,) = porter.view_of(each).rounds
        assert played.votes[mika.seat or 0] == given


FLOWN = """
() => {
  window.flown = 0;
  const flies = (node) => node instanceof Element && node.classList.contains("flying");
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) window.flown += [...addedNodes].filter(flies).length;
  }).observe(document.body, { childList: true, subtree: true });
}
"""
"""Script that counts the cards that fly from now on."""


def test_a_page_behind_a_quick_table_shows_only_the_last_steps_moving(come: Newcomer) -> None:
    player = come(reduced_motion="no-preference")
    set_table(player, "easy", "easy", "easy", no_first_turn_out=True)
    player.hurry_bots()
    seq = player.seq
    player.get("draw-deck").click()
    player.await_after(seq)
    by_keyboard(player, Layout((), hand_of(player)[0], (), 0, 0))
    expect(player.get("discard")).to_have_attribute("aria-disabled", "false")
    seq = player.seq
    player.page.evaluate(FLOWN)
    player.page.evaluate(HOLD)
    player.get("discard").dispatch_event("click")
    while player.told[max(player.told)]["to_act"] != [player.seat] or max(player.told) <= seq + 1:
        player.page.wait_for_timeout(10)
    newest = max(player.told)
    assert newest - seq == 1 + 3 * 2
    while player.seq < newest:
        player.page.evaluate("held.splice(0).forEach((arrive) => arrive())")
        player.page.wait_for_timeout(10)
    # The player's discard, and the cards of the bots' last three steps.
    assert player.page.evaluate("flown") == 1 + 3
