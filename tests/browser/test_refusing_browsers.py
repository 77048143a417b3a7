"""Browsers without storage, cookies or parts of the page. The page always shows a message."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import Player

THROWING = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {
    get() { throw new DOMException("denied", "SecurityError"); },
  });
"""
MISSING = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { value: null });
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
BROKEN = """
for (const name of ["localStorage", "sessionStorage"])
  if (location.protocol.startsWith("http"))
    for (const key of ["seen", "words", "games", "learnt", "tables", "theme", "name"])
      window[name].setItem(`chabudai.${key}`, '{"0":');
"""
STORAGES = {"throwing": THROWING, "missing": MISSING, "full": FULL, "broken": BROKEN}
NO_COOKIES = """
Object.defineProperty(Document.prototype, "cookie", { get: () => "", set: () => undefined });
"""
ANDROID = "Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"


def refuse_cookies(player: Player) -> None:
    """Remove cookies from every response, and hide them from the page's scripts."""
    player.context.add_init_script(NO_COOKIES)

    def strip(route: Route) -> None:
        answer = route.fetch()
        kept = {k: v for k, v in answer.headers.items() if k.lower() != "set-cookie"}
        route.fulfill(response=answer, headers=kept)
        player.context.clear_cookies()

    player.page.route(re.compile("/api/"), strip)


@pytest.fixture
def invitation(come: Newcomer) -> str:
    """Return the path of a link to a table with a free seat."""
    made = come().post_table(game="word-bank", name="Aki", seats=2, bots=[])
    return f"/j/{made['table']}#{made['invite']}"


@pytest.mark.parametrize(
    "storages",
    [("throwing", "missing"), pytest.param(("full", "broken"), marks=pytest.mark.nightly)],
    ids="-".join,
)
def test_without_storage_a_game_is_hosted_and_joined_and_choices_hold(
    come: Newcomer, storages: tuple[str, str]
) -> None:
    host, friend = (come(asked=True) for _ in range(2))
    for player, storage in zip((host, friend), storages, strict=True):
        player.context.add_init_script(STORAGES[storage])
        player.open()
        expect(player.get("forgets")).to_have_count(0 if storage == "broken" else 1)
        player.get("lang-ja").click()
        player.get("daily").click()
        expect(player.page.locator("html")).to_have_attribute("lang", "ja")
    host.open_lobby("word-bank")
    friend.follow(host)
    if "missing" in storages:  # a broken storage seems to contain a name
        friend.get("naming-keep").click()
    host.begin(friend)
    mover = host if host.seat == host.seat_to_act() else friend
    assert mover.await_turn()
    mover.say_best()


@pytest.mark.parametrize(
    ("agent", "begins"),
    [
        (ANDROID, "intent://"),
        pytest.param(IPHONE, "x-safari-http://", marks=pytest.mark.nightly),
    ],
)
def test_an_invitation_without_cookies_takes_no_seat(
    come: Newcomer, invitation: str, agent: str, begins: str
) -> None:
    guest, onlooker = come(asked=True, user_agent=agent), come()
    refuse_cookies(guest)
    for _ in range(2):
        guest.page.goto(guest.base + invitation)
        guest.page.reload()
        expect(guest.get("no-cookies")).to_contain_text("This browser blocks cookies")
    assert guest.get("this-link").input_value() == guest.base + invitation
    link = guest.get("own-browser").get_attribute("href") or ""
    assert link.startswith(begins)
    assert invitation in link
    onlooker.open("/t/" + invitation.split("#", maxsplit=1)[0].rpartition("/")[2])
    expect(onlooker.page.locator(".chair")).to_have_count(1)


def test_pages_without_cookies_open_no_table_and_no_screen_and_say_why(
    come: Newcomer, invitation: str
) -> None:
    guest = come(asked=True)
    asked: list[str] = []
    refuse_cookies(guest)
    guest.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    guest.open()
    expect(guest.get("no-cookies")).to_be_visible()
    guest.get("friends-quiddler").click()
    expect(guest.page.locator(".welcome").get_by_text("blocks cookies")).to_have_count(1)
    guest.get("join-code").fill("1234")
    guest.get("join").click()
    expect(guest.get("join-trouble")).to_contain_text("blocks cookies")
    assert [each for each in asked if each.startswith("POST")] == []
    guest.page.goto(guest.base + invitation)
    expect(guest.get("this-link")).to_be_visible()
    expect(guest.get("own-browser")).to_have_count(0)
    guest.open("/screen")
    expect(guest.get("unpaired").get_by_role("alert")).to_contain_text("blocks cookies")
    expect(guest.get("screen-code")).to_have_count(0)


