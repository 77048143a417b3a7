"""A television is paired by its host and follows the party. All its text can be read from three
metres, and nothing overlaps or is cut off.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import DESK, PHONE, Player
from tests.browser.screens import EVERY_LOOK, read_in, settle
from tests.browser.serving import Serving
from tests.support.relay import NO_SERVER
from tools.fast_forward import HASTEN, moves_until


def television(newcomer: Newcomer, base: str) -> Player:
    tv = newcomer(base, afresh=True, viewport=DESK)
    tv.excused += [*NO_SERVER, "status of 403", "Cross-Origin-Opener-Policy"]
    tv.open()
    tv.get("settings").click()
    tv.get("to-screen").click()
    return tv


def code_on(tv: Player) -> str:
    code = tv.get("screen-code")
    expect(code).to_have_text(re.compile(r"^\d{3}\s\d{3}$"))
    return re.sub(r"\s", "", code.inner_text())


def type_code(host: Player, code: str) -> None:
    """Type a code in the sheet that is opened from the lobby."""
    host.get("screen-code").fill(code)
    host.get("screen-show").click()


def test_a_host_types_the_code_and_the_screen_follows_the_party_until_its_end(
    own_server: Serving, newcomer: Newcomer
) -> None:
    tv = television(newcomer, own_server.base)
    host = newcomer(own_server.base, afresh=True, viewport=PHONE)
    host.excused += [*NO_SERVER, "status of 403"]
    host.open_lobby("word-bank")
    host.get("add-bot").click()
    host.get("big-screen").click()
    for wrong, told in (("12", "six digits"), ("000000", "No screen shows this code")):
        type_code(host, wrong)
        expect(host.get("screens").get_by_role("alert")).to_contain_text(told)
    type_code(host, code_on(tv))
    expect(host.get("screens-shown")).to_have_text("1 big screen shows this table.")
    join_code = host.get("sheet-invite").get_by_test_id("code").inner_text()
    expect(tv.get("code")).to_have_text(join_code)
    host.close_sheet()
    host.begin()
    tv.at_table()
    tv.page.keyboard.press("Tab")
    assert tv.page.evaluate("document.activeElement === document.body")
    own_server.kill()
    expect(tv.get("status")).to_contain_text("The server cannot be reached.")
    own_server.start()
    expect(tv.get("status")).not_to_contain_text("The server cannot be reached.")
    tv.reload()
    tv.at_table()
    party = host.page.url.rpartition("/")[2]
    host.choose("seating")
    for _ in range(2):
        host.get("end").click()
    host.close_sheet()
    host.post(f"/api/parties/{party}/next", game="quiddler")
    expect(tv.page.locator("[data-game=quiddler]")).to_have_count(1)
    host.page.locator("[data-game=quiddler]").wait_for()
    host.choose("invite")
    host.get("screens-end").click()
    code_on(tv)
    expect(host.get("screens-end")).to_have_count(0)


def test_a_scanned_code_opens_the_page_that_pairs_the_screen(
    server: Serving, newcomer: Newcomer
) -> None:
    tv = television(newcomer, server.in_network)
    tv.page.locator(".qr svg").wait_for()
    host = newcomer(server.in_network, afresh=True, viewport=PHONE, locale="ja-JP")
    host.excused += ["status of 403", "Cross-Origin-Opener-Policy"]
    link = f"/screen#{code_on(tv)}"
    host.open(link)
    expect(host.get("message")).to_contain_text("このブラウザーにはテーブルがありません。")
    host.open_lobby("kakapo")
    party = host.page.url.rpartition("/")[2]
    host.page.goto("about:blank")
    host.open("/screen#000000")
    host.get(f"show-{party}").click()
    expect(host.get("message").get_by_role("alert")).to_contain_text("もう一度読み取ってください")
    host.page.goto("about:blank")
    host.open(link)
    host.get(f"show-{party}").click()
    host.get("to-table").click()
    host.get("lobby").wait_for()
    expect(tv.get("lobby")).to_contain_text("1 of 2 are here")
    tv.reload()
    expect(tv.get("lobby")).to_contain_text("1 of 2 are here")


LONG_NAME = "Wolfgang-Amadeus von Moz"
TELEVISION = (1920, 1080)
SIZES: tuple[tuple[int, int], ...] = (TELEVISION, (960, 540), (1024, 768))
"""Televisions, whose browsers lay out pages at different resolutions, and a 4:3 projector."""
if EVERY_LOOK:
    SIZES += ((1280, 720), (3840, 2160), (1280, 800))
MOMENTS = {
    "word-bank": (5, ("seq > 4", "seq > 14")),
    "quiddler": (4, ("true", "view.round === 7 && view.laid.length > 3", "view.round === 8")),
    "word-porters": (6, ("true", "view.phase.type === 'voting'", "view.phase.type === 'resting'")),
    "kakapo": (4, ("true", "view.board.length > 1")),
}
"""Each game's seats, and moments before its end when the host must act and this holds."""
FAULTS = """
() => {
  const faults = [];
  // 20 arc minutes at 3 m on a 55-inch 16:9 screen, in pixels of this page.
  const high = 55 * 25.4 * 9 / Math.hypot(16, 9);
  const pixels = Math.min(innerHeight, innerWidth * 9 / 16) / high;
  const least = 2 * 3000 * Math.tan(Math.PI / 1080) * pixels;
  const NAMES = ".chip-name, .result-name, .result-who b";
  const say = (what, node, text) =>
    faults.push(`${what}: <${node.localName} ${node.getAttribute("class") ?? ""}> ${text}`);
  const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const scaleOf = (node) => {
    if (node.ownerSVGElement) {
      const { a, b, c, d } = node.getScreenCTM();
      return Math.sqrt(Math.abs(a * d - b * c));
    }
    let scale = 1;
    for (let up = node; up; up = up.parentElement) {
      const { transform } = getComputedStyle(up);
      if (transform === "none") continue;
      const { a, b, c, d } = new DOMMatrix(transform);
      scale *= Math.sqrt(Math.abs(a * d - b * c));
    }
    return scale;
  };
  const filled = ({ backgroundColor, backgroundImage }) =>
    backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none";
  // Inert elements are not found at a point.
  for (const part of document.querySelectorAll("[inert]")) part.inert = false;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines = [];
  for (let text; (text = texts.nextNode()); ) {
    const node = text.parentElement;
    const words = text.data.trim();
    if (words === "" || node.closest(".unseen, script, noscript, rp") || !seen(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const svg = node.ownerSVGElement;
    const box = (svg ? node : range).getBoundingClientRect();
    if (box.width < 1) continue;
    const size = parseFloat(getComputedStyle(node).fontSize) * scaleOf(node);
    if (size < least - 0.01) say(`${(20 * size / least).toFixed(1)} arc minutes`, node, words);
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      say("out of sight", node, words);
    const name = node.closest(NAMES);
    if (name && name.scrollWidth > name.clientWidth) continue;
    for (let up = svg ?? node; up; up = up.parentElement) {
      const look = getComputedStyle(up);
      const frame = up.getBoundingClientRect();
      const beyond = box.left < frame.left - 2 || box.right > frame.right + 2;
      const off = beyond || box.top < frame.top - 3 || box.bottom > frame.bottom + 3;
      const clips = look.overflowX !== "visible" || look.overflowY !== "visible";
      if (off && (clips || filled(look))) say(`reaches out of ${up.className}`, node, words);
      if (filled(look)) break;
    }
    const related = (other) => other.contains(node) || node.contains(other) || svg?.contains(other);
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const top = document
      .elementsFromPoint(x, y)
      .find((other) => related(other) || other.ownerSVGElement || filled(getComputedStyle(other)));
    if (top && !related(top)) say(`under ${top.getAttribute("class")}`, node, words);
    for (const line of svg ? [box] : range.getClientRects()) lines.push([node, words, line]);
  }
  const over = (a, b) => [
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  ];
  for (const [at, [one, words, a]] of lines.entries())
    for (const [other, others, b] of lines.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const [w, h] = over(a, b);
      if (w > 2 && h > 0.3 * Math.min(a.height, b.height)) say(`meets "${others}"`, one, words);
    }
  const PARTS = ".big-screen :is(.chip, .before > *, .just-now, .join-box), .sound-hint";
  const parts = [...document.querySelectorAll(PARTS)].filter(seen);
  for (const [at, one] of parts.entries())
    for (const other of parts.slice(at + 1)) {
      const [w, h] = over(one.getBoundingClientRect(), other.getBoundingClientRect());
      if (w > 2 && h > 2) say(`lies over ${other.className}`, one, one.textContent.slice(0, 20));
    }
  return [...new Set(faults)];
}
"""
"""Script that finds text that is too small, out of sight, cut off or covered, and boxes that
overlap. The art of cards is not text: its letters are curves.
"""


