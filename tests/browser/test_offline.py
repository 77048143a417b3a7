"""The page without a server: the rulebooks and the reader's own games, and never an old page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, WebSocketRoute, expect

from chabudai.core.rulebook import LANGUAGES
from chabudai.games import GAMES
from tests.browser.fixtures import Newcomer
from tests.browser.player import PHONE, Player
from tests.browser.screens import looks_well, settle
from tests.browser.serving import Serving, released
from tests.support.relay import NO_SERVER

RECORD = {
    "table": "t",
    "game": "word-bank",
    "at": 1,
    "seats": 2,
    "people": 0,
    "level": "easy",
    "won": True,
    "score": 7,
}
STORED = """
async () => {
  const names = await caches.keys();
  // While a worker replaces another, opening a cache that it deletes would create that again.
  if (names.length !== 1) return names.map(() => []);
  const stored = await (await caches.open(names[0])).keys();
  return [stored.map(({ url }) => url)];
}
"""
"""Script that lists the contents of each cache, if there is only one."""
PUBLIC = re.compile(r"/(rules/[a-z-]+\?lang=(en|ja)|static/[^/]+)?")
NOWHERE = ("This page doesn’t exist", "ここには何もありません")


def visitor(newcomer: Newcomer, server: Serving, **wishes: Any) -> Player:
    """Open the front page in a browser that allows service workers."""
    player = newcomer(server.base, service_workers="allow", **wishes)
    player.excused.extend((*NO_SERVER, "ERR_FAILED", "404"))
    return player


def stored(player: Player) -> list[set[str]]:
    """Return the paths in each of the browser's caches."""
    caches: list[list[str]] = player.page.evaluate(STORED)
    return [{url.removeprefix(player.base) for url in urls} for urls in caches]


def await_stored(player: Player, *paths: str) -> None:
    """Wait until there is one cache, and it contains these paths."""
    player.page.evaluate("window.stored = []")
    player.page.wait_for_function(
        f"""(wanted) => {{
            void ({STORED})().then((stored) => {{ window.stored = stored; }});
            const isIn = (cache) => wanted.every((path) => cache.includes(path));
            return window.stored.length === 1 && window.stored.some(isIn);
        }}""",
        arg=[player.base + path for path in paths],
    )


def await_rules(player: Player, lang: str) -> None:
    """Wait until the rulebooks in a language are stored."""
    await_stored(player, *(f"/rules/{game}?lang={lang}" for game in GAMES))


def script_of(server: Serving) -> str:
    """Return the name of the script that a server's pages load."""
    return str(json.loads((server.static / "manifest.json").read_text())["js"])


def test_a_part_that_cannot_be_fetched_says_so_in_its_place(come: Newcomer) -> None:
    player = come(afresh=True)
    player.open()
    player.page.wait_for_load_state("networkidle")
    player.context.set_offline(True)
    player.excused.extend((*NO_SERVER, "ERR_INTERNET_DISCONNECTED"))
    player.get("learn-quiddler").click()
    expect(player.page.get_by_text("Can’t reach the server.")).to_be_visible()
    expect(player.get("friends-quiddler")).to_be_visible()


def test_a_server_that_turns_a_socket_away_blames_no_proxy(come: Newcomer) -> None:
    player = come(afresh=True)
    player.open()
    turned_away: list[int] = []

    def turn_away(socket: WebSocketRoute) -> None:
        turned_away.append(1013)
        socket.close(code=1013)

    player.page.route_web_socket("**/*", turn_away)
    player.get("play-word-bank").click()
    while len(turned_away) < 3:
        settle(player)
    expect(player.get("message")).not_to_contain_text("proxy")


def test_a_first_visit_without_a_server_leaves_nothing_behind(
    own_server: Serving, newcomer: Newcomer
) -> None:
    own_server.kill()
    player = visitor(newcomer, own_server)
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        player.go_to("/")
    own_server.start()
    player.open()
    expect(player.get("play-now")).to_be_visible()