def test_a_page_or_a_part_that_fails_offers_to_reload(come: Newcomer) -> None:
    player = come(asked=True)
    player.excused += ["ERR_FAILED", "Failed to fetch dynamically imported module", "matchMedia"]
    table = player.post_table(game="word-bank", name="Aki", seats=2, bots=[])["table"]
    for part in ("game_screen", "lobby"):
        failing = re.compile(rf"/static/{part}-[^/]*\.js")
        player.page.route(failing, lambda route: route.abort())
        player.page.goto(f"{player.base}/t/{table}")
        expect(player.get("message")).to_contain_text("Something went wrong")
        player.page.unroute(failing)
        player.page.get_by_role("button", name="Reload").click()
        player.get("lobby").wait_for()
    script = re.compile(r"/static/chabudai-[^/]*\.js")
    player.page.route(script, lambda route: route.abort())
    player.page.goto(player.base)
    expect(player.page.locator(".unstarted")).to_be_visible()
    player.page.unroute(script)
    player.page.get_by_role("link", name="Reload it").click()
    player.ready()
    player.context.add_init_script("matchMedia = undefined;")
    player.page.goto(player.base)
    expect(player.page.get_by_role("link", name="Reload it")).to_be_visible()


def test_nonexistent_pages_answer_404_and_link_to_the_front_page(player: Player) -> None:
    player.excused += ["404", "WebSocket connection"]
    for name in ("__proto__", "quiddler"):
        for path in (f"/book/{name}", f"/studio/{name}", f"/learn/{name}/{name}", f"/t/{name}"):
            answer = player.page.goto(player.base + path)
            assert answer is not None
            assert answer.status == 404, path
            expect(player.get("message")).to_be_visible()
    heading = player.get("message").get_by_role("heading")
    for path in ("/t/0000000000000000", "/t/nothing"):
        player.page.goto(player.base + path)
        expect(heading).to_have_text("This page doesn’t exist")
        player.get("message").get_by_role("button").click()
        expect(player.get("play-word-bank")).to_be_visible()
    answer = player.page.goto(f"{player.base}/daily/quiddler")
    assert answer is not None
    assert answer.status == 404
    expect(player.get("trouble")).to_be_visible()


def test_a_page_that_fails_at_first_offers_to_reload(come: Newcomer, invitation: str) -> None:
    player = come(asked=True)
    player.excused.append("WebSocket is not a constructor")
    player.context.add_init_script("WebSocket = undefined;")
    for path in (f"/t/{player.order_table('quiddler', 'easy')}", invitation):
        player.page.goto(player.base + path)
        expect(player.get("message")).to_contain_text("Something went wrong")
        expect(player.page.get_by_role("button", name="Reload")).to_be_visible()
        player.page.get_by_role("button", name="Front page").click()
        expect(player.get("play-now")).to_be_visible()


ELSEWHERE: tuple[dict[str, Any], ...] = (
    {"status": 200, "content_type": "text/html", "body": "<h1>Log in to the network</h1>"},
    {"status": 502, "body": "Bad gateway"},
    {"status": 200, "body": ""},
)
"""Answers that do not come from chabudai."""


def answering(answer: dict[str, Any]) -> Callable[[Route], None]:
    return lambda route: route.fulfill(**answer)


def test_an_answer_of_another_server_is_unreachable(come: Newcomer, invitation: str) -> None:
    player = come(asked=True)
    player.excused.append("502")
    for answer in ELSEWHERE:
        player.page.unroute_all()
        player.page.route("**/api/**", answering(answer))
        player.page.goto("about:blank")
        player.page.goto(player.base + invitation)
        expect(player.get("message")).to_contain_text("Can’t reach the server")
        player.page.goto(player.base)
        player.get("friends-quiddler").click()
        expect(player.page.locator(".welcome > .trouble")).to_contain_text("Can’t reach the server")
