"""Views and page actions for Quiddler."""

from typing import Any

import msgspec
from playwright.sync_api import Locator, expect

from chabudai.games.quiddler.components.cards import ROUNDS
from chabudai.games.quiddler.solver import Layout, solve
from chabudai.games.quiddler.view import View
from tests.browser.gathering import move_on
from tests.browser.player import Player

HOLD = """
() => {
  const wait = window.setTimeout;
  window.held = [];
  window.setTimeout = (arrive, ms) => (ms < 2000 ? window.held.push(arrive) : wait(arrive, ms));
}
"""
"""Script that holds short timers, so that animations end only when the test calls them.

Longer timers belong to the socket. If its timer for a silent connection ran immediately, the page
would open a second connection.
"""


def view_of(player: Player) -> View:
    """Return the view that the page shows, from the updates it received."""
    return msgspec.convert(player.told[player.seq]["view"], View)


def hand_of(player: Player) -> tuple[str, ...]:
    hand = view_of(player).hands[player.seat or 0]
    assert isinstance(hand, tuple)
    return hand


def best(player: Player) -> Layout:
    """Return the best layout, without words that other players have laid."""
    return best_for(view_of(player), player.seat or 0)


def best_for(view: View, seat: int) -> Layout:
    hand = view.hands[seat]
    assert isinstance(hand, tuple)
    barred = {word.word for word in view.laid if word.seat != seat}
    return solve(hand, barred=frozenset(barred))


def cards_in(place: Locator) -> list[str]:
    """Return the faces of the cards in a row or in the hand."""
    return [card.get_attribute("data-face") or "" for card in place.locator(".card").all()]


def loose(player: Player) -> Locator:
    return player.page.locator(".hand-cards")


def set_table(player: Player, *bots: str, **options: Any) -> str:
    """Open a table of Quiddler where the player in seat 0 starts, and return its ID."""
    table = player.order_table("quiddler", *bots, **{"first_dealer": len(bots), **options})
    player.open(f"/t/{table}")
    return table


# --- building words


def by_keyboard(player: Player, layout: Layout) -> None:
    """Type the words, using Tab to switch to other cards, then `-` or X, and the discard."""
    player.page.keyboard.press("Escape")
    for at, word in enumerate(layout.words):
        player.page.keyboard.type("".join(word))
        row = player.get(f"word-{at}")
        expect(row).to_have_attribute("data-word", "".join(word))
        for _ in range(8):
            if cards_in(row) == list(word):
                break
            player.page.keyboard.press("Tab")
        assert cards_in(row) == list(word)
        player.page.keyboard.press("Space")
    assert layout.discard
    chooses = "-" if "X" in hand_of(player) else "x"
    player.page.keyboard.type(chooses + layout.discard)


def by_touch(player: Player, layout: Layout) -> None:
    """Tap the cards in order, with a new row for each word, then the slot and the discard."""
    player.page.keyboard.press("Escape")
    for at, word in enumerate(layout.words):
        player.get(f"word-{at}").tap()
        for face in word:
            loose(player).locator(f'.card[data-face="{face}"]').first.tap()
        expect(player.get(f"word-{at}")).to_have_attribute("data-word", "".join(word))
    player.get("discard-slot").tap()
    loose(player).locator(f'.card[data-face="{layout.discard}"]').first.tap()
    expect(player.get("discard-slot")).to_have_attribute("data-card", layout.discard or "")


def point(number: int, phase: str, *, last: bool = False) -> str:
    """Return a JavaScript condition for a phase of a round, in or before its last lap."""
    lap = "" if phase == "settling" else f" && (view.last !== null) === {str(last).lower()}"
    return f'view.round === {number} && view.phase.type === "{phase}"{lap}'


def forward(player: Player, table: str, number: int, phase: str, *, last: bool = False) -> None:
    """Make simple moves until it is the player's turn at this point of the game, or the game is
    over. Then wait until the page shows that.
    """
    move_on(player, table, point(number, phase, last=last))


def hand_with_a_pair(player: Player) -> tuple[tuple[str, ...], str]:
    """Play until the player must act and holds a two-letter card and exactly one card with its
    first letter. Return the hand and the two-letter card.
    """
    while True:
        table = set_table(player, "easy", turn_cap=1)
        player.hurry_bots()
        for number in range(3, ROUNDS + 1):
            forward(player, table, number, "acting")
            hand = hand_of(player)
            for face in hand:
                if len(face) == 2 and hand.count(face[0]) == 1:
                    return hand, face