def faults_at(tv: Player, moment: str, sizes: tuple[tuple[int, int], ...]) -> list[str]:
    """Return the faults of the screen at some sizes. Unless every look is checked, the sizes after
    the first are checked only in Japanese.
    """
    wrong: list[str] = []
    for lang in ("en", "ja"):
        read_in(tv, lang)
        for width, height in sizes if EVERY_LOOK or lang == "ja" else sizes[:1]:
            tv.page.set_viewport_size({"width": width, "height": height})
            settle(tv)
            found: list[str] = tv.page.evaluate(FAULTS)
            wrong += [f"{moment}, {lang}, {width} by {height}: {fault}" for fault in found]
    return wrong


@pytest.mark.parametrize("game", MOMENTS)
def test_every_moment_can_be_read_from_a_sofa(
    game: str, server: Serving, newcomer: Newcomer
) -> None:
    host = newcomer(server.base)
    tv = newcomer(server.in_network, locale="ja-JP", afresh=True)
    tv.excused.append("Cross-Origin-Opener-Policy header has been ignored")
    seats, moments = MOMENTS[game]
    tv.open("/screen")
    table = host.post_table(
        game=game, name=LONG_NAME, seats=seats, bots=["easy"] * (seats - 1), begin=False
    )["table"]
    host.post(f"/api/parties/{table}/screens", code=code_on(tv))
    tv.get("lobby").locator(".qr svg").wait_for()
    wrong = faults_at(tv, "lobby", SIZES if game == "word-porters" else (TELEVISION,))
    host.open(f"/t/{table}")
    host.begin()
    host.go_to("/livez")
    host.page.evaluate(HASTEN, table)
    for at, moment in enumerate((*moments, "false")):
        tv.go_to("/livez")
        host.page.evaluate(moves_until(moment), table)
        tv.go_to("/screen")
        tv.table.wait_for()
        if moment == "false":
            expect(tv.table).to_have_attribute("data-over", "true")
            # Nobody has a crown after a lost game; the petals' sheet is always there.
            tv.page.locator(".joy").wait_for(state="attached")
        wrong += faults_at(tv, moment, SIZES if at == 1 else (TELEVISION,))
    assert not wrong, "\n".join(wrong)
