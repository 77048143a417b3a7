"""A player in a browser of any engine, with the updates that their page has received."""

from typing import Any, TypeVar

import msgspec

from tests.browser.fixtures import DICE, NOT_ASKED
from tests.nightly.engines.engine import Engine
from tools.fast_forward import HASTEN

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
        """Open a table with bots from the front page, and hasten the bots before they can move."""
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
        """The update that the page shows."""
        update: dict[str, Any] = self.engine.evaluate(NOW)
        return update

    @property
    def number(self) -> int:
        """Number of this seat, from 0."""
        number: int = self.engine.evaluate("() => window.seat")
        return number

    def view(self, kind: type[V]) -> V:
        """Return the view that the page shows."""
        return msgspec.convert(self.told["view"], kind)

    def await_turn(self) -> bool:
        """Wait until this seat must act (True) or the game is over (False)."""
        self.engine.wait(DUE)
        return self.engine.get(TABLE, "data-over") != "true"

    def await_after(self, seq: int) -> None:
        """Wait until the page shows a step later than `seq`."""
        self.engine.wait(LATER, seq)

    def can(self, test_id: str) -> None:
        """Wait until a button is enabled."""
        self.engine.wait_for(f'[data-testid="{test_id}"]:not([aria-disabled=true])')
