"""Guests who leave, return, are idle, replaced or removed."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import porter
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import NAMES, gather, move, newcomers, open_seating
from tests.browser.player import Player
from tests.browser.screens import looks_well
from tests.browser.serving import Serving
from tools.fast_forward import moves_until

ALMOST_AWAY_MS = 29_000
"""Clock jump that is too short for a page to consider its socket dead."""


@pytest.mark.nightly
def test_skip_is_hidden_while_the_filled_in_votes_are_revealed(come: Newcomer) -> None:
    host = come(afresh=True, reduced_motion="no-preference")
    mika = come(afresh=True)
    porter.sit_down(host, mika)
    host.hurry_bots()
    porter.reach_votes(host, mika)
    host.page.clock.install()
    porter.give_votes(host)
    porter.confirm(host)
    host.page.locator('[data-testid=table][data-turn="1"]').wait_for(state="attached")
    address = mika.page.url
    mika.page.goto("about:blank")
    expect(host.get("status")).to_contain_text("is away")
    host.page.clock.pause_at(host.page.evaluate("Date.now()") + ALMOST_AWAY_MS)
    host.get("skip").click()
    expect(host.get("round-sheet")).to_be_visible()
    expect(host.get("strip")).to_have_count(0)
    host.page.clock.resume()
    host.get("ready").wait_for()
    (finished,) = porter.view_of(host).rounds
    assert finished.votes[1] == (0, 0, 0)
    for seat in (0, 2):
        expect(host.get(f"result-{seat}").locator(".guesses")).to_contain_text("blank")
    expect(host.get("result-1").locator(".guesses")).not_to_contain_text("blank")
    mika.open(address)
    mika.at_table()
    expect(mika.get("sheet-meanwhile")).to_contain_text("You did not vote.")


def test_a_silent_game_does_not_reveal_absence(own_server: Serving, newcomer: Newcomer) -> None:
    host, mika = (newcomer(own_server.base, afresh=True) for _ in range(2))
    gather("kakapo", [host, mika])
    own_server.let_pass(minutes=5)
    for each in (host, mika):
        each.reload()
        expect(each.get("status")).to_be_visible()
        expect(each.get("idle")).to_have_count(0)
    host.page.clock.install()
    before = host.get("status").inner_text(), host.page.locator(".chips").inner_html()
    mika.page.goto("about:blank")
    host.page.clock.fast_forward(ALMOST_AWAY_MS)
    open_seating(host)
    sheet = host.get("sheet-seating")
    expect(sheet).to_contain_text("played in silence")
    expect(sheet.get_by_test_id("hand-on-1")).to_have_count(0)
    host.close_sheet()
    expect(host.get("strip")).to_have_count(0)
    after = host.get("status").inner_text(), host.page.locator(".chips").inner_html()
    if host.seat_to_act() == host.seat:
        assert after == before
    expect(host.page.locator(".chip-away")).to_have_count(0)


def test_idle_guests_are_named_and_one_who_is_nudged_answers_with_a_key(
    own_server: Serving, newcomer: Newcomer
) -> None:
    people = [newcomer(own_server.base) for _ in range(3)]
    host, mika, _ = people
    table = gather("word-porters", people)
    move(people, table, "to_act.length === 3")
    own_server.let_pass(minutes=3)
    host.reload()
    expect(host.get("idle")).to_have_count(0)  # the host also owes a move
    go_on = f"(table) => {{ void ({moves_until('false')})(table); }}"
    host.page.evaluate(go_on, table)
    told = re.fullmatch(
        r"(.+) and (.+) have not moved for [3-9] minutes[.]",
        host.get("idle").locator("span").first.inner_text(),
    )
    assert told
    assert set(told.groups()) == set(NAMES[1:])
    looks_well(host.page)
    title = mika.page.title()
    host.get("nudge-1").press("Enter")
    question = f"{NAMES[0]} asks: are you there?"
    expect(mika.get("nudged")).to_contain_text(question)
    mika.await_heard("now", question)
    expect(mika.page).to_have_title(f"{question} {title}")
    looks_well(mika.page)
    expect(host.get("nudge-1")).to_have_attribute("aria-disabled", "true")
    mika.get("here").press("Enter")
    expect(mika.get("nudged")).to_have_count(0)
    expect(mika.page).to_have_title(title)
    expect(host.get("nudge-1")).to_have_count(0)
    mika.page.evaluate(go_on, table)
    expect(host.get("idle")).to_contain_text(
        re.compile(f"^{NAMES[2]} has not moved for [3-9] minutes[.]")
    )
    own_server.let_pass(minutes=10)
    host.reload()
    expect(host.get("idle")).to_contain_text(f"{NAMES[2]} has not moved for a while.")
    host.get("menu").click()
    host.get("nudges").locator("label").last.click()
    host.close_sheet()
    expect(host.get("nudge-2")).to_have_count(0)


def test_an_idle_player_sees_the_move_that_a_bot_made(
    own_server: Serving, newcomer: Newcomer
) -> None:
    host, mika, ken = people = [newcomer(own_server.base) for _ in range(3)]
    gather("word-bank", people, first_player=0)
    own_server.let_pass(minutes=4)
    mika.reload()
    mika.get("move-for-0").press("Enter")
    expect(mika.get("request")).to_contain_text(f"Waiting for {NAMES[2]}")
    expect(host.get("nudged")).to_contain_text(f"{NAMES[1]} asks: may a bot make your move?")
    expect(host.get("request")).to_have_count(0)
    ken.await_heard("now", f"may a bot make {NAMES[0]}’s move?")
    looks_well(ken.page)
    ken.get("agree").press("Enter")
    told = host.get("sheet-meanwhile")
    expect(told).to_contain_text("You ")
    looks_well(host.page)
    host.close_sheet()
    expect(host.get("nudged")).to_have_count(0)
    assert host.seat_to_act() == 1


def message_at(player: Player, way: str) -> str:
    """Return the message that the page shows for a link or code."""
    player.page.goto("about:blank")
    player.page.goto(way)
    player.get("message").get_by_role("button").wait_for()
    return player.get("message").inner_text()


def ways_in(host: Player) -> tuple[str, str]:
    """Return the link and the code on the host's page."""
    host.get("menu").click()
    host.get("invite").click()
    sheet = host.get("sheet-invite")
    link = sheet.get_by_test_id("invite-link").input_value()
    code = sheet.get_by_test_id("code").inner_text()
    host.close_sheet()
    return link, code