def test_rulebooks_and_own_games_are_shown_without_a_server(
    own_server: Serving, newcomer: Newcomer
) -> None:
    player = visitor(newcomer, own_server, viewport=PHONE)
    player.open()
    player.page.evaluate(f"localStorage['chabudai.games'] = '[{json.dumps(RECORD)}]'")
    await_rules(player, "en")
    table = player.set_table("easy")
    own_server.kill()
    for path in (f"/t/{table}", "/daily"):
        player.go_to(path)
        expect(player.page.get_by_text("Can’t reach the server")).to_be_visible()
    player.go_to("/rules/word-porters?lang=ja")
    expect(player.page.get_by_role("heading", level=1)).to_have_text("You’re offline")
    player.page.get_by_role("button", name="Front page").click()
    expect(player.page.get_by_role("alert")).to_contain_text("Can’t reach the server")
    expect(player.get("kept-rules").get_by_role("link")).to_have_count(4)
    looks_well(player.page)
    for lang in ("", "?lang=en"):
        player.go_to(f"/rules/word-porters{lang}")
        expect(player.page.get_by_role("heading", level=1)).to_have_text("Word Porters")
    player.open()
    player.get("kept-rules").get_by_role("link", name="Word Bank").click()
    expect(player.page.locator(".rule")).to_have_count(52)
    looks_well(player.page)
    player.open("/mine")
    expect(player.get("own-word-bank")).to_contain_text("1 game, 1 won")
    assert all(PUBLIC.fullmatch(path) for cache in stored(player) for path in cache)
    player.open()
    own_server.start()
    expect(player.get("kept-rules")).to_have_count(0)
    expect(player.page.get_by_role("alert")).to_have_count(0)


def test_rulebooks_are_stored_in_each_language_that_was_chosen(
    own_server: Serving, newcomer: Newcomer
) -> None:
    player = visitor(newcomer, own_server)
    player.open()
    await_rules(player, "en")
    assert not any("lang=ja" in path for path in stored(player)[0])
    player.page.get_by_role("button", name="日本語").click()
    await_rules(player, "ja")
    own_server.kill()
    player.open()
    for lang in LANGUAGES:
        player.go_to(f"/rules/quiddler?lang={lang}")
        expect(player.page.locator("html")).to_have_attribute("lang", lang)
    own_server.start()


def test_no_old_page_is_shown_after_an_upgrade(
    own_server: Serving, newcomer: Newcomer, tmp_path: Path
) -> None:
    player = visitor(newcomer, own_server)
    player.open()
    await_rules(player, "en")
    (before,) = stored(player)
    own_server.kill()
    own_server.static = released(own_server.static, tmp_path)
    own_server.start()
    new = player.page.locator(f"script[src$='/{script_of(own_server)}']")
    player.open()
    expect(new).to_be_attached()
    await_stored(player, f"/static/{script_of(own_server)}")
    await_rules(player, "en")
    own_server.kill()
    player.open()
    expect(new).to_be_attached()
    expect(player.get("kept-rules")).to_be_visible()
    (after,) = stored(player)
    assert len(before) == len(after)
    assert not [path for path in after & before if path.endswith(".js")]
    own_server.start()


@pytest.mark.parametrize("headers", [None, {"accept-language": ";;,\xff=q", "accept": "\xff"}])
def test_a_rulebook_in_an_unknown_language_does_not_exist(
    server: Serving, newcomer: Newcomer, headers: dict[str, str] | None
) -> None:
    player = visitor(newcomer, server, extra_http_headers=headers)
    player.open("/rules/word-bank?lang=tlh")
    expect(player.page.get_by_role("heading", level=1)).to_have_text(NOWHERE[0])
    player.page.get_by_role("button", name="Front page").click()
    expect(player.get("play-now")).to_be_visible()
    player.go_to("/rules/word-bank")
    expect(player.page.locator("html")).to_have_attribute("lang", "en")
