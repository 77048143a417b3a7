"""Daily deals, personal statistics and missions on a phone, all stored in the browser."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import PHONE, Player
from tests.browser.screens import looks_well

KEPT = "JSON.parse(localStorage.getItem('chabudai.games') ?? '[]')"


def records(player: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = player.page.evaluate(KEPT)
    return found


def test_a_deal_is_played_compared_and_marked_in_the_calendar(mobile: Player) -> None:
    mobile.open()
    mobile.get("daily").click()
    mobile.get("deal-quiddler").wait_for()
    looks_well(mobile.page)
    mobile.get("play-quiddler").click()
    mobile.at_table()
    mobile.get("stop").press("Enter")
    asked = mobile.page.locator(".bar-note").inner_text()
    for answer in (mobile.page.locator(":focus"), mobile.get("stop-confirm")):
        expect(answer).to_have_accessible_description(asked)
    mobile.page.keyboard.press("Escape")
    mobile.get("stop").press("Enter")
    mobile.get("stop-confirm").press("Enter")
    mobile.get("deal-told").wait_for()
    looks_well(mobile.page)
    assert mobile.get("deal-told").get_attribute("data-against") == "-1"
    expect(mobile.get("verdict")).to_have_text("The game ends with 0 points.")
    assert not mobile.get("share-result").or_(mobile.get("rematch")).count()
    mobile.get("deal-share").click()  # without the permission to copy
    text = mobile.get("deal-text").input_value()
    assert re.fullmatch(r"chabudai (\S+)\nQuiddler –\nhttp\S+/daily/\1", text)
    looks_well(mobile.page)
    with mobile.page.expect_download() as picture:
        mobile.get("deal-save").click()
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")
    (record,) = records(mobile)
    day = record["deal"]["day"]
    told = record["deal"].pop("told")
    assert record["deal"] == {"day": day, "against": -1, "marks": []}
    mobile.get("to-daily").click()
    expect(mobile.get("deal-quiddler")).to_have_attribute("data-made", "-1")
    expect(mobile.get("deal-quiddler")).to_contain_text(told["en"])
    expect(mobile.get("streak")).to_have_text("1 day in a row")
    mobile.get("day-share").click()
    expect(mobile.get("day-text")).to_have_value(text)
    looks_well(mobile.page)
    expect(mobile.get(f"day-{day}").locator(".deal-marks i")).to_have_count(1)
    mobile.page.reload()
    expect(mobile.get("deal-quiddler")).to_have_attribute("data-made", "-1")
    mobile.open("/mine")
    expect(mobile.get("own-quiddler")).to_have_text(re.compile("^Quiddler1 gameAlone1 game"))


def test_a_nonexistent_or_future_day_is_refused_and_a_new_day_fetched(come: Newcomer) -> None:
    player = come(viewport=PHONE, locale="ja-JP", afresh=True)
    player.excused.append("status of 404")
    for day, why in (
        ("2026-02-30", "2026-02-30という日はありません。"),
        ("2999-12-31", "2999年12月31日はまだ先です。その日（UTC）になれば遊べます。"),
        ("2025-12-31", "お題は2026年1月1日に始まりました。"),
    ):
        player.open(f"/daily/{day}")
        expect(player.get("trouble")).to_have_text(why)
        player.get("deal-quiddler").wait_for()
    player.open("/daily/2026-01-01")
    player.get("deal-quiddler").wait_for()
    expect(player.get("trouble")).to_have_count(0)
    looks_well(player.page)
    player.page.clock.install()
    player.open("/daily")
    expect(player.get("countdown")).to_have_text(re.compile(r"\d+分"))
    with player.page.expect_response("**/api/daily"):
        player.page.clock.fast_forward(86_400_000)


def mission(number: int, won: bool, rounds: int) -> dict[str, Any]:
    feat = {"name": f"buddy/{number}", "count": rounds}
    kept = {"table": f"m{number}{rounds}", "game": "kakapo", "at": rounds, "seats": 2, "people": 0}
    return {**kept, "level": "normal", "won": won, "score": None, "feat": feat}


def test_own_games_are_summarised_exported_imported_and_deleted(
    mobile: Player, tmp_path: Path
) -> None:
    mobile.open("/mine")
    mobile.get("mine-none").wait_for()
    file = tmp_path / "games.json"
    games = json.dumps([mission(1, True, 7), mission(1, True, 6), mission(2, False, 9)])
    for text, said in (
        ("[1]", "This file has no games."),
        (games, "3 games added."),
        ("no file of ours", "This file has no games."),
        (games, "0 games added."),
    ):
        file.write_text(text)
        mobile.get("mine-load").set_input_files(file)
        expect(mobile.get("mine-said")).to_have_text(said)
    once = "addEventListener('change', (e) => e.stopPropagation(), { capture: true, once: true })"
    mobile.page.evaluate(once)
    mobile.get("mine-load").set_input_files(file)
    file.unlink()
    mobile.get("mine-load").dispatch_event("change")
    expect(mobile.get("mine-said")).to_have_text("This file can’t be read.")
    expect(mobile.get("own-kakapo")).to_contain_text("3 games, 2 won")
    looks_well(mobile.page)
    with mobile.page.expect_download() as saved:
        mobile.get("mine-save").click()
    assert json.loads(Path(saved.value.path()).read_text()) == records(mobile)
    mobile.get("book-kakapo").click()
    expect(mobile.get("mission-buddy-1")).to_contain_text("Won, best in 6 rounds")
    expect(mobile.get("mission-buddy-2")).to_contain_text("Tried 1 time")
    expect(mobile.get("next-buddy")).to_contain_text("Next: 2,")
    looks_well(mobile.page)
    mobile.open("/mine")
    mobile.get("mine-forget").click()
    mobile.get("mine-forget-all").click()
    mobile.get("mine-none").wait_for()
    assert records(mobile) == []
    # Unknown fields in an imported file are dropped.
    told = {"en": "The expert lost. You won.", "ja": "達人は失敗。あなたは成功。"}
    deal = {"day": "2026-11-27", "against": 1, "marks": [0, 4], "told": told}
    game = mission(1, True, 7) | {"deal": deal}
    full = {"padding": "x" * 100_000}
    deals = deal | full | {"told": told | full}
    padded = game | full | {"feat": game["feat"] | full, "deal": deals}
    file.write_text(json.dumps([padded]))
    mobile.get("mine-load").set_input_files(file)
    expect(mobile.get("mine-said")).to_have_text("1 game added.")
    assert records(mobile) == [game]
    other = game | {"table": "other", "deal": deal | {"marks": [2**53 - 1]}}
    file.write_text(json.dumps([other]))
    mobile.get("mine-load").set_input_files(file)
    expect(mobile.get("mine-said")).to_contain_text("This file has no games.")


def test_three_losses_in_a_row_offer_bots_of_a_lower_level(mobile: Player) -> None:
    lost = {"game": "word-bank", "seats": 2, "people": 0, "level": "normal", "won": False}
    before = [{**lost, "table": name, "at": 1, "score": 9, "fewer": True} for name in "ab"]
    mobile.open()
    keep = "(kept) => localStorage.setItem('chabudai.games', kept)"
    mobile.page.evaluate(keep, json.dumps(before))
    mobile.set_table("normal")
    mobile.at_table()
    while not mobile.over:
        if mobile.seat_to_act() == 0:
            mobile.pass_turn()
        seq = mobile.seq
        expect(mobile.table).not_to_have_attribute("data-seq", str(seq))
    expect(mobile.get("level-offer")).to_contain_text("You have lost to normal bots 3 times")
    looks_well(mobile.page)
    mobile.get("level-play").click()
    mobile.page.wait_for_url(lambda url: "/t/" in url)
    mobile.at_table()
    assert len(records(mobile)) == 3
