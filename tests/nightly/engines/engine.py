"""A browser of any engine with one page, controlled by Node over WebDriver."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeAlias

from tools.setup import NODE, npm_command, run

FOLDER = Path(__file__).resolve().parent
Name: TypeAlias = Literal["chrome", "firefox", "webkit"]


class Failed(Exception):
    """A browser could not carry out a command. The message is the driver's."""


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
        """Count the elements that match."""
        found: int = self.evaluate(
            "(selector) => document.querySelectorAll(selector).length", selector
        )
        return found

    def get(self, selector: str, name: str) -> str:
        """Return an attribute of the first element that matches, or "" if it has none."""
        read = "([selector, name]) => document.querySelector(selector).getAttribute(name) ?? ''"
        found: str = self.evaluate(read, [selector, name])
        return found

    def click(self, selector: str) -> None:
        """Click the centre of an element once it has stopped moving and is enabled."""
        self.do("click", selector=selector)

    def tap(self, test_id: str) -> None:
        """Click the element with this test ID."""
        self.click(f'[data-testid="{test_id}"]')

    def press(self, keys: str) -> None:
        """Press a named key, such as "Enter", or the key of each letter."""
        for key in (keys,) if keys in NAMED else keys:
            self.do("press", key=key)


NAMED = ("Enter", "Escape", "Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
SEEN = "(selector) => document.querySelector(selector)?.checkVisibility() ?? false"


def install_driver() -> None:
    """Install the locked packages of the driver if they are missing. Raises SetupFailed."""
    if (FOLDER / "node_modules" / ".package-lock.json").exists():
        return
    command = (*npm_command(), "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    run(*command, "--prefix", str(FOLDER), folder=FOLDER)


@contextmanager
def opened(name: Name, executable: str, args: Sequence[str] = ()) -> Iterator[Engine]:
    """Open a browser with an empty page, and close it afterwards."""
    command = (str(NODE), str(FOLDER / "remote.mjs"), name, executable, *args)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Engine(name, process)
        finally:
            assert process.stdin
            process.stdin.close()
