"""Idle guests: after two minutes, every player's status line names them."""

import re

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import NAMES, gather
from tests.browser.player import Player
from tests.browser.serving import Serving
from tests.browser.test_absence import newcomers
from tests.browser.test_first_evening import move
from tools.fast_forward import moves_until


def said_to(player: Player) -> str:
    """Return the sentence about idle guests on the player's page."""
    return player.get("idle").inner_text()


def reload(player: Player) -> None:
    player.page.reload()
    player.at_table()


def test_status_line_names_a_guest_who_has_not_moved_for_minutes(
    own_server: Serving, newcomer: Newcomer
) -> None:
    people = newcomers(own_server, newcomer, 3)
    gather("word-bank", people)
    idle = next(each for each in people if each.seat == people[0].seat_to_act())
    others = [each for each in people if each is not idle]
    told = f"{NAMES[idle.seat or 0]} has not moved for"  # minutes vary
    own_server.let_pass(minutes=1.97)
    for each in people:
        reload(each)
    for each in others:  # appears without a reload, counts on after one
        expect(each.get("idle")).to_have_text(re.compile(f"^{told} [2-9] minutes[.]$"))
        expect(each.get("idle")).to_be_visible()
    own_server.let_pass(minutes=4)
    spectator = newcomer(own_server.base, locale="ja-JP")
    spectator.open(idle.page.url.removeprefix(own_server.base))
    expect(spectator.get("idle")).to_have_text(
        re.compile(f"^{NAMES[idle.seat or 0]}の手を、もう[4-9]分待っています。$")
    )
    reload(others[0])
    expect(others[0].get("idle")).to_have_text(re.compile(f"^{told} [4-9] minutes[.]$"))
    expect(idle.get("idle")).to_have_count(0)
    expect(idle.get("status")).to_contain_text("Your turn")
    idle.say(idle.least().word)
    for each in (*people, spectator):
        expect(each.get("idle")).to_have_count(0)


def test_status_line_names_all_guests_who_are_idle_but_the_reader(
    own_server: Serving, newcomer: Newcomer
) -> None:
    people = newcomers(own_server, newcomer, 3)
    host, mika, _ = people
    table = gather("word-porters", people)
    move(people, table, "to_act.length === 3")
    own_server.let_pass(minutes=3)
    reload(host)
    told = re.fullmatch(r"(.+) and (.+) have not moved for [3-9] minutes[.]", said_to(host))
    assert told
    assert set(told.groups()) == set(NAMES[1:])
    mika.page.evaluate(f"(table) => {{ void ({moves_until('false')})(table); }}", table)
    expect(host.get("idle")).to_have_text(
        re.compile(f"^{NAMES[2]} has not moved for [3-9] minutes[.]$")
    )


def test_status_line_of_a_silent_game_names_no_idle_guest(
    own_server: Serving, newcomer: Newcomer
) -> None:
    host, mika = newcomers(own_server, newcomer, 2)
    gather("kakapo", [host, mika])
    own_server.let_pass(minutes=5)
    for each in (host, mika):
        reload(each)
        expect(each.get("status")).to_be_visible()
        expect(each.get("idle")).to_have_count(0)
