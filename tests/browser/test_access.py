"""Focus, and accessible names."""

from playwright.sync_api import expect

from chabudai.games.kakapo.state import Revealing
from tests.browser import kakapo_player
from tests.browser.player import Player
from tests.browser.screens import faults

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
MANAGED = """
() => {
  dispatchEvent(new KeyboardEvent("keydown", { key: "Tab" }));
  return document.querySelector("[data-stops] [tabindex='-1']") !== null;
}
"""
"""Script that says whether the page manages the stops of a table. The page loads that part late."""


def tab(player: Player, key: str = "Tab") -> dict[str, object] | None:
    """Press Tab. Return the new focus, and whether it is visible."""
    player.page.keyboard.press(key)
    focus: dict[str, object] | None = player.page.evaluate(FOCUS)
    assert focus is None or focus["visible"], focus
    return focus


def tab_to(player: Player, *names: str) -> None:
    """Press Tab until an element with one of these test IDs has the focus."""
    stops: list[object] = []
    for _ in range(MOST_TABS):
        focus = tab(player)
        stops.append(focus and focus["name"])
        if stops[-1] in names:
            return
    raise AssertionError(f"none of {names} is among these stops: {stops}")


def test_every_stop_of_the_table_shows_where_the_focus_is_and_has_a_name(mobile: Player) -> None:
    mobile.set_table("easy")
    mobile.page.keyboard.type(mobile.best().word)
    mobile.can_say()
    mobile.page.wait_for_function(MANAGED)
    # The heading has the focus at first. Only the menu comes before it.
    first = tab(mobile, "Shift+Tab")
    assert first is not None
    stops = [first["name"]]
    for _ in range(MOST_TABS):
        focus = tab(mobile)
        if focus is None:
            break
        stops.append(focus["name"])
    assert all(stops)
    for name in ("menu", "rules", "log-button", "safe-0", "word", "pass", "say-it"):
        assert name in stops
    assert "safe-6" not in stops
    # The Tab order matches the order on the screen.
    assert stops.index("menu") < stops.index("safe-0") < stops.index("say-it")


def test_a_sheet_that_follows_another_or_not_gives_the_focus_back_to_its_opener(
    player: Player,
) -> None:
    player.set_table("easy")
    tab_to(player, "rules")
    player.page.keyboard.press("Enter")
    sheet = player.get("sheet-rules")
    # When all rules are laid out, the search covers no part of the one that was asked for.
    expect(sheet.locator(".rule:not([data-laid])")).to_have_count(0)
    here, search = (sheet.locator(name).bounding_box() for name in (".rule.here", ".search"))
    assert here
    assert search
    assert search["y"] + search["height"] <= here["y"]
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
    for name in ("words", "seating"):
        tab_to(player, "menu")
        player.page.keyboard.press("Enter")
        player.get("sheet-menu").get_by_test_id(name).press("Enter")
        expect(player.get("sheet-menu")).to_have_count(0)
        player.get(f"sheet-{name}").wait_for()
        player.page.keyboard.press("Escape")
        expect(player.get(f"sheet-{name}")).to_have_count(0)
        expect(player.get("menu")).to_be_focused()


def test_controls_have_names_and_the_question_about_passing_keeps_the_focus(player: Player) -> None:
    player.set_table("easy")
    page, question = player.page, player.page.locator(".bar-note")
    field = page.get_by_role("textbox", name="Your word")
    field.press_sequentially(player.best().word)
    player.can_say()
    expect(page.get_by_role("button", name="Stone 1 of your word goes here.")).to_have_count(1)
    panel = page.get_by_role("button", name="Panel beside the table")
    for there in (False, True):
        panel.click()
        expect(panel).to_have_attribute("aria-expanded", str(there).lower())
        expect(page.get_by_role("complementary")).to_have_count(int(there))
        expect(page.get_by_role("button", name="What happened")).to_have_count(int(not there))
        assert faults(page) == []
    page.keyboard.press("Escape")
    for leave in ("Escape", "No", ""):
        tab_to(player, "pass")
        page.keyboard.press("Enter")
        expect(player.get("pass-no")).to_be_focused()
        expect(player.get("pass-no")).to_have_accessible_description(question.inner_text())
        if leave == "Escape":
            page.keyboard.press(leave)
            expect(player.get("pass")).to_be_focused()
        elif leave:
            page.get_by_role("button", name=leave, exact=True).click()
            expect(player.get("pass-no")).to_have_count(0)
    tab_to(player, "pass-confirm")
    page.keyboard.press("Enter")
    expect(player.get("say-it")).to_be_focused()


def test_a_card_that_is_played_leaves_the_focus_in_the_hand(player: Player) -> None:
    for buttons in (False, True):
        kakapo_player.table_where(
            player, Revealing, lambda each: len(kakapo_player.view_of(each).revealed) < 3
        )
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
