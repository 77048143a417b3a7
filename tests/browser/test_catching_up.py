"""Animations of a page that has fallen behind its table."""

from playwright.sync_api import expect

from chabudai.games.quiddler.solver import Layout
from tests.browser.fixtures import Newcomer
from tests.browser.quiddler import HOLD, by_keyboard, hand_of, set_table
from tests.browser.serving import Serving

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


def test_page_behind_a_fast_table_animates_only_the_last_steps(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, reduced_motion="no-preference")
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
    # The player's own discard, and the last three actions of the bots.
    assert player.page.evaluate("flown") == 1 + 3
