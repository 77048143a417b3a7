"""Information that a table's address alone reveals, as listed in `docs/hosting.md`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from chabudai.core import Rng
from chabudai.server.app import routes
from tests.server.support import Guest, Line, Running, guest, play_on

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


def endpoints() -> Iterator[tuple[str, str]]:
    """Every method and path that concerns a table."""
    for route in routes():
        path = getattr(route, "path", "")
        if "{table}" in path and not path.startswith("/ws/"):
            methods = set(getattr(route, "methods", None) or {"GET"}) - {"HEAD"}
            yield from ((method, path) for method in sorted(methods))


async def everything(each: Guest, table: str) -> dict[tuple[str, str], httpx.Response]:
    """Map each endpoint about a table, by method and path, to its answer."""
    found: dict[tuple[str, str], httpx.Response] = {}
    for method, path in endpoints():
        filled = path.format(table=table, step=1, word="SAFE")
        body = {"step": 1, "seat": 0, "name": "Ken"} if method == "POST" else None
        query = {"step": 1} if path.endswith("/why") else None
        found[method, path] = await each.http.request(method, filled, json=body, params=query)
    return found


def fields(line: Line) -> Iterator[str]:
    """Map each kind of message sent over a socket to its fields with and without content."""
    for kind in sorted({message["type"] for message in line.messages}):
        came = line.of(kind)
        names = sorted({name for message in came for name in message} - {"type"})
        told = [name for name in names if any(has_content(message[name]) for message in came)]
        yield f"{kind}: {', '.join(told)}"
        if empty := sorted(set(names) - set(told)):
            yield f"{kind}, always empty: {', '.join(empty)}"


def has_content(value: Any) -> bool:
    return value is not None and value is not False and value not in ("", [], {})


async def test_table_address_reveals_exactly_what_the_documentation_lists(
    quick_site: Running,
) -> None:
    async with guest(quick_site.base) as mika, guest(quick_site.base) as stranger:
        table = (await mika.open(seats=2, options={"first_player": 0}))["table"]
        async with mika.line(table) as line, stranger.line(table) as watcher:
            before = await everything(stranger, table)
            await line.say(type="seat-bot", seat=1, level="easy")
            await line.say(type="hasten", hasten=True)
            await line.say(type="begin")
            during = await everything(stranger, table)
            await play_on(line, 0, Rng(1))
            await watcher.until(lambda: watcher.lobby["status"] == "over")
            after = await everything(stranger, table)
            listed = [
                f"{method:4} {path:38} "
                + " ".join(str(told[method, path].status_code) for told in (before, during, after))
                for method, path in endpoints()
            ]
            listed += fields(watcher)
    assert "\n".join(["```", *listed, "```"]) in HOSTING.read_text(), "\n".join(listed)
