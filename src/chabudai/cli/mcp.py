"""`chabudai mcp`: a seat for a language model, as tools of the Model Context Protocol."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import wraps
from types import FrameType
from typing import TYPE_CHECKING

from chabudai.cli.errors import Unusable
from chabudai.cli.http_client import base_of
from chabudai.cli.output import INTERRUPTED, say
from chabudai.cli.seat_tools import SeatTools, Tool
from chabudai.cli.table_client import Visitor
from chabudai.cli.tool_arguments import against_call, no_tool
from chabudai.server.credentials import SECRET

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context, MCPServer
    from mcp.types import CallToolResult

INSTRUCTIONS = """Board games at a table with people or bots. `games` lists them and `rules` has
their rules. Sit down with `open_table` or `join_table`; `look` shows the table as your seat sees
it, `moves` says what can be typed, `move` makes a move, `wait` waits for your turn."""
TOKEN = "CHABUDAI_TOKEN"  # noqa: S105 - the name of a variable
NEEDED = "This needs the package mcp: pip install 'chabudai[mcp]'."


def run(args: argparse.Namespace) -> int:
    """Serve the tools on standard input and output until EOF. Raises Unusable."""
    base = "" if args.server is None else base_of(args.server)
    visitor = Visitor(base=base, lang=args.lang, token=token_of(os.environ.get(TOKEN, "")))
    try:
        serve_tools(visitor)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "mcp":
            raise
        raise Unusable(NEEDED) from None
    return 0


def token_of(given: str) -> str:
    """Return a guest's secret, or "" if none is given. Raises Unusable if it is invalid."""
    if given and not SECRET.match(given):
        raise Unusable(f"{TOKEN} is not a token: a token has 43 letters, digits, - and _.")
    return given


def serve_tools(visitor: Visitor) -> None:
    """Serve the tools for the tables of a server."""
    from mcp.types import ToolAnnotations

    tools = SeatTools(visitor)
    named = {tool.__name__: tool for tool in (*tools.reading(), *tools.acting())}

    @asynccontextmanager
    async def at_server(_: object) -> AsyncGenerator[None]:
        try:
            async with own_server() if not visitor.base else elsewhere(visitor.base) as base:
                tools.visitor = Visitor(base=base, lang=visitor.lang, token=visitor.token)
                try:
                    yield
                finally:
                    await tools.close()
        except asyncio.CancelledError:
            # Stopped by a signal. A normal exit would wait for the thread that reads standard
            # input.
            os._exit(INTERRUPTED)

    kind = plain_server(named, visitor.lang)
    server = kind("chabudai", instructions=INSTRUCTIONS, lifespan=at_server, log_level="ERROR")
    for read_only, several in ((True, tools.reading()), (False, tools.acting())):
        hint = ToolAnnotations(read_only_hint=read_only, destructive_hint=False)
        for tool in several:
            told = " ".join((tool.__doc__ or "").split())
            answered = plainly(tool, visitor.lang)
            server.add_tool(answered, description=told, annotations=hint, structured_output=False)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also as a background job of a shell
    signal.signal(signal.SIGTERM, interrupt)
    server.run("stdio")


def interrupt(_: int, __: FrameType | None) -> None:
    """Raise SIGINT, and so end the server as Ctrl-C would."""
    signal.raise_signal(signal.SIGINT)


def plainly(tool: Tool, lang: str) -> Callable[..., Awaitable[str | CallToolResult]]:
    """Wrap a tool so that it returns a refusal instead of raising Unusable."""

    @wraps(tool)
    async def plain(*args: object, **named: object) -> str | CallToolResult:
        try:
            return await tool(*args, **named)
        except Unusable as why:
            return refusal(why.said(lang))

    return plain


def plain_server(tools: Mapping[str, Tool], lang: str) -> type[MCPServer]:
    """Return the SDK's server class, extended to answer invalid calls with a sentence."""
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import ValidationError

    class PlainServer(MCPServer):
        async def call_tool(
            self, name: str, arguments: dict[str, object], context: Context | None = None
        ) -> CallToolResult:
            if name not in tools:
                return refusal(say(lang, no_tool(name, tools)))
            try:
                return await super().call_tool(name, arguments, context)
            except ToolError as error:
                if not isinstance(error.__cause__, ValidationError):
                    raise
                wrong = str(error.__cause__.errors()[0]["loc"][0])
                return refusal(say(lang, against_call(tools[name], arguments, wrong)))

    return PlainServer


def refusal(sentence: str) -> CallToolResult:
    """Return a sentence marked as an error."""
    from mcp.types import CallToolResult, TextContent

    return CallToolResult(content=[TextContent(type="text", text=sentence)], is_error=True)


@asynccontextmanager
async def elsewhere(base: str) -> AsyncGenerator[str]:
    """Yield the address of an existing server."""
    yield base


@asynccontextmanager
async def own_server() -> AsyncGenerator[str]:
    """Yield the address of a server in this process, on a free port of this machine. Its tables are
    deleted at the end.
    """
    from chabudai.server.app import application
    from chabudai.server.logs import quiet_libraries
    from chabudai.server.run import Host, address_of, config_for, listen
    from chabudai.server.services import opened
    from chabudai.server.settings import Settings
    from chabudai.server.temporary import DATABASE, remove_leftovers, temporary_folder

    quiet_libraries()
    remove_leftovers()
    with temporary_folder() as folder:
        listening, up = listen("127.0.0.1", 0), asyncio.Event()
        settings = Settings(db=str(folder / DATABASE), bot_workers=1)
        async with opened(settings) as services:
            host = Host(config_for(application(services), services), up.set)
            serving = asyncio.create_task(host.serve(sockets=[listening]))
            await up.wait()
            try:
                yield address_of(listening)
            finally:
                host.should_exit = True
                await serving
                listening.close()
