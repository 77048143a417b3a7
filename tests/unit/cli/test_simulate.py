"""`chabudai simulate`: bots against bots."""

import contextlib
import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from chabudai.arena import Played, Record
from chabudai.arena.records import record
from tests.unit.cli.support import chabudai, ctrl_c, here, refused

SERIES = ("simulate", "word-bank", "--games", "6", "--seed", "5", "--bots", "easy")
TIMES = ("seconds", "games_per_s", "moves_per_s")


def timeless(document: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in document.items() if key not in TIMES}


def test_it_prints_the_fixed_shape() -> None:
    found = here(*SERIES, "--bots", "normal,easy,easy", "--json").document
    assert (found["game"], found["games"], found["seats"]) == ("word-bank", 6, 3)
    assert found["bots"] == ["normal", "easy", "easy"]
    assert sum(found["wins"]) == 6
    assert len(found["mean_score"]) == 3
    assert found["moves"] > 6 * 4
    assert found["seconds"] > 0
    assert abs(found["games_per_s"] * found["seconds"] - 6) < 1e-6
    assert abs(found["moves_per_s"] * found["seconds"] - found["moves"]) < 1e-6


def test_a_seed_fixes_the_series_for_any_number_of_jobs(tmp_path: Path) -> None:
    asked = (*SERIES, "--bots", "random,easy", "--json", "--transcripts")
    one = chabudai(*asked, str(tmp_path / "1"))
    two = here(*asked, str(tmp_path / "2"), "--jobs", "2")
    assert timeless(one.document) == timeless(two.document)
    files = sorted(file.name for file in (tmp_path / "1").iterdir())
    assert files == [f"{game:06}.jsonl" for game in range(6)]
    for name in files:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()
    other = here(*asked, str(tmp_path / "3"), "--seed", "6").document
    assert timeless(other) != timeless(one.document)


def test_options_change_the_series() -> None:
    options = ("--option", "lexicon=casual", "--option", "balanced_start=on")
    found = here(*SERIES, *options, "--json").document
    assert timeless(found) != timeless(here(*SERIES, "--json").document)


def test_without_json_it_prints_sentences_and_no_bar_to_a_pipe() -> None:
    done = here(*SERIES, "--bots", "easy")
    assert done.err == ""
    assert done.out.startswith("Word Bank, 6 games, 3 deals, 2 seats, seed 5.\neasy: won ")


def test_progress_goes_to_the_terminal_and_not_into_the_document() -> None:
    terminal, slave = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "chabudai", *SERIES, "--json"], stdout=subprocess.PIPE, stderr=slave
    ) as running:
        os.close(slave)
        shown = all_of(terminal)
        out, _ = running.communicate(timeout=60)
    os.close(terminal)
    assert json.loads(out)["games"] == 6
    assert "6/6" in shown


def all_of(terminal: int) -> str:
    """Read a terminal until it is closed."""
    shown = b""
    # Linux raises an error at the end of a terminal.
    with contextlib.suppress(OSError):
        while said := os.read(terminal, 4096):
            shown += said
    return shown.decode()


RANDOM = ("simulate", "word-bank", "--games", "6", "--seed", "5", "--bots", "random")


def test_a_resumed_series_equals_an_uninterrupted_one(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    once = here(*RANDOM, "--json", "--keep", str(whole)).document
    lines = whole.read_bytes().splitlines(keepends=True)
    part.write_bytes(b"".join(lines[:4]) + lines[4][:20])
    resumed = here("simulate", "--resume", str(part), "--json").document
    assert timeless(resumed) == timeless(once)
    assert part.read_bytes() == whole.read_bytes()


def test_the_speed_counts_only_games_of_this_run(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    here(*RANDOM, "--keep", str(kept))
    resume = ("simulate", "--resume", str(kept))
    assert here(*resume).out.endswith(" moves, all played before.\n")
    found = here(*resume, "--json").document
    assert (found["games_per_s"], found["moves_per_s"], found["games"]) == (None, None, 6)
    lines = kept.read_bytes().splitlines(keepends=True)
    for lang, said in (("en", "moves. This time 4 games in "), ("ja", "手。今回は4ゲーム、")):
        kept.write_bytes(b"".join(lines[:3]))
        assert said in here(*resume, "--lang", lang).out
    kept.write_bytes(b"".join(lines[:3]))
    found = here(*resume, "--json").document
    assert abs(found["games_per_s"] * found["seconds"] - 4) < 1e-6
    fresh = sum(json.loads(line)["games"][0]["moves"] for line in lines[3:])
    assert abs(found["moves_per_s"] * found["seconds"] - fresh) < 1e-6


def test_an_existing_series_is_not_overwritten(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    here(*RANDOM, "--keep", str(kept))
    before = kept.read_bytes()
    refusal = refused(*RANDOM, "--keep", str(kept))
    assert "is there already" in refusal
    assert f"chabudai simulate --resume {kept}" in refusal
    assert kept.read_bytes() == before


def test_a_run_stopped_by_ctrl_c_is_kept(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    done = ctrl_c(kept, 4, *RANDOM[:2], "--games", "100000", *RANDOM[4:], "--json")
    assert done.code == 130
    assert done.document["games"] == kept.read_bytes().count(b"\n") - 1 >= 3
    assert done.err.endswith(f"To go on:\nchabudai simulate --resume {kept}\n")


def test_an_interrupted_series_is_kept_in_a_default_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("chabudai.cli.series_file.record", interrupting(3))
    done = here(*RANDOM)
    assert done.code == 130
    assert done.out.startswith("Word Bank, 2 games, 1 deal,")
    assert "Stopped after 2 of 6 games; they are kept in word-bank-series.jsonl." in done.err
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    resumed = here("simulate", "--resume", "word-bank-series.jsonl", "--json").document
    assert timeless(resumed) == timeless(here(*RANDOM, "--json").document)


def interrupting(at: int) -> Callable[[Played], Record]:
    """Return a `record` that is interrupted at its `at`-th call."""
    calls = count(1)

    def interrupted(played: Played) -> Record:
        if next(calls) == at:
            raise KeyboardInterrupt
        return record(played)

    return interrupted


def test_the_table_has_the_chosen_columns(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    here(*RANDOM, "--table", str(file), "--columns", "game,bot,win")
    lines = file.read_text().splitlines()
    assert (lines[0], len(lines)) == ("game,bot,win", 13)


def test_japanese_sentences_are_all_there() -> None:
    shown = here(*RANDOM, "--lang", "ja").out
    assert shown.startswith("Word Bank：6ゲーム、3ディール、2席、シード 5。\nrandom：勝ち ")
    assert " moves" not in shown


def test_a_file_that_is_not_a_series_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "no.jsonl"
    file.write_text("{}\n")
    assert "This is no file of a series" in refused("simulate", "--resume", str(file))
