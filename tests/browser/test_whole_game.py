"""A whole game against bots on the page, with a reload in the middle."""

import re
from collections.abc import Callable
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from chabudai.core import Telling
from chabudai.core.text import GAPS, Reader
from chabudai.games.word_bank.state import Dealt, Refilled, Said
from tests.browser.fixtures import Newcomer
from tests.browser.player import DESK, GAME, MOST_TURNS, PHONE, Player
from tests.browser.report_section import look_back


def by_mouse(player: Player, word: str) -> None:
    for letter in word:
        player.get(f"key-{letter}").click()
    player.can_say()
    player.get("say-it").click()


def by_keyboard(player: Player, word: str) -> None:
    player.page.keyboard.type(word.lower())
    player.can_say()
    player.page.keyboard.press("Enter")


def by_touch(player: Player, word: str) -> None:
    """Tap the safe of the first letter, and type the others."""
    safe = player.page.locator(f'.safe[data-letter="{word[0]}"]').first
    safe.tap()
    for letter in word[1:]:
        player.get(f"key-{letter}").tap()
    player.can_say()
    player.get("say-it").tap()


HANDS: tuple[Callable[[Player, str], None], ...] = (by_mouse, by_keyboard, by_touch)


def drawn(player: Player) -> list[tuple[str, int]]:
    """Return the circle on the page: letters, and the stones on each."""
    safes = player.page.locator(".ring .safe").all()
    return [
        (safe.get_attribute("data-letter") or "", safe.locator(".stone").count()) for safe in safes
    ]


STACKED = """
(cells) => cells.filter((cell) => {
  const three = [...cell.querySelectorAll(".safe-chip")].slice(0, 3);
  return new Set(three.map((chip) => chip.getBoundingClientRect().top)).size > 1;
}).map((cell) => cell.innerText)
"""
"""Script that finds players whose first three safes in the panel are not side by side."""


def take_turns(player: Player, reload_after: int) -> None:
    """Play to the end with one reload, trying each input method, then only the keyboard."""
    hands = chain(HANDS, repeat(by_keyboard))
    for turn in range(MOST_TURNS):
        if not player.await_turn():
            return
        assert player.page.locator(".stock-safes").evaluate_all(STACKED) == []
        if turn == reload_after:
            player.reload_alike(".ring .safe", ".used-words li")
        assert drawn(player) == [(slot.safe.letter, len(slot.stones)) for slot in player.view.ring]
        password, seq = player.best(), player.seq
        next(hands)(player, password.word)
        player.await_after(seq)
        steps = [events for at, events in news(player) if at == seq + 1]
        said = steps[0][0]
        assert (said["word"], len(said["positions"])) == (password.word, password.stones)
    raise AssertionError(f"not over after {MOST_TURNS} turns")


def news(player: Player) -> list[tuple[int, list[dict[str, Any]]]]:
    """Return every step that the page received, with its seq."""
    steps = {step["seq"]: step["events"] for each in player.told.values() for step in each["news"]}
    return sorted(steps.items())


def told(player: Player, lang: str) -> list[str]:
    """Return the terminal's sentences for every step, oldest first, with the page's names for
    places.
    """
    names = player.page.locator(".chip-name").all_inner_texts()
    reader = Reader(lang, GAME.text.catalogue(lang), names.__getitem__)
    ring: dict[int, str] = {}
    lines: list[str] = []
    for _, step in news(player):
        events = [msgspec.convert(event, GAME.events) for event in step]
        tellings = [
            reader.sentence(msgspec.convert(called(msgspec.to_builtins(telling), ring), Telling))
            if isinstance(event, Said)
            else reader.sentence(telling)
            for event in events
            for telling in GAME.text.tell(event)
        ]
        if events:
            lines.append(GAPS[lang].join(tellings))
        for event in events:
            if isinstance(event, Dealt):
                ring |= {at: safe.letter for at, safe in enumerate(event.ring, 1)}
            if isinstance(event, Refilled):
                ring[event.position + 1] = event.safe.letter if event.safe else ""
    return lines


def called(value: Any, ring: dict[int, str]) -> Any:
    """Return a `Telling` as JSON, with letters instead of the places of the circle."""
    match value:
        case {"type": "piece", "kind": "place", "name": name}:
            return {**value, "name": ring[int(name)]}
        case dict():
            return {key: called(each, ring) for key, each in value.items()}
        case tuple() | list():
            return [called(each, ring) for each in value]
        case _:
            return value


def tally(player: Player) -> list[list[int]]:
    """Return each seat's final stones (in front, on the circle, and in total) and safes."""
    rows = [player.get(f"end-{seat}").locator("td b") for seat in range(len(player.view.stones))]
    return [[int(cell) for cell in row.all_inner_texts()] for row in rows]


SAFES = "all => all.map((each) => each.querySelectorAll('.safe').length)"
COVERED = """
(chips) => chips.filter((chip) => {
  const range = document.createRange();
  range.selectNodeContents(chip.querySelector(".chip-marks b"));
  const crown = chip.querySelector(".crown").getBoundingClientRect();
  const score = range.getBoundingClientRect();
  return crown.left < score.right && crown.bottom > score.top + 4;
}).map((chip) => chip.textContent)
"""
"""Script that finds winners whose crown covers their number. Digits are lower than their line."""


