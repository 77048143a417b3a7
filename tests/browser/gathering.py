"""Seats several players at a table without using the lobby's page."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tools.fast_forward import moves_until

NAMES = ("Aki", "Mika", "Ken")
"""Names of the host and the friends, in order."""


def gather(game: str, people: list[Player], bots: int = 0, **options: Any) -> str:
    """Begin a game: people take the first seats, beginning with the host, and bots the others.

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
    """Return `count` new players."""
    return [come() for _ in range(count)]


def open_seating(host: Player) -> None:
    host.get("menu").click()
    host.get("seating").click()
    host.get("sheet-seating").get_by_test_id("seat-0").wait_for()


def move(people: list[Player], table: str, there: str) -> None:
    """Make every owed move immediately, until `there` is true or the game ends."""
    for each in people:
        script = moves_until(there)
        each.page.evaluate(f"(table) => {{ window.moved = ({script})(table); }}", table)
    for each in people:
        each.caught_up(each.page.evaluate("window.moved"))
