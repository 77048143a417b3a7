"""Quiddler on the page: a whole game, a challenge, a reload, a phone, the dictionary."""

import json
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import msgspec
from playwright.sync_api import Locator, expect

from chabudai.games.quiddler.components.cards import ROUNDS
from chabudai.games.quiddler.solver import Layout
from chabudai.games.quiddler.view import View
from chabudai.words import lexicon
from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tests.browser.quiddler import (
    HOLD,
    best,
    by_keyboard,
    by_touch,
    cards_in,
    hand_of,
    hand_with_a_pair,
    loose,
    set_table,
    view_of,
)
from tests.browser.report_section import look_back
from tests.browser.screens import faults
from tests.browser.serving import Serving
from tests.browser.shortcut import jump

MOST_STEPS = 600
NEXT = "[data-testid=draw-deck], [data-testid=end-table], [data-testid=ready][aria-disabled=false]"
"""Elements that show that the player must act: a turn, or the end of a round."""


HANDS = cycle((by_keyboard, by_touch))


def draw(player: Player, source: str) -> None:
    seq = player.seq
    player.get(source).click()
    player.await_after(seq)
    acting = player.get("discard").or_(player.get("last"))
    expect(acting).to_be_visible()


def lay(player: Player) -> None:
    """Lay the best words, or discard what the best layout discards."""
    assert sorted(cards_in(player.page.locator(".rack"))) == sorted(hand_of(player))
    layout, seq = best(player), player.seq
    last = view_of(player).last is not None
    if not last and layout.left:
        layout = Layout((), layout.discard, (), 0, 0)
    next(HANDS)(player, layout)
    if last:
        button = player.get("last")
        expect(button).to_contain_text(what_is_laid(layout))
    else:
        button = player.get("go-out" if layout.words else "discard")
        if not layout.words:
            # When pressed again, the button still does what it says.
            player.page.keyboard.press("-")
    expect(button).to_have_attribute("aria-disabled", "false")
    expect(button).to_contain_text(layout.discard or "")
    button.click()
    player.await_after(seq)


def what_is_laid(layout: Layout) -> str:
    """Return the words and remaining points on the button of a last turn."""
    left = layout.points - layout.net
    lost = f"lose {left}" if left else "lose nothing"
    return f"Lay {layout.points or 'nothing'}, {lost}"


def challenge(player: Player, flag: Locator) -> int:
    """Challenge the word of a flag, and return the points that the player lost."""
    at = int(flag.get_attribute("data-challenge") or -1)
    word = view_of(player).laid[at]
    flag.click()
    yes = player.get("challenge-yes")
    expect(yes).to_have_attribute("aria-disabled", "false")
    expect(yes).to_contain_text(word.word)
    expect(yes).to_contain_text(str(word.points))
    yes.click()
    expect(player.get(f"laid-{at}").locator(".verdict")).to_contain_text(str(word.points))
    # A bot may have challenged another word meanwhile.
    happened = player.get("status").locator("small")
    expect(happened).to_contain_text("challenged")
    expect(happened).to_be_visible()
    verdict = view_of(player).laid[at].verdict
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
"""Script that returns a seat's row in the round's sheet and its step, because a bot may still
challenge a word.
"""


def end_round(player: Player) -> None:
    """Check the sheet against the update; it stays until the player asks for the next round."""
    for seat in range(len(view_of(player).hands)):
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
    # The first news may be that a bot is ready.
    player.await_accepted(done)
    ready = player.page.locator("[data-testid=ready][aria-disabled=false]")
    expect(ready).to_have_count(0)


def await_next(player: Player) -> None:
    """Wait until the player must act."""
    player.page.locator(NEXT).first.wait_for()


