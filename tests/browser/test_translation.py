"""Pages translated by the browser, which wraps each text node in elements of its own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import expect

from chabudai.games import GAMES
from tests.browser.fixtures import Newcomer
from tests.browser.guide_player import say
from tests.browser.player import Player

TRANSLATE = """
const kept = (element) =>
  element.closest("[translate]")?.getAttribute("translate") === "no" ||
  element.closest(".notranslate, script, style, textarea");
function wrap(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const text of found) {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || parent.closest("font") || kept(parent)) continue;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.append(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  }
}
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      wrap(node.nodeType === Node.TEXT_NODE ? node.parentNode ?? node : node);
}).observe(document, { childList: true, subtree: true });
"""
"""Script that replaces text nodes as Chromium's translator does: later changes to the originals do
not reach the copies.
"""
TEXT = "document.body.innerText"
TRIES = 200
STEPS: tuple[Callable[[Player], None], ...] = (
    lambda player: player.page.get_by_role("radio", name="hard").check(force=True),
    lambda player: player.get("join-code").fill("12"),
    lambda player: player.get("join").click(),
    lambda player: player.get("join-code").fill(""),
    lambda player: player.get("lang-ja").click(),
    lambda player: player.get("join").click(),
    lambda player: player.get("lang-en").click(),
)
"""Actions that change the front page's texts."""
MET: list[dict[str, Any]] = [
    {"word": word, "meanings": [], "opened": "2026-01-02", "said": None, "own": False}
    for word in ("ONE", "TWO", "TEN")
]
"""Words of the word history."""
Pages: TypeAlias = tuple[Player, Player]


@pytest.fixture
def pages(come: Newcomer) -> Pages:
    """Return a reader whose browser translates, and one whose browser does not."""
    translated, plain = come(afresh=True), come()
    translated.context.add_init_script(TRANSLATE)
    return translated, plain


def read_alike(translated: Player, plain: Player) -> None:
    """Wait until both pages show the same text."""
    texts: list[list[str]] = []
    for _ in range(TRIES):
        texts = [each.page.evaluate(TEXT).split("\n") for each in (translated, plain)]
        if texts[0] == texts[1]:
            return
        plain.page.wait_for_timeout(50)
    assert texts[0] == texts[1]


def test_a_translated_table_and_guide_show_present_values(pages: Pages) -> None:
    translated, _ = pages
    for game in ("word-bank", "quiddler"):
        translated.open(f"/t/{translated.order_table(game, 'easy')}")
        translated.at_table()
        assert translated.page.locator("[data-testid=table] font").count() == 0
        translated.get("rules").click()
        expect(translated.page.locator(".rulebook font").first).to_be_visible()
    first = GAMES["word-bank"].extras.guides["first"].lessons[0]
    for page in pages:
        page.open("/learn/word-bank/first")
        page.at_table()
        say(page, first.do)
        expect(page.get("guide")).to_have_attribute("data-at", "1")
    heads = [page.page.locator(".guide-head small").inner_text() for page in pages]
    assert heads[0] == heads[1]


def test_a_translated_front_page_and_rulebook_keep_up_with_changes(pages: Pages) -> None:
    translated, _ = pages
    for page in pages:
        page.order_table("word-bank", friends=1)
        page.open()
        page.get("your-tables").wait_for()
        page.page.locator(".low-table > svg").wait_for()
    expect(translated.page.locator("main font").nth(20)).to_be_attached()
    read_alike(*pages)
    for step in STEPS:
        for page in pages:
            step(page)
        read_alike(*pages)
    for page in pages:
        page.excused.append("503")
        page.page.route("**/rules/**", lambda route: route.fulfill(status=503))
        page.open()
        page.get("rules-quiddler").click()
        expect(page.page.locator(".sheet .trouble")).to_be_visible()
    read_alike(*pages)
    for page in pages:
        page.page.unroute_all()
        page.open()
        page.get("rules-quiddler").click()
        page.page.locator(".rule").nth(20).wait_for(state="attached")
    read_alike(*pages)
    for sought in ("challenge", "qwxz", ""):
        for page in pages:
            page.page.locator(".rulebook input").fill(sought)
        read_alike(*pages)


def test_translated_words_files_deals_and_statistics_keep_up(pages: Pages, tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    file.write_text("{}")
    for page in pages:
        page.excused.append("400")
        page.open()
        page.page.evaluate(
            "kept => localStorage.setItem('chabudai.words', kept)",
            json.dumps({"words": MET, "games": []}),
        )
        page.page.reload()
        page.get("diary").click()
        page.page.get_by_role("button", name="Remove TWO").click()
        expect(page.page.locator(".diary > li")).to_have_count(2)
    read_alike(*pages)
    for page in pages:
        page.page.keyboard.press("Escape")
        page.get("recorded").click()
        page.get("recorded-file").set_input_files(file)
        page.get("recorded-trouble").wait_for()
    read_alike(*pages)
    for page in pages:
        page.open("/daily")
        page.page.get_by_role("button", name="before").click()
    read_alike(*pages)
    games = [
        {"table": f"t{at}", "game": "word-bank", "at": at, "seats": 2, "people": 0}
        | {"level": "easy", "won": at % 2 == 0, "score": at}
        for at in range(5)
    ]
    for page in pages:
        page.open("/mine")
    for count in (0, 2, 5):
        file.write_text(json.dumps(games[:count]))
        for page in pages:
            page.get("mine-load").set_input_files(file)
        read_alike(*pages)
