"""The server process: it starts or reports why not, shuts down cleanly and leaves no files."""

import asyncio
import contextlib
import errno
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from chabudai.arena.atomic_write import write_whole
from chabudai.server import run
from chabudai.server.logs import Lines, fault
from chabudai.server.refusal import StartupFailed
from chabudai.server.run import address_of, check_ports, listen, serve
from chabudai.server.services import Services, opened
from chabudai.server.settings import Settings
from chabudai.server.tables.decide.lobby import place_at
from tests.server.forked_servers import Servers
from tests.server.support import Serve, guest


async def test_a_socket_that_is_closing_does_not_break_the_stop(serve: Serve) -> None:
    server = await serve()
    mika = await server.guest()
    line = await mika.connect((await mika.open())["table"])
    await line.until(lambda: line.of("hello"))
    open_sockets: set[Any] = set(server.host.server_state.connections)
    (closing,) = (each for each in open_sockets if hasattr(each, "conn"))
    closing.conn.send_close(1000)  # it is closing, but uvicorn has not detected that yet
    asyncio.get_running_loop().call_later(0.3, closing.transport.close)
    server.host.should_exit = True
    await line.closing()


def test_a_port_in_use_or_for_tables_and_metrics_and_a_foreign_address_are_refused(
    tmp_path: Path, static: Path
) -> None:
    settings = Settings(db=f"{tmp_path}/x.db", static=static)
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(StartupFailed, match=f"^Port {port} is in use"):
            serve("127.0.0.1", port, settings=settings)
        with pytest.raises(StartupFailed, match=f"^Port {port} is in use. .* --metrics"):
            serve("127.0.0.1", 0, settings=replace(settings, metrics=("127.0.0.1", port)))
        with taken.dup() as one, pytest.raises(StartupFailed, match="a port of their own"):
            check_ports([taken, one])
    for host, port, why in (
        ("127.0.0.1", 65536, "not a port"),
        ("127.0.0.1", -1, "not a port"),
        ("256.1.1.1", 0, "no address 256.1.1.1"),
        ("192.0.2.1", 0, "no address 192.0.2.1"),
        ("é" * 80, 0, "no address"),
    ):
        with pytest.raises(StartupFailed, match=why):
            serve(host, port, settings=settings)
    assert not (tmp_path / "x.db").exists()


def test_an_unusable_database_or_client_is_refused_and_frees_the_port(
    tmp_path: Path, static: Path
) -> None:
    with listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(StartupFailed, match="folder does not exist"):
        serve("127.0.0.1", port, settings=Settings(db=f"{tmp_path}/no/x.db", static=static))
    with pytest.raises(StartupFailed, match="make client"):
        serve("127.0.0.1", port, settings=Settings(db=f"{tmp_path}/x.db", static=tmp_path))
    assert signal.getsignal(signal.SIGTERM) == before
    listen("127.0.0.1", port).close()


async def test_a_signal_makes_a_server_close_its_sockets_and_stop(
    tmp_path: Path, forked: Servers
) -> None:
    for how in (signal.SIGTERM, signal.SIGINT):
        async with guest(await forked.start()) as mika:
            line = await mika.connect((await mika.open(bots=["easy", "easy"], begin=True))["table"])
            await line.first("update")
            os.kill(forked.pid, how)
            assert await line.closing() == 1012
            assert await forked.ended() == 0
        assert not (tmp_path / "tables.db-wal").exists()


def test_a_server_stops_that_is_interrupted_while_it_starts(
    tmp_path: Path, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextlib.asynccontextmanager
    async def asked_meanwhile(settings: Settings) -> AsyncIterator[Services]:
        signal.raise_signal(signal.SIGTERM)
        async with opened(settings) as services:
            yield services

    monkeypatch.setattr(run, "opened", asked_meanwhile)
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1)
    again: list[int] = []

    def ask_again() -> None:
        again.append(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)

    def ready(address: str) -> None:
        asyncio.get_running_loop().call_later(15, ask_again)

    serve("127.0.0.1", 0, settings=settings, ready=ready)
    assert again == []


async def test_the_log_has_json_lines_without_names(tmp_path: Path, static: Path) -> None:
    command = ("-m", "tests.server.host", "0", f"{tmp_path}/x.db", str(static))
    server = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdout=PIPE, stderr=PIPE
    )
    assert server.stdout is not None
    async with guest((await server.stdout.readline()).decode().strip()) as mika:
        made = await mika.open(name="Nami")
        async with mika.line(made["table"]) as line:
            await line.first("lobby")
            await line.ws.send(b"\xff", text=True)
            assert await line.closing() == 1007
    server.send_signal(signal.SIGTERM)
    _, errors = await asyncio.wait_for(server.communicate(), 10)
    events = [json.loads(line)["event"] for line in errors.splitlines()]
    assert events[0] == "listening"
    assert events[-1] == "closed"
    assert b"Nami" not in errors
    assert made["table"].encode() not in errors
    assert b"Traceback" not in errors


