"""Three people in their own browsers finish a game of each kind despite interruptions.

One leaves for good, one is away for five minutes, and the server is killed once.
"""

import pytest
from playwright.sync_api import expect

from chabudai.games import GAMES
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather, move, open_seating
from tests.browser.player import Player
from tests.browser.serving import Serving
from tests.support.relay import NO_SERVER

SHIPPED = (
    "word-bank",
    pytest.param("kakapo", marks=pytest.mark.nightly),
    pytest.param("quiddler", marks=pytest.mark.nightly),
    pytest.param("word-porters", marks=pytest.mark.nightly),
)
SOME_STEPS = 6
SHORT = {"quiddler": {"turn_cap": 1}}
"""Options that shorten a game. Quiddler needs a turn cap, because the test's moves never end a
round.
"""


def go_away(player: Player) -> None:
    """Close the table's page, and return when the server knows.

    In a silent game the server notifies no other guest, so this reloads another page: the server
    detects the closed socket before it answers the same browser's next request.
    """
    player.go_to("/livez")
    player.page.reload()


@pytest.mark.parametrize("game", SHIPPED)
def test_three_people_finish_a_game_though_one_leaves_and_one_is_away(
    own_server: Serving, newcomer: Newcomer, game: str
) -> None:
    people = [newcomer(own_server.base) for _ in range(3)]
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
        host.close_sheet()
        host.hurry_bots()
    host.at_table()
    move([host], table, f"seq > {host.seq + SOME_STEPS}")

    own_server.kill()
    host.get("connection").wait_for()
    own_server.start()
    expect(host.get("connection")).to_have_count(0)

    mika.open(address)
    mika.at_table()
    assert mika.seat is not None
    if mika.get("sheet-meanwhile").count():
        mika.close_sheet()
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