def shown(player: Player) -> dict[str, object]:
    """Return everything at the table that a reload must preserve."""
    return {
        "seq": player.seq,
        "rows": [cards_in(row) for row in player.page.locator(".word-row").all()],
        "hand": cards_in(loose(player)),
        "typed": player.page.locator(".typed").all_inner_texts(),
        "discard": player.get("discard-slot").get_attribute("data-card"),
        "chips": player.page.locator(".chip").all_inner_texts(),
        "log": player.log(),
        "view": view_of(player),
    }


def reload_in_the_middle(player: Player) -> None:
    """Reload with a drawn card, a chosen discard, an unfinished word, and typed letters without a
    card.
    """
    player.get("discard-slot").click()
    loose(player).locator(".card").last.click()
    for _ in range(2):
        loose(player).locator(".card").first.click()
    player.page.keyboard.type("zz")
    expect(player.get("status")).to_contain_text("do not spell that")
    before = shown(player)
    assert before["discard"]
    assert before["typed"]
    player.page.reload()
    player.ready()
    assert shown(player) == before


# --- the tests


def test_eight_rounds_with_a_challenge_and_a_reload_end_in_a_transcript_that_verifies(
    server: Serving, newcomer: Newcomer, tmp_path: Path
) -> None:
    player = newcomer(server.base, has_touch=True)
    set_table(player, "normal", "normal", turn_cap=3)
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
            number = view_of(player).round
            flags = player.page.locator("[data-challenge]")
            if not lost and flags.count():
                lost[number] = challenge(player, flags.first)
            end_round(player)
        else:
            draw(player, next(sources))
            if view_of(player).round > 2 and not reloaded:
                reload_in_the_middle(player)
                reloaded = True
            # A reason would reveal the bot's hand, so the page does not offer it.
            assert drawn.locator(".why").count() == 0
            lay(player)
    assert reloaded
    assert lost

    expect(player.get("end-table")).to_contain_text("The game is over.")
    expect(drawn.locator(".why")).not_to_have_count(0)
    expect(player.get("status")).to_have_text("Eight rounds are played. Most points wins.")
    player.page.keyboard.press("/")
    expect(player.get("sheet-lookup")).to_be_visible()
    player.page.keyboard.press("Escape")
    view = view_of(player)
    assert len(view.sheet) == ROUNDS
    own, *others = [line.total for line in view.sheet[-1]]
    look_back(player, own - sum(others) / len(others))
    (number,) = lost
    assert view.sheet[number - 1][0].lost >= lost[number]
    with player.page.expect_download() as downloading:
        player.get("transcript").click()
    path = tmp_path / "game.jsonl"
    downloading.value.save_as(path)
    command = (sys.executable, "-m", "chabudai", "verify", str(path), "--json")
    verified = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, text=True)
    told = json.loads(verified.stdout)
    assert told["ok"] is True
    for seat, total in enumerate(told["outcome"]["scores"]):
        expect(player.get(f"total-{seat}")).to_have_text(str(total))


def test_a_round_on_a_japanese_phone_is_played_with_the_finger(
    server: Serving, newcomer: Newcomer
) -> None:
    phone = {"width": 390, "height": 844}
    player = newcomer(
        server.base,
        locale="ja-JP",
        viewport=phone,
        has_touch=True,
        is_mobile=True,
        reduced_motion="no-preference",
    )
    table = set_table(player, "easy", "easy", turn_cap=2)
    player.hurry_bots()
    expect(player.get("status")).to_contain_text("あなたの番")
    for _ in range(MOST_STEPS):
        await_next(player)
        if player.get("ready").count():
            break
        seq = player.seq
        player.get("draw-deck").tap()
        player.await_after(seq)
        layout, seq = best(player), player.seq
        last = view_of(player).last is not None
        if not last:
            layout = Layout((), layout.discard, (), 0, 0)
        by_touch(player, layout)
        assert faults(player.page) == []
        player.get("discard-pile").tap()
        if last:
            expect(player.get("status")).to_contain_text("下のボタンで")
            player.get("last").tap()
        player.await_after(seq)
    expect(player.get("bonuses")).to_contain_text("ボーナス")
    assert faults(player.page) == []
    player.get("ready").tap()
    expect(player.get("round")).to_contain_text("2/8")
    # At the end of the game, on a laptop, the sheet with the results has its full width.
    jump(player, table)
    player.page.set_viewport_size({"width": 1280, "height": 800})
    sheet = player.page.locator(".last-table .reckoning")
    own = player.page.locator(".last-table .hand .lying")
    expect(own).to_be_visible()
    assert sheet.evaluate("sheet => sheet.clientWidth") > 300
    assert sheet.evaluate(
        "(sheet, own) => sheet.getBoundingClientRect().left > own.getBoundingClientRect().right",
        own.element_handle(),
    )


