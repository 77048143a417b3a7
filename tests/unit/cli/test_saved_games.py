"""Games in the terminal that are saved and resumed, even on a full disk."""

import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import FileIO
from pathlib import Path

import pytest

from chabudai.arena.atomic_write import whole, write_on, write_whole
from chabudai.cli.data_folder import new_file
from tests.support.full_disk import files_of
from tests.unit.cli.support import CTRL_C, here, refused


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty data folder, and return it."""
    monkeypatch.setenv("CHABUDAI_DATA", str(tmp_path))
    return tmp_path


def test_ctrl_c_saves_the_game_and_resume_continues_it(data: Path) -> None:
    args = ("word-porters", "--seed", "3", "--bots", "easy,normal", "--names", "Mia")
    saved = str(data / "games" / "word-porters.jsonl")
    left = here("play", *args, typed=f"B2\n{CTRL_C}")
    assert left.code == 130
    told = f"The game is saved in {saved}. To continue:\nchabudai play --resume {saved}\n"
    assert left.out.endswith(told)
    before = here("verify", saved, "--json").document
    on = here("play", "--resume", typed="log\nI1\n").out
    assert on.startswith("Word Porters: Mia, Tanuki (easy), Kitsune (normal).\n")
    log = on.split("> ")[1].splitlines()
    before_it = [line for line in left.out.replace("> ", "").splitlines() if line in log]
    assert "Mia put porter 1 on Art." in before_it
    assert before_it == log[: len(before_it)]
    assert "> Mia put porter 2 on " in on
    assert f"chabudai play --resume {saved}" in on.splitlines()[-2]
    after = here("verify", saved, "--json").document
    assert after["ok"] is True
    assert after["moves"] > before["moves"]
    assert f"To continue: chabudai play --resume {saved}" in here("verify", saved).out
    assert "Mia put porter 1 on Art." in here("replay", saved).out
    second = here("play", *args, "--lang", "ja", typed=CTRL_C).out
    other = saved.replace(".", "-2.")
    assert second.endswith(f"\nchabudai play --resume {other} --lang ja\n")
    assert refused("play", "quiddler", "--resume").startswith("chabudai: No game is saved in ")
    assert stat.S_IMODE(Path(other).parent.stat().st_mode) == 0o700


def test_ctrl_c_right_after_a_write_does_not_repeat_the_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(file: FileIO, text: bytes) -> None:
        write_on(file, text)
        if b"TAN" in text:
            monkeypatch.undo()
            raise KeyboardInterrupt

    monkeypatch.setattr("chabudai.cli.game_file.write_on", interrupted)
    file = tmp_path / "game.jsonl"
    args = ("--seed", "3", "--transcript", str(file))
    assert here("play", "word-bank", *args, typed="tan\n").code == 130
    assert file.read_bytes().count(b"TAN") == 1
    moves = here("verify", str(file), "--json").document["moves"]
    assert moves == file.read_bytes().count(b"\n") - 1


def test_games_that_begin_simultaneously_have_files_of_their_own(data: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        names = list(threads.map(lambda _: new_file("games", "quiddler"), range(64)))
    assert len(set(names)) == 64
    assert {*names} == {str(file) for file in (data / "games").iterdir()}


def test_a_saved_game_is_deleted_when_it_ends_or_no_move_was_made(data: Path) -> None:
    args = ("play", "quiddler", "--seed", "3", "--option", "solo=columns")
    here(*args, typed="quit\n")
    here(*args, typed=CTRL_C)
    assert [file.name for file in data.rglob("*.*")] == ["quiddler.jsonl"]
    assert "No game is saved" in refused("play", "--resume", "Word Bank")
    for last in ("play", "Quiddler", "--resume"), args:
        done = here(*last, typed="stop\n")
        assert (done.code, "saved" in done.out) == (0, False)
        assert [*data.rglob("*.*")] == []


def test_an_unusable_data_folder_is_named_before_the_game_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CHABUDAI_DATA", str(tmp_path / "file" / "data"))
    said = {"en": "This game cannot be saved. The", "ja": "このゲームは保存できません。"}
    for lang, start in said.items():
        done = here("play", "word-bank", "--lang", lang, typed="tan\nquit\n")
        first, second, *_ = done.out.splitlines()
        assert first.startswith(start)
        assert f"{tmp_path}/file/data/games" in first
        assert "CHABUDAI_DATA" in first
        assert second.startswith("Word Bank")
        assert done.code == 0
    told = here("simulate", "word-bank", "--games", "2", "--bots", "random")
    assert told.code == 0
    assert f"{tmp_path}/file/data/series" in told.err


def test_a_resumed_game_uses_the_same_random_numbers(tmp_path: Path) -> None:
    whole, part = str(tmp_path / "whole.jsonl"), str(tmp_path / "part.jsonl")
    args = ("play", "quiddler", "--seed", "3", "--option", "solo=columns")
    here(*args, "--transcript", whole, typed="stop\n")
    here(*args, "--transcript", part, typed="")
    here("play", "--resume", part, typed="stop\n")
    assert Path(part).read_bytes() == Path(whole).read_bytes()
    bank = ("play", "word-bank", "--seed", "3", "--bots", "easy,hard")
    here(*bank, "--transcript", whole, typed="pass\n" * 4)
    here(*bank, "--transcript", part, typed="pass\n" * 2)
    moves = Path(part).read_bytes()
    copy = str(tmp_path / "copy.jsonl")
    here("play", "--resume", part, "--transcript", copy, typed="pass\n" * 2)
    assert Path(part).read_bytes() == moves
    assert Path(copy).read_bytes() == Path(whole).read_bytes()


def test_a_game_with_a_truncated_last_line_resumes_before_it(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    here("play", "word-bank", "--seed", "3", "--transcript", str(file), typed="pass\npass\n")
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    on = here("play", "--resume", str(file), typed="quit\n").out
    said = f"The last move in {file} was cut off; the game continues before it.\nWord Bank: you, "
    assert on.startswith(said)
    assert file.read_bytes() == whole
    for kept in (whole, whole[:-1]):
        file.write_bytes(kept)
        assert here("play", "--resume", str(file), typed="quit\n").out.startswith("Word Bank: ")
        assert file.read_bytes() == whole
    for spoilt in (whole[:40], b"", whole + b"x\n"):
        file.write_bytes(spoilt)
        assert refused("play", "--resume", str(file), code=1).startswith(f"chabudai: {file}: ")
        assert file.read_bytes() == spoilt


def test_an_existing_file_is_not_overwritten_and_an_unusable_game_not_resumed(
    tmp_path: Path,
) -> None:
    file = tmp_path / "game.jsonl"
    args = ("--seed", "3", "--transcript", str(file))
    here("play", "word-bank", *args, typed="")
    good = file.read_text("utf-8")
    again = ("play", "--resume", str(file), "--transcript", str(file))
    for asked in (("play", "quiddler", *args), ("daily", "word-bank", *args[2:]), again):
        refusal = refused(*asked)
        assert "already exists" in refusal
        assert f"chabudai play --resume {file}" in refusal
    assert file.read_text("utf-8") == good
    resumed = ("play", "word-bank", "--resume", str(file))
    for other in (("--seats", "2"), ("--seed", "3"), ("--option", "min_length=3")):
        assert "only --lang and --transcript" in refused(*resumed, *other)
    other_game = refused("play", "quiddler", "--resume", str(file))
    assert other_game.endswith(f"{file} has a game of Word Bank, not of Quiddler.")
    assert here(*resumed, typed="quit\n").out.startswith("Word Bank: you, ")
    for old, new in (('"person":0', '"person":1'), ('"normal"', '"best"'), ('"You",', "")):
        file.write_text(good.replace(old, new), "utf-8")
        assert "do not fit the game" in refused("play", "--resume", str(file))
    file.write_text(re.sub(',"seating":{.*?}', "", good), "utf-8")
    assert "does not name the players" in refused("play", "--resume", str(file))
    file.write_text(good + "nonsense\n", "utf-8")
    assert "cannot be read" in refused("play", "--resume", str(file), code=1)
    assert file.read_text("utf-8") == good + "nonsense\n"


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
