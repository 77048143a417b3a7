"""Three players at their own browsers finish a game of each kind in spite of interruptions.

One leaves for good, one is away for five minutes, and the server is killed once.
"""

import pytest
from playwright.sync_api import expect

from chabudai.games import GAMES
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather
from tests.browser.player import Player
from tests.browser.serving import Serving
from tests.browser.test_absence import close_sheet, newcomers, open_seating
from tests.support.relay import NO_SERVER
from tools.fast_forward import moves_until

SHIPPED = (
    "word-bank",
    "kakapo",
    pytest.param("quiddler", marks=pytest.mark.nightly),
    pytest.param("word-porters", marks=pytest.mark.nightly),
)
SOME_STEPS = 6
SHORT = {"quiddler": {"turn_cap": 1}}
"""Options that shorten a game: the first legal moves never end a round of Quiddler."""


def step_of(player: Player) -> int:
    """Return the step that the page shows."""
    player.at_table()
    return player.seq


def go_away(player: Player) -> None:
    """Close the table's page, and return when the server has noticed.

    In a silent game, other players are not notified. The server processes the end of the page's
    socket before the next request of the same browser.
    """
    player.page.goto(f"{player.base}/livez")
    player.page.reload()


def move(people: list[Player], table: str, there: str) -> None:
    """Make every owed move immediately, until `there` is true or the game ends."""
    for each in people:
        script = moves_until(there)
        each.page.evaluate(f"(table) => {{ window.moved = ({script})(table); }}", table)
    for each in people:
        each.caught_up(each.page.evaluate("window.moved"))


@pytest.mark.parametrize("game", SHIPPED)
def test_three_players_finish_a_game_although_one_leaves_and_one_is_away(
    own_server: Serving, newcomer: Newcomer, game: str
) -> None:
    people = newcomers(own_server, newcomer, 3)
    host, mika, ken = people
    table = gather(game, people, **SHORT.get(game, {}))
    for each in people:
        each.excused.extend(NO_SERVER)
    address = f"/t/{table}"
    silent = GAMES[game].silent

    ken.get("menu").click()
    ken.get("leave").click()
    ken.get("leave-bot").click()
    ken.get(f"play-{game}").wait_for()
    go_away(mika)
    expect(host.page.locator(".chip-away")).to_have_count(0 if silent else 2)
    own_server.let_pass(minutes=5)
    if not silent:
        open_seating(host)
        host.get(f"bot-for-{mika.seat}").click()
        close_sheet(host)
        host.hurry_bots()
    move([host], table, f"seq > {step_of(host) + SOME_STEPS}")

    own_server.kill()
    host.get("connection").wait_for()
    own_server.start()
    expect(host.get("connection")).to_have_count(0)

    mika.open(address)
    mika.at_table()
    assert mika.seat is not None
    if mika.get("sheet-meanwhile").count():
        close_sheet(mika)
    move([host, mika], table, "false")
    for each in (host, mika):
        expect(each.table).to_have_attribute("data-over", "true")
        expect(each.get("rematch")).to_be_visible()
    ken.open(address)
    ken.at_table()
    assert ken.over
    assert {each.seq for each in people} == {host.seq} or silent
    views = [each.told[each.seq]["view"]["phase"] for each in people]
    assert views[0] == views[1] == views[2]
