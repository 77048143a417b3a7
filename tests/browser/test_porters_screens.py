"""Word Porters at every size, in both languages and themes: it fits, and axe reports nothing."""

from collections.abc import Callable, Iterator
from string import ascii_lowercase

import pytest

from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tests.browser.porter import (
    await_next,
    choose,
    confirm,
    free_places,
    give_votes,
    put,
    set_table,
)
from tests.browser.report_section import open_report
from tests.browser.screens import wrong_with
from tests.browser.serving import Serving
from tests.browser.shortcut import jump, move_on

FIVE = ("easy",) * 5
SCROLLED = "area => area.scrollHeight / area.clientHeight"
"""Script that returns the ratio of the middle's content height to its visible height."""
A_ROW_IN_SIGHT = """
() => {
  const cards = [...document.querySelectorAll(".hint-card")].slice(0, 6);
  const ground = document.querySelector(".porters").getBoundingClientRect();
  return cards.map((card) => card.getBoundingClientRect().bottom <= ground.bottom);
}
"""


def screens_before_a_game(player: Player) -> Iterator[str]:
    player.open()
    player.get("friends-word-porters").click()
    player.get("lobby").wait_for()
    for group in player.page.locator("main details").all():
        if group.get_attribute("open") is None:
            group.locator("summary").click()
    yield "the lobby"


def screens_for_children(player: Player) -> Iterator[str]:
    set_table(player, *FIVE, children=True)
    player.hurry_bots()
    choose(player, free_places(player)[-1])
    yield "a porter for children"


def screens_of_a_game(player: Player) -> Iterator[str]:
    """Yield the screens of a game: my word open, a porter on the table and one about to be put, the
    votes, and so on.
    """
    table = set_table(player, *FIVE)
    player.hurry_bots()
    put(player, free_places(player)[3])
    await_next(player)
    choose(player, free_places(player)[0])
    player.page.set_viewport_size({"width": 844, "height": 390})
    assert player.page.evaluate(A_ROW_IN_SIGHT) == [True] * 6
    yield "the hints"
    player.get("menu").click()
    player.get("leave").wait_for()
    yield "the menu"
    player.page.keyboard.press("Escape")
    move_on(player, table, "view.phase.type === 'voting'")
    player.page.set_viewport_size({"width": 1000, "height": 700})
    assert player.page.locator(".porters").evaluate(SCROLLED) < 1.25
    give_votes(player)
    yield "the votes"
    confirm(player)
    player.get("ready").wait_for()
    player.get("review-0").locator("summary").first.click()
    player.page.locator(".vote-bars").first.wait_for()
    yield "the end of a round"
    jump(player, table)
    player.get("end-table").wait_for()
    open_report(player)
    yield "the end and the look back"


IN_ONE_LINE = """
() => {
  const faces = [...document.querySelectorAll(".hand .face")];
  const high = (face) => face.getBoundingClientRect().height;
  const line = (face) => parseFloat(getComputedStyle(face).lineHeight);
  return faces.length === 10 && faces.every((face) => high(face) < 1.5 * line(face));
}
"""


def test_the_longest_words_stay_in_one_line_on_the_smallest_low_tables(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    longest = [
        f"{word}{letter}" for word in ("homesicknes", "encyclopedi") for letter in ascii_lowercase
    ]
    set_table(player, *FIVE, own_words=longest)
    for width, height in ((1024, 768), (1000, 700), (768, 1024)):
        player.page.set_viewport_size({"width": width, "height": height})
        player.page.wait_for_function(IN_ONE_LINE)


SCREENS = (screens_before_a_game, screens_for_children, screens_of_a_game)


@pytest.mark.parametrize("screens", SCREENS, ids=[screens.__name__ for screens in SCREENS])
def test_word_porters_fits_and_can_be_read_at_every_size_in_both_languages_and_themes(
    server: Serving, newcomer: Newcomer, screens: Callable[[Player], Iterator[str]]
) -> None:
    player = newcomer(server.base, locale="ja-JP")
    wrong = [fault for screen in screens(player) for fault in wrong_with(player, screen)]
    assert not wrong, "\n".join(wrong)
