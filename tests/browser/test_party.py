"""The page of a party, where the same people play one game after the other."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather, move, newcomers
from tests.browser.player import Player
from tests.browser.screens import looks_well


def open_party(party: str, *people: Player) -> None:
    for each in people:
        each.open(f"/p/{party}")
        each.get("party").wait_for()


def win(host: Player, friend: Player, table: str) -> None:
    """Play a game of Word Bank: only the host says words, until a safe closes."""
    while not host.view.won[0]:
        host.say_best()
        assert friend.await_turn()
        friend.pass_turn()
        assert host.await_turn()
    move([host, friend], table, "false")


def test_two_people_play_the_same_again_and_another_game_from_the_partys_page(
    come: Newcomer,
) -> None:
    host, friend = newcomers(come, 2)
    party = gather("word-bank", [host, friend], first_player=0)
    friend.get("menu").click()
    friend.get("to-party").click()
    expect(friend.get("now")).to_contain_text("Word Bank is being played.")
    expect(friend.get("play-quiddler")).to_have_count(0)
    friend.get("go-there").click()
    friend.at_table()
    win(host, friend, party)
    open_party(party, host, friend)
    expect(host.get("score")).to_have_text("Tonight: Aki\u00a01\u00a0· Mika\u00a00")
    expect(host.get(f"played-{party}")).to_contain_text(re.compile(r"Aki \d+ stones? left"))
    expect(host.get("next-word-bank")).to_contain_text("The same again")
    expect(host.get("next-quiddler")).to_contain_text("New here for everybody.")
    late = come()
    late.post("/api/join", name="Ken", code=host.get("code").inner_text())
    open_party(party, late)
    expect(late.get("waiting")).to_be_visible()
    expect(host.page.locator(".sitting.waiting")).to_contain_text("Ken")
    looks_well(host.page)

    host.get("play-word-bank").focus()
    host.page.keyboard.press("Enter")
    people = [host, friend, late]
    for each in people:
        each.get("lobby").wait_for()
        expect(each.page.locator(".chair.guest")).to_have_count(3)
    friend.await_heard("now", "Next: Word Bank. Everybody is called")
    expect(friend.page.locator(".lobby-bar")).to_contain_text("Aki chose Word Bank.")
    assert host.page.url == friend.page.url
    open_party(party, friend)
    begins = "Aki opened the next game. Word Bank is about to begin."
    expect(friend.get("now")).to_contain_text(begins)
    friend.get("go-there").click()
    friend.get("lobby").wait_for()
    host.begin(friend, late)
    move(people, host.page.url.rsplit("/", 1)[1], "false")

    open_party(party, *people)
    expect(host.page.locator(".played-list li")).to_have_count(2)
    friend.get("play-quiddler").click()
    for each in people:
        each.get("lobby").wait_for()
        expect(each.page.locator(".chair.guest")).to_have_count(3)
    host.await_heard("now", "Next: Quiddler.")


def test_a_party_is_kept_shared_left_and_deleted(come: Newcomer) -> None:
    host, friend = newcomers(come, 2)
    party = gather("word-bank", [host, friend], first_player=0)
    win(host, friend, party)
    for each in (host, friend):
        each.open()
        each.get(f"way-{party}").click()
        each.get("party").wait_for()
    score = "Tonight: Aki 1 · Mika 0"
    host.get("tonight-share").click()  # without the permission to copy
    assert host.get("tonight-text").input_value().startswith(f"{score}\n{host.base}")
    with host.page.expect_download() as picture:
        host.get("tonight-save").click()
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")
    with host.page.expect_download() as listed:
        host.get("tonight-list").click()
    text = Path(listed.value.path()).read_text("utf-8")
    assert text.startswith("Aki’s party – chabudai\n")
    assert score in text

    expect(friend.get("delete-party")).to_have_count(0)
    friend.get("leave-party").press("Enter")
    expect(friend.page.locator("#sure")).to_contain_text("Your name becomes “a guest” here.")
    friend.page.keyboard.press("Escape")
    friend.get("leave-party").click()
    friend.get("leave-party-confirm").click()
    friend.get("join-code").wait_for()
    expect(friend.get("your-tables")).to_have_count(0)
    expect(host.get("score")).to_have_text("Tonight: Aki\u00a01\u00a0· a guest\u00a00")
    host.get("delete-party").click()
    looks_well(host.page)
    host.get("delete-party-confirm").click()
    host.get("join-code").wait_for()
    host.excused.append("status of 404")
    host.open(f"/p/{party}")
    expect(host.get("message")).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", pytest.param("ja-JP", marks=pytest.mark.nightly)])
def test_a_lobby_that_never_started_is_dismissed_on_the_front_page(
    come: Newcomer, locale: str
) -> None:
    player = come(locale=locale)
    table = player.order_table("quiddler", friends=2)
    player.open()
    expect(player.get(f"way-{table}")).to_have_attribute("href", f"/t/{table}")
    player.get(f"dismiss-{table}").press("Enter")
    expect(player.get("your-tables")).to_have_count(0)
    player.reload()
    expect(player.get("your-tables")).to_have_count(0)
