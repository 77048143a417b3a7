"""Quiddler on the page: a whole game, a challenge, a reload, a phone and the dictionary."""

import re
from itertools import permutations
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from chabudai.games.quiddler.components.cards import POINTS, ROUNDS
from chabudai.games.quiddler.solver import Layout
from chabudai.words import lexicon
from tests.browser import quiddler
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import jump
from tests.browser.player import Player
from tests.browser.report_section import look_back
from tests.browser.screens import faults

NEXT = "[data-testid=draw-deck], [data-testid=ready][aria-disabled=false]"
"""Elements that show that the player must act: a turn, or the end of a round."""


def draw(player: Player) -> None:
    with player.stepping():
        player.get("draw-deck").click()
    expect(player.get("discard")).to_be_visible()


def challenge(player: Player, flag: Locator) -> int:
    """Challenge a word by its flag, and return the points that the player lost."""
    at = int(flag.get_attribute("data-challenge") or -1)
    word = quiddler.view_of(player).laid[at]
    flag.click()
    yes = player.get("challenge-yes")
    expect(yes).to_have_attribute("aria-disabled", "false")
    expect(yes).to_contain_text(word.word)
    expect(yes).to_contain_text(str(word.points))
    yes.click()
    expect(player.get(f"laid-{at}").locator(".verdict")).to_contain_text(str(word.points))
    expect(player.get("status").locator("small")).to_contain_text("challenged")
    verdict = quiddler.view_of(player).laid[at].verdict
    assert verdict
    assert verdict.by == player.seat
    assert verdict.allowed == (word.word in lexicon("standard"))
    return verdict.loss if verdict.loser == player.seat else 0


def reload_in_the_middle(player: Player) -> None:
    """Reload with a drawn card, a chosen discard, an unfinished word, and typed letters without a
    card.
    """
    player.get("discard-slot").click()
    quiddler.loose(player).locator(".card").last.click()
    for _ in range(2):
        quiddler.loose(player).locator(".card").first.click()
    player.page.keyboard.type("zz")
    expect(player.get("status")).to_contain_text("don’t spell that")
    assert player.get("discard-slot").get_attribute("data-card")
    assert player.page.locator(".typed").count()
    player.reload_alike(".word-row .card", ".hand-cards .card", ".typed", ".slot")


@pytest.mark.nightly
def test_eight_rounds_with_a_challenge_and_a_reload_end_in_a_transcript_that_verifies(
    player: Player, tmp_path: Path
) -> None:
    table = quiddler.set_table(player, "normal", "normal", turn_cap=3)
    player.hurry_bots()
    lost: dict[int, int] = {}
    drawn = player.page.locator(".story-lines li", has_text="drew a card")
    quiddler.forward(player, table, 1, "acting")
    reload_in_the_middle(player)
    for number in range(1, ROUNDS + 1):
        quiddler.forward(player, table, number, "settling")
        # The reason would reveal the bot's hand, so the page does not offer to ask for it.
        assert drawn.locator(".why").count() == 0
        flags = player.page.locator("[data-challenge]")
        if not lost and flags.count():
            lost[number] = challenge(player, flags.first)
    jump(player, table)

    view = quiddler.view_of(player)
    assert len(view.sheet) == ROUNDS
    totals = [line.total for line in view.sheet[-1]]
    best, second, *_ = sorted(totals, reverse=True)
    margin = f"won by {best - second} point" if best > second else "share the win"
    expect(player.get("verdict").locator("h2")).to_contain_text(margin)
    expect(drawn.locator(".why")).not_to_have_count(0)
    expect(player.get("status")).to_have_text("After eight rounds, the most points win.")
    look_back(player, totals[0] - sum(totals[1:]) / len(totals[1:]))
    ((number, loss),) = lost.items()
    assert view.sheet[number - 1][0].lost >= loss
    for seat, total in enumerate(player.verified(tmp_path)["outcome"]["scores"]):
        expect(player.get(f"total-{seat}")).to_have_text(str(total))


def test_a_round_on_a_japanese_phone_is_played_with_the_finger(finger: Player) -> None:
    table = quiddler.set_table(finger, "easy", "easy", turn_cap=2)
    finger.hurry_bots()
    expect(finger.get("status")).to_contain_text("あなたの番")
    while not finger.get("ready").count():
        with finger.stepping():
            finger.get("draw-deck").tap()
        layout, seq = quiddler.best(finger), finger.seq
        last = quiddler.view_of(finger).last is not None
        if not last:
            layout = Layout((), layout.discard, (), 0, 0)
        quiddler.by_touch(finger, layout)
        assert faults(finger.page) == []
        finger.get("discard-pile").tap()
        if last:
            expect(finger.get("status")).to_contain_text("下のボタンで")
            finger.get("last").tap()
        finger.await_after(seq)
        finger.page.locator(NEXT).first.wait_for()
    expect(finger.get("bonuses")).to_contain_text("ボーナス")
    assert faults(finger.page) == []
    finger.get("ready").tap()
    expect(finger.get("round")).to_contain_text("2/8")
    # At the end of the game, the winner's best word lies in the middle of the table.
    jump(finger, table)
    word = re.search("[A-Z]+", finger.get("verdict").locator("p").first.inner_text())
    spoils = finger.get("spoils").locator(".lying > g")
    expect(spoils.first).to_be_visible()
    assert word
    assert len(word[0]) / 2 <= spoils.count() <= len(word[0])


