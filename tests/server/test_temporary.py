"""Temporary folders and files left by killed processes."""

import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from chabudai.arena.atomic_write import write_whole
from chabudai.server.run import serve
from chabudai.server.settings import Settings

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


@pytest.fixture(name="folder")
def temporary() -> Iterator[Path]:
    """A folder for temporary files with a path short enough for a socket."""
    with TemporaryDirectory() as name:
        yield Path(name)


@pytest.fixture(scope="module")
def left() -> Iterator[Path]:
    """The temporary folder of a killed process."""
    with TemporaryDirectory() as name:
        with running(OWN_SERVER, Path(name)):
            (folder,) = Path(name).iterdir()
        assert folder.exists()
        yield folder


@pytest.fixture
def killed(folder: Path, left: Path) -> Path:
    """A copy of the temporary folder of a killed process."""
    return Path(shutil.copytree(left, folder / left.name))


def start_server(tmp_path: Path, static: Path, folder: Path) -> None:
    """Start a server that finds temporary files in a folder, and stop it."""
    settings = Settings(db=f"{tmp_path}/tables.db", static=static, bot_workers=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folder))
        serve(port=0, settings=settings, ready=lambda _: signal.raise_signal(signal.SIGINT))


def test_a_killed_process_is_cleaned_up_by_the_next_mcp_and_a_running_one_is_kept(
    tmp_path: Path, static: Path, folder: Path, killed: Path
) -> None:
    with running(OWN_SERVER, folder):
        [own] = folder.iterdir()
        assert own.name != killed.name
        files = {*own.iterdir()}
        start_server(tmp_path, static, folder)
        assert {*own.iterdir()} == files


def test_a_starting_server_removes_only_folders_with_its_own_files(
    tmp_path: Path, static: Path, folder: Path, killed: Path
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "tables.db").write_text("mine")
    (folder / "chabudai-temporary-link").symlink_to(mine)
    (folder / "chabudai-backup").mkdir()
    (folder / "chabudai-temporary-file").touch()
    (killed / "notes.txt").write_text("mine")
    (killed / "tables.db-journal").symlink_to(mine / "tables.db")
    before = sorted(folder.rglob("*"))
    start_server(tmp_path, static, folder)
    assert sorted(folder.rglob("*")) == before
    (killed / "notes.txt").unlink()
    start_server(tmp_path, static, folder)
    assert not killed.exists()
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
