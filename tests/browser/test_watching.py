"""The host and the players use the keyboard to decide what people without a seat see."""

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather, newcomers, open_seating
from tests.browser.player import Player

HAND = ".hand-cards"
ASKED_MS = 31_000
"""Milliseconds after which a page that may not watch asks again."""


def choose(host: Player, choice: str) -> None:
    """Use the keyboard to choose who may watch, in the open sheet of players."""
    picked = host.get("watching").get_by_role("radio", name=choice, exact=True)
    picked.focus()
    host.page.keyboard.press("Space")
    expect(picked).to_be_checked()


def press(player: Player, name: str) -> None:
    player.get(name).focus()
    player.page.keyboard.press("Enter")


def test_watcher_sees_a_hand_only_while_its_player_agrees(come: Newcomer) -> None:
    host, mika = newcomers(come, 2)
    dan = come(locale="ja-JP")
    address = f"/t/{gather('quiddler', [host, mika])}"
    dan.open(address)
    expect(dan.page.locator(".bar-note")).to_have_text("観戦しています。")
    open_seating(host)
    expect(host.get("watchers")).to_contain_text("1 person watches: ")
    choose(host, "Anyone, and they see one player’s cards")
    open_seating(mika)
    press(mika, "show-hand")
    expect(mika.get("watching")).to_contain_text("Anyone with the link sees your cards.")
    expect(host.get("watching")).to_contain_text("Watchers see what Mika sees.")
    expect(dan.page.locator(".bar-note")).to_have_text("観戦しています。Mikaと同じものが見えます。")
    for face in dan.told[dan.seq]["view"]["hands"][1]:
        expect(dan.page.locator(HAND)).to_contain_text(f"{face}、")
    assert dan.seat is None
    dan.reload()
    expect(dan.page.locator(HAND)).to_be_visible()
    press(mika, "show-hand")
    expect(dan.page.locator(HAND)).to_have_count(0)
    expect(dan.page.locator(".bar-note")).to_have_text("観戦しています。")
    choose(host, "Nobody")
    expect(dan.get("message")).to_contain_text("このテーブルは参加者だけに見えます")
    choose(host, "Anyone, once the game is over")
    expect(mika.get("watching")).to_contain_text("Nobody may watch until the game is over.")
    dan.page.clock.install()
    dan.page.reload()
    expect(dan.get("message")).to_contain_text("ゲームが終わると見られます")
    for _ in range(2):
        press(host, "end")
    expect(host.get("status")).to_have_text("You have ended the game.")
    expect(host.page.locator(".board")).to_be_visible()
    dan.page.clock.fast_forward(ASKED_MS)  # the page asks again by itself
    expect(dan.get("status")).to_have_text("ホストがゲームを終えました。")
    expect(dan.page.locator(".board")).to_be_visible()


def test_guest_waits_at_the_door_of_a_game_that_nobody_may_watch(come: Newcomer) -> None:
    host, ken = newcomers(come, 2)
    ken.excused.append("status of 409")
    made = host.post_table(game="word-bank", name="Aki", seats=2, bots=["easy"], begin=True)
    host.open(f"/t/{made['table']}")
    host.at_table()
    open_seating(host)
    expect(host.get("watching").get_by_role("radio")).to_have_count(3)  # the game has no cards
    choose(host, "Nobody")
    ken.page.goto(f"{host.base}/j/{made['table']}#{made['invite']}")
    expect(ken.get("message")).to_contain_text("You can sit down when a seat is free.")
    host.get("play-1").select_option("")
    press(ken, "sit")
    ken.at_table()
    assert ken.seat == 1
