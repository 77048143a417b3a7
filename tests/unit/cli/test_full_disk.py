"""A full disk: files are complete or missing, and the command prints one sentence."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from chabudai.arena.atomic_write import whole, write_whole
from tests.support.full_disk import files_of
from tests.unit.cli.support import here, refused

SERIES = ("simulate", "word-bank", "--games", "4", "--bots", "random")
GAME = "src/chabudai/games/word_bank/golden/a-tie-is-broken-by-safes-2.jsonl"
PASSES = "pass\n" * 30


def test_a_file_is_unchanged_if_its_replacement_does_not_fit(tmp_path: Path) -> None:
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    write_whole(old, b"old")
    for file in (old, new):
        with files_of(10), pytest.raises(OSError, match="too large") as full:
            write_whole(file, b"new" * 10)
        assert full.value.filename == str(file)
    with suppress(KeyboardInterrupt), whole(old) as beside:
        beside.write_text("half of it")
        raise KeyboardInterrupt
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("old.csv", "old")]
    link = tmp_path / "link.csv"
    link.symlink_to(old)
    write_whole(link, b"newer")
    assert (link.is_symlink(), old.read_text()) == (True, "newer")
    with whole(Path("/dev/null")) as itself:
        assert itself == Path("/dev/null")
    loop = tmp_path / "loop.svg"
    loop.symlink_to(loop)
    said = refused("replay", GAME, "--svg", str(loop))
    assert said == f"chabudai: {loop} cannot be written: Too many levels of symbolic links."
    assert loop.is_symlink()


def test_a_game_in_the_terminal_is_kept_up_to_the_last_whole_line(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    play = ("play", "word-bank", "--seed", "1", "--bots", "easy", "--transcript", str(file))
    with files_of(50):
        assert "cannot be written: File too large" in refused(*play)
    assert not file.exists()
    with files_of(1000):
        done = here(*play, typed=PASSES)
    assert (done.code, done.err) == (2, f"chabudai: {file} cannot be written: File too large.\n")
    kept = file.read_bytes()
    assert kept.endswith(b"}\n")
    assert here("play", "--resume", str(file), typed="stop\n").code == 0
    assert file.read_bytes().startswith(kept)


def test_a_series_is_kept_up_to_the_last_whole_line(tmp_path: Path) -> None:
    file, table = tmp_path / "series.jsonl", tmp_path / "table.csv"
    with files_of(1500):
        done = here(*SERIES, "--keep", str(file))
    assert (done.code, done.err) == (2, f"chabudai: {file} cannot be written: File too large.\n")
    assert file.read_bytes().endswith(b"}\n")
    assert here("simulate", "--resume", str(file)).code == 0
    with files_of(100):
        done = here(*SERIES, "--table", str(table))
    assert (done.code, done.err) == (2, f"chabudai: {table} cannot be written: File too large.\n")
    assert {each.name for each in tmp_path.iterdir()} == {"series.jsonl"}


def test_printing_to_a_full_disk_ends_with_a_sentence(tmp_path: Path) -> None:
    program = (
        "import resource, sys; from chabudai.cli import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "sys.exit(main(['rules', 'quiddler']))"
    )
    with (tmp_path / "rules.txt").open("wb") as printed:
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, stdout=printed, stderr=subprocess.PIPE, check=False)
    said = b"chabudai: The output cannot be written: File too large.\n"
    assert (done.returncode, done.stderr) == (2, said)
