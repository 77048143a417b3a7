"""Word Porters: refusals with their rules, custom cards, and the rules for children."""

import re
from string import ascii_lowercase

from playwright.sync_api import expect

from chabudai.games.word_porters.state import Place, Placed
from chabudai.games.word_porters.view import Polling
from tests.browser import porter
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import jump, move_on
from tests.browser.player import PHONE, Player
from tests.browser.screens import LARGE, USUAL, faults, look_at, read_in, settle


def test_wp19_wp20_wp33_wp34_wp36_refused_porters_and_votes_name_their_rules(
    player: Player,
) -> None:
    porter.set_table(player, "easy", "easy", "easy")
    player.hurry_bots()
    porter.put(player, porter.free_places(player)[0])
    porter.await_next(player)
    before, placed = player.seq, porter.view_of(player).placed
    taken = next(each for each in placed if each.seat != 0)
    own = next(each for each in placed if each.seat == 0)
    for rule, place in (
        ("WP-19", Place(taken.card, taken.word)),
        ("WP-20", Place(own.card, 1 - own.word)),
    ):
        hint = player.get(f"hint-{place.card}-{place.word}")
        expect(hint).to_have_attribute("aria-disabled", "true")
        hint.click(force=True)
        expect(player.get("rule")).to_have_text(re.compile(rule))
        expect(player.get("put")).to_have_attribute("aria-disabled", "true")
        player.get("put").click(force=True)
        player.page.keyboard.press("Enter")
    player.get("rule").click()
    expect(player.get("sheet-rules").locator(".rule.here")).to_have_attribute("id", "WP-20")
    player.page.keyboard.press("Escape")
    assert player.seq == before
    assert porter.view_of(player).placed == placed

    porter.play_hints(player)
    mine = porter.identity_of(player)
    one, other = [number for number in range(1, 11) if number != mine][:2]
    player.page.keyboard.press("Control+Enter")
    expect(player.get("status")).to_contain_text("First guess")
    player.get(f"vote-1-{one}").click()
    player.page.keyboard.press("Control+Enter")
    expect(player.get("rule")).to_have_text(re.compile("WP-34"))
    player.get(f"vote-2-{one}").click()
    expect(player.get("rule")).to_have_text(re.compile("WP-33"))
    expect(player.get("ballot-1").locator(".vote-tile")).to_have_count(0)
    player.get(f"vote-1-{other}").click()
    player.get(f"vote-3-{mine}").click()
    expect(player.get("rule")).to_have_text(re.compile("WP-36"))
    expect(player.get("status")).to_contain_text(str(mine))
    expect(player.get("ballot-3").locator(".vote-tile")).to_have_count(0)
    player.get(f"vote-3-{mine}").click()
    expect(player.get(f"vote-3-{mine}")).to_have_attribute("aria-pressed", "true")
    expect(player.get("rule")).to_have_text(re.compile("WP-36"))
    phase = porter.view_of(player).phase
    assert isinstance(phase, Polling)
    assert phase.own == ()
    porter.confirm(player)
    player.get("ready").wait_for()
    assert porter.view_of(player).rounds[0].votes[0] == (0, other, one, mine)


def test_wp22_a_porter_on_top_of_3_is_shown_before(host: Player, friend: Player) -> None:
    porter.sit_down(host, friend)
    first = porter.free_places(host)[0]
    porter.choose(host, first)
    expect(host.get("put")).to_contain_text("Put porter 1")
    porter.put(host, first)
    porter.await_next(friend)
    dear = Place(first.card, 1 - first.word)
    porter.choose(friend, dear)
    expect(friend.get("put")).to_contain_text("Put 1 on top of 3")
    expect(friend.get("status")).to_contain_text("on top of 3")
    porter.put(friend, dear)
    assert porter.view_of(friend).placed[1] == Placed(1, dear.card, dear.word, (1, 3))
    assert porter.view_of(friend).tokens[1] == (2,)
    for each in (host, friend):
        half = each.get(f"hint-{dear.card}-{dear.word}")
        expect(half).to_have_attribute("data-tokens", "13")
        expect(half.locator(".hint-token text")).to_have_text(["1", "3"])