def test_qd_23_the_dictionary_is_closed_in_turns_and_the_last_turn_may_lay_nothing(
    player: Player,
) -> None:
    table = quiddler.set_table(player, "easy", "easy", turn_cap=1, validation="when-laid")
    player.hurry_bots()
    player.page.keyboard.press("/")
    sheet = player.get("sheet-lookup")
    locked = sheet.get_by_test_id("lookup-locked")
    expect(locked).to_contain_text("closed during your turn")
    locked.locator(".rule-link").click()
    expect(player.get("sheet-rules").locator(".rule.here")).to_contain_text("QD-23")
    player.page.keyboard.press("Escape")
    player.close_sheet()

    for card in player.page.locator(".card").all():
        face = card.get_attribute("data-face") or ""
        expect(card).to_have_accessible_name(f"{face}, {POINTS[face]} points")
    quiddler.forward(player, table, 1, "acting", last=True)
    button, seq = player.get("last"), player.seq
    expect(button).to_contain_text("Lay nothing")
    expect(button).to_have_class("quiet")
    player.page.keyboard.press("Enter")
    expect(player.get("status")).to_contain_text("press the button below")
    assert player.seq == seq
    for _ in range(2):
        quiddler.loose(player).locator(".card").first.click()
    expect(button).to_have_class("primary")
    # Here the game judges the words only when they are laid.
    expect(button).to_contain_text("only if they are words; discard")

    quiddler.forward(player, table, 1, "settling")
    player.page.keyboard.press("/")
    words = [("quiddler", "not in the dictionary"), ("quiet", "in the dictionary")]
    words += [(laid.word, "lies on the table") for laid in quiddler.view_of(player).laid[:1]]
    for word, said in words:
        sheet.get_by_test_id("lookup-word").fill(word)
        sheet.get_by_test_id("lookup-go").click()
        expect(sheet.get_by_test_id("lookup-answer")).to_contain_text(said)


def test_a_typed_discard_of_two_letters_leaves_its_first_in_a_word(come: Newcomer) -> None:
    player = come(has_touch=True)
    hand, pair = quiddler.hand_with_a_pair(player)
    player.get("discard").press("Enter")
    expect(player.get("discard")).to_have_text("Don’t discard yet")
    expect(player.get("discard")).not_to_have_class("primary")
    player.get("discard").press("Enter")
    expect(player.get("discard")).to_have_text("Discard …")
    player.get("open-sheet").click()
    expect(player.page.locator(".score-note")).to_contain_text("Longest word, +10")
    expect(player.page.locator(".score-note")).not_to_contain_text("Most words")
    player.page.keyboard.press("Escape")
    expect(player.get("sheet-score")).to_have_count(0)
    one = pair[0]
    other = next(face for face in hand if face not in (pair, one))
    for face in (one, other):
        quiddler.loose(player).locator(f'.card[data-face="{face}"]').first.tap()
    word = player.get("word-0")
    player.page.keyboard.type(f"-{one}")
    expect(word).to_have_attribute("data-word", other)
    player.page.keyboard.type(pair[1])
    expect(word).to_have_attribute("data-word", one + other)
    expect(player.get("discard")).to_contain_text(pair)

    with player.stepping():
        dragged = quiddler.loose(player).locator(":scope > .card").first
        thrown = dragged.get_attribute("data-face")
        dragged.drag_to(player.get("discard-pile"))
    expect(player.page.locator(".story-lines")).to_contain_text(f"You discarded {thrown}.")


def test_typed_letters_disappear_with_their_cards(player: Player) -> None:
    while True:
        quiddler.set_table(player, "easy")
        draw(player)
        layout = quiddler.best(player)
        word = "".join(face for word in layout.words for face in word)
        if not layout.left and len(layout.words) == 1 and len(word) == len(layout.words[0]):
            break
    player.page.keyboard.type(word)
    expect(player.get("go-out")).to_have_attribute("aria-disabled", "false")
    with player.stepping():
        player.page.keyboard.press("Control+Enter")
    expect(player.page.locator(".typed")).to_have_count(0)


def test_a_button_pressed_twice_before_it_is_shown_sends_one_move(come: Newcomer) -> None:
    player = come(reduced_motion="no-preference")
    with player.page.expect_websocket() as socket:
        quiddler.set_table(player, "easy")
    sent: list[str] = []
    socket.value.on("framesent", lambda frame: sent.append(str(frame)))
    seq = player.seq
    player.page.evaluate(quiddler.HOLD)
    player.get("draw-deck").dispatch_event("click")
    expect(player.get("status")).to_contain_text("You drew")
    expect(player.page.locator(".flying")).to_have_count(1)
    while not player.accepted:
        player.page.wait_for_timeout(10)
    player.get("draw-deck").dispatch_event("click")
    assert player.seq == seq
    player.page.evaluate("held.forEach((arrive) => arrive())")
    player.await_after(seq)
    assert sum('"act"' in frame for frame in sent) == 1


def test_the_solo_game_begins_in_the_lobby_and_its_words_stay_on_the_table(player: Player) -> None:
    player.open_lobby("quiddler")
    player.open_details()
    player.get("option-solo").locator("label").nth(1).click()
    expect(player.get("start")).to_have_text("Start")
    player.begin()
    expect(player.get("column-7")).to_be_visible()
    assert player.get("column-7").evaluate("column => column.clientWidth") >= 80
    laid = 0
    for _ in range(2):
        faces = [column["open"] for column in player.told[player.seq]["view"]["phase"]["columns"]]
        known = lexicon("casual")
        word = next(
            picked
            for length in (2, 3, 4)
            for picked in permutations(range(len(faces)), length)
            if "".join(faces[at] for at in picked) in known
        )
        for at in word:
            player.get(f"column-{at}").click()
        with player.stepping():
            player.get("spell").click()
        laid += len(word)
    player.get("stop").click()
    player.get("stop-confirm").click()
    expect(player.page.locator(".last-scene .letter-card")).to_have_count(laid)
