"""Players leave, return, are replaced by bots and lose their seats, and the game continues."""

from playwright.sync_api import expect

from tests.browser import porter
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather
from tests.browser.player import Player
from tests.browser.serving import Serving

ALMOST_AWAY_MS = 29_000
"""Jump of the clock after which a page does not yet consider its socket dead."""


def newcomers(server: Serving, newcomer: Newcomer, count: int) -> list[Player]:
    """Return `count` players with new browsers."""
    return [newcomer(server.base, afresh=True) for _ in range(count)]


def play_until(people: list[Player], seat: int | None) -> None:
    """Say passwords with few stones for every player, until it is the turn of a seat."""
    while people[0].seat_to_act() != seat:
        mover = next(each for each in people if each.seat == people[0].seat_to_act())
        for each in people:
            each.await_seq(people[0].seq)
        mover.say(mover.least().word)
        people[0].await_seq(mover.seq)


def open_seating(host: Player) -> None:
    host.get("menu").click()
    host.get("seating").click()
    host.get("sheet-seating").get_by_test_id("seat-0").wait_for()


def close_sheet(player: Player) -> None:
    player.page.keyboard.press("Escape")
    expect(player.page.locator("dialog[open]")).to_have_count(0)


ANOTHER_LINE_PX = 24
"""Height of the extra line that the status may need."""


def board_height(player: Player) -> float:
    box = player.page.locator(".board").bounding_box()
    assert box
    return box["height"]


def test_game_continues_while_players_leave_return_lose_seats_and_the_host_ends_it(
    server: Serving, newcomer: Newcomer
) -> None:
    people = newcomers(server, newcomer, 3)
    host, mika, ken = people
    gather("word-bank", people)
    host.page.clock.install()
    address = host.page.url.removeprefix(server.base)
    play_until(people, mika.seat)
    mika.page.goto("about:blank")
    status = host.get("status")
    expect(status).to_contain_text("is away")
    expect(status).not_to_contain_text("thinking")
    expect(host.get("chip-1").locator(".chip-away")).to_be_visible()
    expect(host.get("chip-1").locator(".chip-state")).to_contain_text("Away")
    expect(host.get("strip")).to_have_count(0)
    before = board_height(host)
    host.page.clock.fast_forward(ALMOST_AWAY_MS)
    host.get("strip").wait_for()
    assert board_height(host) >= before - ANOTHER_LINE_PX
    seq = host.seq
    host.get("skip").click()
    host.await_after(seq)
    expect(host.get("strip")).to_have_count(0)

    here = [host, ken]
    ken.caught_up(host.seq)
    play_until(here, mika.seat)
    open_seating(host)
    host.get("bot-for-1").click()
    close_sheet(host)
    for each in here:
        each.page.locator('[data-testid=table]:not([data-turn="1"])').wait_for(state="attached")
    expect(host.get("chip-1").locator(".chip-away")).to_be_visible()
    mika.open(address)
    mika.at_table()
    missed = mika.get("sheet-meanwhile")
    expect(missed.locator("li", has_text="by a bot").first).to_be_visible()
    close_sheet(mika)
    expect(host.get("chip-1").locator(".chip-away")).to_have_count(0)
    assert (host.seat, mika.seat) == (0, 1)

    ken.get("menu").click()
    ken.get("leave").click()
    ken.get("leave-bot").click()
    ken.get("play-word-bank").wait_for()
    expect(host.get("chip-2").locator(".chip-away")).to_be_visible()
    here = [host, mika]
    for each in here:
        each.page.locator('[data-testid=table]:not([data-turn="2"])').wait_for(state="attached")
    # Without guests, the table sleeps.
    for each in here:
        each.page.goto("about:blank")
    for each in here:
        each.open(address)
        each.at_table()
    first = next(each for each in here if each.seat == host.seat_to_act())
    first.say(first.least().word)

    open_seating(host)
    for _ in range(2):
        host.get("hand-on-1").click()
    expect(host.get("sheet-seating").get_by_test_id("seat-1")).to_contain_text("a bot plays until")
    close_sheet(host)
    expect(mika.get("strip")).to_contain_text("has removed you")
    assert mika.seat is None
    host.get("menu").click()
    host.get("invite").click()
    code = host.get("sheet-invite").get_by_test_id("code").inner_text()
    close_sheet(host)
    late = newcomer(server.base)
    late.open()
    late.get("join-code").fill(code)
    late.get("join").click()
    late.at_table()
    assert late.seat == 1
    expect(mika.get("sit")).to_have_count(0)

    open_seating(host)
    for _ in range(2):
        host.get("end").click()
    for each in (host, mika, late):
        each.get("ended").wait_for()
        assert each.over
    expect(host.page.locator("dialog[open]")).to_have_count(0)
    expect(late.get("rematch")).to_be_visible()


def test_skip_is_hidden_while_filled_in_votes_are_revealed(
    server: Serving, newcomer: Newcomer
) -> None:
    host = newcomer(server.base, afresh=True, reduced_motion="no-preference")
    mika = newcomer(server.base, afresh=True)
    porter.sit_down(host, mika)
    host.hurry_bots()
    porter.reach_votes(host, mika)
    host.page.clock.install()
    porter.give_votes(host)
    porter.confirm(host)
    host.page.locator('[data-testid=table][data-turn="1"]').wait_for(state="attached")
    address = mika.page.url.removeprefix(server.base)
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
        expect(host.get(f"result-{seat}").locator(".guesses")).to_contain_text("filled in")
    expect(host.get("result-1").locator(".guesses")).not_to_contain_text("filled in")
    mika.open(address)
    mika.at_table()
    expect(mika.get("sheet-meanwhile")).to_contain_text("You did not vote.")


def test_silent_game_does_not_show_who_is_away(server: Serving, newcomer: Newcomer) -> None:
    host, mika = newcomers(server, newcomer, 2)
    gather("kakapo", [host, mika])
    host.page.clock.install()
    before = host.get("status").inner_text(), host.page.locator(".chips").inner_html()
    mika.page.goto("about:blank")
    host.page.clock.fast_forward(ALMOST_AWAY_MS)
    open_seating(host)
    sheet = host.get("sheet-seating")
    expect(sheet).to_contain_text("played in silence")
    expect(sheet.get_by_test_id("hand-on-1")).to_have_count(0)
    close_sheet(host)
    expect(host.get("strip")).to_have_count(0)
    after = host.get("status").inner_text(), host.page.locator(".chips").inner_html()
    if host.seat_to_act() == host.seat:
        assert after == before
    expect(host.page.locator(".chip-away")).to_have_count(0)
