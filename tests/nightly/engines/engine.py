"""A player with one page in a browser of any engine, controlled by Node over WebDriver."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from tests.browser.fixtures import DICE, NOT_ASKED
from tools.fast_forward import HASTEN
from tools.setup import NODE, npm_command, run

FOLDER = Path(__file__).resolve().parent
Name: TypeAlias = Literal["chrome", "firefox", "webkit"]


class Failed(Exception):
    """A browser could not carry out a command. The message comes from the driver."""


class Engine:
    """A page, and commands to it. Every method raises Failed."""

    def __init__(self, name: Name, process: subprocess.Popen[str]) -> None:
        self.name = name
        self.process = process

    def do(self, command: str, **facts: object) -> Any:
        """Send a command to `remote.mjs`, and return its result."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps({"name": command, **facts}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Failed(f"the driver of {self.name} ended in {command} {facts}")
        answer = json.loads(line)
        if "failed" in answer:
            raise Failed(f"{self.name}: {command} {facts}: {answer['failed']}")
        return answer["done"]

    def evaluate(self, script: str, arg: object = None) -> Any:
        """Call a JavaScript function of one argument in the page, and return its result."""
        return self.do("evaluate", script=script, arg=arg)

    def wait(self, script: str, arg: object = None) -> None:
        """Wait until a JavaScript function of one argument returns a true value in the page."""
        self.do("await", script=script, arg=arg)

    def wait_for(self, selector: str) -> None:
        """Wait until an element is visible in the page."""
        self.wait(SEEN, selector)

    def count(self, selector: str) -> int:
        script = "(selector) => document.querySelectorAll(selector).length"
        return int(self.evaluate(script, selector))

    def get(self, selector: str, name: str) -> str:
        """Return an attribute of the first element that matches, or "" if it has none."""
        read = "([selector, name]) => document.querySelector(selector).getAttribute(name) ?? ''"
        return str(self.evaluate(read, [selector, name]))

    def click(self, selector: str) -> None:
        """Click the centre of an element once it has stopped moving and is enabled."""
        self.do("click", selector=selector)

    def tap(self, test_id: str) -> None:
        self.click(f'[data-testid="{test_id}"]')

    def press(self, keys: str) -> None:
        """Press a named key, such as "Enter", or the key of each letter."""
        for key in (keys,) if keys in NAMED else keys:
            self.do("press", key=key)


NAMED = ("Enter", "Escape", "Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
SEEN = "(selector) => document.querySelector(selector)?.checkVisibility() ?? false"


def install_packages(folder: Path = FOLDER) -> None:
    """Install the locked packages of a folder if they are missing. Raises SetupFailed."""
    if (folder / "node_modules" / ".package-lock.json").exists():
        return
    command = (*npm_command(), "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    run(*command, "--prefix", str(folder), folder=folder)


@contextmanager
def opened(name: Name, executable: str, args: Sequence[str] = ()) -> Iterator[Engine]:
    command = (str(NODE), str(FOLDER / "remote.mjs"), name, executable, *args)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Engine(name, process)
        finally:
            assert process.stdin
            process.stdin.close()


V = TypeVar("V")
TABLE = "[data-testid=table]"
MOST_STEPS = 400
TELL = """
window.updates = {};
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "hello") window.seat = message.seat;
      if (message.type === "update") window.updates[message.seq] = message;
    });
  }
};
"""
"""Script that stores, by seq, the updates that the page receives."""
FINGERS = """
const asked = window.matchMedia.bind(window);
window.matchMedia = (query) => asked(query.replace("(pointer: fine)", "(pointer: none)"));
"""
"""Script that hides WebKit's mouse. With a mouse, screens do not offer their own keyboard."""
DUE = """
() => {
  const table = document.querySelector("[data-testid=table]");
  const update = window.updates[table?.dataset.seq];
  return update && (table.dataset.over === "true" || update.to_act.includes(window.seat));
}
"""
AT_TABLE = "() => location.pathname.startsWith('/t/')"
LATER = "(seq) => Number(document.querySelector('[data-testid=table]')?.dataset.seq) > seq"
NOW = "() => window.updates[document.querySelector('[data-testid=table]').dataset.seq]"


class Seat:
    """A player in a browser, at the tables of a server."""

    def __init__(self, engine: Engine, base: str) -> None:
        self.engine = engine
        self.base = base
        for script in (DICE % 1, NOT_ASKED, TELL, FINGERS):
            engine.do("before", script=script)

    def open(self, path: str = "/") -> None:
        """Go to a page of the site and wait until it can be used."""
        self.engine.do("open", url=self.base + path)
        self.ready()

    def ready(self) -> None:
        self.engine.wait_for("#app[data-ready=true]")

    def sit_down(self, game: str) -> None:
        """Open a table with bots from the front page, and speed up the bots before they move."""
        self.open()
        self.engine.tap(f"play-{game}")
        self.engine.wait(AT_TABLE)
        table = self.engine.evaluate("() => location.pathname").rpartition("/")[2]
        seq = self.engine.evaluate(HASTEN, table)
        self.engine.wait_for(TABLE)
        self.ready()
        self.engine.wait(LATER, seq - 1)

    @property
    def told(self) -> dict[str, Any]:
        update: dict[str, Any] = self.engine.evaluate(NOW)
        return update

    @property
    def number(self) -> int:
        return int(self.engine.evaluate("() => window.seat"))

    def view(self, kind: type[V]) -> V:
        return msgspec.convert(self.told["view"], kind)

    def await_turn(self) -> bool:
        """Wait until this seat must act (True) or the game is over (False)."""
        self.engine.wait(DUE)
        return self.engine.get(TABLE, "data-over") != "true"

    def await_after(self, seq: int) -> None:
        self.engine.wait(LATER, seq)

    def can(self, test_id: str) -> None:
        self.engine.wait_for(f'[data-testid="{test_id}"]:not([aria-disabled=true])')
