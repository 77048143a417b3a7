"""A whole game of Tall Tales in a browser, from the front page to the review."""

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tests.browser.screens import read_in, wrong_with
from tests.browser.serving import Serving


def play_on(player: Player) -> int:
    """Choose the first answer, alternately with the mouse and a key, until the game is over."""
    moves = 0
    while player.await_turn():
        seq = player.seq
        if moves % 2:
            player.page.keyboard.press("1")
        else:
            player.page.locator(".bar .primary").click()
        player.await_after(seq)
        moves += 1
    return moves


def test_a_whole_game_is_played_on_the_page(every_server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(every_server.base, locale="ja-JP")
    player.open()
    game = player.page.locator(".game").last
    expect(game).to_have_attribute("data-testid", "game-tall-tales")
    expect(game.locator(".game-art .tale-front")).to_have_count(1)
    wrong = wrong_with(player, "the front page")
    player.get("friends-tall-tales").click()
    player.get("lobby").wait_for()
    expect(player.page.locator(".chair")).to_have_count(1)
    expect(player.get("option-bold")).to_contain_text("前にみとめた人は…")
    wrong += wrong_with(player, "the lobby")
    player.open()
    player.page.get_by_role("radio", name="ふつう").check()
    player.get("play-tall-tales").click()
    player.at_table()
    player.hurry_bots()
    read_in(player, "en")

    player.await_turn()
    mine = player.get("card-0").get_attribute("data-card")
    assert mine in ("1", "2", "3")
    expect(player.get("card-1")).to_have_attribute("data-card", "")
    player.get("count").click()
    higher = 3 - int(mine)
    expect(player.get("counted")).to_have_text(f"{higher} of the cards that you do not see.")

    wrong += wrong_with(player, "the table")
    read_in(player, "en")
    assert 4 <= play_on(player) <= 8
    expect(player.get("end-table")).to_contain_text("The game is over.")
    player.get("look-back").click()
    expect(player.get("review").locator("li").first).to_contain_text("Beans lost: 0.00.")
    assert "The game is over." in player.log()[-1]
    wrong += wrong_with(player, "the end")
    assert wrong == []


def test_a_page_that_was_made_without_the_game_says_so(server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(server.base, locale="ja-JP")
    table = player.order_table("tall-tales", "easy")
    player.page.goto(f"{server.base}/t/{table}")
    expect(player.page.get_by_text("このゲームは表示できません")).to_be_visible()
