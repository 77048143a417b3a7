"""A finished game seen again: step by step, through other eyes, at a turn that a link names."""

import pytest
from playwright.sync_api import expect

from tests.e2e.fixtures import Newcomer
from tests.e2e.player import Player
from tests.e2e.screens import wrong_with
from tests.e2e.serving import Serving
from tests.e2e.shortcut import move_on


def finished(player: Player, game: str, seats: int) -> str:
    """A game of which this player made every move of their own; gives its table."""
    order = {"game": game, "name": "Aki", "seats": seats, "bots": ["easy"] * (seats - 1)}
    answer = player.page.request.post(
        f"{player.base}/api/tables",
        data={**order, "begin": True, "options": {"turn_cap": 2} if game == "quiddler" else {}},
        headers={"Origin": player.base},
    )
    table: str = answer.json()["table"]
    player.open(f"/t/{table}")
    player.at_table()
    player.hurry_bots()
    move_on(player, table)
    player.get("end-table").wait_for()
    return table


@pytest.mark.parametrize("game", ["word-bank", "quiddler", "word-porters", "kakapo"])
def test_a_finished_game_is_seen_again_at_its_table(
    server: Serving, newcomer: Newcomer, game: str
) -> None:
    player = newcomer(server.base, locale="ja-JP")
    player.open()
    table = finished(player, game, 3)
    player.get("replay-open").click()
    replay = player.get("replay")
    expect(replay).to_have_attribute("data-step", "0")
    last = int(player.get("replay-slider").get_attribute("max") or 0)
    player.get("replay-next").click()
    expect(replay).to_have_attribute("data-step", "1")
    player.page.keyboard.press("End")
    expect(replay).to_have_attribute("data-step", str(last))
    expect(player.get("replay-next")).to_have_attribute("aria-disabled", "true")
    player.page.keyboard.press("ArrowLeft")
    expect(replay).to_have_attribute("data-step", str(last - 1))
    player.get("replay-slider").fill(str(last // 2))
    expect(replay).to_have_attribute("data-step", str(last // 2))
    expect(player.page).to_have_url(f"{player.base}/t/{table}#step-{last // 2}-seat-0")
    before = player.page.locator(".stage").inner_text()
    wrong = wrong_with(player, f"{game} seen again")
    assert not wrong, "\n".join(wrong)
    player.page.reload()
    expect(replay).to_have_attribute("data-step", str(last // 2))
    assert player.page.locator(".stage").inner_text() == before
    player.get("replay-eyes").select_option("1")
    expect(player.page.locator("[data-testid=replay-eyes]")).to_have_value("1")
    # Whoever's eyes these are, "you" is the reader, and there is nothing to be done.
    expect(player.page.locator("[data-seat='0'] .chip-name")).to_have_text("あなた")
    expect(player.page.locator("[data-seat='1'] .chip-name")).not_to_have_text("あなた")
    expect(player.get("give-up")).to_have_count(0)
    expect(player.page.locator(".side .kept").first).to_have_css("word-break", "keep-all")
    expect(player.page).to_have_url(f"{player.base}/t/{table}#step-{last // 2}-seat-1")
    player.get("replay-end").click()
    player.get("end-table").wait_for()


def test_a_link_to_a_turn_that_the_game_never_had_shows_its_last(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    player.open()
    table = finished(player, "word-bank", 2)
    for wrong in ("#step-99999-seat-0", "#step-99999"):
        player.open(f"/t/{table}{wrong}")
        slider = player.get("replay-slider")
        expect(slider).to_have_value(slider.get_attribute("max") or "")
    player.excused.append("400")
    player.open(f"/t/{table}#step-0-seat-7")
    expect(player.page.locator("main")).to_contain_text("cannot be shown")
