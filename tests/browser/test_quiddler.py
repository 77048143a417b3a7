"""Quiddler on the page: a whole game, a challenge, a reload, a phone and the dictionary."""

import re
from itertools import cycle, permutations
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Locator, expect

from chabudai.games.quiddler.components.cards import ROUNDS
from chabudai.games.quiddler.solver import Layout
from chabudai.games.quiddler.view import View
from chabudai.words import lexicon
from tests.browser import quiddler
from tests.browser.fixtures import Newcomer
from tests.browser.player import PHONE, Player
from tests.browser.report_section import look_back
from tests.browser.screens import faults
from tests.browser.shortcut import jump

MOST_STEPS = 600
NEXT = "[data-testid=draw-deck], [data-testid=end-table], [data-testid=ready][aria-disabled=false]"
"""Elements that show that the player must act: a turn, or the end of a round."""


HANDS = cycle((quiddler.by_keyboard, quiddler.by_touch))


def draw(player: Player, source: str) -> None:
    seq = player.seq
    player.get(source).click()
    player.await_after(seq)
    acting = player.get("discard").or_(player.get("last"))
    expect(acting).to_be_visible()


def lay(player: Player) -> None:
    """Lay the best words if they use all cards or it is the last lap. Otherwise discard."""
    assert sorted(quiddler.cards_in(player.page.locator(".rack"))) == sorted(
        quiddler.hand_of(player)
    )
    layout, seq = quiddler.best(player), player.seq
    last = quiddler.view_of(player).last is not None
    if not last and layout.left:
        layout = Layout((), layout.discard, (), 0, 0)
    next(HANDS)(player, layout)
    if last:
        button = player.get("last")
        left = layout.points - layout.net
        expect(button).to_contain_text(
            f"Lay {layout.points or 'nothing'}, lose {left or 'nothing'}"
        )
    else:
        button = player.get("go-out" if layout.words else "discard")
        if not layout.words:
            # The minus key asks for a discard again, but the button keeps its card.
            player.page.keyboard.press("-")
        else:
            expect(player.get("status")).to_contain_text(
                f"All cards but {layout.discard} are used. Go out?"
            )
    expect(button).to_have_attribute("aria-disabled", "false")
    expect(button).to_contain_text(layout.discard or "")
    button.click()
    player.await_after(seq)


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
    # A bot may have challenged another word since.
    happened = player.get("status").locator("small")
    expect(happened).to_contain_text("challenged")
    expect(happened).to_be_visible()
    verdict = quiddler.view_of(player).laid[at].verdict
    assert verdict
    assert verdict.by == player.seat
    assert verdict.allowed == (word.word in lexicon("standard"))
    return verdict.loss if verdict.loser == player.seat else 0


WRITTEN = """
(seat) => {
  const text = (selector) => document.querySelector(selector).textContent;
  return [
    Number(document.querySelector("[data-testid=table]").dataset.seq),
    text(`[data-testid=total-${seat}]`),
    text(`[data-testid=chip-${seat}] .count-points b`),
    text(`[data-testid=sum-${seat}]`),
  ];
}
"""
"""Script that returns a seat's row in the round's score sheet, along with the page's step, because
a bot may still challenge a word.
"""


def end_round(player: Player) -> None:
    """Check the score sheet against the update, and press the button for the next round."""
    for seat in range(len(quiddler.view_of(player).hands)):
        player.get(f"total-{seat}").wait_for()
        seq, total, running, how = player.page.evaluate(WRITTEN, seat)
        tally = msgspec.convert(player.told[seq]["view"], View).tally
        assert tally
        line = tally.lines[seat]
        assert (total, running) == (str(line.total), str(line.total))
        capped = line.points > line.words - line.left + line.most + line.longest - line.lost
        assert ("no less than 0" in how) == capped
    assert faults(player.page) == []
    done = len(player.accepted)
    player.get("ready").click()
    # A bot may be ready first.
    player.await_accepted(done)
    ready = player.page.locator("[data-testid=ready][aria-disabled=false]")
    expect(ready).to_have_count(0)


def await_next(player: Player) -> None:
    """Wait until the player must act."""
    player.page.locator(NEXT).first.wait_for()


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


def won_by(player: Player) -> str:
    """Return the sentence that says who has won, and by how much."""
    totals = [line.total for line in quiddler.view_of(player).sheet[-1]]
    best, second = sorted(totals, reverse=True)[:2]
    names = player.page.locator(".finale .chip-name").all_inner_texts()
    margin = f"{best - second} {'point' if best - second == 1 else 'points'}"
    if totals[player.seat or 0] == best > second:
        return f"You won by {margin}!"
    if best > second:
        return f"{names[totals.index(best)]} won by {margin}."
    tied = " and ".join(names[seat] for seat, total in enumerate(totals) if total == best)
    return f"It’s a tie: {tied} share the win."


# --- the tests


