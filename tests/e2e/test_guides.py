"""Each guide is played through on the page as its notes say, in one language at one size."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from chabudai.games import GAMES
from chabudai.games.kakapo import state as kakapo
from chabudai.games.kakapo.components.board import WAYS
from chabudai.games.kakapo.components.cards import VALUE
from chabudai.games.kakapo.state import Reveal, Select
from chabudai.games.quiddler.state import Discard, Draw, GoOut, Ready
from chabudai.games.word_porters.state import Place, Vote
from tests.e2e.fixtures import Newcomer
from tests.e2e.kakapo_player import bring, reveal_by_hand, select
from tests.e2e.player import Player
from tests.e2e.screens import faults
from tests.e2e.serving import Serving
from tools.axe import violations

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}


def say(player: Player, move: Any) -> None:
    """Word Bank: a word, typed; or pass."""
    if not hasattr(move, "word"):
        player.get("pass").click()
        player.get("pass-confirm").click()
        return
    player.page.keyboard.type(move.word)
    player.can_say()
    player.get("say-it").click()


def lay(player: Player, move: Any) -> None:
    """Quiddler: draw, tap words and a discard, press what is to be done."""
    match move:
        case Draw(source=source):
            player.get("draw-deck" if source == "pile" else "draw-discard").click()
        case Ready():
            player.get("ready").click()
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


def throw(player: Player, card: str) -> None:
    """Choose the card to discard."""
    player.get("discard-slot").get_by_role("button").click()
    player.page.locator(f'.hand-cards .card[data-face="{card}"]').first.click()
    expect(player.get("discard-slot")).to_have_attribute("data-card", card)


def carry(player: Player, move: Any) -> None:
    """Word Porters: a porter on a hint, votes, on to the next round."""
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
    """The Kakapo: a card, a piece, its place."""
    match move:
        case Reveal(card=card):
            reveal_by_hand(player, card)
        case Select():
            select(player)
        case kakapo.Place(piece=piece, orientation=orientation, row=row, column=column):
            shape = WAYS[VALUE[piece]][orientation]
            bring(player, {(row + down, column + right) for down, right in shape})
            player.get("place").click()


HOW: dict[str, Callable[[Player, Any], None]] = {
    "word-bank": say,
    "quiddler": lay,
    "word-porters": carry,
    "kakapo": scan,
}
PLAYED = [
    ("word-bank", "first", "en-GB", PHONE),
    ("quiddler", "first", "ja-JP", DESK),
    ("word-porters", "first", "ja-JP", PHONE),
    ("kakapo", "buddy", "en-GB", DESK),
    ("kakapo", "party", "ja-JP", PHONE),
]


@pytest.mark.parametrize(("game", "name", "locale", "size"), PLAYED)
def test_a_guide_is_played_to_its_end_as_its_notes_say(
    server: Serving, newcomer: Newcomer, game: str, name: str, locale: str, size: ViewportSize
) -> None:
    guide = GAMES[game].guides[name]
    player = newcomer(server.base, locale=locale, viewport=size)
    player.open(f"/learn/{game}/{name}")
    player.at_table()
    note = player.get("guide")
    for at, lesson in enumerate(guide.lessons):
        expect(note).to_have_attribute("data-at", str(at))
        text = guide.translations(lesson.text)[locale[:2]]
        expect(player.get("guide-text")).to_have_text(text)
        expect(player.page.locator(".guide-ring")).to_have_count(len(lesson.point))
        assert faults(player.page) == []
        if lesson.do is not None:
            HOW[game](player, lesson.do)
    assert violations(player.page) == []
    player.get("guide-play").click()
    player.page.wait_for_url(re.compile("/t/"))


def test_a_guide_is_offered_before_the_first_game_and_gone_on_with_after_one_has_left(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, asked=True, viewport=PHONE)
    player.open()
    player.get("play-word-bank").click()
    sheet = player.get("sheet-learn")
    expect(sheet.get_by_test_id("glance").locator("li")).to_have_count(3)
    sheet.get_by_test_id("guide-first").click()
    player.at_table()
    first = GAMES["word-bank"].guides["first"].lessons[0]
    expect(player.get("guide-text")).to_have_text(first.text)

    player.get("pass").click()
    player.get("pass-confirm").click()
    expect(player.get("status")).to_contain_text("follow the note")
    say(player, first.do)
    expect(player.get("guide")).to_have_attribute("data-at", "1")
    player.get("guide-leave").click()
    player.ready()
    player.get("learn-word-bank").click()
    player.get("guide-first").click()
    expect(player.get("guide")).to_have_attribute("data-at", "1")
    player.get("guide-again").click()
    expect(player.get("guide")).to_have_attribute("data-at", "0")
    player.get("guide-leave").click()
    player.ready()
    player.get("play-word-bank").click()
    player.page.wait_for_url(re.compile("/t/"))
