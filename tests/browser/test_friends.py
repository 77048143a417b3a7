"""Players in their own browsers meet by link or code, and play one game after the other."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather, move, newcomers, open_seating
from tests.browser.player import Player
from tests.browser.screens import SIZES, look_at, looks_well

JAPANESE_LOADED = """
() => [...document.fonts]
  .filter(({ family, status }) => family.includes("BIZ") && status === "loaded").length > 1
"""


def host_a_table(host: Player) -> str:
    """Host a lobby from the front page, and return the link for friends."""
    host.open_lobby("word-bank")
    return host.get("invite-link").input_value()


def test_friends_meet_by_link_and_by_code_and_play_again_with_a_late_one(come: Newcomer) -> None:
    host, mika, ken = come(), come(), come(locale="ja-JP", afresh=True)
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

    people = [host, mika, ken]
    host.begin(*people)
    late = come()
    late.page.goto(link)
    late.at_table()
    assert late.seat is None
    for action in ("say-it", "pass", "direction-clockwise", "key-A", "word", "key-erase"):
        expect(late.get(action)).to_have_count(0)
    expect(late.get("strip")).to_have_text("You play in the next game.")
    expect(host.get("late-friends")).to_contain_text("plays in the next game.")
    host.get("late-read").click()
    expect(host.get("late-friends")).to_have_count(0)
    while not host.over and not any(host.view.won):
        mover = next(each for each in people if each.seat == host.seat_to_act())
        assert mover.await_turn()
        word = mover.say_best().word
        for each in (*people, late):
            each.await_seq(mover.seq)
            assert word in each.log()[-1]
    move(people, host.page.url.rpartition("/")[2], "false")
    for each in (*people, late):
        expect(each.get("end-table")).to_be_visible()
    for each in (host, mika):
        score = re.compile(r"^Tonight: .+ [01] · .+ [01] · .+ [01]$")
        expect(each.get("tonight")).to_have_text(score)
    expect(ken.get("tonight")).to_have_text(re.compile(r"^今夜：.+ \d · .+ \d · .+ \d$"))

    # A reader of the review stays there, and a button leads on. An open sheet counts as reading.
    ken.get("look-back").locator("summary").first.click()
    ken.get("look-back").evaluate("(fold) => fold.scrollIntoView()")
    host.get("late").click()
    expect(host.get("invite-link")).to_have_value(link)
    mika.get("rematch").click()
    for each in (mika, late):
        each.get("lobby").wait_for()
    expect(late.page.locator(".lobby-bar")).to_contain_text(re.compile(r".+ chose Word Bank\."))
    late.await_heard("now", " chose Word Bank.")
    host.close_sheet()
    expect(host.get("late")).to_have_count(0)
    expect(ken.get("status")).to_contain_text("が次のゲームを開きました。")
    host.get("to-next").click()
    host.get("lobby").wait_for()
    expect(host.page.locator(".lobby-bar")).to_contain_text("is away.")
    ken.get("to-next").click()
    ken.get("lobby").wait_for()
    people.append(late)
    assert {each.page.url for each in people} == {host.page.url}
    # The next game moves every player one seat, so that another player is first.
    assert [each.seat for each in people] == [2, 0, 1, 3]
    expect(host.get("invite-link")).to_have_value(link)
    expect(host.get("another-game")).to_be_visible()
    expect(mika.get("another-game")).to_have_count(0)
    host.get("leave").click()
    expect(host.get("leave")).to_have_text("Yes, leave")
    host.get("leave-no").click()
    expect(host.page.locator(".chair.guest")).to_have_count(4)
    expect(host.page.locator(".lobby-bar")).to_contain_text("Start when everybody is here.")
    host.begin(*people)
    assert host.view.used == ()


def test_guests_come_into_the_next_game_after_silence_a_replay_and_leaving(
    come: Newcomer,
) -> None:
    host, mika, ken = newcomers(come, 3)
    gather("kakapo", [host, mika])
    host.choose("invite")
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
"""Script that marks this browser as not yet asked for its player's name."""


