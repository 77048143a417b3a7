"""Players in their own browsers meet by link or code, also as spectators and for further games."""

import re
from urllib.parse import urljoin

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather, move, newcomers, open_seating
from tests.browser.player import MOST_TURNS, PHONE, Player
from tests.browser.screens import SIZES

JAPANESE_LOADED = """
() => [...document.fonts]
  .filter(({ family, status }) => family.includes("BIZ") && status === "loaded").length > 1
"""


def host_a_table(host: Player) -> str:
    """Host a lobby from the front page, and return the link for friends."""
    host.open_lobby("word-bank")
    return host.get("invite-link").input_value()


def play_to_the_end(players: list[Player], watchers: list[Player]) -> list[str]:
    """Say the best password in each turn until the end, comparing all pages. Return the words."""
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


def test_friends_meet_by_link_and_by_code_and_one_watches(come: Newcomer) -> None:
    host, mika, ken = (
        come(),
        come(),
        come(locale="ja-JP", afresh=True),
    )
    fetched: list[str] = []
    ken.page.on("request", lambda request: fetched.append(request.url))
    link = host_a_table(host)
    code = host.get("code").inner_text()
    assert link.startswith(f"{host.base}/j/")
    asked: list[str] = []
    mika.page.on("request", lambda request: asked.append(request.url))
    mika.follow(host)
    # Preloaded files are the ones that the page then uses: no file is fetched twice.
    assert len(set(asked)) == len(asked)
    assert "#" not in mika.page.url
    ken.open()
    ken.page.wait_for_function(JAPANESE_LOADED)
    fonts = [url.rpartition("/biz-udpgothic-")[2] for url in fetched if "/biz-udpgothic-" in url]
    assert sorted(name.rpartition("-")[0] for name in fonts) == ["screens-400", "screens-700"]
    # Full-width digits, as typed on a Japanese keyboard.
    ken.enter_code(code.translate(str.maketrans("0123456789", "０１２３４５６７８９")))
    ken.get("lobby").wait_for()
    assert (host.seat, mika.seat, ken.seat) == (0, 1, 2)
    expect(ken.get("start")).to_have_count(0)

    spectator = come()
    spectator.open(host.page.url)
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

    # A reader of the review stays there, and a button leads on.
    ken.get("look-back").locator("summary").first.click()
    ken.get("look-back").evaluate("(fold) => fold.scrollIntoView()")
    host.get("rematch").click()
    for each in (host, mika, spectator):
        each.get("lobby").wait_for()
        assert each.page.url == host.page.url != ken.page.url
    chosen = re.compile(r"(.+) chose Word Bank\.")
    expect(host.page.locator(".lobby-bar")).to_contain_text("is away.")
    for each in (mika, spectator):
        expect(each.page.locator(".lobby-bar")).to_contain_text(chosen)
        each.await_heard("now", " chose Word Bank.")
    expect(ken.get("status")).to_contain_text("が次のゲームを開きました。")
    ken.get("to-next").click()
    ken.get("lobby").wait_for()
    assert ken.page.url == host.page.url
    # The next game moves every player one seat, so that another player is first.
    assert [each.seat for each in people] == [2, 0, 1]
    expect(host.page.locator(".chair.guest")).to_have_count(3)
    expect(host.page.locator(".lobby-bar")).to_contain_text("Start when everybody is here.")
    host.begin(*people)
    assert host.view.used == ()


def say_all(players: list[Player]) -> None:
    """Say the best password in each turn until the game is over."""
    first = players[0]
    while not first.over:
        mover = next(each for each in players if each.seat == first.seat_to_act())
        assert mover.await_turn()
        mover.say_best()
        for each in players:
            each.await_seq(mover.seq)


