"""Games played with only the accessibility tree or only the keyboard, and checks of each table.

Each text is announced once, the Tab key has few stops, the focus is never lost, and forced colours
show every state.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, pairwise

import pytest
from playwright.sync_api import expect

from tests.browser import kakapo_player, porter, quiddler, screen_reader
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import jump, move_on
from tests.browser.player import PHONE, Player
from tests.browser.screen_reader import Listener
from tests.browser.screens import LARGE, USUAL, set_font_sizes, settle
from tests.browser.test_access import MANAGED, tab_to


@dataclass(frozen=True)
class Case:
    """A game, how to set up and play its table, and the moments to check."""

    name: str
    set_table: Callable[[Player], str]
    there: str
    """Condition on the view after which the test itself plays, or empty to play from the start."""
    by_ear: Callable[[Listener], None]
    by_keys: Callable[[Player], None]
    stops: int
    """Maximum number of Tab stops at this moment on the wide screen."""
    region: str
    """Region where arrow keys move the focus."""
    scores: str
    mine: str
    """Text in the answer to the key that asks about the player's cards and pieces."""
    own: tuple[str, ...]
    """Elements with the player's cards and pieces, which must be visible."""
    states: tuple[tuple[str, str], ...] = ()
    """States that must look different: selectors, each with a script that changes the node."""
    letters: bool = False
    """Whether players type letters at the table."""
    grows: str = ""
    """Element that doubles in size on a phone when text does. Full-width elements cannot."""
    moment: str = ""
    """Condition on the view for examining the table, or empty for the first turn."""


# --- keyboard moves


def say_by_keys(player: Player) -> None:
    player.page.keyboard.type(player.best().word)
    player.can_say()
    player.page.keyboard.press("Enter")


def discard_by_keys(player: Player) -> None:
    match quiddler.view_of(player).phase.__class__.__name__:
        case "Settling":
            tab_to(player, "ready")
            player.page.keyboard.press("Enter")
        case "Drawing":
            tab_to(player, "draw-deck")
            player.page.keyboard.press("Space")
        case _:
            chosen = "-" if "X" in quiddler.hand_of(player) else "x"
            player.page.keyboard.type(chosen + quiddler.hand_of(player)[0])
            tab_to(player, "discard", "last")
            player.page.keyboard.press("Enter")


def focused(player: Player) -> str:
    name: str = player.page.evaluate("document.activeElement.dataset.testid ?? ''")
    return name


def carry_by_keys(player: Player) -> None:
    view = porter.view_of(player)
    match view.phase.__class__.__name__:
        case "Hinting":
            free = [f"hint-{place.card}-{place.word}" for place in porter.free_places(player)]
            tab_to(player, *(f"hint-{card}-{word}" for card in range(12) for word in (0, 1)))
            for key in cycle(("ArrowRight", "ArrowDown", "ArrowRight", "Home", "ArrowDown")):
                if focused(player) in free:
                    break
                player.page.keyboard.press(key)
            player.page.keyboard.press("Enter")
            expect(player.get("put")).to_have_attribute("aria-disabled", "false")
            player.page.keyboard.press("Enter")
        case "Polling":
            # A guess of the player's own number would be taken back (WP-36).
            others = "1234567890".replace(str(porter.identity_of(player))[-1], "")
            player.page.keyboard.type(others[: len(view.scores) - 1])
            expect(player.get("confirm")).to_have_attribute("aria-disabled", "false")
            player.page.keyboard.press("Control+Enter")
        case _:
            tab_to(player, "ready")
            player.page.keyboard.press("Enter")


PRESSED = "node.setAttribute('aria-pressed', node.ariaPressed !== 'true')"
CASES = (
    Case(
        "word-bank",
        lambda player: player.set_table("easy"),
        there="",
        by_ear=screen_reader.say_words,
        by_keys=say_by_keys,
        stops=12,
        region=".ring",
        scores="stones",
        mine="You: 20 stones",
        own=(".chip .count-stones", ".ring .safe svg"),
        states=((".way-button", PRESSED),),
        letters=True,
    ),
    Case(
        "quiddler",
        lambda player: quiddler.set_table(player, "easy", turn_cap=1),
        there="view.round === 8",
        by_ear=screen_reader.discard,
        by_keys=discard_by_keys,
        stops=12,
        region=".hand-cards",
        scores="0 points",
        mine="In hand:",
        own=(".hand-cards .card", ".chip .count-points"),
        grows=".hand-cards .card",
        letters=True,
    ),
    Case(
        "kakapo",
        lambda player: kakapo_player.set_table(player, "easy", mission=1),
        there="",
        by_ear=screen_reader.scan,
        by_keys=kakapo_player.move,
        stops=8,
        region=".cards",
        scores="Skills:",
        mine="You hold",
        own=(".card .guide", ".counter"),
        grows=".cards .card",
        states=(
            (".counter", "node.classList.add('spent')"),
            (".cards .card", PRESSED),
            (".side .forty td:not(.mine)", "node.classList.add('laid')"),
        ),
    ),
    Case(
        "word-porters",
        lambda player: porter.set_table(player, "easy", "easy"),
        there="view.round === 4",
        by_ear=screen_reader.carry,
        by_keys=carry_by_keys,
        stops=10,
        region=".ballots",
        scores="0 points",
        mine="porters",
        own=("[data-testid=peek]", ".ballot .hint-token"),
        grows=".ballot .hint-token",
        states=((".number", PRESSED), ("button.word-card:not(.mine)", PRESSED)),
        moment="view.phase.type === 'voting'",
    ),
)


