"""A Model Context Protocol client plays through `chabudai mcp` in its own process."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from chabudai.games import GAMES
from tests.server.model import Calls, Said, play

COMMAND = str(Path(sys.executable).with_name("chabudai"))
READING = {"games", "rules", "look", "moves", "questions", "ask", "wait"}


@asynccontextmanager
async def model(*arguments: str, token: str = "") -> AsyncIterator[Calls]:
    """Start `chabudai mcp` with these arguments, and yield a function that calls its tools."""
    environment = {**os.environ, "CHABUDAI_TOKEN": token}
    started = StdioServerParameters(command=COMMAND, args=["mcp", *arguments], env=environment)
    async with Client(stdio_client(started)) as client:

        async def call(tool: str, **given: object) -> Said:
            answer = await client.call_tool(tool, given)
            (content,) = answer.content
            return Said(content.text, answer.is_error)

        told = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {name for name, tool in told.items() if tool.annotations.read_only_hint} == READING
        assert all(tool.description for tool in told.values())
        yield call


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """Start `chabudai serve` in its own process, and yield its address."""
    command = [COMMAND, "serve", "--port", "0", "--db", str(tmp_path / "tables.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        yield next(word for word in serving.stdout.readline().split() if word.startswith("http"))
        serving.terminate()


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_against_bots(game: str) -> None:
    async with model() as call:
        seats = max(2, GAMES[game].seats[0])
        opened = await call("open_table", game=game, seats=seats, bots="easy")
        assert not opened.is_refusal, opened.text
        assert await play(call, 1)
        assert await call("move", line="pass") == Said("The game is over.", is_refusal=True)


async def test_two_models_at_a_table_of_a_server_elsewhere(server: str) -> None:
    async with model("--server", server) as host, model("--server", server) as guest:
        opened = await host("open_table", game="word-bank", seats=2, bots="none", name="Ann")
        link = opened.text.split()[-1].rstrip(".")
        assert link.startswith(f"{server}/j/")
        await guest("join_table", where=link, name="Ben")
        begun = await host("begin", bots="none")
        assert not begun.is_refusal, begun.text
        stories = await asyncio.gather(play(host, 1), play(guest, 2))
        assert all(stories)
        assert "Ben" in stories[0][-1].text
        assert "Ann" in stories[1][-1].text


async def test_with_its_token_a_model_finds_its_seat_again(server: str) -> None:
    token = "A" * 43
    async with model("--server", server, token=token) as call:
        opened = await call("open_table", game="word-bank", seats=2, bots="none")
        link = opened.text.split()[-1].rstrip(".").partition("#")[0].replace("/j/", "/t/")
    async with model("--server", server, token=token) as call:
        again = await call("join_table", where=link)
        assert not again.is_refusal, again.text
        begun = await call("begin", bots="easy")
        assert not begun.is_refusal, begun.text
    async with model("--server", server) as stranger:
        assert await stranger("join_table", where=link) == Said(
            "This link does not open a seat. Ask the host for a new one.", is_refusal=True
        )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=str)
def test_a_signal_ends_it_and_leaves_no_file(number: signal.Signals, tmp_path: Path) -> None:
    client = {"name": "test", "version": "1"}
    asked = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    line = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": asked}
    here, pipe = {**os.environ, "TMPDIR": str(tmp_path)}, subprocess.PIPE
    with subprocess.Popen([COMMAND, "mcp"], env=here, stdin=pipe, stdout=pipe) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(json.dumps(line).encode() + b"\n")
        running.stdin.flush()
        assert running.stdout.readline()
        assert [*tmp_path.iterdir()]
        running.send_signal(number)
        assert running.wait() == 130
    assert not [*tmp_path.iterdir()]
