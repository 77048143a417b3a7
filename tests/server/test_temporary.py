"""Temporary folders and files of processes that were killed."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from chabudai.arena.atomic_write import write_whole
from tests.server.support import built_client

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
SERVE = """
import sys
from pathlib import Path
from chabudai.server.run import serve
from chabudai.server.settings import Settings

serve(port=0, settings=Settings(db=sys.argv[1], static=Path(sys.argv[2])), ready=print)
"""


@contextmanager
def running(program: str, folder: Path, *args: str) -> Iterator[subprocess.Popen[str]]:
    """A program, from its first line on, whose temporary files are in a folder; it is killed."""
    command = [sys.executable, "-uc", program, *args]
    environment = {"TMPDIR": str(folder), "PATH": ""}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()
            process.stdout.read()  # to the end of all processes that it has forked


@pytest.fixture(name="folder")
def temporary() -> Iterator[Path]:
    """A folder for temporary files, whose path is short enough for a socket."""
    with TemporaryDirectory() as name:
        yield Path(name)


def start_server(tmp_path: Path, folder: Path) -> None:
    """Start a server, and stop it."""
    if not (tmp_path / "static").exists():
        built_client(tmp_path)
    args = (str(tmp_path / "tables.db"), str(tmp_path / "static"))
    with running(SERVE, folder, *args) as process:
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0


def test_the_folder_of_a_killed_process_is_removed_when_a_server_starts(
    tmp_path: Path, folder: Path
) -> None:
    with running(OWN_SERVER, folder):
        assert len([*folder.iterdir()]) == 1
    assert len([*folder.iterdir()]) == 1
    start_server(tmp_path, folder)
    assert [*folder.iterdir()] == []


def test_the_folder_of_a_killed_mcp_is_removed_when_the_next_one_starts(folder: Path) -> None:
    with running(OWN_SERVER, folder):
        [killed] = folder.iterdir()
    with running(OWN_SERVER, folder):
        [own] = folder.iterdir()
        assert own != killed


def test_the_folder_of_a_running_process_is_kept(tmp_path: Path, folder: Path) -> None:
    with running(OWN_SERVER, folder):
        [own] = folder.iterdir()
        files = {*own.iterdir()}
        start_server(tmp_path, folder)
        assert {*own.iterdir()} == files


def test_folders_and_links_of_others_are_kept_when_a_server_starts(
    tmp_path: Path, folder: Path
) -> None:
    with running(OWN_SERVER, folder):
        [killed] = folder.iterdir()
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "tables.db").write_text("mine")
    (folder / "chabudai-temporary-link").symlink_to(mine)
    (folder / "chabudai-backup").mkdir()
    (folder / "chabudai-temporary-file").touch()
    (killed / "notes.txt").write_text("mine")
    (killed / "tables.db-journal").symlink_to(mine / "tables.db")
    before = sorted(folder.rglob("*"))
    start_server(tmp_path, folder)
    assert sorted(folder.rglob("*")) == before
    (killed / "notes.txt").unlink()
    start_server(tmp_path, folder)
    assert not killed.exists()
    assert (mine / "tables.db").read_text() == "mine"


def test_a_file_that_a_killed_process_was_writing_is_removed_by_the_next_write(
    tmp_path: Path,
) -> None:
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