def test_one_link_leads_to_all_games_of_an_evening(come: Newcomer) -> None:
    host, phone, late = come(), come(viewport=PHONE), come(locale="ja-JP")
    link = host_a_table(host)
    phone.page.goto(link)
    phone.get("lobby").wait_for()
    host.begin(phone)
    late.page.goto(link)
    late.at_table()
    expect(late.get("strip")).to_have_text("次のゲームから参加できます。")
    expect(host.get("late-friends")).to_contain_text("plays in the next game.")
    host.get("late-read").click()
    expect(host.get("late-friends")).to_have_count(0)
    say_all([host, phone])
    for each in (host, phone):
        expect(each.get("tonight")).to_have_text(re.compile(r"^Tonight: .+ 1 · .+ 0$"))
    host.get("late").click()
    expect(host.get("invite-link")).to_have_value(link)
    # An open sheet counts as reading.
    phone.get("rematch").click()
    phone.get("lobby").wait_for()
    late.get("lobby").wait_for()
    assert late.seat == 2
    expect(late.page.locator(".lobby-bar")).to_contain_text("がWord Bankを選びました。")
    host.close_sheet()
    expect(host.get("late")).to_have_count(0)
    host.get("to-next").click()
    host.get("lobby").wait_for()
    expect(host.get("invite-link")).to_have_value(link)
    assert host.page.url == phone.page.url == late.page.url != link
    expect(host.get("another-game")).to_be_visible()
    expect(phone.get("another-game")).to_have_count(0)
    host.get("leave").click()
    expect(host.get("leave")).to_have_text("Yes, leave")
    host.get("leave-no").click()
    host.begin(phone, late)
    move([host, phone, late], host.page.url.rpartition("/")[2], "false")
    expect(late.get("tonight")).to_have_text(re.compile(r"^今夜：.+ \d · .+ \d · .+ \d$"))


def test_guests_come_into_the_next_game_after_silence_a_replay_and_leaving(
    come: Newcomer,
) -> None:
    host, mika, ken = newcomers(come, 3)
    gather("kakapo", [host, mika])
    host.get("menu").click()
    host.get("invite").click()
    ken.page.goto(host.get("invite-link").input_value())
    ken.at_table()
    expect(ken.get("strip")).to_contain_text("This game is played in silence.")
    host.close_sheet()
    open_seating(host)
    for _ in range(2):
        host.get("end").click()
    host.close_sheet()
    # The page asks again by itself.
    expect(ken.get("strip")).to_have_text("You play in the next game.")
    mika.get("replay-open").click()
    expect(mika.get("replay")).to_have_attribute("data-step", "0")
    host.get("rematch").click()
    for each in (host, ken):
        each.get("lobby").wait_for()
    mika.await_heard("now", "Aki opened the next game.")
    expect(mika.get("replay")).to_be_visible()
    mika.get("to-next").click()
    mika.get("lobby").wait_for()
    expect(host.page.locator(".chair.guest")).to_have_count(3)
    mika.get("leave").click()
    mika.get("join-code").wait_for()
    expect(host.page.locator(".chair.guest")).to_have_count(2)
    # Members of the party need no link.
    mika.open(host.page.url)
    mika.get("sit").click()
    expect(host.page.locator(".chair.guest")).to_have_count(3)


UNNAMED = 'sessionStorage.asked ??= (delete localStorage["chabudai.named"], "1")'
"""Script that makes this browser one that has not been asked for its player's name."""


def test_a_guest_is_asked_once_for_a_name_and_may_change_it_in_the_game(
    host: Player, come: Newcomer
) -> None:
    friend = come(afresh=True)
    friend.context.add_init_script(UNNAMED)
    host.open_lobby("word-bank")
    host.get("my-name").fill("Aki")
    host.get("my-name").press("Enter")
    friend.follow(host)
    asked = friend.get("sheet-naming")
    expect(asked.get_by_test_id("my-name")).to_be_focused()
    name = asked.get_by_test_id("my-name")
    # The seat is taken before the question is answered.
    expect(host.get("chair-1").locator("b")).to_have_text(name.input_value())
    name.fill("Aki")
    name.press("Enter")
    expect(asked.get_by_role("alert")).to_contain_text("has that name")
    name.fill("Mika")
    asked.get_by_test_id("naming-save").click()
    expect(asked).to_have_count(0)
    expect(host.get("chair-1").locator("b")).to_have_text("Mika")
    expect(host.get("start")).to_have_text("Start with 2")
    friend.follow(host)
    host.begin(friend)
    friend.get("menu").click()
    friend.get("seating").click()
    friend.get("change-name").click()
    name.fill("Nami")
    name.press("Enter")
    expect(host.get("chip-1")).to_contain_text("Nami")
    expect(asked).to_have_count(0)
    assert friend.page.evaluate('localStorage["chabudai.name"]') == "Nami"


