"""Ways back to a table, and messages to guests who wait for a seat."""

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import move, open_seating
from tests.browser.player import PHONE, Player

FRONT = ("settings", "host", "recorded", "learn-quiddler", "learn-quiddler learn-rules")
AT_TABLE = (
    "menu",
    "rules",
    "log-button",
    "menu to-advice",
    "menu words",
    "menu invite",
    "menu seating",
    "menu seating change-name",
    "menu leave",
)
"""Buttons that lead to each sheet."""


def lobby_of_two(come: Newcomer) -> tuple[Player, Player]:
    """Return the host of a table for two, and a friend who joined by its link."""
    host, friend = come(), come()
    host.open_lobby("word-bank")
    friend.follow(host)
    expect(host.page.locator(".chair.guest")).to_have_count(2)
    return host, friend


def colour(player: Player, seat: int) -> str:
    shape = player.get(f"chip-{seat}").locator(".token .shape")
    fill: str = shape.evaluate("shape => getComputedStyle(shape).fill")
    return fill


def test_the_front_page_the_code_and_a_pass_lead_back_to_a_seat(come: Newcomer) -> None:
    host, friend = lobby_of_two(come)
    code = host.get("code").inner_text()
    host.begin(friend)
    table = host.page.url.rsplit("/", 1)[1]
    mover, other = (host, friend) if host.seat_to_act() == host.seat else (friend, host)
    for each, said in ((mover, "Your turn"), (other, "Waiting for")):
        each.choose("leave")
        each.get("leave-stay").click()
        each.choose("leave")
        each.get("leave-wait").click()
        way = each.get(f"way-{table}")
        expect(way).to_contain_text(said)
        expect(each.get("your-tables").locator("li").first).to_contain_text("Word Bank")
    mover.get(f"way-{table}").click()
    mover.at_table()
    assert mover.await_turn()

    other.page.go_back()
    other.at_table()
    assert other.page.url == mover.page.url
    assert other.seat is not None
    other.enter_code(code)
    other.at_table()
    assert other.seat is not None
    watcher = come()
    watcher.open()
    # A table that was left before its game with bots began is not listed.
    watcher.get("choose-kakapo").click()
    watcher.get("lobby").wait_for()
    with watcher.page.expect_response("**/api/tables") as listed:
        watcher.page.go_back()
    assert len(listed.value.json()) == 1
    expect(watcher.get("your-tables")).to_have_count(0)
    watcher.get("join-code").fill(code)
    watcher.get("join").click()
    watcher.at_table()
    assert watcher.seat is None

    mover.choose("invite")
    ways = mover.get("sheet-invite")
    expect(ways.get_by_test_id("code")).to_have_text(code)
    # Only the table's host is advised to start the server with another address.
    started = expect(ways.get_by_test_id("reach"))
    (started.to_contain_text if mover is host else started.not_to_contain_text)("--host 0.0.0.0")
    expect(ways.get_by_test_id("qr")).to_have_count(0)
    ways.get_by_test_id("device-make").click()
    link = ways.get_by_test_id("device-link").input_value()
    phone = come(viewport=PHONE, locale="ja-JP")
    phone.open(link)
    phone.at_table()
    assert phone.seat == mover.seat
    assert "#" not in phone.page.url
    phone.say(phone.best().word)
    mover.caught_up(phone.seq)
    thief = come()
    thief.excused.append("status of 403")
    thief.page.goto(link)
    expect(thief.get("message").get_by_role("heading")).to_have_text("You don’t have a seat yet")


