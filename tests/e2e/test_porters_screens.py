"""Word Porters at every size, in both languages, in light and dark: it fits, axe finds nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.fixtures import Newcomer
from tests.e2e.player import Player
from tests.e2e.porter import (
    await_next,
    choose,
    confirm,
    free_places,
    give_votes,
    play_hints,
    put,
    set_table,
)
from tests.e2e.screens import LOCALES, wrong_with
from tests.e2e.serving import Serving

FIVE = ("easy",) * 5


def lobby(player: Player) -> None:
    player.open()
    player.get("friends-word-porters").click()
    player.get("lobby").wait_for()
    player.get("qr").locator("svg").wait_for()
    for group in player.page.locator("main details").all():
        if group.get_attribute("open") is None:
            group.locator("summary").click()


def hints(player: Player) -> None:
    """My word open, a porter on the table and one about to be put."""
    set_table(player, *FIVE)
    player.hurry_bots()
    put(player, free_places(player)[3])
    await_next(player)
    choose(player, free_places(player)[0])


def children(player: Player) -> None:
    set_table(player, *FIVE, children=True)
    player.hurry_bots()
    choose(player, free_places(player)[-1])


def votes(player: Player) -> None:
    set_table(player, *FIVE)
    player.hurry_bots()
    play_hints(player)
    give_votes(player)


def rest(player: Player) -> None:
    votes(player)
    confirm(player)
    player.get("ready").wait_for()
    player.get("review-0").locator("summary").first.click()
    player.page.locator(".vote-bars").first.wait_for()


def end(player: Player) -> None:
    set_table(player, "easy", "easy", "easy")
    player.hurry_bots()
    while not player.over:
        play_hints(player)
        if player.get("confirm").count():
            give_votes(player)
            confirm(player)
        elif player.get("ready").count():
            player.get("ready").click()
            expect(player.get("ready")).to_have_count(0)
    player.get("end-table").wait_for()


def menu(player: Player) -> None:
    set_table(player, "easy", "easy")
    player.get("menu").click()
    player.get("leave").wait_for()


SCREENS: tuple[Callable[[Player], None], ...] = (lobby, hints, children, votes, rest, end, menu)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("screen", SCREENS, ids=[screen.__name__ for screen in SCREENS])
def test_a_screen_of_word_porters_fits_and_can_be_read_at_every_size_and_in_both_themes(
    server: Serving, newcomer: Newcomer, screen: Callable[[Player], None], locale: str
) -> None:
    player = newcomer(server.base, locale=locale)
    screen(player)
    wrong = wrong_with(player, screen.__name__)
    assert not wrong, "\n".join(wrong)
