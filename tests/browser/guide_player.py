"""Page actions that follow the lessons of the guides."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from chabudai.games.kakapo import state as kakapo
from chabudai.games.kakapo.components.board import WAYS
from chabudai.games.kakapo.components.cards import VALUE
from chabudai.games.kakapo.state import Reveal, Select
from chabudai.games.quiddler.state import Challenge, Discard, Draw, GoOut, Ready
from chabudai.games.word_porters.state import Place, Vote
from tests.browser.kakapo_player import bring, reveal_by_hand
from tests.browser.player import Player


def say(player: Player, move: Any) -> None:
    """Word Bank: type a word, or pass."""
    if not hasattr(move, "word"):
        player.pass_turn()
        return
    player.page.keyboard.type(move.word)
    player.can_say()
    player.get("say-it").click()


def lay(player: Player, move: Any) -> None:
    """Quiddler: draw, tap words and a discard, and press the next button."""
    match move:
        case Draw(source=source):
            player.get("draw-deck" if source == "pile" else "draw-discard").click()
        case Ready():
            player.get("ready").click()
        case Challenge(word=laid):
            player.get(f"challenge-{laid}").click()
            player.get("challenge-yes").click()
        case Discard(card=card):
            throw(player, card)
            player.get("discard").click()
        case GoOut(words=words, discard=card):
            for at, word in enumerate(words):
                player.get(f"word-{at}").click()
                for face in word:
                    player.page.locator(f'.hand-cards .card[data-face="{face}"]').first.click()
                expect(player.get(f"word-{at}")).to_have_attribute("data-word", "".join(word))
            throw(player, card)
            player.get("go-out").click()
        case _:
            raise AssertionError(move)


def throw(player: Player, card: str) -> None:
    player.get("discard-slot").get_by_role("button").click()
    player.page.locator(f'.hand-cards .card[data-face="{card}"]').first.click()
    expect(player.get("discard-slot")).to_have_attribute("data-card", card)


def carry(player: Player, move: Any) -> None:
    """Word Porters: put a porter on a hint, vote, or continue to the next round."""
    match move:
        case Place(card=card, word=word):
            player.get(f"hint-{card}-{word}").click()
            expect(player.get("put")).to_have_attribute("aria-disabled", "false")
            player.get("put").click()
        case Vote(votes=votes):
            for seat, number in enumerate(votes):
                if number:
                    player.get(f"turn-to-{seat}").click()
                    player.get(f"word-{number}").click()
                    expect(player.get(f"ballot-{seat}").locator(".vote-tile")).to_have_count(1)
            player.get("confirm").click()
        case _:
            player.get("ready").click()


def scan(player: Player, move: Any) -> None:
    """The Kakapo: play a card, select a piece, or place it."""
    match move:
        case Reveal(card=card):
            reveal_by_hand(player, card)
        case Select(skill=skill):
            kind = "none" if skill is None else type(skill).__name__.lower()
            player.page.locator(f".tile:not(.barred)[data-testid=tile-{kind}]").click()
            expect(player.get("select")).to_have_attribute("aria-disabled", "false")
            player.get("select").click()
        case kakapo.Place(piece=piece, orientation=orientation, row=row, column=column):
            shape = WAYS[VALUE[piece]][orientation]
            bring(player, {(row + down, column + right) for down, right in shape})
            player.get("place").click()
        case _:
            raise AssertionError(move)


HOW: dict[str, Callable[[Player, Any], None]] = {
    "word-bank": say,
    "quiddler": lay,
    "word-porters": carry,
    "kakapo": scan,
}
