"""How soon does a phone react to a tap? `python -m bench.bench_page [--runs N] [GAME ...]`

Chromium at 390 by 844 pixels emulates a phone that is six times slower than this machine.

For the main gestures of each game, it prints the processor time of the page's thread from the input
to the resulting paint, multiplied by six. For each game, it prints the layout shift, and the tasks
that take more than 50 ms after the same multiplication. It also prints the frames per second of the
animations during the player's turn and the bots' turns.

Processor time varies less than elapsed time on a shared machine. It excludes rasterisation and the
wait for the screen's next refresh. All figures are from traces. It needs a built client
(`make client`) and a browser (`make chromium`).
"""

import argparse
import json
import os
import statistics
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from playwright.sync_api import Browser, Page

from bench.stopping import end_when_stopped
from tools.fast_forward import moves_until
from tools.shots import PATIENCE_MS, caught_up, launched, serving, sit_down

SLOWER = 6
TAPS = 10
WATCHED_MS = 4000
LONG_MS = 50
PROBE = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput)
      window.shifts.push([value, sources.map(({ node }) => node?.parentElement?.className ?? "")]);
}).observe({ type: "layout-shift" });
localStorage.setItem("chabudai.sounds", "off");
"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))"
TRACED = (
    "toplevel",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "blink.animations",
)


class Gesture(NamedTuple):
    """Taps to measure at one point in a game. `taps` lists the selectors of the tapped elements, in
    order. The game is played until `there`, a condition on `view`, is true (`tools.fast_forward`).
    """

    name: str
    taps: tuple[str, ...]
    there: str = "true"


class Game(NamedTuple):
    """A game, the gestures to measure in it, and the taps that make a move, after which the bots
    move.
    """

    name: str
    seats: int
    gestures: tuple[Gesture, ...]
    move: tuple[str, ...]


DISCARD, CARD = "[data-testid=discard]", ".hand-cards > .card >> nth=0"
FREE = "button[data-testid^=hint-][data-tokens='']"
HAND = "[data-testid=hand] .card"
LETTER = ("[data-testid^=key-]", "[data-testid=key-erase]")
RULES = ("[data-testid=rules]", "dialog[open] button >> nth=0")
WORD_BANK = (
    Gesture("type a letter, take it back", LETTER),
    Gesture("tap a safe", (".ring .safe >> nth=0", ".ring .safe >> nth=3")),
    Gesture("open the rules, close them", RULES),
)
ACTING = "view.phase.type === 'acting'"
QUIDDLER = (
    Gesture("card into a word, and back", (CARD, ".word-row .card >> nth=0"), ACTING),
    Gesture("sort", ("[data-testid=sort]",)),
)
WORD_PORTERS = (Gesture("choose a hint word", (f"{FREE} >> nth=0", f"{FREE} >> nth=3")),)
REVEALING = "view.phase.type === 'revealing'"
KAKAPO = (Gesture("raise a card", (f"{HAND} >> nth=0", f"{HAND} >> nth=1"), REVEALING),)
GAMES = (
    Game("word-bank", 3, WORD_BANK, ("[data-testid=pass]", "[data-testid=pass-confirm]")),
    Game("quiddler", 3, QUIDDLER, (DISCARD, CARD, DISCARD)),
    Game("word-porters", 4, WORD_PORTERS, ("[data-testid=put]",)),
    Game("kakapo", 2, KAKAPO, ("[data-testid=reveal]",)),
)
Event: TypeAlias = dict[str, Any]


class Task(NamedTuple):
    """A task of the page's thread: its start and end in microseconds, and the processor time that
    it takes on a phone, in milliseconds.
    """

    start: float
    end: float
    taken: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("games", nargs="*", help="default: all")
    args = parser.parse_args()
    with serving() as base, launched() as browser:
        print(
            f"390 by 844, {SLOWER} times slower, Chromium {browser.version};"
            f" load average {os.getloadavg()[0]:.1f}"
        )
        for game in GAMES:
            if not args.games or game.name in args.games:
                measure(browser, base, game, args.runs)


