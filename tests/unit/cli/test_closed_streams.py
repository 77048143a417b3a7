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
IN, OUT, ERR = "0<&-", "1>&-", "2>&-"
ALL = (IN, OUT, ERR)
COMMANDS = {
    "play": ("play word-bank --seats 2 --seed 1", ALL),
    "simulate": ("simulate word-bank --games 4 --bots {bot} --seed 1 --jobs 2 --json", ALL),
    "replay": (f"replay {GAME} --at 1", ALL),
    "mcp": ("mcp --server nowhere", ALL),
    "missions": ("missions list", ALL),
    "no input": ("learn word-bank", (IN,)),
    "no output": ("rules word-bank WB-1", (OUT,)),
    "no errors": ("verify nowhere", (ERR,)),
    "only errors": ("verify nowhere", (IN, OUT)),
    "only input": ("learn word-bank", (OUT, ERR)),
    "only output": ("rules word-bank WB-1", (IN, ERR)),
}
"""Commands with the streams to close. They read, print, start processes or serve a protocol."""
BOT = "def think(view, seat, dice):\n    print('Thinking')\n    return {'type': 'pass'}\n"


def in_shell(command: str, closed: tuple[str, ...]) -> list[str]:
    """Return a shell command that runs `chabudai` with closed streams."""
    python = shlex.quote(sys.executable)
    return ["sh", "-c", f"exec {python} -X utf8 -m chabudai {command} {' '.join(closed)}"]


@pytest.mark.parametrize(("command", "closed"), COMMANDS.values(), ids=COMMANDS)
def test_commands_take_closed_streams_for_the_null_device(
    command: str, closed: tuple[str, ...], tmp_path: Path
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)
    line = command.format(bot=f"{bot}:think")
    expected = here(*shlex.split(line), typed="")
    assert expected.code in (0, 2)
    assert "Traceback" not in expected.err
    done = subprocess.run(
        in_shell(line, closed),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == expected.code
    assert done.stdout.decode() == ("" if OUT in closed else expected.out)
    assert done.stderr.decode() == ("" if ERR in closed else expected.err)


def test_a_server_with_closed_streams_serves_and_ends(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = f"serve --port {port} --db {shlex.quote(str(tmp_path))}/tables.db"
    with subprocess.Popen(in_shell(command, (IN, OUT)), stderr=subprocess.PIPE) as running:
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
    """Whether a server reports that it is ready."""
    try:
        with urlopen(address, timeout=10) as answer:
            return bool(answer.status == 200)
    except URLError:
        return False