def test_removed_guest_finds_no_way_in_until_the_host_lets_them_back(come: Newcomer) -> None:
    host, mika, ken = people = newcomers(come, 3)
    host.open_lobby("word-bank")
    for friend in (mika, ken):
        friend.follow(host)
    host.begin(*people)
    mika.excused += ["status of 40[34]"]
    address = host.page.url
    other_tab = mika.context.new_page()
    other_tab.goto(address)
    old_link, old_code = ways_in(host)
    open_seating(host)
    for _ in range(2):
        host.get("hand-on-1").click()
    expect(host.get("removed")).to_be_visible()
    host.close_sheet()
    new_link, new_code = ways_in(host)
    assert new_link != old_link
    assert "#" in new_link
    assert new_code != old_code

    for page in (mika.page, other_tab):
        expect(page.get_by_test_id("strip")).to_have_text(
            "The host removed you from this table. Ask the host to let you back in."
        )
        expect(page.get_by_test_id("sit")).to_have_count(0)
    assert "Ask the host for the new one." in message_at(mika, old_link)
    for way in (new_link, f"{host.base}/j/{new_code}"):
        assert "Ask the host to let you back in." in message_at(mika, way)
    mika.page.goto(address)
    expect(mika.get("strip")).to_contain_text("removed you")
    expect(mika.get("sit")).to_have_count(0)
    # Other guests' pages show the new code, also after a reload.
    ken.reload()
    assert ways_in(ken)[1] == new_code

    open_seating(host)
    host.get("readmit").click()
    expect(host.get("door")).to_contain_text("is waiting for a seat")
    expect(other_tab.get_by_test_id("sit")).to_be_visible()
    mika.get("sit").click()
    expect(mika.get("strip")).to_have_count(0)
    expect(host.get("removed")).to_have_count(0)
    assert mika.seat == 1


def test_guest_without_cookie_gets_the_seat_back_and_later_becomes_host(
    own_server: Serving, newcomer: Newcomer
) -> None:
    host, mika, ken = people = [newcomer(own_server.base) for _ in range(3)]
    gather("word-bank", people)
    _, code = ways_in(host)
    mika.page.goto("about:blank")
    mika.context.clear_cookies()
    own_server.let_pass(minutes=1)
    mika.excused.append("status of 409")
    mika.enter_code(code)
    expect(mika.get("claim-1")).to_have_text("Are you Mika? Ask for your seat")
    mika.get("claim-1").press("Enter")
    expect(mika.get("claim")).to_contain_text("The others have to say yes.")
    expect(ken.get("request")).to_contain_text("I am Mika. Waiting for Aki.")
    host.await_heard("now", "I am Mika.")
    host.get("decline").press("Enter")
    mika.await_heard("now", "You did not get Mika’s seat.")
    own_server.let_pass(minutes=3)
    mika.get("claim-1").click()
    host.get("agree").press("Enter")
    expect(mika.get("claim")).to_have_count(0)
    mika.page.locator(".chip").first.wait_for()
    assert mika.seat == 1
    for each, name in ((host, "Mika"), (mika, "You")):
        each.await_heard("log", f"{name} came back on another device.")

    open_seating(host)
    host.get("make-host-2").press("Enter")
    host.close_sheet()
    ken.await_heard("log", "Aki made you the host.")
    ken.page.goto("about:blank")
    expect(mika.page.locator(".chip-away")).to_have_count(1)
    own_server.let_pass(minutes=14)
    mika.reload()
    open_seating(mika)
    mika.get("become-host").press("Enter")
    mika.close_sheet()
    expect(mika.get("request")).to_contain_text("Waiting for Aki.")
    expect(host.get("request")).to_contain_text("Mika asks to be the host.")
    host.get("agree").click()
    mika.await_heard("log", "You became the host.")
    expect(host.get("request")).to_have_count(0)
