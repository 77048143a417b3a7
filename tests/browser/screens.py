"""Layout checks that apply to any screen."""

import os
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Literal, TypeAlias
from zlib import crc32

from playwright.sync_api import Page, expect

from tests.browser.player import Player
from tools.axe import EVERY_RULE, OF_COLOURS, violations

SIZES = ((320, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080))
"""Phones (small, usual, landscape), a tablet, a laptop and a desktop."""
BETWEEN = ((1000, 700), (1024, 768), (1180, 820), (1366, 650))
"""Tablets and low laptops, where the side panel leaves less room than on a desktop."""
Theme: TypeAlias = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
LARGE = {"fontSizes": {"standard": 32, "fixed": 26}}
USUAL = {"fontSizes": {"standard": 16, "fixed": 13}}
"""Font sizes of a browser with text at double size and at the usual size, for Chromium's
`Page.setFontSizes`.
"""
EVERY_LOOK = os.environ.get("CHABUDAI_LOOKS") == "all"
"""Whether to check each screen in both languages at every size, as `make test-looks` does."""

FAULTS = """
() => {
  const faults = [];
  const W = innerWidth;
  // Bots have such names.
  const SHORT_NAME = 7;
  const page = document.scrollingElement;
  const say = (what, node) => {
    const text = (node.textContent ?? "").trim().slice(0, 40);
    const name = `${node.getAttribute("class") ?? ""} ${node.dataset?.testid ?? ""}`;
    faults.push(`${what}: <${node.localName} ${name}> ${text}`);
  };
  const top = document.querySelector("dialog[open]");
  const seen = (node) => {
    if (top && !top.contains(node)) return false;
    if (node.closest(".unseen, [hidden], [aria-hidden=true]:not(svg)")) return false;
    return node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  if (page.scrollWidth > W) faults.push(`the page is ${page.scrollWidth} wide, not ${W}`);
  const frame = document.querySelector(".table");
  if (frame && page.scrollHeight > Math.max(innerHeight, frame.offsetHeight) + 1)
    faults.push(`the page is ${page.scrollHeight} high, the table ${frame.offsetHeight}`);

  for (const node of document.querySelectorAll("body *")) {
    if (!seen(node) || node.ownerSVGElement) continue;
    const box = node.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const beyond = box.left < -0.5 || box.right > W + 0.5;
    if (beyond) say(node.closest("[role=region][tabindex]") ? "scrolled aside" : "outside", node);
    const style = getComputedStyle(node);
    const words = [...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== "");
    const cuts = ["hidden", "clip"].includes(style.overflowX);
    // A name of any length is allowed. The table gives it the remaining width, at least 10 pixels.
    if (node.matches(".chip-name")) {
      if (node.clientWidth < 10) say("no room for a name", node);
      const usual = parseFloat(getComputedStyle(document.documentElement).fontSize) < 24;
      const short = usual && node.textContent.trim().length <= SHORT_NAME;
      if (short && node.scrollWidth > node.clientWidth) say("a short name is cut", node);
      continue;
    }
    if (node.matches(".chip-state") && node.scrollWidth > node.clientWidth)
      say("how it stands is cut", node);
    const wider = words && node.scrollWidth > node.clientWidth + 1;
    if (wider && cuts && style.textOverflow !== "ellipsis") say("cut off sideways", node);
    if (wider && !cuts && style.display !== "inline") say("wider than its box", node);
    const kept = ["hidden", "clip"].includes(style.overflowY) && style.webkitLineClamp === "none";
    if (words && kept && node.scrollHeight > node.clientHeight + 2) say("cut off below", node);
  }

  const SELECTOR = "button, a[href], input:not([type=radio]), select, summary, label.pill";
  const targets = [...document.querySelectorAll(SELECTOR)].filter(seen);
  for (const node of targets) {
    const box = node.getBoundingClientRect();
    // A board of twelve rows on a phone on its side; there pieces are moved by buttons as well.
    const least = node.matches(".square") && innerHeight < 400 ? 20 : 24;
    if (box.width < least || box.height < least)
      say(`${box.width.toFixed(1)} by ${box.height.toFixed(1)} px`, node);
    const main = node.matches(".primary, .bar button, .key") && !node.closest(".status");
    if (main && box.height < 43.5) say(`only ${box.height.toFixed(1)} px high`, node);
    const narrow = node.matches(".primary") && box.width < 43.5;
    if (narrow) say(`only ${box.width.toFixed(1)} px wide`, node);
  }
  // What of a node is not scrolled out of sight.
  const shown = (node) => {
    let { left, top, right, bottom } = node.getBoundingClientRect();
    for (let over = node.parentElement; over; over = over.parentElement) {
      const area = over.getBoundingClientRect();
      if (getComputedStyle(over).overflowX !== "visible") {
        left = Math.max(left, area.left);
        right = Math.min(right, area.right);
      }
      if (getComputedStyle(over).overflowY !== "visible") {
        top = Math.max(top, area.top);
        bottom = Math.min(bottom, area.bottom);
      }
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  const room = (node) => {
    const box = shown(node);
    // The word stands in the middle of a field that reaches below the corners of safes.
    const free = node.matches("input.word") ? 0.15 * box.width : 0;
    return new DOMRect(box.x + free, box.y, box.width - 2 * free, box.height);
  };
  const SEATED = ".chip, .bubble:not(.empty), .before > *, .reckoning";
  const placed = [...targets, ...(top ? [] : document.querySelectorAll(`.stage :is(${SEATED})`))]
    // Bars and the search of the rulebook stay while a page scrolls below them.
    .filter((node) => !node.closest(".bar, .lobby-bar, .rulebook .search"))
    .filter((node) => node.checkVisibility())
    .map((node) => [node, room(node)])
    .filter(([, box]) => box.width * box.height > 0 && box.bottom > 0 && box.top < innerHeight);
  for (const [at, [one, a]] of placed.entries()) {
    for (const [other, b] of placed.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (w > 1 && h > 1 && w * h > 0.02 * Math.min(a.width * a.height, b.width * b.height))
        say(`lies over ${other.dataset.testid || other.textContent.trim().slice(0, 20)}`, one);
    }
  }

  for (const area of document.querySelectorAll("body *")) {
    if (!["auto", "scroll"].includes(getComputedStyle(area).overflowY) || !seen(area)) continue;
    if (area.scrollHeight > area.clientHeight + 1 && area.clientHeight < 44)
      say(`only ${area.clientHeight} px of ${area.scrollHeight} are shown`, area);
  }

  // A word that is broken without a hyphen, on a card in any language. Only names and addresses
  // are longer than 15 letters.
  const LATIN = /(?<![A-Za-z])[A-Za-z]{2,15}(?![A-Za-z])/g;
  const CARD = /[^\\s\\u200b-]+/g;
  const texts = document.createTreeWalker(top ?? document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    const node = text.parentElement;
    if (node.matches(".chip-name, .kept, code") || node.ownerSVGElement || !seen(node)) continue;
    const words = node.matches(".face, .face ruby") ? CARD : LATIN;
    for (const word of text.data.matchAll(words)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      // WebKit also has an empty box at the end of the line above.
      const tops = [...range.getClientRects()].filter((box) => box.width).map((box) => box.top);
      if (Math.max(...tops) - Math.min(...tops) > 6) say(`${word[0]} is broken`, node);
    }
  }

  // A line that is scrolled into sight, such as by a search or the focus, never rests under a bar.
  const LINES = "p, li, tr, h2, h3, h4, summary, dt, dd";
  const bars = [...document.querySelectorAll("body *")].filter((node) => {
    const { position, pointerEvents } = getComputedStyle(node);
    const stays = ["sticky", "fixed"].includes(position) && pointerEvents !== "none";
    return stays && !node.matches("dialog, .connection, .why-near, th, td") && seen(node);
  });
  const areas = bars.length ? [...document.querySelectorAll("*")] : [];
  const scrolled = areas.map((area) => [area, area.scrollLeft, area.scrollTop]);
  const lines = bars.length ? [...(top ?? document.body).querySelectorAll(LINES)].filter(seen) : [];
  for (const line of lines) {
    line.scrollIntoView({ block: "nearest", inline: "nearest" });
    const a = shown(line);
    for (const bar of bars) {
      if (bar.contains(line) || line.contains(bar)) continue;
      const b = shown(bar);
      const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (w > 2 && h > 2 && a.height < innerHeight / 2) say(`under ${bar.className}`, line);
    }
  }
  for (const [area, left, top] of scrolled)
    area.scrollTo({ left, top, behavior: "instant" });

  const table = document.querySelector("[data-testid=table]");
  if (table && !top) {
    const wide = table.querySelector(".table-top") !== null;
    // Round the low table the players sit at its edge; see SEATED.
    const names = `.table-head, ${wide ? ".stage" : ".chips"}, .status, .board, .bar`;
    // At the end the low table is a picture on a page that is scrolled.
    const shown = (part) =>
      part.checkVisibility({ visibilityProperty: true }) && !part.closest(".finale");
    const parts = [...table.querySelectorAll(names)].filter(shown);
    // Text never lies on the wood or the mat: what it is written on hides them.
    const paper = (node) => {
      const ground = getComputedStyle(node).backgroundColor.match(/[\\d.]+/g) ?? [0, 0, 0, 0];
      return Number(ground[3] ?? 1);
    };
    for (const node of wide ? table.querySelectorAll(".stage *:not(svg *)") : []) {
      const words = [...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== "");
      if (!words || node.closest(".unseen") || !node.checkVisibility()) continue;
      let bare = 1;
      for (let on = node; !on.matches(".stage"); on = on.parentElement) bare *= 1 - paper(on);
      if (bare > 0.12) say("no paper under it", node);
    }
    if (wide && !table.querySelector(".stage .chip.acting .lamp") && table.dataset.turn !== "")
      faults.push("no lamp stands beside whose turn it is");
    for (const part of parts) {
      const box = part.getBoundingClientRect();
      if (box.top < -0.5 || box.bottom > innerHeight + 0.5) say("not in sight", part);
      for (const other of parts) {
        const b = other.getBoundingClientRect();
        const beside = box.right < b.left + 1 || b.right < box.left + 1;
        if (!part.contains(other) && !beside && box.top < b.top && box.bottom > b.top + 1)
          say(`reaches into ${other.className}`, part);
      }
    }
  }
  const meets = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const high = a.bottom > b.top + 1 && b.bottom > a.top + 1;
    return high && a.right > b.left + 1 && b.right > a.left + 1;
  };
  // At the end, nothing covers who has won, or what.
  const verdict = top ? null : document.querySelector(".verdict-plate");
  if (verdict) {
    // Firefox misplaces the box of a <g> around an <svg>.
    const spoils = document.querySelector(".spoils");
    const laid = spoils?.querySelectorAll(".lying > :not(g:has(> svg)), .lying > g > svg") ?? [];
    const won = [verdict, ...laid];
    const rest = ".finale :is(.chip, .before, .hand > *, .reckoning)";
    for (const other of document.querySelectorAll(rest))
      for (const part of won) if (meets(part, other)) say("is covered", part);
  }
  for (const card of top ? [] : document.querySelectorAll(".low .hand-cards > .card svg")) {
    const stage = card.closest(".low");
    if (meets(card, stage.querySelector(".place.own .chip"))) say("on the cushion", card);
    const low = card.getBoundingClientRect().bottom - stage.getBoundingClientRect().bottom;
    if (low > 0) say("reaches out of the stage", card);
  }
  return faults;
}
"""
"""Script that finds elements that stick out, are cut off, overlap, are out of sight, or are too
small to tap.
"""


