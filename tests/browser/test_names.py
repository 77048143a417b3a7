"""The longest names, in many scripts and both directions, at full tables."""

import re

import httpx
from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tests.browser.screens import SIZES, faults, look_at
from tests.browser.serving import Serving
from tests.browser.shortcut import play_unseen

ARABIC = "محمد عبد الرحمن الطويل"
WIDE = "M" * 24
NAMES = (
    "Wolfeschlegelsteinhausen",
    "春夏秋冬花鳥風月山川草木雪月花星空海波風雲雨",
    ARABIC,
    "👨‍👩‍👧‍👦👩🏽‍🚀🧑🏿‍🤝‍🧑🏻" * 8,
    "שלום עליכם חברים טובים",
    WIDE,
    "iii 123 دبي 45",
)
APART = f"\u2068{ARABIC}\u2069"
"""The name in a sentence, isolated by Unicode's rules for bidirectional text (UAX 9)."""


def wrong(player: Player, screen: str) -> list[str]:
    """Return the faults of a screen at any size."""
    found: list[str] = []
    for size in SIZES:
        look = look_at(player, size)
        found += [f"{screen}, {look}: {fault}" for fault in faults(player.page)]
    return found


def test_a_full_table_has_room_for_the_longest_names_of_every_script(
    server: Serving, newcomer: Newcomer
) -> None:
    host = newcomer(server.base)
    host.open()
    host.get("friends-quiddler").click()
    host.get("lobby").wait_for()
    host.get("seats-8").click()
    expect(host.page.locator(".chair")).to_have_count(8)
    code = host.get("code").inner_text()
    for name in NAMES:
        answer = httpx.post(
            f"{server.base}/api/join",
            json={"code": code, "name": name},
            headers={"Origin": server.base},
        )
        assert answer.status_code == 200, answer.text
    expect(host.page.locator(".chair.guest")).to_have_count(8)
    found = wrong(host, "the lobby")
    host.get("start").click()
    host.at_table()
    found += wrong(host, "the table")
    assert not found, "\n".join(found)


def looked_on(server: Serving, newcomer: Newcomer, name: str) -> tuple[Player, Player, str]:
    """Seat a player of this name at a table with a bot, and add a spectator. Return both and the
    table.
    """
    host, watcher = newcomer(server.base), newcomer(server.base)
    table = host.order_table("word-bank", "easy", name=name)
    watcher.open(f"/t/{table}")
    watcher.at_table()
    return host, watcher, table


def test_spectator_has_room_for_the_longest_name_until_the_end(
    server: Serving, newcomer: Newcomer
) -> None:
    host, watcher, table = looked_on(server, newcomer, WIDE)
    found = wrong(watcher, "the table")
    play_unseen(host, table)
    watcher.get("end-table").wait_for()
    found += wrong(watcher, "the end")
    assert not found, "\n".join(found)


def test_right_to_left_name_does_not_reorder_the_text_after_it(
    server: Serving, newcomer: Newcomer
) -> None:
    host, watcher, table = looked_on(server, newcomer, ARABIC)
    # Without enough room, the end of the name is cut off, not its beginning.
    names = watcher.page.locator(".chip-name")
    expect(names.first).to_have_css("direction", "rtl")
    expect(names.last).to_have_css("direction", "ltr")
    play_unseen(host, table)
    watcher.get("end-table").wait_for()
    told = [line for line in watcher.log() if ARABIC in line]
    assert told
    assert all(line.count(ARABIC) == line.count(APART) for line in told)
    watcher.get("share-result").click()  # without permission to use the clipboard
    expect(watcher.get("result-text")).to_have_value(re.compile(rf"[★·] {APART} \d+\n"))


LOOKS_LIKE_AKI = "\u0410ki"
""""Aki" with a Cyrillic A."""


def test_refused_name_is_explained_and_forgotten_and_does_not_block_a_seat(
    server: Serving, newcomer: Newcomer
) -> None:
    host, friend = newcomer(server.base), newcomer(server.base)
    friend.excused.append("409")
    host.open()
    host.get("friends-word-bank").click()
    host.get("my-name").fill("Aki")
    host.get("my-name").press("Enter")
    link = host.get("invite-link").input_value().removeprefix(server.base)
    friend.open()
    friend.page.evaluate("(name) => localStorage.setItem('chabudai.name', name)", LOOKS_LIKE_AKI)
    friend.open(link)
    name = friend.get("my-name")
    name.wait_for()
    made_up = name.input_value()
    assert made_up != LOOKS_LIKE_AKI
    for wish, said in (
        (LOOKS_LIKE_AKI, "Add an initial"),
        ("aki", "Add an initial"),
        ("you", "The page uses that word itself"),
    ):
        name.fill(wish)
        name.press("Enter")
        expect(friend.get("lobby")).to_contain_text(said)
        expect(name).to_have_value(made_up)
    name.fill("Aki B")
    name.press("Enter")
    expect(host.page.locator(".chair.guest")).to_contain_text(["Aki B"])
    expect(friend.get("lobby")).not_to_contain_text("The page uses")
    friend.page.wait_for_function("() => localStorage.getItem('chabudai.name') === 'Aki B'")
