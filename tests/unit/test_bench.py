"""Benchmarks: parts, reports and missing peers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bench.__main__ as whole
from bench import bench_libraries, environments
from bench.process_stats import cpu_of_server_s
from bench.suite import PARTS, Run

ROOT = Path(__file__).parents[2]


def test_every_benchmark_is_a_part_of_the_whole() -> None:
    files = {path.stem for path in ROOT.glob("bench/bench_*.py")}
    assert {run.module for runs in PARTS.values() for run in runs} == files


@pytest.mark.nightly
def test_a_missing_peer_is_named_and_our_games_are_still_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environments, "PLACE", tmp_path)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    assert bench_libraries.main(["rlcard", "--rounds", "1", "--seconds", "0.01"]) == 3
    out = capfd.readouterr().out
    assert "not here: rlcard cannot be installed: this command ended with exit code 1" in out
    rows = [line.split(" | ") for line in out.splitlines() if line.startswith("| ours")]
    assert len(rows) == 8
    assert all(float(row[2].split()[0].replace(",", "")) > 0 for row in rows)


def test_the_time_of_ended_child_processes_is_counted() -> None:
    before = cpu_of_server_s(os.getpid())
    work = "import time\nwhile time.process_time() < 0.2: pass"
    subprocess.run([sys.executable, "-c", work], check=True)
    assert cpu_of_server_s(os.getpid()) - before > 0.1


def test_a_failed_benchmark_stops_no_other_and_sets_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    one = (Run("bench_nothing"), Run("figures", "--well"))
    monkeypatch.setattr(whole, "PARTS", {"one": one, "two": (Run("figures", needs="Chromium"),)})
    monkeypatch.setattr(whole, "NEEDS", {"Chromium": "bench.nothing"})
    assert whole.main(["two"]) == 3
    assert "not here: figures needs Chromium, which cannot be had" in capfd.readouterr().out
    assert whole.main([]) == 1
    _, end = capfd.readouterr().out.split("== all of it")
    assert "| one | bench_nothing | FAILED |" in end
    assert "| one | figures --well | done |" in end
    assert "| two | figures | not here |" in end
