"""Commands whose standard streams are closed."""

import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.unit.cli.support import here

GAME = "src/chabudai/games/word_bank/golden/a-tie-is-broken-by-safes-2.jsonl"
COMMANDS = {
    "play": "play word-bank --seats 2 --seed 1",
    "simulate": "simulate word-bank --games 4 --bots {bot} --seed 1 --jobs 2 --json",
    "replay": f"replay {GAME} --at 1",
    "mcp": "mcp --server nowhere",
    "missions": "missions list",
}
"""Commands that read, start processes, print, or start a protocol."""
SHELL = "exec {python} -X utf8 -m chabudai {command} {closings}"
IN, OUT, ERR = "0<&-", "1>&-", "2>&-"
BOT = "def think(view, seat, dice):\n    print('Thinking')\n    return {'type': 'pass'}\n"


def in_shell(command: str, closings: str) -> str:
    """Return a shell command that runs `chabudai` with redirections."""
    return SHELL.format(python=shlex.quote(sys.executable), command=command, closings=closings)


def run(command: str, *closings: str) -> tuple[int, bytes, bytes]:
    """Return the exit code and the output of `chabudai` with redirections."""
    line = in_shell(command, " ".join(closings))
    done = subprocess.run(
        ["sh", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


def check_alike(command: str, *closings: str) -> None:
    """Check that closed streams act like empty input and discarded output."""
    expected = here(*shlex.split(command), typed="")
    out = b"" if OUT in closings else expected.out.encode()
    err = b"" if ERR in closings else expected.err.encode()
    assert run(command, *closings) == (expected.code, out, err)
    assert expected.code in (0, 2)
    assert "Traceback" not in expected.err


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_commands_take_closed_streams_for_the_null_device(command: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)
    check_alike(command.format(bot=f"{bot}:think"), IN, OUT, ERR)


@pytest.mark.parametrize(
    ("closed", "command"),
    [
        ((IN,), "learn word-bank"),
        ((OUT,), "rules word-bank WB-1"),
        ((ERR,), "verify nowhere"),
        ((IN, OUT), "verify nowhere"),
        ((OUT, ERR), "learn word-bank"),
        ((IN, ERR), "rules word-bank WB-1"),
    ],
)
def test_any_closed_stream_is_replaced_by_the_null_device(
    closed: tuple[str, ...], command: str
) -> None:
    check_alike(command, *closed)


def test_a_server_with_closed_streams_serves_and_ends(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = f"serve --port {port} --db {shlex.quote(str(tmp_path))}/tables.db"
    line = in_shell(command, f"{IN} {OUT}")
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
    """Whether a server answers that it is ready."""
    try:
        with urlopen(address, timeout=10) as answer:
            return bool(answer.status == 200)
    except URLError:
        return False
