"""Page actions for Word Porters."""

import re
from typing import Any

import msgspec
from playwright.sync_api import expect

from chabudai.games import GAMES
from chabudai.games.word_porters.components import Tongue, hints_on, word_on
from chabudai.games.word_porters.state import Place
from chabudai.games.word_porters.view import View
from tests.browser.gathering import gather
from tests.browser.player import Player

GAME = GAMES["word-porters"]
MOST_STEPS = 200
FURIGANA = re.compile(r"\{([^|}]*)\|[^}]*\}")
TO_DO = (
    '[data-turn="{seat}"] [data-testid=put], [data-testid=confirm], [data-testid=ready],'
    " [data-testid=end-table]"
)
"""Elements shown when a seat must place a porter, vote or end a round, or when the game is over."""


def view_of(player: Player) -> View:
    """Return the view that the page shows, from the updates it received."""
    return msgspec.convert(player.told[player.seq]["view"], View)


def identity_of(player: Player) -> int:
    assert player.seat is not None
    return view_of(player).identities[player.seat]


def set_table(player: Player, *bots: str, **options: Any) -> str:
    """Open a table of Word Porters with bots where the player in seat 0 starts."""
    table = player.order_table("word-porters", *bots, **{"first_player": 0, **options})
    player.open(f"/t/{table}")
    return table


def sit_down(host: Player, friend: Player) -> str:
    """Begin a game of host, friend and bot, and return its table. The host has the first turn."""
    return gather("word-porters", [host, friend], bots=1, first_player=0)


def await_next(player: Player) -> None:
    """Wait until the player must act or the game is over."""
    player.page.locator(TO_DO.format(seat=player.seat)).first.wait_for()


def due(player: Player) -> bool:
    """Whether this player must act next, or the game is over. Only for games with two people."""
    other = 1 - (player.seat or 0)
    seats = (player.seat, other)
    waiting = ", ".join(f'[data-testid=table][data-turn="{seat}"]' for seat in seats)
    player.page.locator(f'{waiting}, [data-testid=table][data-over="true"]').first.wait_for(
        state="attached"
    )
    return player.over or player.seat in player.told[player.seq]["to_act"]


def next_due(first: Player, second: Player) -> Player:
    """Return the player who must act next, or the first player if the game is over.

    Pages receive updates at different times: the second may still show the first player's turn.
    """
    if due(first):
        return first
    second.caught_up(first.seq)
    return second


def free_places(player: Player) -> list[Place]:
    """Return the places where a porter may be put now, according to the game."""
    assert player.seat is not None
    actions = GAME.legal_actions(view_of(player), player.seat)
    return [action for action in actions if isinstance(action, Place)]


def choose(player: Player, place: Place) -> None:
    half = player.get(f"hint-{place.card}-{place.word}")
    half.click()
    expect(half).to_have_attribute("aria-pressed", "true")


def put(player: Player, place: Place) -> None:
    """Put a porter on a hint word with the mouse, and wait until the page shows it."""
    seq = player.seq
    half = player.get(f"hint-{place.card}-{place.word}")
    if half.get_attribute("aria-pressed") == "false":
        choose(player, place)
    button = player.get("put")
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()
    player.await_after(seq)


def reach_votes(host: Player, friend: Player) -> None:
    """Put porters on hint words until the voting begins."""
    while not host.get("confirm").count():
        for each in (host, friend):
            if due(each) and each.get("put").count():
                put(each, free_places(each)[0])


def give_votes(player: Player) -> tuple[int, ...]:
    """Vote: give every other player the lowest free number. Returns the votes by seat."""
    view, own = view_of(player), identity_of(player)
    others = [seat for seat in range(len(view.scores)) if seat != player.seat]
    numbers = [number for number in range(1, 11) if number != own][: len(others)]
    for seat, number in zip(others, numbers, strict=True):
        player.get(f"turn-to-{seat}").click()
        player.get(f"word-{number}").click()
        expect(player.get(f"ballot-{seat}").locator(".vote-tile")).to_have_count(1)
    given = dict(zip(others, numbers, strict=True))
    return tuple(given.get(seat, 0) for seat in range(len(view.scores)))


def confirm(player: Player) -> None:
    """Hand in the votes, and wait until the page confirms them."""
    button = player.get("confirm")
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()
    expect(button).to_have_count(0)


def play_hints(player: Player) -> None:
    """Put porters, each on the first free hint word, until the phase ends."""
    for _ in range(MOST_STEPS):
        await_next(player)
        if not player.get("put").count():
            return
        put(player, free_places(player)[0])
    raise AssertionError("the hints have no end")


def printed(player: Player) -> tuple[list[str], list[str]]:
    """Return the words and hint words on the page, without furigana and line breaks."""
    ways = ".words .face", ".hints .face"
    read = (
        "all => all.map(face => [...face.childNodes].map(bare).join('').replaceAll('\u200b', ''))"
    )
    bare = "const bare = (node) => node.firstChild ? node.firstChild.textContent : node.textContent"
    words, hints = (
        player.page.locator(way).evaluate_all(f"(all) => {{ {bare}; return ({read})(all); }}")
        for way in ways
    )
    return words, hints


def cards_in(player: Player, tongue: Tongue) -> tuple[list[str], list[str]]:
    """Return the texts of the cards that the page should show in a language."""
    view = view_of(player)
    words = [plain(word_on(face, tongue)) for face in view.words]
    hints = [plain(hint) for face in view.hints for hint in hints_on(face, tongue)]
    return words, hints


def plain(text: str) -> str:
    """Return a card's text without its furigana."""
    return FURIGANA.sub(r"\1", text)
