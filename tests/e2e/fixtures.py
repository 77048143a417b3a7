"""A server, a browser, and people who come to them: for the tests here and those of the rooms.

Tests with a browser come last: it runs on an event loop that lasts until the end, and beside it no
other test could run one of its own. Each file has a server of its own, whose cards depend on
nothing that other files did.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.e2e.player import PATIENCE_MS, Player
from tests.e2e.serving import SEED, Serving
from tests.every_client import STATIC, build
from tools.client import further_rooms
from tools.find_chromium import find_chromium

Newcomer: TypeAlias = Callable[..., Player]
QUIET = ("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-gpu")
"""No name is looked up: whatever the page wants from elsewhere fails, and is noticed."""
DICE = """
{
  let rolled = %d;
  Math.random = () => (rolled = (Math.imul(rolled, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}
"""
"""What a page makes up, such as a guest's name, is the same in every run."""
FAR_APART = 2_654_435_761
"""People who come one after the other do not roll nearly the same."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in filter(needs_browser, items):
        item.add_marker(pytest.mark.browser)
        item.add_marker(pytest.mark.timeout(400))
    items.sort(key=needs_browser)


def needs_browser(item: pytest.Item) -> bool:
    """Whether a test asks for the browser, or for somebody who sits at one."""
    return isinstance(item, pytest.Function) and "browser" in item.fixturenames


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = find_chromium()
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.executable, args=[*chromium.args, *QUIET]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for the file."""
    yield from served(tmp_path_factory.mktemp("server"))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Serving]:
    """A server for one test, to be treated badly."""
    yield from served(tmp_path)


@pytest.fixture(scope="session")
def every_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A client with the rooms that are no part of the package."""
    return build(tmp_path_factory.mktemp("static"), further_rooms())


@pytest.fixture(scope="module")
def every_server(tmp_path_factory: pytest.TempPathFactory, every_client: Path) -> Iterator[Serving]:
    """One server for the file, with the rooms that are no part of the package."""
    yield from served(tmp_path_factory.mktemp("server"), every_client)


def served(folder: Path, static: Path = STATIC) -> Iterator[Serving]:
    serving = Serving(folder, static)
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture
def newcomer(browser: Browser) -> Iterator[Newcomer]:
    """Somebody new at a browser of their own; afterwards nothing may have gone wrong in it."""
    players: list[Player] = []

    def come(base: str, **wishes: Any) -> Player:
        wishes.setdefault("viewport", {"width": 1280, "height": 800})
        wishes.setdefault("locale", "en-GB")
        wishes.setdefault("reduced_motion", "reduce")
        context = browser.new_context(**wishes)
        context.add_init_script(DICE % ((SEED + len(players)) * FAR_APART % 2**32))
        player = Player(context, context.new_page(), base)
        players.append(player)
        return player

    yield come
    for player in players:
        player.context.close()
    assert [player.troubles for player in players] == [[] for _ in players]