def test_a_guest_is_asked_once_for_a_name_and_keeps_the_seat_in_the_same_browser(
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
    assert friend.seat == 1
    stranger = come()
    stranger.open(host.page.url)
    assert stranger.seat is None
    for private in ("invite-link", "my-name"):
        expect(stranger.get(private)).to_have_count(0)
    host.begin(friend)
    friend.choose("seating")
    friend.get("change-name").click()
    name.fill("Nami")
    name.press("Enter")
    expect(host.get("chip-1")).to_contain_text("Nami")
    expect(asked).to_have_count(0)
    assert friend.page.evaluate('localStorage["chabudai.name"]') == "Nami"


def test_wrong_codes_and_links_are_explained_and_take_no_seat(host: Player, friend: Player) -> None:
    friend.excused += ["status of 40[34]"]
    link = host_a_table(host)
    code = host.get("code").inner_text()
    wrong = f"{(int(code) + 1) % 10_000:04}"
    for way, why in (
        (f"{host.base}/j/{wrong}", f"No table has the code {wrong}."),
        (link[:-4] + "abcd", "Ask the host for the new one."),
    ):
        friend.page.goto("about:blank")
        friend.page.goto(way)
        expect(friend.get("message")).to_contain_text(why)
        expect(friend.get("message").get_by_role("button").last).to_be_visible()
    friend.enter_code(wrong)
    box, trouble = friend.get("join-code"), friend.get("join-trouble")
    expect(trouble).to_contain_text(wrong)
    expect(box).to_have_value(wrong)
    for size in SIZES[1], SIZES[-2]:
        look_at(friend, size)
        above, below = box.bounding_box(), trouble.bounding_box()
        assert above
        assert below
        assert below["y"] >= above["y"] + above["height"]
    for typed in ("", "12", "😀😀", "12345", "https://a.b"):
        box.fill(typed)
        expect(trouble).to_be_hidden()
        friend.get("join").click()
        expect(trouble).to_contain_text("A code has four or six digits.")
        expect(box).to_have_value(typed)
    friend.get("lang-ja").click()
    expect(friend.page.locator("html")).to_have_attribute("lang", "ja")
    expect(box).to_have_value("https://a.b")
    expect(host.page.locator(".chair")).to_have_count(1)
    box.fill(" ".join(code))
    expect(trouble).to_be_hidden()
    friend.get("join").click()
    friend.get("lobby").wait_for()
    assert friend.seat == 1


def open_party(party: str, *people: Player) -> None:
    for each in people:
        each.open(f"/p/{party}")
        each.get("party").wait_for()


def is_shared(host: Player) -> None:
    """Check the three ways to keep an evening's score."""
    score = "Tonight: Aki 1 · Mika 0"
    expect(host.get("score")).to_have_text(score)
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


def test_a_party_plays_again_and_another_game_is_shared_left_and_deleted(come: Newcomer) -> None:
    host, friend = newcomers(come, 2)
    party = gather("word-bank", [host, friend], first_player=0)
    friend.choose("to-party")
    expect(friend.get("now")).to_contain_text("Word Bank is being played.")
    expect(friend.get("play-quiddler")).to_have_count(0)
    friend.get("go-there").click()
    friend.at_table()
    while host.await_turn() and not host.view.won[0]:
        host.say_best()
        if friend.await_turn():
            friend.pass_turn()
    move([host, friend], party, "false")
    for each in (host, friend):
        each.open()
        each.get(f"way-{party}").click()
        each.get("party").wait_for()
    expect(host.get(f"played-{party}")).to_contain_text(re.compile(r"Aki \d+ stones? left"))
    expect(host.get("next-word-bank")).to_contain_text("The same again")
    expect(host.get("next-quiddler")).to_contain_text("New here for everybody.")
    is_shared(host)
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
    friend.await_heard("now", "Next: Word Bank. Everyone goes there")
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

    open_party(party, host, friend)
    expect(friend.get("delete-party")).to_have_count(0)
    friend.get("leave-party").press("Enter")
    expect(friend.page.locator("#sure")).to_contain_text("Your name becomes “a guest” here.")
    friend.page.keyboard.press("Escape")
    friend.get("leave-party").click()
    friend.get("leave-party-confirm").click()
    friend.get("join-code").wait_for()
    expect(friend.get("your-tables")).to_have_count(0)
    expect(host.get("score")).to_contain_text("a guest")
    expect(host.get("score")).not_to_contain_text("Mika")
    host.get("delete-party").click()
    looks_well(host.page)
    host.get("delete-party-confirm").click()
    host.get("join-code").wait_for()
    for each in (host, late):
        each.excused.append("status of 404")
    host.open(f"/p/{party}")
    expect(host.get("message")).to_be_visible()