def test_an_error_is_logged_by_type_place_and_code_only(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    try:
        place_at(None, 0)  # type: ignore[arg-type]  # raises
    except AttributeError as error:
        fault("odd", error, type="Test")
    record = logging.LogRecord("lib", logging.ERROR, "f.py", 3, "secret %s", ("payload",), None)
    Lines().emit(record)
    said = capfd.readouterr().err
    assert "chabudai.server.tables.decide.lobby:" in said
    assert "AttributeError" in said
    assert "payload" not in said
    engine = create_engine(f"sqlite:///{tmp_path}/x.db")
    with engine.connect() as connection:
        connection.execute(text("PRAGMA max_page_count = 1"))
        with pytest.raises(OperationalError) as failed:
            connection.execute(text("CREATE TABLE hands (card)"))
    engine.dispose()
    for each in (failed.value, FileNotFoundError(errno.ENOENT, "hands.db"), ValueError("hands")):
        fault("store", each)
    said = capfd.readouterr().err
    codes = [json.loads(line).get("code") for line in said.splitlines()]
    assert codes == ["SQLITE_FULL", "ENOENT", None]
    assert "hands" not in said


OWN_SERVER = """
import asyncio
from chabudai.cli.mcp import own_server

async def serve():
    async with own_server() as base:
        print(base, flush=True)
        await asyncio.sleep(600)

asyncio.run(serve())
"""
WRITING = """
import sys, time
from pathlib import Path
from chabudai.arena.atomic_write import whole

with whole(Path(sys.argv[1])) as beside:
    beside.write_text("half")
    print(beside, flush=True)
    time.sleep(600)
"""


@contextmanager
def running(program: str, folder: Path, *args: str) -> Iterator[None]:
    """Start a process that creates temporary files in a folder, and kill it."""
    command = [sys.executable, "-uc", program, *args]
    environment = {"TMPDIR": str(folder), "PATH": ""}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        try:
            yield
        finally:
            process.kill()
            process.stdout.read()  # until all its children have ended


def start_server(tmp_path: Path, static: Path, folder: Path) -> None:
    settings = Settings(db=f"{tmp_path}/tables.db", static=static, bot_workers=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folder))
        serve(port=0, settings=settings, ready=lambda _: signal.raise_signal(signal.SIGINT))


def test_files_of_killed_processes_are_removed_by_the_next_mcp_or_server_and_no_others(
    tmp_path: Path, static: Path
) -> None:
    with TemporaryDirectory() as name:  # its path is short enough for a socket
        folder = Path(name)
        with running(OWN_SERVER, folder):
            (killed,) = folder.iterdir()
        with running(OWN_SERVER, folder):
            (own,) = folder.iterdir()
            assert own.name != killed.name
            files = {*own.iterdir()}
            start_server(tmp_path, static, folder)
            assert {*own.iterdir()} == files
        mine = tmp_path / "mine"
        mine.mkdir()
        (mine / "tables.db").write_text("mine")
        (folder / "chabudai-temporary-link").symlink_to(mine)
        (folder / "chabudai-backup").mkdir()
        (folder / "chabudai-temporary-file").touch()
        (own / "notes.txt").write_text("mine")
        (own / "tables.db-journal").symlink_to(mine / "tables.db")
        before = sorted(folder.rglob("*"))
        start_server(tmp_path, static, folder)
        assert sorted(folder.rglob("*")) == before
        (own / "notes.txt").unlink()
        start_server(tmp_path, static, folder)
        assert not own.exists()
        assert (mine / "tables.db").read_text() == "mine"


def test_the_next_write_removes_a_file_that_a_killed_process_was_writing(tmp_path: Path) -> None:
    file = tmp_path / "games [1].csv"
    (tmp_path / ".games [1].csv").write_text("mine")
    with running(WRITING, tmp_path, str(file)):
        pass
    with running(WRITING, tmp_path, str(file)):
        assert len([*tmp_path.iterdir()]) == 2
        write_whole(file, b"new")
        assert len([*tmp_path.iterdir()]) == 3
    write_whole(file, b"newer")
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {
        ".games [1].csv": "mine",
        "games [1].csv": "newer",
    }


def test_the_printed_address_can_be_opened() -> None:
    for host, shown in (("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1")):
        listening = listen(host, 0)
        assert address_of(listening) == f"http://{shown}:{listening.getsockname()[1]}"
        listening.close()
