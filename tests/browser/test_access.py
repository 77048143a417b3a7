"""The focus, and the names that assistive technology finds."""

from playwright.sync_api import expect

from chabudai.games.kakapo.state import Revealing
from chabudai.games.quiddler.components.cards import POINTS
from tests.browser import kakapo_player
from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tests.browser.quiddler import set_table
from tests.browser.screens import faults
from tests.browser.serving import Serving

MOST_TABS = 60
FOCUS = """
() => {
  const node = document.activeElement;
  if (node === null || node === document.body) return null;
  const style = getComputedStyle(node);
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1.5;
  // A radio button shows its focus on its pill, a field for a search on its frame.
  const drawn = node.matches("[type=radio]") ? node.nextElementSibling : node.closest(".search");
  const lent = drawn !== null && getComputedStyle(drawn).outlineStyle !== "none";
  const name = node.getAttribute("data-testid") ?? node.getAttribute("aria-label");
  return { name: name ?? node.textContent.trim(), visible: ring || lent };
}
"""


def tab(player: Player, key: str = "Tab") -> dict[str, object] | None:
    """Press Tab. Return the new focus, and whether it is visible."""
    player.page.keyboard.press(key)
    focus: dict[str, object] | None = player.page.evaluate(FOCUS)
    assert focus is None or focus["visible"], focus
    return focus


def tab_to(player: Player, name: str) -> None:
    """Press Tab until an element with this test id has the focus."""
    for _ in range(MOST_TABS):
        focus = tab(player)
        if focus is not None and focus["name"] == name:
            return
    raise AssertionError(f"{name} is not among {MOST_TABS} stops")


def test_every_tab_stop_of_the_table_shows_the_focus_and_has_a_name(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, viewport={"width": 390, "height": 844})
    player.set_table("easy")
    player.page.keyboard.type(player.best().word)
    player.can_say()
    # At first, the heading has the focus. Only the menu comes before it.
    first = tab(player, "Shift+Tab")
    assert first is not None
    stops = [first["name"]]
    for _ in range(MOST_TABS):
        focus = tab(player)
        if focus is None:
            break
        stops.append(focus["name"])
    assert all(stops)
    for name in ("menu", "rules", "log-button", "safe-0", "word", "pass", "say-it"):
        assert name in stops
    assert "safe-6" not in stops
    # The order matches the screen.
    assert stops.index("menu") < stops.index("safe-0") < stops.index("say-it")


def test_sheet_takes_the_focus_and_returns_it(server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(server.base)
    player.set_table("easy")
    tab_to(player, "rules")
    player.page.keyboard.press("Enter")
    sheet = player.get("sheet-rules")
    sheet.locator(".rule.here").wait_for()
    inside = "document.querySelector('dialog[open]').contains(document.activeElement)"
    assert player.page.evaluate(inside)
    player.page.keyboard.type("SAFE")
    player.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(player.get("rules")).to_be_focused()
    player.page.keyboard.press("Enter")
    sheet.get_by_role("button", name="Close").press("Enter")
    expect(sheet).to_have_count(0)
    expect(player.get("rules")).to_be_focused()
    expect(player.get("word")).to_have_value("")


def test_second_sheet_returns_the_focus_to_the_opener_of_the_first(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    player.set_table("easy")
    for name in ("words", "seating"):
        tab_to(player, "menu")
        player.page.keyboard.press("Enter")
        player.get("sheet-menu").get_by_test_id(name).press("Enter")
        expect(player.get("sheet-menu")).to_have_count(0)
        player.get(f"sheet-{name}").wait_for()
        player.page.keyboard.press("Escape")
        expect(player.get(f"sheet-{name}")).to_have_count(0)
        expect(player.get("menu")).to_be_focused()


def test_accessibility_tree_names_the_possible_actions(server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(server.base)
    player.set_table("easy")
    page = player.page
    view = player.view
    word = player.best()
    for slot in view.ring:
        name = f"{slot.safe.letter}, {slot.safe.spaces} spaces, all free."
        assert page.get_by_role("button", name=name).count() >= 1
    page.get_by_role("textbox", name="Your word").press_sequentially(word.word)
    player.can_say()
    expect(page.get_by_role("group", name="Game status")).to_contain_text(word.word)
    expect(page.get_by_role("button", name="Stone 1 of your word goes here.")).to_have_count(1)
    for name in ("Pass", "Say it", "Menu", "Rules for this moment"):
        expect(page.get_by_role("button", name=name)).to_have_count(1)
    panel = page.get_by_role("button", name="Panel beside the table")
    for there in (False, True):
        panel.click()
        expect(panel).to_have_attribute("aria-expanded", str(there).lower())
        expect(page.get_by_role("complementary")).to_have_count(int(there))
        expect(page.get_by_role("button", name="What happened")).to_have_count(int(not there))
        assert faults(page) == []
    seq = player.seq
    page.get_by_role("button", name="Say it").click()
    player.await_after(seq)
    assert word.word in player.view.used


def test_every_card_says_its_letters_and_its_points(server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(server.base)
    set_table(player, "easy")
    for card in player.page.locator(".card").all():
        face = card.get_attribute("data-face") or ""
        expect(card).to_have_accessible_name(f"{face}, {POINTS[face]} points")


def goes_on(player: Player) -> bool:
    """Whether more cards are revealed after this one."""
    return len(kakapo_player.view_of(player).revealed) < 3


def test_a_card_that_is_played_leaves_the_focus_in_the_hand(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    for buttons in (False, True):
        kakapo_player.table_where(player, Revealing, goes_on)
        card = kakapo_player.playable(player)[0]
        at = min(kakapo_player.hand_of(player).index(card), len(kakapo_player.hand_of(player)) - 2)
        cards, seq = player.get("hand").locator("button"), player.seq
        player.page.locator(f'[data-card="{card}"]').focus()
        player.page.keyboard.press("Enter")
        if buttons:
            tab_to(player, "reveal")
        player.page.keyboard.press("Enter")
        player.await_after(seq)
        expect(cards.first if buttons else cards.nth(at)).to_be_focused()


def test_escape_cancels_passing_and_the_focus_moves_to_the_next_word(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    player.set_table("easy")
    question = player.page.locator(".bar-note")
    for leaves in (True, False):
        tab_to(player, "pass")
        player.page.keyboard.press("Enter")
        expect(player.get("pass-no")).to_be_focused()
        expect(player.get("pass-no")).to_have_accessible_description(question.inner_text())
        if leaves:
            player.page.keyboard.press("Escape")
            expect(player.get("pass")).to_be_focused()
    tab_to(player, "pass-confirm")
    player.page.keyboard.press("Enter")
    expect(player.get("say-it")).to_be_focused()
