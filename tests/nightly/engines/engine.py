"""A browser of any engine with one page, driven over WebDriver by Node."""

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
    """What a browser was asked to do could not be done; the message is the driver's."""


class Engine:
    """One page, and what is done in it. Every method raises Failed."""

    def __init__(self, name: Name, process: subprocess.Popen[str]) -> None:
        self.name = name
        self.process = process

    def do(self, command: str, **facts: object) -> Any:
        """Have the driver do a command of `remote.mjs`, and return what came of it."""
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
        """What a function of one argument returns in the page."""
        return self.do("evaluate", script=script, arg=arg)

    def wait(self, script: str, arg: object = None) -> None:
        """Wait until a function of one argument returns something true in the page."""
        self.do("await", script=script, arg=arg)

    def wait_for(self, selector: str) -> None:
        """Wait until something is in the page and to be seen."""
        self.wait(SEEN, selector)

    def count(self, selector: str) -> int:
        """How many there are in the page."""
        found: int = self.evaluate(
            "(selector) => document.querySelectorAll(selector).length", selector
        )
        return found

    def get(self, selector: str, name: str) -> str:
        """An attribute of the first, empty if it has none."""
        read = "([selector, name]) => document.querySelector(selector).getAttribute(name) ?? ''"
        found: str = self.evaluate(read, [selector, name])
        return found

    def click(self, selector: str) -> None:
        """Click the centre of an element once it has stopped moving and is enabled."""
        self.do("click", selector=selector)

    def tap(self, test_id: str) -> None:
        """Press on what has this test id."""
        self.click(f'[data-testid="{test_id}"]')

    def press(self, keys: str) -> None:
        """Press one key after the other; a name longer than a letter is one key."""
        for key in (keys,) if keys in NAMED else keys:
            self.do("press", key=key)


NAMED = ("Enter", "Escape", "Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
SEEN = "(selector) => document.querySelector(selector)?.checkVisibility() ?? false"


def install_driver() -> None:
    """The locked packages of the driver, if they are not there. Raises SetupFailed."""
    if (FOLDER / "node_modules" / ".package-lock.json").exists():
        return
    command = (*npm_command(), "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    run(*command, "--prefix", str(FOLDER), folder=FOLDER)


@contextmanager
def opened(name: Name, executable: str, args: Sequence[str] = ()) -> Iterator[Engine]:
    """A browser with an empty page; it is closed afterwards."""
    command = (str(NODE), str(FOLDER / "remote.mjs"), name, executable, *args)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Engine(name, process)
        finally:
            assert process.stdin
            process.stdin.close()
