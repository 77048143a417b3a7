"""A player in a browser: the page, and the updates that the server sent."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    ViewportSize,
    WebSocket,
    expect,
)

from chabudai.games import GAMES
from chabudai.games.word_bank.moves import inputs
from chabudai.games.word_bank.solver import Password, best_of, best_passwords
from chabudai.games.word_bank.view import View
from tools.fast_forward import HASTEN

GAME = GAMES["word-bank"]
PATIENCE_MS = 60_000
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
MOST_TURNS = 80
WHY = ("Why?", "なぜ？")
"""Accessible names of the button next to a bot's line in the log."""
OVERTAKEN = "WebSocket is closed before the connection is established"
"""Chromium's warning when a page closes a second socket, for instance while the server is busy."""
WORKERLESS = "Service Worker registration blocked by Playwright"
"""Playwright's warning in browsers that block service workers, as those of most tests do."""
LISTEN = """
window.heard = { log: [], now: [], all: [] };
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes)
    for (const node of target.id === "log" || target.id === "now" ? addedNodes : []) {
      window.heard[target.id].push(node.textContent);
      window.heard.all.push(node.textContent.trim());
    }
}).observe(document, { childList: true, subtree: true });
"""
"""Script that records the texts of the two live regions."""
NAMED = 'try { localStorage["chabudai.named"] ??= "1"; } catch {}'
"""Script that marks this browser as already asked for its player's name."""
SETTLED = "() => history.state !== 'sheet' || document.querySelector('dialog[open]:not(.going)')"
"""Script that says whether the history has no entry for a closed sheet."""
DRAWN = "all => all.map((node) => [node.textContent, { ...node.dataset, id: null }])"


