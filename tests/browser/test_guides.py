"""Each guide, played by following its notes. Nightly runs use every language and size."""

import re
from itertools import product

import pytest
from playwright.sync_api import ViewportSize, expect

from chabudai.games import GAMES
from tests.browser.fixtures import Newcomer
from tests.browser.guide_player import HOW, say
from tests.browser.player import DESK, PHONE
from tests.browser.screens import faults
from tools.axe import violations

PLAYED = [
    ("word-bank", "first", "ja-JP", PHONE),
    ("quiddler", "first", "ja-JP", DESK),
    ("word-porters", "first", "ja-JP", PHONE),
    ("kakapo", "party", "en-GB", DESK),
]
EVERY = [
    (game.name, guide, *look)
    for game in GAMES.values()
    for guide in game.extras.guides
    for look in product(("en-GB", "ja-JP"), (PHONE, DESK))
]
LONG = [pytest.param(*way, marks=pytest.mark.nightly) for way in EVERY if way not in PLAYED]
HIDDEN = """(names) => names.filter((name) => {
  const every = [...document.querySelectorAll(`[data-testid="${name}"]`)];
  const box = every.find((each) => each.getClientRects().length > 0)?.getBoundingClientRect();
  if (!box) return true;
  const note = document.querySelector("[data-testid=guide]").getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const inside = x >= 0 && x <= innerWidth && y >= 0 && y <= innerHeight;
  return !inside || (x > note.left && x < note.right && y > note.top && y < note.bottom);
})"""
"""Script that returns the targets of a lesson that are out of sight or under its note."""

BELOW_THE_RING = """() => {
  const ring = document.querySelector(".guide-ring");
  const around = parseFloat(getComputedStyle(ring).outlineWidth);
  const below = document.querySelector(".middle .hint").getBoundingClientRect();
  return below.top - ring.getBoundingClientRect().bottom - around;
}"""


@pytest.mark.parametrize(("game", "name", "locale", "size"), [*PLAYED, *LONG])
def test_a_guide_is_played_to_its_end_as_its_notes_say(
    come: Newcomer, game: str, name: str, locale: str, size: ViewportSize
) -> None:
    guide = GAMES[game].extras.guides[name]
    player = come(locale=locale, viewport=size)
    player.open(f"/learn/{game}/{name}")
    player.at_table()
    note = player.get("guide")
    for at, lesson in enumerate(guide.lessons):
        expect(note).to_have_attribute("data-at", str(at))
        text = guide.translations(lesson.text)[locale[:2]]
        expect(player.get("guide-text")).to_have_text(text)
        expect(player.get("guide-text")).to_be_in_viewport(ratio=1)
        expect(player.page.locator(".guide-ring")).to_have_count(len(lesson.point))
        assert faults(player.page) == []
        assert player.page.evaluate(HIDDEN, lesson.point) == []
        if (name, at) == ("party", 6):
            # The goal is met, but a second piece must be placed.
            expect(player.get("rule")).to_contain_text("KK-32")
        if game == "word-bank" and not at:
            assert player.page.evaluate(BELOW_THE_RING) >= 0
        if lesson.do is not None:
            HOW[game](player, lesson.do)
    assert violations(player.page) == []
    player.get("guide-play").click()
    player.page.wait_for_url(re.compile("/t/"))


def test_a_guide_is_offered_with_the_introduction_and_can_be_resumed(come: Newcomer) -> None:
    player = come(asked=True, viewport=PHONE)
    player.open()
    player.get("learn-word-bank").click()
    sheet = player.get("sheet-learn")
    expect(sheet.get_by_test_id("glance").locator("li")).to_have_count(3)
    sheet.get_by_test_id("guide-first").click()
    player.at_table()
    first = GAMES["word-bank"].extras.guides["first"].lessons[0]
    expect(player.get("guide-text")).to_have_text(first.text)

    player.pass_turn()
    expect(player.get("status")).to_contain_text("do what the note says")
    say(player, first.do)
    expect(player.get("guide")).to_have_attribute("data-at", "1")
    player.get("guide-leave").click()
    player.ready()
    player.get("learn-word-bank").click()
    player.get("guide-first").click()
    expect(player.get("guide")).to_have_attribute("data-at", "1")
    player.get("guide-again").click()
    expect(player.get("guide")).to_have_attribute("data-at", "0")
    player.get("guide-leave").click()
    player.ready()
    # With several guides, the first one is the one to begin with.
    player.get("learn-kakapo").click()
    expect(player.get("guide-buddy")).to_have_text("Learn it in 90 seconds")
    expect(player.get("guide-party")).to_have_text("Another lesson: Party, for three or four")
    player.page.keyboard.press("Escape")
    player.get("play-word-bank").click()
    player.page.wait_for_url(re.compile("/t/"))
