"""Players at their own browsers who meet at a table by link or code, also as spectators and for a
rematch.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import MOST_TURNS, Player
from tests.browser.screens import SIZES
from tests.browser.serving import Serving

JAPANESE_LOADED = """
() => [...document.fonts]
  .filter(({ family, status }) => family.includes("BIZ") && status === "loaded").length > 1
"""


def host_a_table(host: Player) -> str:
    """Host a lobby for three from the front page, and return the link for friends."""
    host.open()
    host.get("friends-word-bank").click()
    host.get("lobby").wait_for()
    return host.get("invite-link").input_value()


def follow(guest: Player, link: str) -> None:
    guest.open(link.removeprefix(guest.base))
    guest.get("lobby").wait_for()


def enter_code(guest: Player, code: str) -> None:
    guest.open()
    guest.get("join-code").fill(code)
    guest.get("join").click()


def play_to_the_end(players: list[Player], watchers: list[Player]) -> list[str]:
    """Say each player's best password until the end, and check all pages. Return the words."""
    words: list[str] = []
    for _ in range(MOST_TURNS):
        first = players[0]
        if first.over:
            return words
        mover = next(each for each in players if each.seat == first.seat_to_act())
        assert mover.await_turn()
        words.append(mover.say_best().word)
        for each in (*players, *watchers):
            each.await_seq(mover.seq)
            assert words[-1] in each.log()[-1]
    raise AssertionError(f"not over after {MOST_TURNS} turns")


def test_friends_meet_by_link_and_by_code_and_one_watches(
    server: Serving, newcomer: Newcomer
) -> None:
    host, mika, ken = (
        newcomer(server.base),
        newcomer(server.base),
        newcomer(server.base, locale="ja-JP", afresh=True),
    )
    fetched: list[str] = []
    ken.page.on("request", lambda request: fetched.append(request.url))
    link = host_a_table(host)
    code = host.get("code").inner_text()
    assert link.startswith(f"{server.base}/j/")
    asked: list[str] = []
    mika.page.on("request", lambda request: asked.append(request.url))
    follow(mika, link)
    # The page requests the resources that the server told it to preload.
    assert len(set(asked)) == len(asked)
    assert "#" not in mika.page.url
    ken.open()
    ken.page.wait_for_function(JAPANESE_LOADED)
    fonts = [url.rpartition("/biz-udpgothic-")[2] for url in fetched if "/biz-udpgothic-" in url]
    assert sorted(name.rpartition("-")[0] for name in fonts) == ["screens-400", "screens-700"]
    # digits as typed with a Japanese keyboard
    enter_code(ken, code.translate(str.maketrans("0123456789", "０１２３４５６７８９")))
    ken.get("lobby").wait_for()
    assert (host.seat, mika.seat, ken.seat) == (0, 1, 2)
    expect(ken.get("start")).to_have_count(0)

    spectator = newcomer(server.base)
    spectator.open(host.page.url.removeprefix(server.base))
    host.get("start").click()
    people = [host, mika, ken]
    for each in (*people, spectator):
        each.at_table()
    assert spectator.seat is None
    for action in ("say-it", "pass", "direction-clockwise", "key-A", "word", "key-erase"):
        expect(spectator.get(action)).to_have_count(0)

    words = play_to_the_end(people, [spectator])
    assert len(words) == len(set(words)) >= 3
    for each in (*people, spectator):
        expect(each.get("end-table")).to_be_visible()
    expect(spectator.get("rematch")).to_have_count(0)

    host.get("rematch").click()
    host.get("lobby").wait_for()
    expect(host.page.locator(".lobby-bar")).to_contain_text(re.compile(r"is away\..+ is away\."))
    expect(mika.get("status")).to_contain_text("A rematch is set. Join it with the button below.")
    expect(ken.get("status")).to_contain_text("次のゲームの用意ができました。")
    for each in (mika, ken):
        each.get("rematch").click()
        each.get("lobby").wait_for()
        assert each.page.url == host.page.url
    # Everyone moves one seat, so that another player starts.
    assert [each.seat for each in people] == [2, 0, 1]
    expect(host.page.locator(".chair.guest")).to_have_count(3)
    expect(host.page.locator(".lobby-bar")).to_contain_text("Everybody is here.")
    host.get("start").click()
    for each in people:
        each.at_table()
    assert host.view.used == ()


def test_seat_is_kept_for_its_browser_only(server: Serving, newcomer: Newcomer) -> None:
    host, mika = newcomer(server.base), newcomer(server.base)
    link = host_a_table(host)
    follow(mika, link)
    follow(mika, link)
    assert mika.seat == 1
    expect(host.page.locator(".chair.guest")).to_have_count(2)
    expect(host.page.locator(".chair.open")).to_have_count(1)

    stranger = newcomer(server.base)
    stranger.open(host.page.url.removeprefix(server.base))
    assert stranger.seat is None
    expect(stranger.get("invite-link")).to_have_count(0)
    expect(stranger.get("my-name")).to_have_count(0)


