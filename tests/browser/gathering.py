"""Seats players at a table and makes moves there, without using the page."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tools.fast_forward import HASTEN, moves_until

NAMES = ("Aki", "Mika", "Ken")
"""Names of the host and the friends, in order."""


def gather(game: str, people: list[Player], bots: int = 0, **options: Any) -> str:
    """Begin a game: people take the first seats, beginning with the host, and bots take the others.

    Every page shows the table afterwards. Returns the table's ID.
    """
    host, *friends = people
    made = host.post_table(
        game=game, name=NAMES[0], seats=len(people) + bots, bots=[], options=options
    )
    table: str = made["table"]
    for friend, name in zip(friends, NAMES[1:], strict=False):
        friend.post("/api/join", name=name, table=table, secret=made["invite"])
    host.open(f"/t/{table}")
    expect(host.page.locator(".chair.guest")).to_have_count(len(people))
    for at in range(bots):
        host.get("add-bot").click()
        expect(host.page.locator(".chair.bot")).to_have_count(at + 1)
    host.get("start").click()
    for friend in friends:
        friend.open(f"/t/{table}")
    for each in people:
        each.at_table()
    return table


def newcomers(come: Newcomer, count: int) -> list[Player]:
    return [come() for _ in range(count)]


def open_seating(host: Player) -> None:
    host.choose("seating")
    host.get("sheet-seating").get_by_test_id("seat-0").wait_for()


def move(people: list[Player], table: str, there: str) -> None:
    """Make every owed move immediately, until `there` is true or the game ends."""
    for each in people:
        script = moves_until(there)
        each.page.evaluate(f"(table) => {{ window.moved = ({script})(table); }}", table)
    for each in people:
        each.caught_up(each.page.evaluate("window.moved"))


TO_THE_END = "false"


def move_on(player: Player, table: str, there: str = TO_THE_END) -> None:
    """Make the player's moves until it is their turn and `there` holds, or until the game is over.
    The page is at the table and shows each step.
    """
    seq: int = player.page.evaluate(moves_until(there), table)
    player.caught_up(seq)


def play_unseen(player: Player, table: str, there: str = TO_THE_END) -> None:
    """Like `move_on`, but away from the table's page and with bots that answer immediately, because
    rendering every step takes far longer.
    """
    player.go_to("/livez")
    player.page.evaluate(HASTEN, table)
    player.page.evaluate(moves_until(there), table)


def jump(player: Player, table: str, there: str = TO_THE_END) -> None:
    """Like `play_unseen`, then open the table."""
    play_unseen(player, table, there)
    player.open(f"/t/{table}")
    player.at_table()