def each_game(*now: str) -> pytest.MarkDecorator:
    """Return a pytest mark that runs the games in `now` every time, and all others nightly."""
    marks = {True: (), False: (pytest.mark.nightly,)}
    cases = [pytest.param(case, id=case.name, marks=marks[case.name in now]) for case in CASES]
    return pytest.mark.parametrize("case", cases)


# --- playing with a screen reader


@each_game("word-bank")
def test_game_is_finished_by_the_accessibility_tree_alone(come: Newcomer, case: Case) -> None:
    player = come(afresh=True)
    table = case.set_table(player)
    player.page.wait_for_function("() => window.heard.now.length > 0")
    player.hurry_bots()
    if case.there:
        move_on(player, table, case.there)
    ear = Listener(player)
    case.by_ear(ear)
    assert player.over
    player.page.locator("#log p", has_text=player.log()[-1]).wait_for(state="attached")
    heard, asked = player.heard("log"), [text.strip("\u00a0 ") for text in player.heard("now")]
    said, written = "\n".join(heard), "\n".join(player.log())
    for line in set(player.log()):
        assert said.count(line) <= written.count(line), f"said twice: {line}"
        prompts = [each for each in asked if line in each]
        assert not prompts, f"said as a prompt, too: {prompts}"
    assert player.log()[0] in said, "who comes at the beginning does not hear it"
    assert asked
    again = [one.strip("\u00a0 ") for one, other in pairwise(player.heard("all")) if one == other]
    # Two refused attempts in a row are both announced, even with equal texts.
    assert [one for one in again if not any(one in answer for answer in ear.refused)] == []
    regions = player.page.locator(":is([role=log], [role=status], [role=alert], [aria-live])")
    assert {each.get_attribute("id") for each in regions.all()} == {"log", "now"}


# --- playing with the keyboard


@each_game("quiddler", "word-porters")
def test_game_is_finished_by_the_keyboard_alone(player: Player, case: Case) -> None:
    player.open()
    assert focus(player) == "H1"
    tab_to(player, f"play-{case.name}")
    player.page.keyboard.press("Enter")
    player.at_table()
    assert focus(player) == "H1"
    if case.there:
        jump(player, player.page.url.rpartition("/")[2], case.there)
    else:
        player.hurry_bots()
    while player.await_turn():
        close_sheets(player)
        # A bot may be ready first.
        done = len(player.accepted)
        case.by_keys(player)
        assert focus(player) != "BODY"
        player.await_accepted(done)
        assert focus(player) != "BODY"
    close_sheets(player)
    player.get("end-table").wait_for()
    expect(player.page.locator(".ending h2").first).to_be_focused()
    before = player.page.url
    tab_to(player, "rematch")
    player.page.keyboard.press("Enter")
    expect(player.get("end-table")).to_have_count(0)
    player.at_table()
    assert player.page.url != before
    assert not player.over


def focus(player: Player) -> str:
    name: str = player.page.evaluate("document.activeElement.tagName")
    return name


def close_sheets(player: Player) -> None:
    if player.page.locator("dialog[open]").count():
        player.close_sheet()


# --- checks of a table

STOPS = """
() => [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")]
  .filter((node) => node.tabIndex >= 0 && !node.disabled && node.checkVisibility())
  .map((node) => node.dataset.testid ?? node.ariaLabel ?? node.className)
"""
"""Script that returns the stops of the Tab key."""
GROWN = 1.4
"""Minimum growth factor of an element when the size of text is doubled."""


