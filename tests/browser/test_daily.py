"""Daily deals, personal statistics and missions on a phone, all stored in the browser."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tests.browser.screens import faults
from tests.browser.serving import Serving
from tools.axe import violations

PHONE: ViewportSize = {"width": 390, "height": 844}
KEPT = "JSON.parse(localStorage.getItem('chabudai.games') ?? '[]')"


def looks_well(player: Player) -> None:
    assert violations(player.page) == []
    assert faults(player.page) == []


def records(player: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = player.page.evaluate(KEPT)
    return found


def stop(player: Player) -> None:
    """End the game for one, and wait for the result."""
    player.at_table()
    player.get("stop").press("Enter")
    asked = player.page.locator(".bar-note").inner_text()
    for answer in (player.page.locator(":focus"), player.get("stop-confirm")):
        expect(answer).to_have_accessible_description(asked)
    player.page.keyboard.press("Escape")
    player.get("stop").press("Enter")
    player.get("stop-confirm").press("Enter")
    player.get("deal-told").wait_for()


def test_a_deal_is_played_compared_and_marked_in_the_calendar(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, viewport=PHONE)
    player.open()
    player.get("daily").click()
    player.get("deal-quiddler").wait_for()
    looks_well(player)
    player.get("play-quiddler").click()
    stop(player)
    looks_well(player)
    assert player.get("deal-told").get_attribute("data-against") == "-1"
    player.get("deal-share").click()  # without permission to use the clipboard
    expect(player.get("deal-text")).to_have_value(re.compile(r"/daily/\d{4}-\d\d-\d\d$"))
    looks_well(player)
    with player.page.expect_download() as picture:
        player.get("deal-save").click()
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")
    (record,) = records(player)
    day = record["deal"]["day"]
    assert record["deal"] == {"day": day, "against": -1, "marks": []}
    player.get("to-daily").click()
    expect(player.get("deal-quiddler")).to_have_attribute("data-made", "-1")
    expect(player.get(f"day-{day}").locator(".deal-marks i")).to_have_count(1)
    player.page.reload()
    expect(player.get("deal-quiddler")).to_have_attribute("data-made", "-1")


def test_missing_and_future_days_are_explained(server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(server.base, viewport=PHONE, locale="ja-JP")
    player.excused.append("status of 404")
    for day, why in (
        ("2026-02-30", "2026-02-30という日はありません。"),
        ("2999-12-31", "2999年12月31日はまだ先です。その日（UTC）になれば遊べます。"),
        ("2025-12-31", "日がわりは2026年1月1日に始まりました。"),
    ):
        player.open(f"/daily/{day}")
        expect(player.get("trouble")).to_have_text(why)
        player.get("deal-quiddler").wait_for()
    player.open("/daily/2026-01-01")
    player.get("deal-quiddler").wait_for()
    expect(player.get("trouble")).to_have_count(0)
    looks_well(player)


def mission(number: int, won: bool, rounds: int) -> dict[str, Any]:
    feat = {"name": f"buddy/{number}", "count": rounds}
    kept = {"table": f"m{number}{rounds}", "game": "kakapo", "at": rounds, "seats": 2, "people": 0}
    return {**kept, "level": "normal", "won": won, "score": None, "feat": feat}


def test_own_games_are_summed_up_exported_and_show_wins(
    server: Serving, newcomer: Newcomer, tmp_path: Path
) -> None:
    player = newcomer(server.base, viewport=PHONE)
    player.open("/mine")
    player.get("mine-none").wait_for()
    file = tmp_path / "games.json"
    for text, said in (
        ("[1]", "This file has no games."),
        ("no file of ours", "This file has no games."),
        (json.dumps([mission(1, True, 7), mission(1, True, 6), mission(2, False, 9)]), "3 games"),
    ):
        file.write_text(text)
        player.get("mine-load").set_input_files(file)
        expect(player.get("mine-said")).to_contain_text(said)
    player.get("mine-load").set_input_files(file)
    expect(player.get("mine-said")).to_have_text("0 games added.")
    expect(player.get("own-kakapo")).to_contain_text("3 games, 2 won")
    looks_well(player)
    with player.page.expect_download() as saved:
        player.get("mine-save").click()
    assert json.loads(Path(saved.value.path()).read_text()) == records(player)
    player.get("book-kakapo").click()
    expect(player.get("mission-buddy-1")).to_contain_text("Won, best in 6 rounds")
    expect(player.get("mission-buddy-2")).to_contain_text("Tried 1 time")
    expect(player.get("next-buddy")).to_contain_text("Next: 2,")
    looks_well(player)
    player.open("/mine")
    player.get("mine-forget").click()
    player.get("mine-forget-all").click()
    player.get("mine-none").wait_for()
    assert records(player) == []


def test_own_games_are_imported_without_unknown_fields(
    server: Serving, newcomer: Newcomer, tmp_path: Path
) -> None:
    player = newcomer(server.base)
    player.open("/mine")
    deal = {"day": "2026-11-27", "against": 1, "marks": [0, 4]}
    game = {**mission(1, True, 7), "deal": deal}
    full = {"padding": "x" * 100_000}
    padded = {**game, **full, "feat": {**game["feat"], **full}, "deal": {**deal, **full}}
    file = tmp_path / "games.json"
    file.write_text(json.dumps([padded]))
    player.get("mine-load").set_input_files(file)
    expect(player.get("mine-said")).to_have_text("1 game added.")
    assert records(player) == [game]
    file.write_text(
        json.dumps([{**game, "table": "other", "deal": {**deal, "marks": [2**53 - 1]}}])
    )
    player.get("mine-load").set_input_files(file)
    expect(player.get("mine-said")).to_contain_text("This file has no games.")


def test_player_who_loses_three_in_a_row_is_offered_a_lower_bot_level(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, viewport=PHONE)
    lost = {"game": "word-bank", "seats": 2, "people": 0, "level": "normal", "won": False}
    before = [{**lost, "table": name, "at": 1, "score": 9, "fewer": True} for name in "ab"]
    player.open()
    player.page.evaluate(
        "(kept) => localStorage.setItem('chabudai.games', kept)", json.dumps(before)
    )
    player.set_table("normal")
    player.at_table()
    while not player.over:
        if player.seat_to_act() == 0:
            player.get("pass").click()
            player.get("pass-confirm").click()
        seq = player.seq
        expect(player.table).not_to_have_attribute("data-seq", str(seq))
    expect(player.get("level-offer")).to_contain_text("You have lost 3 in a row")
    looks_well(player)
    player.get("level-play").click()
    player.page.wait_for_url(lambda url: "/t/" in url)
    player.at_table()
    assert len(records(player)) == 3