def test_dictionary_is_closed_during_the_own_turn_and_names_the_rule(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, viewport={"width": 390, "height": 844}, has_touch=True)
    set_table(player, "easy", "easy", turn_cap=1)
    player.hurry_bots()
    player.page.keyboard.press("/")
    locked = player.get("lookup-locked")
    expect(locked).to_contain_text("closed during your turn")
    locked.locator(".rule-link").click()
    expect(player.get("sheet-rules").locator(".rule.here")).to_contain_text("QD-23")
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("Escape")
    expect(player.page.locator("dialog[open]")).to_have_count(0)

    while True:
        await_next(player)
        if player.get("ready").count():
            break
        draw(player, "draw-deck")
        lay(player)
    player.get("lookup").click()
    for word, said in (("quiddler", "not in the dictionary"), ("cat", "in the dictionary")):
        player.get("lookup-word").fill(word)
        player.get("lookup-go").click()
        expect(player.get("lookup-answer")).to_contain_text(said)
    laid = next((word for word in view_of(player).laid), None)
    if laid is not None:
        player.get("lookup-word").fill(laid.word)
        player.get("lookup-go").click()
        expect(player.get("lookup-answer")).to_contain_text("lies on the table")


def test_a_discard_of_two_letters_is_typed_without_taking_the_first_out_of_a_word(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, has_touch=True)
    hand, pair = hand_with_a_pair(player)
    player.get("discard").press("Enter")
    expect(player.get("discard")).to_have_text("Discard none yet")
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
        loose(player).locator(f'.card[data-face="{face}"]').first.tap()
    word = player.get("word-0")
    player.page.keyboard.type(f"-{one}")
    expect(word).to_have_attribute("data-word", other)
    player.page.keyboard.type(pair[1])
    expect(word).to_have_attribute("data-word", one + other)
    expect(player.get("discard")).to_contain_text(pair)

    seq = player.seq
    dragged = loose(player).locator(":scope > .card").first
    thrown = dragged.get_attribute("data-face")
    dragged.drag_to(player.get("discard-pile"))
    player.await_after(seq)
    expect(player.page.locator(".story-lines")).to_contain_text(f"You discarded {thrown}.")


def test_typed_letters_are_cleared_with_their_cards(server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(server.base)
    while True:
        set_table(player, "easy")
        draw(player, "draw-deck")
        layout = best(player)
        word = "".join(face for word in layout.words for face in word)
        if not layout.left and len(layout.words) == 1 and len(word) == len(layout.words[0]):
            break
    player.page.keyboard.type(word)
    expect(player.get("go-out")).to_have_attribute("aria-disabled", "false")
    seq = player.seq
    player.page.keyboard.press("Control+Enter")
    player.await_after(seq)
    # While the bots think, the rack exists but is empty.
    assert player.page.locator(".rack").count() == 1
    assert player.page.locator(".typed, .word-row.new, .slot").count() == 0
    assert player.get("sort").count() == 0


def test_button_pressed_twice_sends_one_move_before_the_first_is_shown(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, reduced_motion="no-preference")
    with player.page.expect_websocket() as socket:
        set_table(player, "easy")
    sent: list[str] = []
    socket.value.on("framesent", lambda frame: sent.append(str(frame)))
    seq = player.seq
    player.page.evaluate(HOLD)
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
