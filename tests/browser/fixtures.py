"""Servers, browsers and players for the browser tests of this folder and of the games.

Browser tests run last, because Playwright keeps its event loop running until the end, and no other
test could start a loop of its own. Each file has its own server, whose cards do not depend on other
files.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Playwright, ViewportSize, expect, sync_playwright

from chabudai.games import GAMES
from tests.browser.player import DESK, PATIENCE_MS, PHONE, Player
from tests.browser.serving import IN_NETWORK, SEED, Serving
from tests.support.every_client import STATIC, built
from tests.support.relay import Relay
from tools.client import added_game_folders
from tools.find_chromium import find_chromium

Newcomer: TypeAlias = Callable[..., Player]
Desk: TypeAlias = tuple[int, str]
Desks: TypeAlias = dict[Desk, Player]
HOSTS = f"MAP {IN_NETWORK} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
QUIET = (f"--host-resolver-rules={HOSTS}", "--disable-gpu")
"""Only this computer's name is resolved. Requests to any other host fail, and the test fails with
them.
"""
UNDRAWN = (
    "--force-gpu-mem-available-mb=1",
    "--default-tile-width=1024",
    "--default-tile-height=1024",
)
"""Pages are laid out but not painted, because the memory limit leaves no room for a single tile.
Painting takes 10 to 20 % of a browser's CPU time, and most tests do not examine pixels.
"""
DICE = """
{
  let rolled = %d;
  Math.random = () => (rolled = (Math.imul(rolled, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}
"""
"""Script that makes a page's random values, such as a guest's name, the same in every run."""
NOT_ASKED = f"""
if (location.protocol.startsWith("http"))
  for (const [key, value] of [["chabudai.sounds", "off"], ["chabudai.learnt", "{" ".join(GAMES)}"]])
    localStorage.getItem(key) ?? localStorage.setItem(key, value);
"""
"""Script that turns off two questions: about sounds in the first turn, and about learning a game
that is new to the player. Not used for players created with `asked`. A blank page has no storage.
"""
FAR_APART = 2_654_435_761
"""Multiplier that spreads the random values of consecutive players."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark browser tests, give them a longer timeout, and run them last."""
    for item in filter(needs_browser, items):
        item.add_marker(pytest.mark.browser)
        item.add_marker(pytest.mark.timeout(400))
    items.sort(key=needs_browser)


def needs_browser(item: pytest.Item) -> bool:
    """Whether a test uses a fixture that provides a browser or a player."""
    return isinstance(item, pytest.Function) and "browser" in item.fixturenames


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that does not paint."""
    yield from launched(playwright, *UNDRAWN)


@pytest.fixture(scope="session")
def painting_browser(browser: Browser, playwright: Playwright) -> Iterator[Browser]:
    """A browser for tests that read pixels."""
    yield from launched(playwright)


def launched(playwright: Playwright, *switches: str) -> Iterator[Browser]:
    chromium = find_chromium()
    browser = playwright.chromium.launch(
        executable_path=chromium.executable, args=[*chromium.args, *QUIET, *switches]
    )
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """The server that the tests of a file share."""
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def afterwards() -> Iterator[ExitStack]:
    """Servers and relays. They end after the players' pages are closed, because open pages would
    report an error.
    """
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def own_server(tmp_path: Path, afterwards: ExitStack) -> Serving:
    """A server for one test, which may break it."""
    return afterwards.enter_context(served(tmp_path))


@pytest.fixture(scope="session")
def every_client() -> Path:
    """A client that includes the games outside the package."""
    return built(added_game_folders())


@pytest.fixture(scope="module")
def every_server(tmp_path_factory: pytest.TempPathFactory, every_client: Path) -> Iterator[Serving]:
    """The server that a test file shares, for all games, including games outside the package."""
    with served(tmp_path_factory.mktemp("server"), every_client) as server:
        yield server


@contextmanager
def served(folder: Path, static: Path = STATIC) -> Iterator[Serving]:
    """Run a server that keeps its tables in a folder."""
    serving = Serving(folder, static)
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture(scope="session")
def desks(browser: Browser) -> Desks:
    """Reusable browsers, grouped by their number of earlier players and by language."""
    return {}


@pytest.fixture
def newcomer(
    browser: Browser, desks: Desks, afterwards: ExitStack, request: pytest.FixtureRequest
) -> Iterator[Newcomer]:
    """Return a function that adds a player. After the test, check that no page reported an error.

    Starting a browser takes longer than most tests, so a used one is cleared for the next test.
    Players created with `afresh`, `painted`, `asked` or settings other than language and screen
    size get an unused browser.
    """
    players: list[Player] = []
    cleared: dict[Desk, Player] = {}

    def come(
        base: str,
        *,
        asked: bool = False,
        afresh: bool = False,
        painted: bool = False,
        **wishes: Any,
    ) -> Player:
        size = wishes.pop("viewport", DESK)
        desk = (len(players), wishes.pop("locale", "en-GB"))
        kept = not (asked or afresh or painted or wishes)
        player = desks.pop(desk, None) if kept else None
        if player is None:
            at = request.getfixturevalue("painting_browser") if painted else browser
            player = sit_down(at, desk, size, base, asked=asked, **wishes)
        else:
            player.come_to(base)
            player.page.set_viewport_size(size)
        if kept:
            cleared[desk] = player
        players.append(player)
        return player

    yield come
    for player in players:
        if player in cleared.values():
            clear(player)
        else:
            player.context.close()
    assert [player.troubles for player in players] == [[] for _ in players]
    desks.update(cleared)


@pytest.fixture
def come(newcomer: Newcomer, server: Serving) -> Newcomer:
    """Return a function that opens the file's server for a new player."""
    return partial(newcomer, server.base)


@pytest.fixture
def relay(server: Serving, afterwards: ExitStack) -> Relay:
    """A relay between players and the file's server. It can fail."""
    return afterwards.enter_context(Relay(server.port))


@pytest.fixture
def player(come: Newcomer) -> Player:
    """A new English-speaking player at a laptop."""
    return come()


@pytest.fixture
def host(player: Player) -> Player:
    """The player as the host of a table that others join."""
    return player


@pytest.fixture
def friend(host: Player, come: Newcomer) -> Player:
    return come()


@pytest.fixture
def reader(come: Newcomer) -> Player:
    return come(locale="ja-JP")


@pytest.fixture
def mobile(come: Newcomer) -> Player:
    return come(viewport=PHONE)


@pytest.fixture
def finger(come: Newcomer) -> Player:
    """A player on a phone with a touch screen, in Japanese."""
    touch = {"has_touch": True, "is_mobile": True, "reduced_motion": "no-preference"}
    return come(locale="ja-JP", viewport=PHONE, **touch)


def sit_down(
    browser: Browser, desk: Desk, size: ViewportSize, base: str, *, asked: bool, **wishes: Any
) -> Player:
    before, locale = desk
    wishes.setdefault("reduced_motion", "reduce")
    # A test cannot see or change requests of a service worker.
    wishes.setdefault("service_workers", "block")
    context = browser.new_context(viewport=size, locale=locale, **wishes)
    context.add_init_script(DICE % ((SEED + before) * FAR_APART % 2**32))
    if not asked:
        context.add_init_script(NOT_ASKED)
    return Player(context, context.new_page(), base)


def clear(player: Player) -> None:
    """Delete everything that the previous player stored in a browser."""
    for page in player.context.pages:
        if page is not player.page:
            page.close()
    player.page.unroute_all()
    player.go_to("/livez")
    player.page.evaluate("localStorage.clear(); sessionStorage.clear();")
    player.context.clear_cookies()
    player.page.emulate_media(color_scheme="light", reduced_motion="reduce", forced_colors="none")
