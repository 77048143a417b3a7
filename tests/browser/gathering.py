"""Seating of several players at a table, without the lobby's page."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.player import Player

NAMES = ("Aki", "Mika", "Ken")
"""Names of the host and the friends, in order."""


def gather(game: str, people: list[Player], bots: int = 0, **options: Any) -> str:
    """Start a game and return its table's ID. Players take the first seats, the host seat 0; bots
    take the others. Every page shows the table afterwards.
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
    host.get("start").click()
    for friend in friends:
        friend.open(f"/t/{table}")
    for each in people:
        each.at_table()
    return table
