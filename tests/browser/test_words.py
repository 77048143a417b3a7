"""Meanings of words on the page, and the word history."""

import csv
import io
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import jump, move_on
from tests.browser.player import PHONE, Player
from tests.browser.report_section import open_report
from tests.browser.screens import fits

TRAP = {
    "word": "TRAP",
    "meanings": [
        {
            "word": "TRAP",
            "senses": [{"part": "noun", "definition": '=cmd|"/c calc"'}],
            "japanese": [{"text": "+わな", "reading": ""}],
        }
    ],
    "opened": "2026-01-02",
    "said": None,
    "own": False,
}
"""A word whose meaning a spreadsheet would evaluate as a formula."""


def began(player: Player, game: str, **options: Any) -> str:
    """Open a table with two bots whose game has started."""
    table = player.order_table(game, "easy", "easy", **options)
    player.open(f"/t/{table}")
    player.at_table()
    player.hurry_bots()
    return table


def saved(page: Page) -> list[list[str]]:
    """Parse the file of flash cards as a spreadsheet does."""
    with page.expect_download() as download:
        page.get_by_test_id("diary-save").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert text.startswith("\ufeff#")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


def kept(page: Page) -> dict[str, dict[str, object]]:
    """Return the words stored in the browser."""
    found = json.loads(page.evaluate("localStorage.getItem('chabudai.words')"))
    return {each["word"]: each for each in found["words"]}


def test_a_said_word_shows_its_path_and_meaning_and_is_recorded(come: Newcomer) -> None:
    player = come(locale="ja-JP", viewport=PHONE)
    player.open()
    page, get = player.page, player.get
    table = began(player, "word-bank")
    move_on(player, table, "view.used.length > 1")
    word = get("last-word").last.inner_text().split()[-1]
    get("last-word").last.click()
    expect(page.locator(".spoken .word")).to_have_text(word)
    get("meaning").press("Enter")
    means = page.get_by_test_id(f"meaning-{word}")
    expect(means.locator(".senses, .glosses").first).to_be_visible()
    expect(page.locator(".credit")).to_contain_text("EDICT")
    page.keyboard.press("Escape")
    expect(get("meaning")).to_be_focused()

    player.get("menu").click()
    move_on(player, table)
    expect(player.get("sheet-menu")).to_have_count(0)
    get("words").click()
    rows = page.get_by_test_id("all-words-list").locator("summary")
    rows.first.press("Enter")
    expect(page.locator(".all-words .senses, .all-words .glosses").first).to_be_visible()
    fits(player, "the words of a game")
    get("diary").click()
    opened = page.get_by_test_id("diary-words").locator("summary")
    expect(opened.filter(has_text=word)).to_have_count(1)
    page.get_by_role("radio", name="ゲームに出た").check()
    said = {each for each, met in kept(page).items() if met["said"]}
    expect(opened).to_have_count(len(said))
    assert word in said
    fits(player, "the words met")


def test_words_met_are_removed_and_saved_for_flash_cards(player: Player) -> None:
    player.open()
    page, get = player.page, player.get
    words = [TRAP, *({**TRAP, "word": word, "said": "2026-01-03"} for word in ("ONE", "TWO"))]
    page.evaluate(
        "text => localStorage.setItem('chabudai.words', text)",
        json.dumps({"words": words, "games": ["t"]}),
    )
    page.reload()
    get("diary").click()
    rows = page.locator(".diary > li")
    expect(rows).to_have_count(3)
    head, first, *_ = saved(page)
    assert head[:3] == ["#word", "meaning", "tags"]
    assert first[0] == "TRAP"
    cells = [cell for row in saved(page)[1:] for cell in row]
    assert any('=cmd|"/c calc"' in cell for cell in cells)
    assert not [cell for cell in cells if cell[:1] in {"=", "+", "-", "@"}]
    page.get_by_role("button", name="Remove ONE").press("Enter")
    expect(page.get_by_role("button", name="Remove TWO")).to_be_focused()
    # ONE was also said in a game, so only its look-up is removed.
    assert {each: met["opened"] is None for each, met in kept(page).items()} == {
        "TRAP": False,
        "ONE": True,
        "TWO": False,
    }
    get("diary-clear").click()
    get("diary-clear-sure").click()
    expect(rows).to_have_count(0)
    assert kept(page).keys() == {"ONE", "TWO"}
    page.evaluate("localStorage.setItem('chabudai.words', '{]')")
    page.reload()
    get("diary").click()
    expect(page.locator(".sheet")).to_contain_text("No words yet")


def test_a_laid_word_has_no_meaning_while_it_may_be_a_bluff(player: Player) -> None:
    player.open()
    page = player.page
    table = began(player, "quiddler", turn_cap=1)
    move_on(player, table, "view.laid.length > 0 && view.phase.type === 'drawing'")
    letters = page.locator(".laid-letters").first
    letters.click()
    closed = page.locator(".meaning-closed")
    expect(closed).to_contain_text("The dictionary is closed during your turn.")
    expect(closed.get_by_test_id("rule")).to_contain_text("QD-23")
    page.keyboard.press("Escape")
    jump(player, table)
    page.locator(".round-result .laid-letters").first.click()
    means = page.locator(".sheet .senses, .sheet .glosses").first
    expect(means).to_be_visible()
    page.keyboard.press("Escape")
    open_report(player)
    player.get("review-seat-1").click()
    page.locator(".look-back li .meant").first.click()
    expect(means).to_be_visible()


def test_a_word_card_shows_its_meaning(mobile: Player) -> None:
    mobile.open()
    page = mobile.page
    move_on(mobile, began(mobile, "word-porters"), "true")
    card = page.locator(".word-card").nth(3)
    card.press("Enter")
    # Of the 300 words on cards, 14 have only a Japanese translation, such as "smartphone".
    expect(page.locator(".sheet :is(.senses, .glosses)").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_focused()