def test_a_seat_is_kept_only_for_its_browser(host: Player, friend: Player, come: Newcomer) -> None:
    host_a_table(host)
    friend.follow(host)
    friend.follow(host)
    assert friend.seat == 1
    expect(host.page.locator(".chair")).to_have_count(2)

    stranger = come()
    stranger.open(host.page.url)
    assert stranger.seat is None
    expect(stranger.get("invite-link")).to_have_count(0)
    expect(stranger.get("my-name")).to_have_count(0)


def test_a_full_table_can_be_watched_before_and_after_it_starts(come: Newcomer) -> None:
    host, mika, late, later, last = (come() for _ in range(5))
    for each in (late, later):
        each.excused.append("status of 409")
    link = host_a_table(host)
    mika.follow(host)
    for seat in (2, 3, 4):
        host.get("add-bot").click()
        expect(host.get(f"chair-{seat}")).to_contain_text("Bot, normal")
    late.enter_code(host.get("code").inner_text())
    late.get("lobby").wait_for()
    expect(host.get("door")).to_contain_text("is waiting for a seat")
    later.page.goto(link)
    later.get("lobby").wait_for()
    host.begin(late, later)
    last.page.goto(link)
    last.at_table()
    for each in (late, later, last):
        assert each.seat is None
        expect(each.get("say-it")).to_have_count(0)


def test_a_wrong_code_and_a_wrong_link_open_no_seat(host: Player, friend: Player) -> None:
    friend.excused += ["status of 40[34]"]
    link = host_a_table(host)
    code = int(host.get("code").inner_text())
    for wrong, why in (
        (f"/j/{(code + 1) % 10_000:04}", f"No table has the code {(code + 1) % 10_000:04}."),
        (link[:-4] + "abcd", "Ask the host for the new one."),
    ):
        friend.page.goto("about:blank")
        friend.page.goto(urljoin(host.base, wrong))
        expect(friend.get("message")).to_contain_text(why)
        expect(friend.get("message").get_by_role("button").last).to_be_visible()
        expect(friend.get("lobby")).to_have_count(0)
    expect(host.page.locator(".chair")).to_have_count(1)


def test_a_wrong_code_is_explained_and_keeps_its_digits(host: Player, friend: Player) -> None:
    friend.excused.append("status of 404")
    host_a_table(host)
    code = host.get("code").inner_text()
    wrong = f"{(int(code) + 1) % 10_000:04}"
    friend.enter_code(wrong)
    box, trouble = friend.get("join-code"), friend.get("join-trouble")
    expect(trouble).to_contain_text(wrong)
    expect(box).to_have_value(wrong)
    assert friend.page.url == f"{host.base}/"
    for size in SIZES[1], SIZES[-2]:
        friend.page.set_viewport_size({"width": size[0], "height": size[1]})
        above, below = box.bounding_box(), trouble.bounding_box()
        assert above
        assert below
        assert below["y"] >= above["y"] + above["height"]
        for typed in ("", "12", "abc", "😀😀", "12345", "https://a.b"):
            box.fill(typed)
            expect(trouble).to_be_hidden()
            friend.get("join").click()
            expect(trouble).to_contain_text("A code has four or six digits.")
            expect(box).to_have_value(typed)
    friend.get("lang-ja").click()
    expect(friend.page.locator("html")).to_have_attribute("lang", "ja")
    expect(box).to_have_value("https://a.b")
    box.fill(" ".join(code))
    expect(trouble).to_be_hidden()
    friend.get("join").click()
    friend.get("lobby").wait_for()
    assert friend.seat == 1
