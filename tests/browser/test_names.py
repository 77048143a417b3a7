"""The longest names, in many scripts and both writing directions, at full tables."""

import re

import pytest
from playwright.sync_api import Playwright, expect

from chabudai.core.characters import CHARACTERS
from chabudai.games import GAMES
from chabudai.server.names import LONGEST_NAME
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import jump, play_unseen
from tests.browser.player import Player
from tests.browser.screens import BETWEEN, SIZES, faults_at, look_at

ARABIC = "محمد عبد الرحمن الطويل"
WIDE = "M" * 24
NAMES = (
    "Wolfeschlegelsteinhausen",
    "春夏秋冬花鳥風月山川草木雪月花星空海波風雲雨",
    ARABIC,
    "👨‍👩‍👧‍👦👩🏽‍🚀🧑🏿‍🤝‍🧑🏻" * 8,
    "שלום עליכם חברים טובים",
    WIDE,
    "iii 123 دبي 45",
)
"""Names for all seats of a full table except the host's."""
MORE_NAMES = (
    "Bartholomew Featherstone",
    "W" * LONGEST_NAME,
    "ちゃぶ台をかこむ家族みんなのなまえはながい",
    "Анна-Мария Константинова",
    "👩‍👩‍👧‍👦" * LONGEST_NAME,
    "i" * LONGEST_NAME,
    "Llanfairpwllgwyngyllgoge",
)
WIDTHS = (320, 360, 390, 480, 640, 768, 900, 1024, 1120, 1180, 1280, 1366, 1440, 1600, 1920)
COVERED = """
[...document.querySelectorAll("main :is(button, a, summary, label, [name=code]), header button")]
  .filter((control) => control.checkVisibility())
  .flatMap((control) => {
    control.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return [left + 6, (left + right) / 2, right - 6].flatMap((x) => {
      const hit = document.elementFromPoint(x, middle);
      const takes = hit?.closest("button, a, summary, label, [name=code]") === control;
      return takes ? [] : [`${control.textContent} is covered by ${hit?.outerHTML.slice(0, 80)}`];
    });
  })
"""
"""Script that finds controls that are covered in the middle or near an end."""
WHOLE = "name => name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight + 2"
APART = f"\u2068{ARABIC}\u2069"
"""The name as it appears in sentences, isolated for bidirectional text (UAX 9)."""


def full_table(
    host: Player, names: tuple[str, ...], playwright: Playwright, game: str = "quiddler"
) -> str:
    """Seat friends with these names at the host's table, and return its path."""
    made = host.post_table(game=game, name=WIDE, seats=1 + len(names), bots=[])
    for name in names:
        friend = playwright.request.new_context(extra_http_headers={"Origin": host.base})
        wish = {"name": name, "table": made["table"], "secret": made["invite"]}
        answer = friend.post(f"{host.base}/api/join", data=wish)
        assert answer.ok, answer.text()
        friend.dispose()
    return f"/t/{made['table']}"


def check_widths(player: Player) -> None:
    """Check at every width that no control is covered and no text is cut off."""
    for width in WIDTHS:
        player.page.set_viewport_size({"width": width, "height": 800})
        assert player.page.evaluate(COVERED) == [], f"at {width}px"
        assert player.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("locale", ["en-GB", pytest.param("ja-JP", marks=pytest.mark.nightly)])
def test_full_tables_have_room_for_the_longest_names_of_every_script(
    come: Newcomer, playwright: Playwright, locale: str
) -> None:
    host = come(locale=locale)
    tables = [full_table(host, names, playwright) for names in (MORE_NAMES, NAMES)]
    host.open()
    host.page.locator(".low-table > svg").wait_for()
    host.get("your-tables").wait_for()
    check_widths(host)
    found: list[str] = []
    for table in tables:
        host.open(table)
        expect(host.page.locator(".chair.guest")).to_have_count(8)
        check_widths(host)
        found += faults_at(host, SIZES)
    host.begin()
    found += faults_at(host, SIZES)
    assert not found, "\n".join(found)


def test_at_the_low_table_bots_have_faces_and_long_names_two_lines(
    come: Newcomer, playwright: Playwright
) -> None:
    host = come(locale="en-GB")
    host.open(full_table(host, (NAMES[0],), playwright))
    host.get("add-bot").click()
    host.begin()
    for size, faces in (((1280, 800), 1), ((1024, 768), 1), ((390, 844), 0)):
        look_at(host, size)
        expect(host.page.locator(".chips .bot-face:visible")).to_have_count(faces)
        if faces:
            assert host.get("chip-1").locator(".chip-name").evaluate(WHOLE), f"at {size}"


