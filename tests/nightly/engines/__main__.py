"""Play each game in Chromium, stock Firefox and WebKit, and compare every screen:
`python -m tests.nightly.engines [GAME ...]`.

Fails if a page reports an error, or if part of a screen is cut off, out of sight or missing in one
engine. Prints differences in position and size. `docs/browsers.md` gives the reasons.
"""

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.browser.fixtures import QUIET
from tests.browser.serving import Serving
from tests.nightly.engines.engine import MOST_STEPS, Engine, Name, Seat, install_packages, opened
from tests.nightly.engines.looks import Difference, Looks, contents, look_at, places
from tests.nightly.engines.turns import TURNS, take_turn
from tools.find_chromium import install_chromium
from tools.find_firefox import install_firefox
from tools.find_webkit import install_webkit
from tools.setup import SetupFailed

SHOWN = 40
LAST = {"kakapo": (".mission-form", "[data-testid=turning]")}
"""Selectors of the last elements to appear in a game's lobby and on its last screen."""


class Walk:
    """The screens and faults found in one engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.looks: Looks = {}
        self.wrong: list[str] = []

    def look(self, screen: str) -> None:
        for look, parts, faults in look_at(self.engine, screen):
            self.looks[look] = parts
            self.wrong += [f"{look}: {fault}" for fault in faults]
        self.wrong += [f"{screen}: {trouble}" for trouble in self.engine.do("troubles")]


def main(games: Sequence[str]) -> int:
    if not TURNS.keys() >= set(games):
        print(f"usage: python -m tests.nightly.engines [{' | '.join(TURNS)} ...]", file=sys.stderr)
        return 2
    try:
        install_packages()
        chromium, firefox, webkit = install_chromium(), install_firefox(), install_webkit()
    except SetupFailed as failure:
        print(f"browsers: {failure}", file=sys.stderr)
        return 1
    games = games or tuple(TURNS)
    walks = {
        "Chromium": walk("chrome", games, chromium.executable, (*chromium.args, *QUIET)),
        "Firefox": walk("firefox", games, firefox),
        "WebKit": walk("webkit", games, webkit),
    }
    wrong = [f"{name}: {each}" for name, walk in walks.items() for each in walk.wrong]
    first = walks.pop("Chromium").looks
    print(f"\n{len(first)} looks at {len({look.split(',')[0] for look in first})} screens.")
    for name, other in walks.items():
        wrong += [f"{name}: {each}" for each in contents(first, other.looks)]
        compare(name, places(first, other.looks))
    for fault in wrong:
        print(f"WRONG {fault}")
    return 1 if wrong else 0


def compare(name: str, differences: Sequence[Difference]) -> None:
    print(f"{len(differences)} places and sizes differ by more than a pixel, {name} from Chromium:")
    for each in differences[:SHOWN]:
        print(f"  {each.pixels:+7.1f} px {each.side:<6} {each.kind}  ({each.look})")


def walk(name: Name, games: Sequence[str], executable: str, args: Sequence[str] = ()) -> Walk:
    """Play every game in one engine, on its own server. All servers have the same seed."""
    with tempfile.TemporaryDirectory() as folder, opened(name, executable, args) as engine:
        walk = Walk(engine)
        serving = Serving(Path(folder))
        serving.start()
        try:
            seat = Seat(engine, serving.base)
            print(engine.do("version"), flush=True)
            engine.do("resize", width=1280, height=800)
            visit(walk, seat, games)
        finally:
            serving.stop()
    return walk


def visit(walk: Walk, seat: Seat, games: Sequence[str]) -> None:
    """Examine the front page, then play each game and examine its screens."""
    seat.open()
    walk.look("the front page")
    for game in games:
        began, looks = time.monotonic(), len(walk.looks)
        for screen in play(seat, game):
            walk.look(screen)
        seconds = time.monotonic() - began
        told = f"{seat.told['seq']} steps, {len(walk.looks) - looks} looks, {seconds:.0f} s"
        print(f"  {game}: {told}", flush=True)
    walk.engine.do("open", url="about:blank")


def play(seat: Seat, game: str) -> Iterator[str]:
    """Play a whole game. Yield the name of each screen when it first appears."""
    seat.open()
    seat.engine.tap(f"friends-{game}")
    lobby, end = LAST.get(game, ("[data-testid=code]", "[data-testid=end-table]"))
    seat.engine.wait_for(lobby)
    yield f"{game} in the lobby"
    seat.sit_down(game)
    seen: set[str] = set()
    for _ in range(MOST_STEPS):
        if not seat.await_turn():
            seat.engine.wait_for(end)
            yield f"{game} at the end"
            return
        phase = seat.told["view"]["phase"]["type"]
        if phase not in seen:
            seen.add(phase)
            yield f"{game} {phase}"
        take_turn(seat, game)
    raise AssertionError(f"{game} is not over after {MOST_STEPS} steps")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