def test_a_full_table_can_be_watched_before_and_after_it_starts(
    server: Serving, newcomer: Newcomer
) -> None:
    host, mika, late, later = (newcomer(server.base) for _ in range(4))
    late.excused.append("status of 409")
    link = host_a_table(host)
    host.get("seats-2").click()
    expect(host.page.locator(".chair")).to_have_count(2)
    follow(mika, link)
    late.page.goto(link)
    late.get("lobby").wait_for()
    assert late.seat is None

    host.get("start").click()
    host.at_table()
    late.at_table()
    later.page.goto(link)
    later.at_table()
    assert (late.seat, later.seat) == (None, None)
    expect(later.get("say-it")).to_have_count(0)


@pytest.mark.parametrize("path", ["/t/0000000000000000", "/t/nothing"])
def test_unknown_table_shows_a_message_and_a_link_home(
    server: Serving, newcomer: Newcomer, path: str
) -> None:
    player = newcomer(server.base)
    player.excused += ["status of 404", "WebSocket connection"]
    player.page.goto(server.base + path)
    expect(player.get("message").get_by_role("heading")).to_have_text("This page does not exist")
    player.get("message").get_by_role("button").click()
    expect(player.get("play-word-bank")).to_be_visible()


def test_a_wrong_code_and_a_wrong_link_open_no_seat(server: Serving, newcomer: Newcomer) -> None:
    host, guest = newcomer(server.base), newcomer(server.base)
    guest.excused += ["status of 40[34]"]
    link = host_a_table(host)
    code = int(host.get("code").inner_text())
    for wrong in (f"/j/{(code + 1) % 10_000:04}", link.removeprefix(server.base)[:-4] + "abcd"):
        guest.page.goto("about:blank")
        guest.page.goto(server.base + wrong)
        expect(guest.get("message")).to_be_visible()
        expect(guest.get("message").get_by_role("button").last).to_be_visible()
        expect(guest.get("lobby")).to_have_count(0)
    expect(host.page.locator(".chair.open")).to_have_count(2)


def test_a_code_that_is_being_typed_stays_when_the_language_changes(
    server: Serving, newcomer: Newcomer
) -> None:
    guest = newcomer(server.base)
    guest.open()
    guest.get("join-code").fill("12")
    guest.get("lang-ja").click()
    expect(guest.page.locator("html")).to_have_attribute("lang", "ja")
    expect(guest.get("join-code")).to_have_value("12")


def test_wrong_code_shows_a_message_under_the_box_and_keeps_its_digits(
    server: Serving, newcomer: Newcomer
) -> None:
    host, guest = newcomer(server.base), newcomer(server.base)
    guest.excused.append("status of 404")
    host_a_table(host)
    code = host.get("code").inner_text()
    wrong = f"{(int(code) + 1) % 10_000:04}"
    enter_code(guest, wrong)
    box, trouble = guest.get("join-code"), guest.get("join-trouble")
    expect(trouble).to_contain_text(wrong)
    expect(box).to_have_value(wrong)
    assert guest.page.url == f"{server.base}/"
    for size in SIZES[1], SIZES[-2]:
        guest.page.set_viewport_size({"width": size[0], "height": size[1]})
        above, below = box.bounding_box(), trouble.bounding_box()
        assert above
        assert below
        assert below["y"] >= above["y"] + above["height"]
        for typed in ("", "12", "abc", "😀😀", "12345", "https://a.b"):
            box.fill(typed)
            expect(trouble).to_be_hidden()
            guest.get("join").click()
            expect(trouble).to_contain_text("A code has four or six digits.")
            expect(box).to_have_value(typed)
    box.fill(" ".join(code))
    expect(trouble).to_be_hidden()
    guest.get("join").click()
    guest.get("lobby").wait_for()
    assert guest.seat == 1


def test_guest_who_joins_by_code_waits_at_a_full_table(server: Serving, newcomer: Newcomer) -> None:
    host, late = newcomer(server.base), newcomer(server.base)
    late.excused.append("status of 409")
    host_a_table(host)
    for seat in (1, 2):
        host.get(f"bot-{seat}").select_option("easy")
        expect(host.get(f"chair-{seat}")).to_contain_text("Bot, easy")
    enter_code(late, host.get("code").inner_text())
    late.get("lobby").wait_for()
    assert late.seat is None
    expect(host.get("door")).to_contain_text("is waiting for a seat")
    expect(late.page.locator(".chair.bot")).to_have_count(2)