def look_at_the_last_picture(player: Player, scores: list[int]) -> None:
    """Check the final screen: scores, crowns, a kind word, the chart and the shared result."""
    why = player.get("why").inner_text()
    assert str(min(scores)) in why
    expect(player.get("status")).not_to_contain_text(why)
    best, second, *_ = sorted(scores)
    margin = best < second and f"{second - best} stone|石{second - best}個差"
    expect(player.get("verdict")).to_contain_text(re.compile(margin or "safe|金庫|tie|引き分け"))
    shown = player.get("finale").locator(".chip-marks b").all_inner_texts()
    assert shown == [str(score) for score in scores]
    won = player.get("finale").locator(".lying").evaluate_all(SAFES)
    assert sorted(won) == sorted(len(safes) for safes in player.view.won)
    spoke = player.get("parting")
    expect(spoke.locator(".bot-face")).to_be_visible()
    expect(spoke).to_contain_text(re.compile("^(Tanuki: “.+”|たぬき「.+」)$"))
    crowned = player.get("finale").locator(".chip.won:has(.crown)")
    expect(crowned).not_to_have_count(0)
    assert crowned.evaluate_all(COVERED) == []
    expect(player.get("rematch")).to_be_in_viewport()
    expect(player.get("late")).to_have_count(0)  # no other guest
    expect(player.get("kind-word")).not_to_be_empty()
    course = player.get("course").get_attribute("aria-label") or ""
    assert all(re.search(rf"[ ：]{score}[.。]", course) for score in scores)
    player.get("share-result").click()  # without the permission to copy
    expect(player.get("result-text")).to_have_value(re.compile("^Word Bank"))
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.get("share-result").click()
    expect(player.get("share-result")).to_contain_text(re.compile("Copied|コピー"))
    passed_on: str = player.page.evaluate("navigator.clipboard.readText()")
    player.context.clear_permissions()  # the browser keeps permissions for later contexts
    assert passed_on.startswith("Word Bank")
    assert passed_on.endswith(player.base)
    assert player.page.url.rsplit("/", 1)[1] not in passed_on


@pytest.mark.parametrize(
    ("locale", "wishes"),
    [
        ("en-GB", {"viewport": DESK}),
        pytest.param("ja-JP", {"viewport": PHONE, "is_mobile": True}, marks=pytest.mark.nightly),
    ],
    ids=["desktop in English", "phone in Japanese"],
)
def test_a_whole_game_ends_in_a_transcript_that_verifies(
    come: Newcomer, tmp_path: Path, locale: str, wishes: dict[str, Any]
) -> None:
    player = come(locale=locale, has_touch=True, reduced_motion="no-preference", **wishes)
    player.open()
    player.get("play-word-bank").click()
    player.at_table()
    assert player.seat == 0
    assert player.view.options.retry_words is True, "play begins gently"
    player.hurry_bots_by_menu()
    take_turns(player, reload_after=2)

    expect(player.get("end-table")).to_be_visible()
    rows, view = tally(player), player.view
    scores = [together for _, _, together, _ in rows]
    look_at_the_last_picture(player, scores)
    look_back(player, sum(scores[1:]) / len(scores[1:]) - scores[0])
    outcome = player.verified(tmp_path)["outcome"]
    assert outcome["scores"] == scores
    for seat, (front, circle, together, safes) in enumerate(rows):
        assert front == view.stones[seat]
        assert circle == sum(slot.stones.count(seat) for slot in view.ring)
        assert together == front + circle
        assert safes == len(view.won[seat])
        crowned = player.get(f"end-{seat}").locator(".crown")
        expect(crowned).to_have_count(int(seat in outcome["winners"]))
    if player.get("log-button").is_visible():
        player.get("log-button").click()
    player.page.locator(".story-lines li").first.wait_for()
    assert player.log() == told(player, locale[:2])


def test_a_typed_word_is_private_may_leave_a_stone_out_and_shows_its_way(player: Player) -> None:
    player.set_table("easy")
    password = player.best()
    seq = player.seq
    player.page.keyboard.type(password.word)
    player.can_say()
    path = player.page.locator(".safe.on-path")
    expect(path).to_have_count(password.stones)
    chosen = player.page.locator(".way-button[aria-pressed=true] b")
    expect(chosen).to_have_text(str(password.stones))
    for direction, key in (("anticlockwise", "ArrowLeft"), ("clockwise", "ArrowRight")):
        count = player.get(f"direction-{direction}").locator("b").inner_text()
        if not count.isdigit():
            continue
        player.page.keyboard.press(key)
        expect(path).to_have_count(int(count))

    player.reload()
    expect(player.get("word")).to_have_value(password.word)
    player.page.keyboard.press("Escape")
    expect(player.get("word")).to_have_value("")
    expect(path).to_have_count(0)
    assert player.seq == seq
    player.page.keyboard.type(password.word)
    expect(path).to_have_count(password.stones)
    first = password.word[0]
    place = path.and_(
        player.page.locator(f'.safe:not([data-letter="{first}"])')
    ).last.get_attribute("data-safe")
    player.get(f"safe-{place}").click()
    expect(path).to_have_count(password.stones - 1)
    player.page.keyboard.press("Enter")
    player.await_after(seq)
    said = next(events for at, events in news(player) if at == seq + 1)[0]
    assert len(said["positions"]) == password.stones - 1
    assert int(place or -1) not in said["positions"]
    player.await_turn()
    answer, *later = news(player)[-1][1]
    new = {event["position"] for event in later if event["type"] == "refilled"}
    player.get("last-word").click()
    expect(path).to_have_count(len(set(answer["positions"]) - new))
    player.page.locator(".used-words button").last.click()
    expect(path).to_have_count(len(set(said["positions"]) - new))
    player.page.locator(".story-lines .recall").first.click()
    expect(path).to_have_count(len(set(answer["positions"]) - new))