def test_wpa19_a_table_plays_with_its_own_cards_when_there_are_enough_of_them(host: Player) -> None:
    host.open_lobby("word-porters")
    words = [f"word {letter}{more}" for letter in "ABCDEFGHIJ" for more in "abcd"]
    pairs = [(f"more {letter}", f"less {letter}") for letter in "ABCDEFGHI"]
    lines, count = host.get("own_words-lines"), host.get("own_words-lines-count")
    lay, none = host.get("own_words-lines-lay"), host.get("own_words-lines-none")
    lines.fill("\n".join(words[:7]))
    lay.click()
    expect(host.get("rule")).to_have_text(re.compile("WP-A19"))
    expect(lines).to_have_value("\n".join(words[:7]))
    expect(count).to_have_text("7 words · 33 more needed")
    share = host.get("option-own_share")
    share.locator("label").nth(2).click()
    expect(count).to_have_text("7 words · 3 more needed")
    share.locator("label").nth(1).click()
    expect(share.locator("input").nth(1)).to_be_checked()
    expect(count).to_have_text("7 words")
    lay.click()
    expect(lay).to_have_attribute("aria-disabled", "true")
    none.click()
    expect(none).to_have_count(0)
    expect(count).to_have_text("0 words")
    host.get("own_words-lines-again").click()
    lay.click()
    expect(none).to_be_visible()
    share.locator("label").first.click(force=True)
    expect(host.get("rule")).to_have_text(re.compile("WP-A19"))
    expect(share.locator("input").nth(1)).to_be_checked()
    lines.fill("\n".join(words))
    lay.click()
    expect(count).to_have_text("40 words")
    share.locator("label").first.click()
    expect(share.locator("input").first).to_be_checked()
    host.get("own_hints-lines").fill("\n".join("/".join(pair) for pair in pairs))
    host.get("own_hints-lines-lay").click()
    expect(host.get("own_hints-lines-count")).to_have_text("9 hint cards")
    expect(host.get("own_hints-lines-lay")).to_have_attribute("aria-disabled", "true")
    host.reload()
    expect(count).to_have_text("40 words")
    host.begin()
    shown_words, shown_hints = porter.printed(host)
    assert set(shown_words) <= set(words)
    shown_pairs = zip(shown_hints[::2], shown_hints[1::2], strict=True)
    assert {frozenset(pair) for pair in shown_pairs} == {frozenset(pair) for pair in pairs}
    # This browser keeps the words for the next table.
    host.open_lobby("word-porters")
    host.get("own_words-lines-again").click()
    expect(lines).to_have_value("\n".join(words))


def test_wp45_wp47_children_read_kana_and_may_skip(come: Newcomer) -> None:
    player = come(locale="ja-JP", viewport=PHONE, has_touch=True)
    porter.set_table(player, "easy", "easy", children=True)
    player.hurry_bots()
    assert porter.printed(player) == porter.cards_in(player, "kana")
    expect(player.page.locator(".words .chick")).to_have_count(10)
    assert faults(player.page) == []
    player.get("menu").click()
    player.get("sheet-menu").locator("label", has_text="ふりがな").click()
    player.page.keyboard.press("Escape")
    assert porter.printed(player) == porter.cards_in(player, "ja")
    assert player.page.locator(".words ruby rt").count() > 0
    with player.stepping():
        player.get("pass").tap()
    assert not [each for each in porter.view_of(player).placed if each.seat == 0]


IN_ONE_LINE = """
() => {
  const faces = [...document.querySelectorAll(".hand .face")];
  const high = (face) => face.getBoundingClientRect().height;
  const line = (face) => parseFloat(getComputedStyle(face).lineHeight);
  return faces.length === 10 && faces.every((face) => high(face) < 1.5 * line(face));
}
"""


def test_the_longest_words_stay_in_one_line_on_the_smallest_low_tables(player: Player) -> None:
    longest = [
        f"{word}{letter}" for word in ("homesicknes", "encyclopedi") for letter in ascii_lowercase
    ]
    porter.set_table(player, *["easy"] * 5, own_words=longest)
    for width, height in ((1024, 768), (1000, 700), (768, 1024)):
        player.page.set_viewport_size({"width": width, "height": height})
        player.page.wait_for_function(IN_ONE_LINE)


IN_PIECES = r"""
() => [...document.querySelectorAll(".face")].flatMap((face) => {
  const { left, right } = face.closest("button, .word-card, .half, li").getBoundingClientRect();
  const texts = [...face.childNodes].filter((node) => node.nodeType === 3);
  return texts.flatMap((text) => [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const boxes = [...range.getClientRects()];
    const out = boxes.some((box) => box.left < left - 0.5 || box.right > right + 0.5);
    return boxes.length > 1 || out ? [`${word} in ${face.parentElement.className}`] : [];
  }));
})
"""
"""Script that finds words that are broken, or stick out."""


def test_the_longest_words_are_not_broken_on_small_screens(reader: Player) -> None:
    fonts = reader.context.new_cdp_session(reader.page)
    wrong: list[str] = []
    for language, long, letters in (
        ("en", ("homesicknes", "vending machin"), "abcdefghijklnopqrstuvxyz"),
        ("ja", ("クレジット", "じんこうえ"), "あいうえおかきくけこさしすせそたちつてと"),
    ):
        words = [f"{word}{letter}" for word in long for letter in letters]
        table = porter.set_table(reader, "easy", "easy", own_words=words)
        reader.hurry_bots()
        for moment in ("hinting", "voting", "over"):
            go_on = jump if moment == "over" else move_on
            go_on(reader, table, f"view.phase.type === '{moment}'")
            read_in(reader, language)
            for size, fonts_at in (((320, 568), USUAL), ((390, 844), LARGE)):
                fonts.send("Page.setFontSizes", fonts_at)
                look = look_at(reader, size)
                settle(reader)
                wrong += [f"{moment}, {look}: {each}" for each in reader.page.evaluate(IN_PIECES)]
    fonts.send("Page.setFontSizes", USUAL)
    assert not wrong, "\n".join(wrong)
