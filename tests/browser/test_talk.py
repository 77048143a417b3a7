"""Signs between players: in two languages, in the lobby, at the table and after the game."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather, move, open_seating
from tests.browser.player import Player
from tests.browser.screens import looks_well

SIZES: list[ViewportSize] = [
    {"width": width, "height": height} for width, height in ((1280, 800), (390, 844), (320, 568))
]
JAPANESE = {"locale": "ja-JP"}


def in_lobby(host: Player, friend: Player, game: str = "word-bank") -> str:
    """Two people in a lobby."""
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
    aki, mika = come(afresh=True), come(afresh=True, **JAPANESE)
    table = in_lobby(aki, mika)
    write(aki, "<b>Hi</b> \u202eyou")
    expect(mika.get("lines")).to_contain_text("<b>Hi</b> you")
    mika.get("say-well-played").click()
    expect(mika.get("lines")).to_contain_text("おみごと！")
    expect(aki.get("lines")).to_contain_text("Well played!")
    aki.await_heard("log", "Mika: Well played!")
    aki.get("start").click()
    for each in (aki, mika):
        each.at_table()
        expect(each.get("risen-0")).to_have_count(0)
    react(aki, "laugh")
    expect(mika.get("risen-0")).to_be_visible()
    mika.await_heard("log", "Aki：笑っています")
    assert "laugh" not in "".join(aki.heard("log")), "one's own sign is not announced"
    mika.get("talk").click()
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


def end(host: Player) -> None:
    """End the game as its host."""
    open_seating(host)
    host.get("end").click()
    host.get("end").click()
    host.await_closed()


def test_a_muted_player_is_no_longer_shown_or_announced_until_heard_again(come: Newcomer) -> None:
    aki, mika = come(afresh=True), come(afresh=True)
    gather("word-bank", [aki, mika])
    open_seating(mika)
    mika.get("mute-0").click()
    expect(mika.get("mute-0")).to_have_attribute("aria-pressed", "true")
    mika.close_sheet()
    react(aki, "wow")
    expect(aki.get("risen-0")).to_be_visible()
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


def test_signs_are_offered_only_while_the_game_and_the_host_allow_them(come: Newcomer) -> None:
    aki, mika = come(afresh=True), come(afresh=True)
    in_lobby(aki, mika, "kakapo")
    write(aki, "Purple first.")
    aki.get("start").click()
    for each in (aki, mika):
        each.at_table()
        expect(each.get("talk")).to_have_count(0)
    end(aki)
    for each in (aki, mika):
        each.get("talk").click()
        expect(each.get("write")).to_be_visible()
        each.close_sheet()
    gather("word-bank", [aki, mika])
    expect(mika.get("talk")).to_be_visible()
    aki.get("menu").click()
    aki.get("talking").locator("label").last.click()
    expect(mika.get("talk")).to_have_count(0)
    aki.get("talking").locator("label").first.click()
    expect(mika.get("talk")).to_be_visible()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_tray_fits_the_screen(come: Newcomer, size: ViewportSize) -> None:
    for wishes in ({}, {"locale": "ja-JP"}):
        aki, mika = come(viewport=size, afresh=True, **wishes), come(afresh=True)
        in_lobby(aki, mika)
        write(aki, "Good evening, and thank you for the game last night!")
        looks_well(aki.page)
        aki.get("start").click()
        mika.at_table()
        aki.at_table()
        react(mika, "cry")
        looks_well(aki.page)
        aki.get("talk").click()
        expect(aki.get("sheet-talk")).to_be_visible()
        looks_well(aki.page)


def test_without_motion_a_sign_stays_in_its_place(come: Newcomer) -> None:
    aki, mika = come(afresh=True, reduced_motion="reduce"), come(afresh=True)
    gather("word-bank", [aki, mika])
    react(mika, "love")
    expect(aki.get("risen-1")).to_have_css("animation-name", "none")
