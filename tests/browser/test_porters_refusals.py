"""Word Porters: refusals with their rules, custom cards, and the rules for children."""

import re

from playwright.sync_api import expect

from chabudai.games.word_porters.state import Place, Placed
from chabudai.games.word_porters.view import Polling
from tests.browser.fixtures import Newcomer
from tests.browser.porter import (
    await_next,
    cards_in,
    choose,
    confirm,
    free_places,
    identity_of,
    play_hints,
    printed,
    put,
    set_table,
    sit_down,
    view_of,
)
from tests.browser.screens import faults
from tests.browser.serving import Serving

PHONE = {"width": 390, "height": 844}


def test_wp19_wp20_a_taken_hint_word_and_a_second_porter_on_a_card_are_refused_by_their_rules(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    set_table(player, "easy", "easy")
    player.hurry_bots()
    put(player, free_places(player)[0])
    await_next(player)
    before, placed = player.seq, view_of(player).placed
    taken = next(each for each in placed if each.seat != 0)
    own = next(each for each in placed if each.seat == 0)
    for rule, place in (
        ("WP-19", Place(taken.card, taken.word)),
        ("WP-20", Place(own.card, 1 - own.word)),
    ):
        choose(player, place)
        expect(player.get("rule")).to_have_text(re.compile(rule))
        expect(player.get("put")).to_have_attribute("aria-disabled", "true")
        player.get("put").click(force=True)
        player.page.keyboard.press("Enter")
    player.get("rule").click()
    expect(player.get("sheet-rules").locator(".rule.here")).to_have_attribute("data-rule", "WP-20")
    player.page.keyboard.press("Escape")
    assert player.seq == before
    assert view_of(player).placed == placed


def test_wp22_porter_on_top_of_3_is_shown_before_it_is_put(
    server: Serving, newcomer: Newcomer
) -> None:
    host, friend = newcomer(server.base), newcomer(server.base)
    sit_down(host, friend)
    first = free_places(host)[0]
    choose(host, first)
    expect(host.get("put")).to_contain_text("Put porter 1")
    put(host, first)
    await_next(friend)
    dear = Place(first.card, 1 - first.word)
    choose(friend, dear)
    expect(friend.get("put")).to_contain_text("Put 1 on top of 3")
    expect(friend.get("status")).to_contain_text("on top of 3")
    put(friend, dear)
    assert view_of(friend).placed[1] == Placed(1, dear.card, dear.word, (1, 3))
    assert view_of(friend).tokens[1] == (2,)
    for each in (host, friend):
        half = each.get(f"hint-{dear.card}-{dear.word}")
        expect(half).to_have_attribute("data-tokens", "13")
        expect(half.locator(".hint-token text")).to_have_text(["1", "3"])


def test_wp33_wp34_wp36_missing_moved_and_own_votes_are_explained(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    set_table(player, "easy", "easy", "easy")
    player.hurry_bots()
    play_hints(player)
    own = identity_of(player)
    one, other = [number for number in range(1, 11) if number != own][:2]
    player.page.keyboard.press("Control+Enter")
    expect(player.get("status")).to_contain_text("First guess")
    player.get(f"vote-1-{one}").click()
    player.page.keyboard.press("Control+Enter")
    expect(player.get("rule")).to_have_text(re.compile("WP-34"))
    player.get(f"vote-2-{one}").click()
    expect(player.get("rule")).to_have_text(re.compile("WP-33"))
    expect(player.get("ballot-1").locator(".vote-tile")).to_have_count(0)
    player.get(f"vote-1-{other}").click()
    player.get(f"vote-3-{own}").click()
    expect(player.get("rule")).to_have_text(re.compile("WP-36"))
    expect(player.get("status")).to_contain_text(str(own))
    phase = view_of(player).phase
    assert isinstance(phase, Polling)
    assert phase.own == ()
    confirm(player)
    player.get("ready").wait_for()
    assert view_of(player).rounds[0].votes[0] == (0, other, one, own)


def test_wpa19_custom_cards_are_used_if_there_are_enough(
    server: Serving, newcomer: Newcomer
) -> None:
    host = newcomer(server.base)
    host.open()
    host.get("friends-word-porters").click()
    host.get("lobby").wait_for()
    words = [f"word {letter}{more}" for letter in "ABCDEFGHIJ" for more in "abcd"]
    pairs = [(f"more {letter}", f"less {letter}") for letter in "ABCDEFGHI"]
    host.get("own_words-lines").fill("\n".join(words[:7]))
    host.get("own_words-lines-lay").click()
    expect(host.get("rule")).to_have_text(re.compile("WP-A19"))
    expect(host.get("own_words-lines")).to_have_value("\n".join(words[:7]))
    expect(host.get("own_words-lines-count")).to_have_text("0 words")
    host.get("own_words-lines").fill("\n".join(words))
    host.get("own_words-lines-lay").click()
    expect(host.get("own_words-lines-count")).to_have_text("40 words")
    host.get("own_hints-lines").fill("\n".join("/".join(pair) for pair in pairs))
    host.get("own_hints-lines-lay").click()
    expect(host.get("own_hints-lines-count")).to_have_text("9 hint cards")
    expect(host.get("own_hints-lines-lay")).to_have_attribute("aria-disabled", "true")
    host.page.reload()
    host.ready()
    expect(host.get("own_words-lines-count")).to_have_text("40 words")
    host.get("start").click()
    host.at_table()
    shown_words, shown_hints = printed(host)
    assert set(shown_words) <= set(words)
    assert {frozenset(pair) for pair in zip(shown_hints[::2], shown_hints[1::2], strict=True)} == {
        frozenset(pair) for pair in pairs
    }


def test_wp45_wp47_children_read_kana_and_may_skip(server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(server.base, locale="ja-JP", viewport=PHONE, has_touch=True)
    set_table(player, "easy", "easy", children=True)
    player.hurry_bots()
    assert printed(player) == cards_in(player, "kana")
    expect(player.page.locator(".words .chick")).to_have_count(10)
    assert faults(player.page) == []
    player.get("menu").click()
    player.get("sheet-menu").locator("label", has_text="ふりがな").click()
    player.page.keyboard.press("Escape")
    assert printed(player) == cards_in(player, "ja")
    assert player.page.locator(".words ruby rt").count() > 0
    seq = player.seq
    player.get("pass").tap()
    player.await_after(seq)
    assert not [each for each in view_of(player).placed if each.seat == 0]