def faults(page: Page) -> list[str]:
    """Return the layout faults of the page, or of the sheet on top of it."""
    found: list[str] = page.evaluate(FAULTS)
    return found


def faults_at(
    player: Player,
    sizes: Iterable[tuple[int, int]],
    also: Callable[[Player], Iterable[str]] = lambda _: (),
) -> list[str]:
    """Return the faults of a screen at these sizes, including any that `also` finds."""
    return [
        f"{look}: {fault}"
        for look in (look_at(player, size) for size in sizes)
        for fault in (*faults(player.page), *also(player))
    ]


def looks_well(page: Page) -> None:
    """Assert that the page has no layout faults, and that axe reports none."""
    found = faults(page)
    assert not found, found
    assert violations(page) == []


DRAWN = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
STYLED = "() => [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)"


def settle(player: Player) -> None:
    """Wait until the page has loaded the style sheets and fonts for its current settings. Forced
    colours and large text each need an additional style sheet.
    """
    player.page.evaluate(DRAWN)
    player.page.wait_for_function(STYLED)
    player.page.evaluate("document.fonts.ready.then(() => null)")


def look_at(player: Player, size: tuple[int, int]) -> str:
    """Show the screen at a size, wait until it has settled, and return a label for the size."""
    player.page.set_viewport_size({"width": size[0], "height": size[1]})
    player.page.evaluate(f"document.fonts.ready.then(() => {DRAWN})")
    return f"{size[0]} by {size[1]}"


