"""Commands whose standard streams are closed."""

import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.unit.cli.support import Done, here

GAME = "src/chabudai/games/word_bank/golden/a-tie-is-broken-by-safes-2.jsonl"
COMMANDS = {
    "play": "play word-bank --seats 2 --seed 1",
    "learn": "learn word-bank",
    "daily": "daily word-bank --par",
    "simulate": "simulate word-bank --games 4 --bots {bot} --seed 1 --jobs 2 --json",
    "evaluate": "evaluate nowhere.toml",
    "compare": "compare word-bank --games 2 --bots random --set min_length=3 --seed 1",
    "replay": f"replay {GAME} --at 1",
    "verify": f"verify {GAME}",
    "review": "review nowhere.jsonl",
    "rules": "rules word-bank WB-1",
    "words": "words --check cat",
    "mcp": "mcp --server nowhere",
    "solve": "solve quiddler --hand A,T",
    "missions": "missions list",
}
SHELL = "exec {python} -X utf8 -m chabudai {command} {closings}"
IN, OUT, ERR = "0<&-", "1>&-", "2>&-"
BOT = "def think(view, seat, dice):\n    print('Thinking')\n    return {'type': 'pass'}\n"


def in_shell(command: str, closings: str) -> str:
    """A line of a shell that runs `chabudai` with these redirections."""
    return SHELL.format(python=shlex.quote(sys.executable), command=command, closings=closings)


def run(command: str, *closings: str) -> tuple[int, bytes, bytes]:
    """The exit code and the output of `chabudai` with these redirections."""
    line = in_shell(command, " ".join(closings))
    done = subprocess.run(
        ["sh", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


def alike(command: str, *closings: str) -> None:
    """Check that a command with closed streams does what it does with empty input in this process,
    and that nothing is written to a stream that is closed.
    """
    expected = open_streams(command)
    out = b"" if OUT in closings else expected.out.encode()
    err = b"" if ERR in closings else expected.err.encode()
    assert run(command, *closings) == (expected.code, out, err)
    assert expected.code in (0, 2)
    assert "Traceback" not in expected.err


@cache
def open_streams(command: str) -> Done:
    """Return what a command does in this process, where no stream is closed."""
    return here(*shlex.split(command), typed="")


def test_every_subcommand_is_run_with_closed_streams() -> None:
    verbs = re.findall(r"^    ([a-z]+) ", here("--help").out, re.MULTILINE)
    assert {*verbs} - {"tales"} == {*COMMANDS, "serve"}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_commands_take_closed_streams_for_the_null_device(command: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)
    alike(command.format(bot=f"{bot}:think"), IN, OUT, ERR)


@pytest.mark.parametrize("closed", [(IN,), (OUT,), (ERR,), (IN, OUT), (OUT, ERR), (IN, ERR)])
def test_any_closed_stream_is_taken_for_the_null_device(closed: tuple[str, ...]) -> None:
    for command in ("rules word-bank WB-1", "learn word-bank", "verify nowhere"):
        alike(command, *closed)


@pytest.mark.parametrize("closed", [(OUT,), (IN, OUT, ERR)])
def test_a_server_with_closed_streams_serves_and_ends(
    closed: tuple[str, ...], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = f"serve --port {port} --db {shlex.quote(str(tmp_path))}/tables.db"
    line = in_shell(command, " ".join(closed))
    with subprocess.Popen(["sh", "-c", line], stderr=subprocess.PIPE) as running:
        while not answers(f"http://127.0.0.1:{port}/readyz"):
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, b"Traceback" in err) == (0, False)


def test_a_bot_process_of_a_program_with_closed_streams_plays(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    program = (
        "from chabudai import arena, games\n"
        f"bots = ['{tmp_path}/bot.py:think'] * 2\n"
        "results = arena.simulate(games.GAMES['word-bank'], bots, 2, 1)\n"
        "raise SystemExit(7 if results.games == 2 else 8)\n"
    )
    command = f"exec {shlex.quote(sys.executable)} -c {shlex.quote(program)} {OUT} {ERR}"
    assert subprocess.run(["sh", "-c", command], timeout=60, check=False).returncode == 7


def answers(address: str) -> bool:
    """Whether a server answers that it can store."""
    try:
        with urlopen(address, timeout=10) as answer:
            return bool(answer.status == 200)
    except URLError:
        return False