def measure(browser: Browser, base: str, game: Game, runs: int) -> None:
    """Print a game's figures."""
    answers: dict[str, list[float]] = {gesture.name: [] for gesture in game.gestures}
    tasks: list[float] = []
    gaps: list[float] = []
    shifts: list[tuple[float, list[str]]] = []
    for _ in range(runs):
        page = phone(browser)
        page.goto(base)
        table = sit_down(page, base, game.name, game.seats)
        for gesture in game.gestures:
            caught_up(page, page.evaluate(moves_until(gesture.there), table))
            if page.locator("[data-testid=table][data-over=true]").count():
                break
            page.locator(".turn-light").wait_for(state="detached")
            events = traced(browser, page, gesture.taps * TAPS, 0)
            answers[gesture.name] += to_paint(events)
            tasks += [task.taken for task in main_tasks(events)]
        else:
            events = traced(browser, page, game.move, WATCHED_MS)
            tasks += [task.taken for task in main_tasks(events)]
            gaps += between_frames(events)
        shifts += page.evaluate("() => window.shifts")
        page.context.close()
    print(f"\n{game.name}, {runs} runs: ms from input to paint      median    p90    max  inputs")
    for name, taken in answers.items():
        print(f"  {name:<44} {spread(taken)}")
    long = [each for each in tasks if each > LONG_MS]
    print(
        f"  tasks longer than {LONG_MS} ms: {len(long)} of {len(tasks)}, longest {max(tasks):.0f}"
    )
    print(f"  layout shift: {sum(value for value, _ in shifts):.4f} {[by for _, by in shifts]}")
    if gaps:
        median, worst = 1000 / statistics.median(gaps), 1000 / max(gaps)
        print(f"  animation frames a second: median {median:.0f}, worst {worst:.0f} of {len(gaps)}")


def phone(browser: Browser) -> Page:
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        is_mobile=True,
        has_touch=True,
        device_scale_factor=2,
        locale="en-GB",
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(PROBE)
    return context.new_page()


def traced(browser: Browser, page: Page, taps: tuple[str, ...], ms: int) -> list[Event]:
    """Record a trace of taps on one element after another, and of the next `ms` milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "trace.json")
        browser.start_tracing(page=page, path=path, categories=list(TRACED))
        for selector in taps:
            page.locator(selector).first.tap()
            page.evaluate(SETTLED)
        page.wait_for_timeout(ms)
        browser.stop_tracing()
        events: list[Event] = json.loads(path.read_text())["traceEvents"]
    return events


def thread_of(events: list[Event]) -> tuple[int, int]:
    """Return the thread that receives a page's inputs."""
    return next((e["pid"], e["tid"]) for e in events if is_click(e))


def is_click(event: Event) -> bool:
    return bool(event["name"] == "EventDispatch" and event["args"]["data"]["type"] == "click")


def main_tasks(events: list[Event]) -> list[Task]:
    """Return the tasks of the page's thread, in order."""
    thread = thread_of(events)
    return sorted(
        Task(e["ts"], e["ts"] + e["dur"], e["tdur"] * SLOWER / 1000)
        for e in events
        if e["name"].endswith("::RunTask") and (e["pid"], e["tid"]) == thread and "tdur" in e
    )


def to_paint(events: list[Event]) -> Iterator[float]:
    """Yield, for each click, the milliseconds of all tasks from the click's own task to the next
    one that paints. A click without a visible effect, such as sorting a sorted hand, yields
    nothing: the next paint belongs to the next click.
    """
    thread, tasks = thread_of(events), main_tasks(events)
    paints = sorted(
        e["ts"] for e in events if e["name"] == "Paint" and (e["pid"], e["tid"]) == thread
    )
    clicks = sorted(event["ts"] for event in filter(is_click, events))
    for clicked, following in pairwise((*clicks, inf)):
        painted = next((at for at in paints if clicked < at < following), None)
        if painted is not None:
            yield sum(t.taken for t in tasks if t.end >= clicked and t.start <= painted)


def between_frames(events: list[Event]) -> Iterator[float]:
    """Yield the milliseconds from frame to frame within each animation that the page's code has
    started. Animations started by code have no name.
    """
    begun: dict[str, float] = {}
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    for event in events:
        if event["name"] != "Animation":
            continue
        key = str(event.get("id2"))
        if event["ph"] == "b" and not event["args"]["data"].get("displayName"):
            begun[key] = event["ts"]
        if event["ph"] == "e" and key in begun:
            start = begun.pop(key)
            during = [at for at in drawn if start <= at <= event["ts"]]
            yield from ((b - a) / 1000 for a, b in pairwise(during))


def spread(taken: list[float]) -> str:
    if not taken:
        return "the game was over before"
    ranked = sorted(taken)
    p90 = ranked[len(ranked) * 9 // 10]
    middle = statistics.median(ranked)
    return f"{middle:>14.0f} {p90:>6.0f} {ranked[-1]:>6.0f} {len(ranked):>7}"


if __name__ == "__main__":
    end_when_stopped()
    main()
