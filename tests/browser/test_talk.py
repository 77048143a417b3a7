"""Signs between players: in two languages, in the lobby, at the table and after the game."""

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather, move, open_seating
from tests.browser.player import Player
from tests.browser.screens import fits


def in_lobby(host: Player, friend: Player, game: str = "word-bank") -> str:
    made = host.post_table(game=game, name="Aki", seats=2, bots=[], options={})
    friend.post("/api/join", name="Mika", table=made["table"], secret=made["invite"])
    for each in (host, friend):
        each.open(f"/t/{made['table']}")
        expect(each.get("lobby-talk").get_by_test_id("write")).to_be_visible()
    return str(made["table"])


def write(player: Player, text: str) -> None:
    player.get("write").fill(text)
    player.get("write-send").click()
    expect(player.get("write")).to_have_value("")


def react(player: Player, reaction: str) -> None:
    player.get("talk").click()
    player.get(f"react-{reaction}").click()
    player.await_closed()


def test_people_of_two_languages_talk_before_during_and_after_a_game(come: Newcomer) -> None:
    aki, mika = come(afresh=True), come(afresh=True, locale="ja-JP")
    table = in_lobby(aki, mika)
    write(aki, "<b>Hi</b> \u202eyou")
    expect(mika.get("lines")).to_contain_text("<b>Hi</b> you")
    mika.get("say-well-played").click()
    expect(mika.get("lines")).to_contain_text("おみごと！")
    expect(aki.get("lines")).to_contain_text("Well played!")
    aki.await_heard("log", "Mika: Well played!")
    fits(mika, "signs in the lobby")
    aki.begin(mika)
    for each in (aki, mika):
        expect(each.get("risen-0")).to_have_count(0)
    react(aki, "laugh")
    expect(mika.get("risen-0")).to_be_visible()
    mika.await_heard("log", "Aki：笑っています")
    assert "laugh" not in "".join(aki.heard("log")), "one's own sign is not announced"
    fits(mika, "a sign at the table")
    mika.get("talk").click()
    fits(mika, "the tray")
    expect(mika.get("write")).to_have_count(0)
    mika.get("say-nice").click()
    expect(aki.get("risen-1")).to_have_text("Nice one!")
    expect(aki.get("talk")).to_have_class("talk unread")
    aki.get("talk").click()
    expect(aki.get("lines")).to_contain_text("Nice one!")
    aki.close_sheet()
    expect(aki.get("talk")).to_have_class("talk")
    move([aki, mika], table, "false")
    expect(aki.get("finale")).to_be_visible()
    mika.get("talk").click()
    write(mika, "もう1回！")
    expect(aki.get("risen-1")).to_have_text("もう1回！")


def test_a_player_mutes_another_and_the_host_turns_all_signs_off(come: Newcomer) -> None:
    aki, mika = come(afresh=True), come(afresh=True)
    gather("word-bank", [aki, mika])
    open_seating(mika)
    mika.get("mute-0").click()
    expect(mika.get("mute-0")).to_have_attribute("aria-pressed", "true")
    mika.close_sheet()
    react(aki, "wow")
    expect(aki.get("risen-0")).to_have_css("animation-name", "none")  # without motion
    react(mika, "clap")  # answered after the other sign
    expect(mika.get("risen-1")).to_be_visible()
    expect(mika.get("risen-0")).to_have_count(0)
    mika.reload()
    mika.get("talk").click()
    expect(mika.get("lines").locator("li")).to_have_count(1)
    mika.page.locator("dialog summary").click()
    mika.get("mute-0").click()
    expect(mika.get("lines").locator("li")).to_have_count(2)
    assert "amazed" not in "".join(mika.heard("log"))
    mika.close_sheet()
    aki.get("menu").click()
    aki.get("talking").locator("label").last.click()
    expect(mika.get("talk")).to_have_count(0)
    aki.get("talking").locator("label").first.click()
    expect(mika.get("talk")).to_be_visible()


def test_signs_are_offered_before_and_after_but_not_during_a_silent_game(come: Newcomer) -> None:
    aki, mika = come(afresh=True), come(afresh=True)
    in_lobby(aki, mika, "kakapo")
    write(aki, "Purple first.")
    aki.begin(mika)
    for each in (aki, mika):
        expect(each.get("talk")).to_have_count(0)
    open_seating(aki)
    for _ in range(2):
        aki.get("end").click()
    aki.await_closed()
    for each in (aki, mika):
        each.get("talk").click()
        expect(each.get("write")).to_be_visible()