LANGUAGE = """
(language) => {
  const choice = { key: "chabudai.lang", newValue: language };
  dispatchEvent(new StorageEvent("storage", choice));
}
"""


def read_in(player: Player, language: str) -> None:
    """Switch the page's language, as if it had been changed in another tab."""
    player.page.evaluate(LANGUAGE, language)
    expect(player.page.locator("html")).to_have_attribute("lang", language)


def wrong_with(
    player: Player, name: str, also: Callable[[Player], Iterable[str]] = lambda _: ()
) -> list[str]:
    """Return the faults of a screen at two sizes, one in English and one in Japanese.

    The screen's name decides the sizes and themes, so that other screens are checked at other
    sizes. axe checks one size, and only the colours if the page is dark, because its other rules do
    not depend on the theme. `CHABUDAI_LOOKS=all` checks both languages at every size, with axe each
    time. `also` returns further faults. The player must have opened the site in Japanese, because
    only then does the page fetch the Japanese catalogues. The page is in Japanese again afterwards.
    """
    expect(player.page.locator(".turn-light")).to_have_count(0)
    wrong: list[str] = []
    screen = crc32(name.encode())
    for at, lang in enumerate(("en", "ja")):
        read_in(player, lang)
        # Changing the theme is as slow as changing the size, so Japanese begins with the last theme
        # used for English.
        looks = sorted(looks_at(screen, at), reverse=lang == "en")
        for theme, of_theme in groupby(looks, key=lambda look: look[0]):
            player.page.emulate_media(color_scheme=theme)
            for _, size, by_axe in of_theme:
                look = look_at(player, size)
                found = [*faults(player.page), *also(player)]
                if by_axe:
                    rules = EVERY_RULE if theme == "light" else OF_COLOURS
                    found += violations(player.page, rules)
                wrong += [f"{name}, {lang}, {look}, {theme}: {each}" for each in found]
    player.page.set_viewport_size({"width": 1280, "height": 800})
    return wrong