def test_a_guest_at_the_door_is_named_and_a_seat_keeps_its_colour(come: Newcomer) -> None:
    host, friend = lobby_of_two(come)
    expect(host.get("reach")).to_contain_text("--host 0.0.0.0")
    expect(friend.get("reach")).to_have_text("This address works only on this computer.")
    for seat in (2, 3, 4):
        host.get("add-bot").click()
        expect(host.get(f"chair-{seat}")).to_be_visible()
    late = come()
    late.excused.append("status of 409")
    late.page.goto(host.get("invite-link").input_value())
    late.get("lobby").wait_for()
    expect(late.page.locator(".lobby-bar")).to_contain_text("You can sit down when one is")
    expect(host.get("door")).to_contain_text("is waiting for a seat")
    late.page.goto("about:blank")
    expect(host.get("door")).to_have_count(0)
    late.page.go_back()
    late.get("lobby").wait_for()
    expect(host.get("door")).to_contain_text("is waiting for a seat")
    expect(late.get("sit")).to_have_count(0)
    host.get("remove-2").click()
    late.get("sit").click()
    expect(late.get("my-name")).to_be_visible()
    expect(host.get("door")).to_have_count(0)

    host.page.goto("about:blank")
    expect(friend.get("chair-0")).to_contain_text("Host · Away")
    host.page.go_back()
    host.get("lobby").wait_for()
    for button in ("remove-1", "remove-1-no", "remove-1"):
        host.get(button).click()
    expect(host.get("chair-1")).to_contain_text("? The link and the code change.")
    host.await_heard("now", "? The link and the code change.")
    link = host.get("invite-link").input_value()
    host.get("remove-1").click()
    expect(host.get("removed")).to_contain_text("was removed. The link and the code are new.")
    expect(host.get("invite-link")).not_to_have_value(link)
    expect(friend.page.locator(".lobby-bar")).to_contain_text("removed you")
    expect(friend.get("sit")).to_have_count(0)
    friend.excused += ["status of 40[34]"]
    table, new = host.page.url, host.get("invite-link").input_value()
    for way, told in (
        (link, "Ask the host for the new one."),
        (new, "Ask the host to let you back"),
    ):
        friend.page.goto("about:blank")
        friend.page.goto(way)
        expect(friend.get("message")).to_contain_text(told)
    friend.page.goto(table)
    expect(friend.get("sit")).to_have_count(0)
    host.get("readmit").click()
    friend.get("sit").click()
    expect(friend.get("my-name")).to_be_visible()

    late.get("leave").click()
    late.get("join-code").wait_for()
    expect(late.get("your-tables")).to_have_count(0)
    expect(host.page.locator(".chair")).to_have_count(4)
    assert not any("removed" in said for said in late.heard("now"))
    late.follow(host)
    expect(late.get("my-name")).to_be_visible()
    people = [host, friend, late]
    host.begin(*people)
    before = [colour(host, each.seat or 0) for each in people]
    assert len(set(before)) == 3
    move(people, host.page.url.rsplit("/", 1)[1], "false")
    host.get("rematch").click()
    for each in people:
        each.get("lobby").wait_for()
    host.begin(*people)
    assert [each.seat for each in people] == [4, 0, 1]
    assert [colour(host, each.seat or 0) for each in people] == before
    open_seating(host)
    for _ in range(2):
        host.get("hand-on-0").click()
    strip = friend.get("strip")
    expect(strip).to_contain_text("Ask the host to let you back in.")
    # At a later table of the party, the removed players are in a fold.
    host.get("sheet-seating").locator("summary").click()
    host.get("readmit").click()
    expect(host.get("door")).to_contain_text("is waiting for a seat")
    friend.get("sit").click()
    expect(strip).to_have_count(0)
    assert friend.seat == 0
    late.page.goto("about:blank")
    host.get("bot-for-1").click()
    expect(host.get("bot-for-1")).to_have_count(0)


def open_sheet(player: Player, ways: str) -> None:
    for way in ways.split():
        player.get(way).click()
    player.page.locator("dialog[open]").wait_for()


def test_back_closes_the_open_sheet_and_then_leaves_the_page(come: Newcomer) -> None:
    host, friend = come(viewport=PHONE), come()
    host.open_lobby("word-bank")
    friend.follow(host)
    host.begin(friend)
    table = host.page.url
    host.open()
    host.open(table)
    for place, sheets in ((table, AT_TABLE), (f"{host.base}/", FRONT)):
        for ways in sheets:
            open_sheet(host, ways)
            host.page.go_back()
            expect(host.page.locator("dialog")).to_have_count(0)
            assert host.page.url == place, ways
        entries = host.page.evaluate("history.length")
        for close in ("Escape", "Enter"):
            open_sheet(host, sheets[0])
            host.page.locator(".sheet-head button").focus()
            host.page.keyboard.press(close)
            host.await_closed()
        # A reloaded page shows no sheet.
        open_sheet(host, sheets[0])
        host.reload()
        host.page.wait_for_function("() => history.state === null")
        assert host.page.evaluate("history.length") == entries
        host.page.go_back()
        host.ready()
    assert host.page.url == table
    # A sheet that leads to another page leaves no entry.
    open_sheet(host, "menu leave")
    host.get("leave-wait").click()
    host.get("join-code").wait_for()
    host.page.go_back()
    host.at_table()
    expect(host.page.locator("dialog")).to_have_count(0)
