"""Benchmarks: what is asked for, what a run says of itself, and what cannot be had here."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

import bench.__main__ as whole
from bench import bench_libraries, environments
from bench.figures import ratio_line
from bench.process_stats import cpu_of_server_s
from bench.suite import PARTS, Run

ROOT = Path(__file__).parents[2]


def test_every_benchmark_is_a_part_of_the_whole() -> None:
    files = {path.stem for path in ROOT.glob("bench/bench_*.py")}
    assert {run.module for runs in PARTS.values() for run in runs} == files


def test_a_part_that_is_not_there_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        whole.main(["games", "speed"])
    assert ended.value.code == 2
    assert "there is no part 'speed'; there are games, server, " in capsys.readouterr().err


def test_a_peer_that_is_not_there_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bench_libraries.main(["ludii"])
    assert ended.value.code == 2
    assert "there is no peer 'ludii'; there are ours, openspiel, " in capsys.readouterr().err


def test_without_a_peer_our_games_are_played_drawn_and_listed_and_the_exit_code_tells(
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


def test_a_comparison_of_no_rounds_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench_libraries.main(["--rounds", "0"])
    assert "there must be a round at least" in capsys.readouterr().err


def test_what_a_process_used_that_has_ended_is_counted() -> None:
    before = cpu_of_server_s(os.getpid())
    work = "import time\nwhile time.process_time() < 0.2: pass"
    subprocess.run([sys.executable, "-c", work], check=True)
    assert cpu_of_server_s(os.getpid()) - before > 0.1


def test_one_that_fails_ends_no_other_and_the_exit_code_tells(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    ours = Run("bench_libraries", "ours --rounds 1 --seconds 0.01")
    parts = {"one": (Run("bench_nothing"), ours), "two": (Run("figures", needs="Chromium"),)}
    monkeypatch.setattr(whole, "PARTS", parts)
    monkeypatch.setattr(whole, "NEEDS", {"Chromium": "bench.nothing"})
    assert whole.main(["two"]) == 3
    assert "not here: figures needs Chromium, which cannot be had" in capfd.readouterr().out
    assert whole.main([]) == 1
    _, end = capfd.readouterr().out.split("== all of it")
    assert "| one | bench_nothing | FAILED |" in end
    assert "| one | bench_libraries ours --rounds 1 --seconds 0.01 | done |" in end
    assert "| two | figures | not here |" in end


def test_ratios_that_a_benchmark_prints_are_in_the_table_at_the_end() -> None:
    program = (
        "from bench.figures import ratio_line; print(1, ratio_line('a peer', '× 2'), sep='\\n')"
    )
    code, lines = whole.streamed([sys.executable, "-c", program])
    assert (code, lines) == (0, (ratio_line("a peer", "× 2"),))
    assert "| a peer | × 2 |" in whole.table([whole.Ran("one", "this", "done", 0.0, lines)])


STOPPED = """
import sys
import bench.__main__ as whole
from bench.stopping import end_when_stopped
from bench.suite import Run

whole.PARTS = {"server": (Run("bench_fleet", "--tables 1 --seconds 60"),)}
end_when_stopped()
sys.exit(whole.main([]))
"""


STARTING = """
import os, signal, subprocess
from bench.stopping import end_when_stopped, running

def stopped_here() -> None:
    os.kill(os.getppid(), signal.SIGTERM)

end_when_stopped()
with running(lambda: subprocess.Popen(["sleep", "600"], preexec_fn=stopped_here)):
    pass
"""


def test_a_server_that_is_being_started_when_a_stop_comes_is_ended() -> None:
    with tempfile.TemporaryDirectory() as name:
        here = {**os.environ, "TMPDIR": name}
        stopped = subprocess.run([sys.executable, "-c", STARTING], cwd=ROOT, env=here, check=False)
        assert stopped.returncode == 143
        assert not remaining_at_last(f"TMPDIR={name}")


def test_a_stopped_benchmark_ends_its_servers_and_their_database() -> None:
    """PostgreSQL here is the one that comes with the tests' packages."""
    with tempfile.TemporaryDirectory() as name:
        place, mark = Path(name), f"TMPDIR={name}"
        place.chmod(0o755)  # the database runs as nobody where tests run as root
        command, pipe = [sys.executable, "-c", STOPPED], subprocess.PIPE
        here = {**os.environ, "TMPDIR": name}
        with subprocess.Popen(command, cwd=ROOT, env=here, stdout=pipe, text=True) as running:
            while not all(part in " ".join(remaining(mark)) for part in ("postgres", "serve(")):
                assert running.poll() is None
                time.sleep(0.05)
            running.terminate()
            out, _ = running.communicate()
        assert running.returncode == 143
        assert "== all of it" in out
        assert not remaining_at_last(mark)
        assert not [*place.iterdir()]


KILLED = """
import os, signal, tempfile
from pathlib import Path
from bench.bench_server import first_answer, free_port, server, stand_in
from tests.server import postgres

with tempfile.TemporaryDirectory() as name, postgres.started() as made:
    folder, port = Path(name), free_port()
    with server(port, f"{folder}/tables.db", stand_in(folder)):
        first_answer(port)
        print(made.home, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_benchmark_leaves_no_server_and_no_database() -> None:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        command, here = [sys.executable, "-c", KILLED], {**os.environ, "TMPDIR": name}
        pipe = subprocess.PIPE
        with subprocess.Popen(command, cwd=ROOT, env=here, stdout=pipe, text=True) as killed:
            assert killed.stdout
            home = Path(killed.stdout.readline().strip())
        assert killed.returncode == -signal.SIGKILL
        assert not remaining_at_last(f"TMPDIR={name}")
        assert not home.exists()


def test_when_all_of_it_is_killed_the_benchmark_that_runs_is_asked_to_end() -> None:
    program = "import bench.__main__ as whole; whole.streamed(['sleep', '600'])"
    with tempfile.TemporaryDirectory() as name:
        mark, here = f"TMPDIR={name}", {**os.environ, "TMPDIR": name}
        with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, env=here) as running:
            while "sleep\x00" not in " ".join(remaining(mark)):
                assert running.poll() is None
                time.sleep(0.05)
            running.kill()
        assert not remaining_at_last(mark)


def remaining_at_last(mark: str) -> list[str]:
    """Those that do not end soon: PostgreSQL takes its lock away a moment before it is gone."""
    for _ in range(100):
        if not remaining(mark):
            break
        time.sleep(0.1)
    return remaining(mark)


def remaining(mark: str) -> list[str]:
    """The commands of the processes that have this mark in their environment."""
    found: list[str] = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark.encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append((process / "cmdline").read_text())
    return found