@each_game(*(case.name for case in CASES))
def test_table_has_few_stops_answers_keys_and_is_stable(come: Newcomer, case: Case) -> None:
    player = come(painted=True)
    table = case.set_table(player)
    if case.moment:
        player.hurry_bots()
        move_on(player, table, case.moment)
    player.await_turn()
    player.page.wait_for_function(MANAGED)
    stops = player.page.evaluate(STOPS)
    assert len(stops) <= case.stops, stops
    rove(player, case)
    ask(player, case)
    seen_in_forced_colours(player, case)
    if case.grows:
        player.page.set_viewport_size(PHONE)
        widths: list[float] = []
        for sizes in (LARGE, USUAL):
            set_font_sizes(player, sizes)
            area = player.page.locator(case.grows).first.bounding_box()
            widths.append(area["width"] if area else 0)
        assert widths[0] > GROWN * widths[1], case.grows
    stays_still(player, table)


def rove(player: Player, case: Case) -> None:
    """Check that the arrow keys cycle through a region, and that Tab returns to the last item."""
    region = player.page.locator(f"{case.region}[data-stops]").first
    region.locator("[tabindex='0']").focus()
    player.page.keyboard.press("ArrowRight")
    expect(region.locator(":focus")).to_have_attribute("tabindex", "0")
    expect(region.locator("[tabindex='0']")).to_have_count(1)
    expect(region.locator(":focus").and_(region.locator("button").first)).to_have_count(0)
    player.page.keyboard.press("Home")
    first = region.locator("button").first
    expect(first).to_be_focused()
    # The dark theme's light ring needs a dark frame to be visible on paper.
    player.page.emulate_media(color_scheme="dark")
    expect(first).to_have_css(
        "box-shadow", re.compile(re.escape("rgb(20, 32, 43) 0px 0px 0px 7px"))
    )
    player.page.emulate_media(color_scheme="light")


def ask(player: Player, case: Case) -> None:
    """Check that every question key gets an answer, which the page announces."""
    held = "Alt+" if case.letters else ""
    answer = player.get("answer")
    stands = player.get("status").inner_text()
    names = player.page.locator(".chip-name").all_inner_texts()
    for key, said in (
        ("o", names[1]),
        ("s", case.scores),
        ("m", case.mine),
        ("l", player.log()[-1]),
    ):
        player.page.keyboard.press(held + key)
        expect(answer).to_contain_text(said)
        player.page.locator("#now", has_text=said).wait_for(state="attached")
    player.page.keyboard.press("?")
    helping = player.get("sheet-help")
    expect(helping.locator("kbd").first).to_be_visible()
    assert helping.locator("p").first.inner_text() in stands
    helping.get_by_test_id("help-rules").click()
    player.get("sheet-rules").locator(".rule.here").wait_for()
    player.close_sheet()


def seen_in_forced_colours(player: Player, case: Case) -> None:
    player.page.emulate_media(forced_colors="active")
    settle(player)
    assert changes(player, ".chip[aria-current]", "node => node.removeAttribute('aria-current')")
    for selector, script in case.states:
        assert changes(player, selector, f"node => {script}"), selector

    for own in (*case.own, ".place:not(.own) .chip"):
        assert changes(player, own, "node => (node.style.visibility = 'hidden')"), own


def changes(player: Player, selector: str, script: str) -> bool:
    node = player.page.locator(selector).first
    box = node.bounding_box()
    assert box
    before = player.page.screenshot(clip=box)
    node.evaluate(script)
    return before != player.page.screenshot(clip=box)


WATCH = """
() => {
  window.moved = [];
  window.note = (entries) => {
    for (const { node } of entries.flatMap(({ sources }) => sources)) {
      const around = node instanceof Element ? node : node?.parentElement;
      if (around && !around.closest(".hand")) window.moved.push(around.outerHTML.slice(0, 80));
    }
  };
  window.watch = new PerformanceObserver((list) => window.note(list.getEntries()));
  window.watch.observe({ type: "layout-shift" });
}
"""
"""Script that records elements that shift between frames, except those the player drags."""
MOVED = """
async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await frame();
  await frame();
  window.note(window.watch.takeRecords());
  return window.moved;
}
"""
UNENDING = """
() => document.getAnimations().filter(({ effect }) => effect.getTiming().iterations === Infinity)
  .map(({ effect }) => effect.target.outerHTML.slice(0, 80))
"""
GIVE_WAY = "() => { document.querySelector('.status').style.marginTop = '40px'; }"


def stays_still(player: Player, table: str) -> None:
    """Check on a phone that nothing shifts between a player's turn and their next one."""
    player.page.emulate_media(forced_colors="none")
    player.page.set_viewport_size({"width": 390, "height": 844})
    player.page.reload()
    player.ready()
    # An endless animation would cost a phone processor time in every frame of a player's turn.
    assert player.page.evaluate(UNENDING) == []
    player.page.evaluate(WATCH)
    move_on(player, table, f"seq > {player.seq}")
    found = player.page.evaluate(MOVED)
    assert not found, found
    # Verify the observer itself: it reports a deliberate shift.
    player.page.evaluate(GIVE_WAY)
    assert player.page.evaluate(MOVED) != []
