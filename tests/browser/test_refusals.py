"""Refused and invalid words, and the page's explanations."""

import re

from playwright.sync_api import expect

from chabudai.core.rulebook import read_rulebook
from chabudai.games import folder_of
from chabudai.games.word_bank.view import View
from chabudai.words import lexicon
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather, newcomers
from tests.browser.player import Player


def nonsense(view: View) -> str:
    """Return a word that is in no dictionary, made of the circle's letters."""
    letters = "".join(slot.safe.letter for slot in view.ring)
    word = letters[0] + "QXJ" + letters[0]
    assert word not in lexicon("expert")
    return word


def nowhere(view: View) -> str:
    """Return a valid word whose first letter is not on a safe."""
    shown = {slot.safe.letter for slot in view.ring}
    words = ("YELLOW", "ZEBRA")  # no safe of the box shows Y or Z
    return next(word for word in words if word[0] not in shown)


def test_wb7_a_word_without_a_place_to_start_cannot_be_said(player: Player) -> None:
    player.set_table("easy")
    seq, word = player.seq, nowhere(player.view)
    player.page.keyboard.type(word)
    expect(player.get("status")).to_contain_text(word)
    expect(player.get("rule")).to_have_text(re.compile("WB-7"))
    expect(player.get("say-it")).to_have_attribute("aria-disabled", "true")
    player.page.keyboard.press("Enter")
    player.get("say-it").click(force=True)
    expect(player.get("word")).to_have_value(word)
    player.page.keyboard.press("Escape")
    # The table's next step is a valid word, so the page did not send the invalid one.
    player.say(player.best().word)
    assert [step["seq"] for step in player.told[seq + 1]["news"]] == [seq + 1]


def test_wb24_an_unknown_word_costs_the_turn_and_opens_its_rule(come: Newcomer) -> None:
    host, mika = come(locale="ja-JP"), come()
    gather("word-bank", [host, mika], first_player=0)
    before, word = host.view, nonsense(host.view)
    host.say(word)
    assert host.view.stones == before.stones
    assert host.view.used == ()
    assert host.seat_to_act() == 1
    expect(host.get("status")).to_contain_text(word)
    host.get("rule").click()
    rule = host.get("sheet-rules").locator(".rule.here")
    expect(rule).to_have_attribute("id", "WB-8")
    expect(rule).to_be_in_viewport()
    expect(rule.locator("h3")).to_have_text(re.compile("[ぁ-ん]"))  # once the rule book is loaded
    written = read_rulebook(folder_of("word-bank"), "ja")
    book = host.get("sheet-rules").locator(".rulebook")
    assert written.glance is not None
    assert book.locator(".glance h3").inner_text() == written.glance.title
    chapters = book.locator("h2").all_inner_texts()
    assert chapters == [chapter.title for chapter in written.chapters]
    introduction = book.locator(".rules-text > .prose").inner_text()
    assert "自分のことば" in introduction
    book.locator("#WB-13 a[href='#WB-9']").click()
    expect(book.locator("#WB-9")).to_be_in_viewport()
    assert "#" not in host.page.url
    host.page.keyboard.press("Escape")
    expect(host.get("sheet-rules")).to_have_count(0)
    expect(mika.table).to_have_attribute("data-turn", "1")
    assert word in mika.log()[-1]
    expect(host.page.locator(".status.warn")).to_have_count(1)
    mika.pass_turn()
    expect(host.table).to_have_attribute("data-turn", "0")
    expect(host.page.locator(".status.warn")).to_have_count(0)
    expect(host.get("status")).to_contain_text(word)


def test_wba7_a_wrong_word_may_be_retried_and_one_said_too_early_waits(come: Newcomer) -> None:
    host, mika = newcomers(come, 2)
    gather("word-bank", [host, mika], first_player=0, retry_words=True)
    early = mika.best().word
    mika.page.keyboard.type(early)
    mika.page.keyboard.press("Enter")
    expect(mika.get("word")).to_have_value(early)
    assert not mika.view.used
    seq, word = host.seq, nonsense(host.view)
    host.page.keyboard.type(word)
    host.can_say()
    host.page.keyboard.press("Enter")
    expect(host.get("rule")).to_have_text(re.compile("WB-8"))
    expect(host.get("status")).to_contain_text(word)
    assert host.seq == seq
    host.page.keyboard.press("Escape")
    host.pass_turn()
    mika.await_turn()
    assert "passed" in mika.log()[-1]
    expect(mika.get("word")).to_have_value(early)
    mika.can_say()
    with mika.stepping():
        mika.page.keyboard.press("Enter")
    assert mika.view.used == (early,)
