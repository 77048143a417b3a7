"""`chabudai simulate`: bots against bots."""

import contextlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

from tests.cli.support import chabudai, here

SERIES = ("simulate", "word-bank", "--games", "6", "--seed", "5", "--bots", "easy")
TIMES = ("seconds", "games_per_s", "moves_per_s")


def timeless(document: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in document.items() if key not in TIMES}


def test_it_prints_the_fixed_shape() -> None:
    found = chabudai(*SERIES, "--bots", "normal,easy,easy", "--json").document
    assert (found["game"], found["games"], found["seats"]) == ("word-bank", 6, 3)
    assert found["bots"] == ["normal", "easy", "easy"]
    assert sum(found["wins"]) == 6
    assert len(found["mean_score"]) == 3
    assert found["moves"] > 6 * 4
    assert found["seconds"] > 0
    assert abs(found["games_per_s"] * found["seconds"] - 6) < 1e-6
    assert abs(found["moves_per_s"] * found["seconds"] - found["moves"]) < 1e-6


def test_the_same_seed_is_the_same_series_with_any_number_of_jobs(tmp_path: Path) -> None:
    one = chabudai(*SERIES, "--bots", "normal,easy", "--json", "--transcripts", str(tmp_path / "1"))
    two = chabudai(
        *(*SERIES, "--bots", "normal,easy", "--json"),
        *("--transcripts", str(tmp_path / "2"), "--jobs", "2"),
    )
    assert timeless(one.document) == timeless(two.document)
    files = sorted(file.name for file in (tmp_path / "1").iterdir())
    assert files == [f"{game:06}.jsonl" for game in range(6)]
    for name in files:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()
    other = here("simulate", "word-bank", "--games", "6", "--seed", "6", "--json").document
    assert timeless(other) != timeless(one.document)


def test_a_game_it_recorded_is_verified_and_replayed(tmp_path: Path) -> None:
    here(*SERIES, "--seats", "4", "--bots", "easy", "--transcripts", str(tmp_path))
    found = here("verify", str(tmp_path / "000004.jsonl"), "--json").document
    assert found["ok"] is True
    assert len(found["outcome"]["scores"]) == 4


def test_options_are_those_of_the_table() -> None:
    found = here(
        *SERIES, "--option", "lexicon=casual", "--option", "balanced_start=on", "--json"
    ).document
    plain = here(*SERIES, "--json").document
    assert timeless(found) != timeless(plain)


def test_without_json_it_says_so_in_sentences_and_shows_no_bar_to_a_pipe() -> None:
    done = here(*SERIES, "--bots", "easy")
    assert done.err == ""
    assert done.out.startswith("Word Bank, 6 games, 3 deals, 2 seats, seed 5.\neasy: won ")


def test_a_terminal_sees_how_far_it_is_and_the_document_stays_clean() -> None:
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
    """What is written to a terminal until nobody has it open any more."""
    shown = b""
    # Linux tells the end of a terminal by an error, others by nothing.
    with contextlib.suppress(OSError):
        while said := os.read(terminal, 4096):
            shown += said
    return shown.decode()