def fits(player: Player, name: str, also: Callable[[Player], Iterable[str]] = lambda _: ()) -> None:
    wrong = wrong_with(player, name, also)
    assert not wrong, "\n".join(wrong)


def looks_at(screen: int, language: int) -> list[tuple[Theme, tuple[int, int], bool]]:
    """Return the theme, the size and whether axe runs, for each check of a screen in a language."""
    number = screen + language
    every = [(THEMES[(at + number // 2) // 2 % 2], size) for at, size in enumerate(SIZES)]
    if EVERY_LOOK:
        return [(theme, size, True) for theme, size in every]
    theme, size = every[number % len(every)]
    return [(theme, size, language == screen % 2)]


WITHIN = """
() => [...document.querySelectorAll(".table :not(dialog *)")]
  .filter((node) => ["auto", "scroll"].includes(getComputedStyle(node).overflowY))
  .filter((node) => node.scrollHeight > node.clientHeight + 1)
  .map((node) => `scrolled within the page: ${node.className}`)
"""
"""Script that finds parts of a table that scroll separately although the whole page scrolls."""
SCROLLED = ("not in sight", "reaches into", "the page is", "scrolled aside")
"""Prefixes of faults to ignore on pages that scroll as a whole and in regions that scroll. A page
must still not be wider than the screen.
"""


def set_font_sizes(player: Player, sizes: dict[str, dict[str, int]]) -> None:
    fonts = player.context.new_cdp_session(player.page)
    fonts.send("Page.setFontSizes", sizes)
    fonts.detach()
    settle(player)


def wrong_in_large(player: Player, name: str) -> list[str]:
    """Return the faults of a screen with text at double size, on a laptop and a phone. The screen's
    name decides the language.
    """
    set_font_sizes(player, LARGE)
    expect(player.page.locator("html")).to_have_css("font-size", "32px")
    lang = ("en", "ja")[crc32(name.encode()) % 2]
    read_in(player, lang)
    wrong: list[str] = []
    for size in ((1280, 800), (390, 844)):
        look = look_at(player, size)
        found = [each for each in faults(player.page) if not each.startswith(SCROLLED)]
        if size[1] > size[0]:
            found += player.page.evaluate(WITHIN)
        if player.page.evaluate("document.scrollingElement.scrollWidth > innerWidth"):
            found.append("wider than the screen")
        wrong += [f"{name} in large text, {lang}, {look}: {each}" for each in found]
    set_font_sizes(player, USUAL)
    read_in(player, "ja")
    player.page.set_viewport_size({"width": 1280, "height": 800})
    return wrong