@dataclass(eq=False)
class Player:
    """A player with their own browser. `told` maps each seq to the update that the page received,
    `accepted` lists the steps of accepted commands, and `messages` lists all messages.
    """

    context: BrowserContext
    page: Page
    base: str
    told: dict[int, dict[str, Any]] = field(default_factory=dict[int, dict[str, Any]])
    seat: int | None = None
    accepted: list[int] = field(default_factory=list[int])
    messages: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    troubles: list[str] = field(default_factory=list[str])
    excused: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.context.add_init_script(LISTEN)
        self.context.add_init_script(NAMED)
        self.context.set_default_timeout(PATIENCE_MS)
        self.page.on("console", self.overhear)
        self.page.on("pageerror", lambda error: self.trouble(f"error: {error}"))
        self.page.on("request", lambda request: self.leave(request.url))
        self.page.on("websocket", self.listen)

    def come_to(self, base: str) -> None:
        """Become a new player in a browser that has been cleared."""
        self.base, self.seat = base, None
        for known in (self.told, self.accepted, self.messages, self.troubles, self.excused):
            known.clear()

    # --- errors -------------------------------------------------------------------------------

    def trouble(self, text: str) -> None:
        if not any(re.search(pattern, text) for pattern in (OVERTAKEN, WORKERLESS, *self.excused)):
            self.troubles.append(text)

    def overhear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.trouble(f"console {message.type}: {message.text}")

    def leave(self, url: str) -> None:
        home = (f"{self.base}/", "data:", "blob:", self.base.replace("http", "ws", 1))
        if not url.startswith(home):
            self.trouble(f"request to {url}")

    def listen(self, socket: WebSocket) -> None:
        self.leave(socket.url)
        socket.on("framereceived", self.hear)

    def hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        self.messages.append(message)
        if message["type"] == "hello":
            self.seat = message["seat"]
        if message["type"] == "update":
            self.told[message["seq"]] = message
        if message["type"] == "accepted":
            self.accepted.append(message["seq"])

    # --- navigation ---------------------------------------------------------------------------

    def open(self, path: str = "/") -> None:
        """Go to a path or link of the site and wait until it can be used."""
        self.go_to(path)
        self.ready()

    def go_to(self, path: str) -> None:
        """Once the history has no entry for a closed sheet, go to a path or link of the site. Until
        then Chromium would cancel the navigation.
        """
        self.page.wait_for_function(SETTLED)
        self.page.goto(path if "://" in path else self.base + path)

    def ready(self) -> None:
        expect(self.page.locator("#app")).to_have_attribute(
            "data-ready", "true", timeout=PATIENCE_MS
        )

    def reload(self) -> None:
        self.page.reload()
        self.ready()

    def reload_alike(self, *places: str) -> None:
        """Wait until only this player must act, then reload. Assert that the page has not changed:
        step, seat, log, view, and the text of these elements.
        """

        def shown() -> list[object]:
            drawn = [self.page.locator(each).evaluate_all(DRAWN) for each in (".chip", *places)]
            return [self.seq, self.seat, self.log(), self.told[self.seq]["view"], *drawn]

        while self.told[self.seq]["to_act"] != [self.seat]:
            self.page.wait_for_timeout(10)
        before = shown()
        self.reload()
        for was, now in zip(before, shown(), strict=True):
            assert now == was, (was, now)

    def open_lobby(self, game: str) -> None:
        """Open a table for friends from the front page."""
        self.open()
        self.get(f"friends-{game}").click()
        self.get("lobby").wait_for()

    def follow(self, host: "Player") -> None:
        """Enter a host's lobby through the link on the host's page."""
        self.open(host.get("invite-link").input_value())
        self.get("lobby").wait_for()

    def begin(self, *others: "Player") -> None:
        """Start the game from its lobby, and wait until all players are at the table."""
        self.get("start").click()
        for each in (self, *others):
            each.at_table()

    def choose(self, name: str) -> None:
        """Open the table's menu and press one of its buttons."""
        self.get("menu").click()
        self.get(name).click()

    def close_sheet(self) -> None:
        self.page.keyboard.press("Escape")
        self.await_closed()

    def await_closed(self) -> None:
        """Wait until no sheet is open, and none has an entry in the history."""
        expect(self.page.locator("dialog")).to_have_count(0)
        self.page.wait_for_function(SETTLED)

    def count(self, kind: str) -> int:
        """Return the number of messages of a kind that the page has received."""
        return sum(message["type"] == kind for message in self.messages)

    def enter_code(self, code: str) -> None:
        """Enter a table's code on the front page."""
        self.open()
        self.get("join-code").fill(code)
        self.get("join").click()

    def pass_turn(self) -> None:
        """Pass in Word Bank, and confirm."""
        self.get("pass").click()
        self.get("pass-confirm").click()

    def await_heard(self, region: str, text: str) -> None:
        """Wait until a live region has announced a string that contains this one."""
        self.page.wait_for_function(
            f"(text) => window.heard.{region}.some((said) => said.includes(text))", arg=text
        )

    def open_details(self) -> None:
        """Open every group of options in a lobby."""
        for group in self.page.locator("main details:not([open])").all()[::-1]:
            group.locator("summary").click()

    def verified(self, folder: Path) -> dict[str, Any]:
        """Return what `chabudai verify` prints about the transcript that the page saves."""
        with self.page.expect_download() as downloading:
            self.get("transcript").click()
        downloading.value.save_as(folder / "game.jsonl")
        command = (sys.executable, "-m", "chabudai", "verify", "game.jsonl", "--json")
        ended = subprocess.run(command, cwd=folder, capture_output=True, check=True, text=True)
        verdict: dict[str, Any] = json.loads(ended.stdout)
        assert verdict["ok"] is True
        return verdict

    def at_table(self) -> None:
        """Wait until the page shows a table and is ready for input."""
        self.table.wait_for()
        self.ready()

    def post(self, path: str, **order: Any) -> dict[str, Any]:
        """Return the server's answer to a request with this browser's cookies."""
        answer = self.context.request.post(
            self.base + path, data=order, headers={"Origin": self.base}
        )
        assert answer.ok, answer.text()
        made: dict[str, Any] = answer.json()
        return made

    def post_table(self, **order: Any) -> dict[str, Any]:
        """Open a table. Returns its ID as "table" and its invitation's secret as "invite"."""
        return self.post("/api/tables", **order)

    def order_table(
        self, game: str, *bots: str, friends: int = 0, name: str = "Aki", **options: Any
    ) -> str:
        """Take seat 0 of a new table without opening its page, and return the table's ID. Without
        seats for friends, the game starts immediately.
        """
        table: str = self.post_table(
            game=game,
            name=name,
            seats=1 + len(bots) + friends,
            bots=bots,
            begin=not friends,
            options=options,
        )["table"]
        return table

    def set_table(self, *bots: str, friends: int = 0, **options: Any) -> str:
        """Open a new table of Word Bank where the player has the first turn, and return its ID."""
        options = {"first_player": 0, **options}
        table = self.order_table("word-bank", *bots, friends=friends, **options)
        self.open(f"/t/{table}")
        return table

    def get(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    @property
    def table(self) -> Locator:
        return self.get("table")

    @property
    def seq(self) -> int:
        return int(self.table.get_attribute("data-seq") or -1)

    @property
    def view(self) -> View:
        """Return the view that the page shows, from the updates it received."""
        return msgspec.convert(self.told[self.seq]["view"], View)

    @property
    def over(self) -> bool:
        """Whether the game is over. Waits for the result, which may come after the last step."""
        table = "[data-testid=table]"
        known = f"{table}:not([data-turn='']), {table}[data-over=true]"
        self.page.locator(known).wait_for(state="attached")
        return self.table.get_attribute("data-over") == "true"

    def seat_to_act(self) -> int:
        """Return the seat whose turn the page shows."""
        return int(self.table.get_attribute("data-turn") or -1)

    def log(self) -> list[str]:
        """Return the sentences of the visible log by step, oldest first."""
        steps = self.page.locator(".story-lines li").all_inner_texts()[::-1]
        between = "" if self.page.locator("html").get_attribute("lang") == "ja" else " "
        told = ([line for line in step.split("\n") if line not in WHY] for step in steps)
        return [between.join(lines) for lines in told]

    def heard(self, region: str) -> list[str]:
        """Return all texts that a live region has had since the page was loaded."""
        said: list[str] = self.page.evaluate(f"window.heard.{region}")
        return said

    # --- turns --------------------------------------------------------------------------------

    def await_turn(self) -> bool:
        """Wait until it is this player's turn (True) or the game is over (False)."""
        mine = f'[data-testid=table][data-turn="{self.seat}"]'
        over = '[data-testid=table][data-over="true"]'
        self.page.locator(f"{mine}, {over}").wait_for(state="attached")
        return not self.over

    def await_after(self, seq: int) -> None:
        """Wait until the page shows a step later than `seq`."""
        expect(self.table).not_to_have_attribute("data-seq", str(seq))
        assert self.seq > seq

    @contextmanager
    def stepping(self) -> Iterator[None]:
        """Act, and wait until the page shows a later step."""
        seq = self.seq
        yield
        self.await_after(seq)

    def await_seq(self, seq: int) -> None:
        """Wait until the page shows `seq` and has finished its animations."""
        expect(self.table).to_have_attribute("data-seq", str(seq))

    def caught_up(self, seq: int) -> None:
        """Wait until the page shows `seq` or a later step."""
        self.page.wait_for_function(
            "seq => Number(document.querySelector('[data-testid=table]').dataset.seq) >= seq",
            arg=seq,
        )

    def await_accepted(self, done: int) -> None:
        """Wait until more than `done` commands were accepted, and the page shows the last one."""
        while len(self.accepted) == done:
            self.page.wait_for_timeout(10)
        self.caught_up(self.accepted[-1])

    def best(self) -> Password:
        """Return the solver's best password for the page's latest view."""
        assert self.seat is not None
        return best_passwords(self.view, self.seat, 1)[0]

    def least(self) -> Password:
        """Find 100 passwords, and return the one with the fewest stones, for a long game."""
        assert self.seat is not None
        view, left = self.view, self.view.stones[self.seat]

        def most(password: Password) -> int:
            return max(len(each.positions) for each in inputs(view.ring, password.word, left))

        return min(best_of(view.ring, view.options, view.used, 1, 100), key=most)

    def can_say(self) -> None:
        expect(self.get("say-it")).to_have_attribute("aria-disabled", "false")

    def say(self, word: str) -> None:
        """Say a word with the keyboard, and wait until it has been judged."""
        seq = self.seq
        self.page.keyboard.type(word)
        self.can_say()
        self.page.keyboard.press("Enter")
        self.await_after(seq)

    def say_best(self) -> Password:
        password = self.best()
        self.say(password.word)
        return password

    def play_on(self) -> None:
        """Say the best password each turn, until the game is over."""
        for _ in range(MOST_TURNS):
            if not self.await_turn():
                return
            self.say_best()
        raise AssertionError(f"not over after {MOST_TURNS} turns")

    def hurry_bots(self) -> None:
        """Make the bots answer immediately, without using the page. Wait until the page shows the
        resulting step, so that it cannot be mistaken for a move.
        """
        seq: int = self.page.evaluate(HASTEN, self.page.url.rpartition("/")[2])
        self.caught_up(seq)

    def hurry_bots_by_menu(self) -> None:
        """Like `hurry_bots`, but through the page's menu."""
        self.get("menu").click()
        menu = self.get("sheet-menu")
        done = len(self.accepted)
        menu.locator("fieldset.pills").last.locator("label").last.click()
        expect(menu.locator("fieldset.pills").last.locator("input").last).to_be_checked()
        self.await_accepted(done)
        self.close_sheet()
