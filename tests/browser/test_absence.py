"""Guests who leave, return, idle, or are replaced or removed."""

import re

from playwright.sync_api import expect

from tests.browser import porter
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import NAMES, gather, move, open_seating
from tests.browser.screens import looks_well
from tests.browser.serving import Serving
from tools.fast_forward import moves_until

ALMOST_AWAY_MS = 29_000
"""Clock jump that is too short for a page to consider its socket dead."""


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


def test_idle_guests_are_named_and_nudged_until_their_votes_are_filled_in(
    own_server: Serving, newcomer: Newcomer
) -> None:
    host, mika, ken = people = [newcomer(own_server.base) for _ in range(3)]
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
    address = ken.page.url
    ken.page.goto("about:blank")
    expect(host.get("status")).to_contain_text("is away")
    host.get("skip").click()
    host.get("ready").wait_for()
    expect(host.get("strip")).to_have_count(0)
    assert porter.view_of(host).rounds[-1].votes[2] == (0, 0, 0)
    for seat, blank in ((0, 1), (1, 1), (2, 0)):
        guesses = host.get(f"result-{seat}").locator(".guesses", has_text="blank")
        expect(guesses).to_have_count(blank)
    ken.open(address)
    ken.at_table()
    expect(ken.get("sheet-meanwhile")).to_contain_text("You did not vote.")


def test_an_idle_guest_gets_a_bots_move_a_lost_one_the_seat_and_later_the_hosts_role(
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

    host.choose("invite")
    code = host.get("sheet-invite").get_by_test_id("code").inner_text()
    host.close_sheet()
    mika.page.goto("about:blank")
    mika.context.clear_cookies()
    own_server.let_pass(minutes=5)
    mika.excused.append("status of 409")
    mika.enter_code(code)
    expect(mika.get("claim-1")).to_have_text("Are you Mika? Ask for your seat")
    mika.get("claim-1").press("Enter")
    expect(mika.get("claim")).to_contain_text("The others have to say yes.")
    expect(ken.get("request")).to_contain_text("I am Mika. Waiting for Aki.")
    host.await_heard("now", "I am Mika.")
    host.get("decline").press("Enter")
    mika.await_heard("now", "You did not get Mika’s seat.")
    own_server.let_pass(minutes=7)
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
    own_server.let_pass(minutes=20)
    mika.reload()
    open_seating(mika)
    mika.get("become-host").press("Enter")
    mika.close_sheet()
    expect(mika.get("request")).to_contain_text("Waiting for Aki.")
    expect(host.get("request")).to_contain_text("Mika asks to be the host.")
    host.get("agree").click()
    mika.await_heard("log", "You became the host.")
    expect(host.get("request")).to_have_count(0)