@pytest.mark.nightly
def test_eight_rounds_end_in_a_transcript_that_verifies(come: Newcomer, tmp_path: Path) -> None:
    player = come(has_touch=True)
    quiddler.set_table(player, "normal", "normal", turn_cap=3)
    player.at_table()
    assert player.seat == 0
    player.hurry_bots()
    sources = cycle(("deck", "draw-deck", "discard-pile"))
    lost: dict[int, int] = {}
    reloaded = False
    drawn = player.page.locator(".story-lines li", has_text="drew a card")
    for _ in range(MOST_STEPS):
        await_next(player)
        if player.over:
            break
        if player.get("ready").count():
            number = quiddler.view_of(player).round
            flags = player.page.locator("[data-challenge]")
            if not lost and flags.count():
                lost[number] = challenge(player, flags.first)
            end_round(player)
        else:
            draw(player, next(sources))
            if quiddler.view_of(player).round > 2 and not reloaded:
                reload_in_the_middle(player)
                reloaded = True
            # The reason would reveal the bot's hand, so the page does not offer to ask for it.
            assert drawn.locator(".why").count() == 0
            lay(player)
    assert reloaded
    assert lost

    assert player.get("verdict").locator("h2").inner_text() == won_by(player)
    expect(drawn.locator(".why")).not_to_have_count(0)
    expect(player.get("status")).to_have_text("After eight rounds, the most points win.")
    player.page.keyboard.press("/")
    expect(player.get("sheet-lookup")).to_be_visible()
    player.page.keyboard.press("Escape")
    view = quiddler.view_of(player)
    assert len(view.sheet) == ROUNDS
    own, *others = [line.total for line in view.sheet[-1]]
    look_back(player, own - sum(others) / len(others))
    (number,) = lost
    assert view.sheet[number - 1][0].lost >= lost[number]
    verdict = player.verified(tmp_path)
    for seat, total in enumerate(verdict["outcome"]["scores"]):
        expect(player.get(f"total-{seat}")).to_have_text(str(total))


def test_a_round_on_a_japanese_phone_is_played_with_the_finger(finger: Player) -> None:
    table = quiddler.set_table(finger, "easy", "easy", turn_cap=2)
    finger.hurry_bots()
    expect(finger.get("status")).to_contain_text("あなたの番")
    for _ in range(MOST_STEPS):
        await_next(finger)
        if finger.get("ready").count():
            break
        seq = finger.seq
        finger.get("draw-deck").tap()
        finger.await_after(seq)
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


def test_the_last_turn_offers_laying_nothing_by_a_small_button_and_not_by_enter(
    player: Player,
) -> None:
    table = quiddler.set_table(player, "easy", turn_cap=1, validation="when-laid")
    player.hurry_bots()
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


def test_the_dictionary_is_closed_in_the_players_turn_and_names_the_rule(come: Newcomer) -> None:
    player = come(viewport=PHONE, has_touch=True)
    table = quiddler.set_table(player, "easy", "easy", turn_cap=1)
    player.hurry_bots()
    player.page.keyboard.press("/")
    locked = player.get("lookup-locked")
    expect(locked).to_contain_text("closed during your turn")
    locked.locator(".rule-link").click()
    expect(player.get("sheet-rules").locator(".rule.here")).to_contain_text("QD-23")
    player.page.keyboard.press("Escape")
    player.close_sheet()

    quiddler.forward(player, table, 1, "settling")
    player.get("lookup").click()
    for word, said in (("quiddler", "not in the dictionary"), ("quiet", "in the dictionary")):
        player.get("lookup-word").fill(word)
        player.get("lookup-go").click()
        expect(player.get("lookup-answer")).to_contain_text(said)
    laid = next((word for word in quiddler.view_of(player).laid), None)
    if laid is not None:
        player.get("lookup-word").fill(laid.word)
        player.get("lookup-go").click()
        expect(player.get("lookup-answer")).to_contain_text("lies on the table")


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

    seq = player.seq
    dragged = quiddler.loose(player).locator(":scope > .card").first
    thrown = dragged.get_attribute("data-face")
    dragged.drag_to(player.get("discard-pile"))
    player.await_after(seq)
    expect(player.page.locator(".story-lines")).to_contain_text(f"You discarded {thrown}.")


EMPTY_RACK = """
(before) => {
  const has = (selector) => document.querySelector(selector) !== null;
  const left = ".typed, .word-row.new, .slot, [data-testid=sort]";
  return !has(`[data-seq="${before}"]`) && has(".rack") && !has(left);
}
"""
"""Script that says whether the page shows an empty rack, as while the bots think."""


def test_typed_letters_disappear_with_their_cards(player: Player) -> None:
    while True:
        quiddler.set_table(player, "easy")
        draw(player, "draw-deck")
        layout = quiddler.best(player)
        word = "".join(face for word in layout.words for face in word)
        if not layout.left and len(layout.words) == 1 and len(word) == len(layout.words[0]):
            break
    player.page.keyboard.type(word)
    expect(player.get("go-out")).to_have_attribute("aria-disabled", "false")
    seq = player.seq
    player.page.keyboard.press("Control+Enter")
    player.page.wait_for_function(EMPTY_RACK, arg=seq)


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


def test_words_of_the_solo_game_stay_on_the_table(player: Player) -> None:
    quiddler.set_table(player, solo="columns")
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
        seq = player.seq
        player.get("spell").click()
        player.await_after(seq)
        laid += len(word)
    player.get("stop").click()
    player.get("stop-confirm").click()
    expect(player.page.locator(".last-scene .letter-card")).to_have_count(laid)