LONG = ("Pa-pa-kon-stan-ti-no-pou-lo", "Bartholomew Feathers", "Maximiliane Wertheim")
"""Names of twenty letters, with hyphens where a line may break."""
BREAKS = """
(names) => [...document.querySelectorAll("body *")].flatMap((node) => {
  const text = node.checkVisibility() ? node.textContent : "";
  const inner = [...node.children].map((child) => child.textContent);
  const own = names.filter((name) => text.includes(name) && !inner.some((it) => it.includes(name)));
  return own.flatMap((name) => {
    const letters = [];
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let of = texts.nextNode(); of !== null; of = texts.nextNode())
      for (let at = 0; at < of.length; at++) letters.push([of, at]);
    const from = text.indexOf(name);
    const lines = letters.slice(from, from + name.length).map(([of, at]) => {
      const range = document.createRange();
      range.setStart(of, at);
      range.setEnd(of, at + 1);
      return range.getClientRects()[0]?.bottom;
    });
    const breaks = (line, at) => (line > lines[at - 1] + 4 ? [[name, at, node.className]] : []);
    return lines.flatMap(breaks);
  });
})
"""
"""Script that finds the line breaks in names: the name, the number of letters before the break, and
the class of its element.
"""
CUT = "all => all.filter((node) => node.scrollWidth > node.clientWidth).map((it) => it.textContent)"
"""Script that finds the names that are cut off."""


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(each, marks=[pytest.mark.nightly] * (each != "word-bank"))
        for each in ("word-bank", "quiddler", "word-porters", "kakapo")
    ],
)
def test_names_break_only_between_words_and_syllables(
    come: Newcomer, playwright: Playwright, game: str
) -> None:
    host, found = come(), set[str]()
    bots = [character.name for character in CHARACTERS]
    names = {name.replace("-", ""): name for name in (*LONG, *bots)}
    ends = {
        name: {len(parts[:at].replace("-", "")) for at, sign in enumerate(parts) if sign == "-"}
        for name, parts in names.items()
    }

    def look() -> None:
        for size in (*SIZES, *BETWEEN):
            look_at(host, size)
            for name, at, place in host.page.evaluate(BREAKS, [*names]):
                if at not in ends[name] and name[at - 1] != " ":
                    found.add(f"{name[:at]}|{name[at:]} in {place} at {size}")
            cut = host.page.locator(".chip-name").evaluate_all(CUT)
            found.update(f"{name} is cut at {size}" for name in bots if name in cut)

    longest, *friends = (name for name in names if name not in bots)
    host.open(full_table(host, tuple(friends[: GAMES[game].seats[-1] - 2]), playwright, game))
    host.get("add-bot").click()
    expect(host.page.locator(".chair.bot")).to_have_count(1)
    look()
    host.begin()
    look()
    seats = max(each for each in GAMES[game].seats if each <= 5)
    played = host.order_table(game, *["easy"] * (seats - 1), name=longest)
    host.open(f"/t/{played}")
    host.at_table()
    look()
    jump(host, played)
    host.get("end-table").wait_for()
    look()
    assert not found, "\n".join(sorted(found))


def looked_on(come: Newcomer, name: str) -> tuple[Player, Player, str]:
    """Seat a player with this name at a table with a bot, and add a spectator. Return the player,
    the spectator and the table.
    """
    host, watcher = come(), come()
    table = host.order_table("word-bank", "easy", name=name)
    watcher.open(f"/t/{table}")
    watcher.at_table()
    return host, watcher, table


@pytest.mark.nightly
def test_a_spectators_page_has_room_for_the_longest_name(come: Newcomer) -> None:
    host, watcher, table = looked_on(come, WIDE)
    found = faults_at(watcher, SIZES)
    play_unseen(host, table)
    watcher.get("end-table").wait_for()
    found += faults_at(watcher, SIZES)
    assert not found, "\n".join(found)


def test_a_name_from_right_to_left_leaves_the_text_after_it_in_order(come: Newcomer) -> None:
    host, watcher, table = looked_on(come, ARABIC)
    # If room is short, the end of the name is cut off, not its beginning.
    names = watcher.page.locator(".chip-name")
    expect(names.first).to_have_css("direction", "rtl")
    expect(names.last).to_have_css("direction", "ltr")
    play_unseen(host, table)
    watcher.get("end-table").wait_for()
    told = [line for line in watcher.log() if ARABIC in line]
    assert told
    assert all(line.count(ARABIC) == line.count(APART) for line in told)
    watcher.get("share-result").click()  # without the permission to copy
    expect(watcher.get("result-text")).to_have_value(re.compile(rf"[★·] {APART} \d+\n"))


LOOKS_LIKE_AKI = "\u0410ki"
"""Aki with a Cyrillic A."""


def test_a_refused_name_is_explained_and_not_remembered(host: Player, friend: Player) -> None:
    friend.excused.append("409")
    host.open_lobby("word-bank")
    host.get("my-name").fill("Aki")
    host.get("my-name").press("Enter")
    link = host.get("invite-link").input_value()
    friend.open()
    friend.page.evaluate("(name) => localStorage.setItem('chabudai.name', name)", LOOKS_LIKE_AKI)
    friend.open(link)
    name = friend.get("my-name")
    name.wait_for()
    made_up = name.input_value()
    assert made_up != LOOKS_LIKE_AKI
    for wish, said in (
        (LOOKS_LIKE_AKI, "Add an initial"),
        ("aki", "Add an initial"),
        ("you", "This page uses that word"),
    ):
        name.fill(wish)
        name.press("Enter")
        expect(friend.get("name-trouble")).to_contain_text(said)
        expect(name).to_have_value(wish)
        expect(host.get("chair-1").locator("b")).to_have_text(made_up)
    name.fill(WIDE + "M")
    expect(friend.get("name-cut")).to_have_text("A name has at most 24 letters.")
    expect(name).to_have_value(WIDE)
    name.fill("Aki B")
    expect(friend.get("name-cut")).to_have_count(0)
    name.press("Enter")
    expect(host.page.locator(".chair.guest")).to_contain_text(["Aki B"])
    expect(friend.get("lobby")).not_to_contain_text("This page uses")
    friend.page.wait_for_function("() => localStorage.getItem('chabudai.name') === 'Aki B'")
