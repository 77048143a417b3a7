"""Rules for every command: help, the version, options, option files and closed streams."""

import gc
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from chabudai.cli.arguments import options_of
from chabudai.cli.command import parser
from chabudai.cli.game_commands import add_commands
from chabudai.cli.runner import runner
from chabudai.games import GAMES, folders_in
from chabudai.games.word_porters.state import Options
from tests.support.proxies import free_port
from tests.unit.cli.support import here, refused


def test_garbage_is_collected_again_after_the_import_of_a_command() -> None:
    with pytest.raises(ModuleNotFoundError):
        runner("nowhere_at_all")
    assert gc.isenabled()


def test_added_game_folders_must_be_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "CHABUDAI_GAMES names {!r}, which is not a package here."
    for package in ("no.where", "tests.unit.cli.support", ".x", "__main__"):
        with pytest.raises(ModuleNotFoundError) as missing:
            folders_in(package)
        assert str(missing.value) == sentence.format(package)
    monkeypatch.setenv("CHABUDAI_GAMES", "nowhere")
    said = f"chabudai: {sentence.format('nowhere')}\n"
    command = [sys.executable, "-m", "chabudai", "rules", "word-bank"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_options_are_read_from_a_file_or_refused_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "family.toml"
    words = [f"word {number}" for number in range(40)]
    file.write_text(f"children = true\nown_words = {words}\n", encoding="utf-8")
    options = options_of(GAMES["word-porters"], (f"@{file}", "children=off"))
    assert options == Options(own_words=tuple(words))
    for text, says in (
        ("[1, 2]", "own_words cannot be [1, 2]. It is a list."),
        ("[", "family.toml is not valid TOML: "),
        ("[" + "'x'," * 301 + "]", "You can have at most 300 words"),
        ("[" + "'x'," * 1001 + "]", "'x', …. It is a list."),
        ("['cat', 'dog']", "needs 40 words of your own, but there are 2. (WP-A19)"),
    ):
        file.write_text(f"own_words = {text}", encoding="utf-8")
        assert says in refused("simulate", "word-porters", "--games", "1", "--option", f"@{file}")


def test_a_mission_is_an_option_in_json_or_in_a_file(tmp_path: Path) -> None:
    wrong = '{"mode":"buddy","title":{"en":"A","ja":"A"},"birds":[{"cells":[[0,0]]}],"required":1}'
    refusal = refused("play", "kakapo", "--seats", "2", "--option", f"mission={wrong}")
    assert "Bird A must keep one cell away from the border. (KK-A9)" in refusal
    file = tmp_path / "mine.toml"
    made = here("missions", "make", "--birds", "1", "--largest", "1", "--seed", "5")
    file.write_text(made.out, encoding="utf-8")
    asked = ("simulate", "kakapo", "--games", "1", "--bots", "easy", "--option")
    assert here(*asked, f"mission=@{file}").code == 0
    assert "nowhere.toml cannot be read" in refused(*asked, "mission=@nowhere.toml")
    file.write_text("name = 3", encoding="utf-8")
    assert "mine.toml: name must be a text" in refused(*asked, f"mission=@{file}")


def test_undecodable_arguments_do_no_harm() -> None:
    for line in (
        *("words --check {}", "words --check {} --json", "verify {}", "rules word-bank {}"),
        *("simulate word-bank --games 1 --option lexicon={}", "play word-bank --names {}"),
        "solve word-bank --ring S4,E4,I3,R3,F3,G3,I4 --word {} --json",
    ):
        args = (arg.replace(",", " ").format("\udcff") for arg in line.split())
        assert here(*args, typed="").code in (0, 1, 2)


def test_a_closed_pipe_ends_a_command_without_a_message() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "chabudai", "words"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().strip() == b"AA"
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141


GAME = "src/chabudai/games/word_bank/golden/a-tie-is-broken-by-safes-2.jsonl"
IN, OUT, ERR = "0<&-", "1>&-", "2>&-"
ALL = (IN, OUT, ERR)
COMMANDS = {
    "play": ("play word-bank --seats 2 --seed 1", ALL),
    "simulate": ("simulate word-bank --games 4 --bots {bot} --seed 1 --jobs 2 --json", ALL),
    "mcp": ("mcp --server nowhere", ALL),
    "no input": ("learn word-bank", (IN,)),
    "no output": ("rules word-bank WB-1", (OUT,)),
    "no errors": ("verify nowhere", (ERR,)),
    "only output": (f"replay {GAME} --at 1", (IN, ERR)),
}
"""Commands with the streams to close. They read, print, start processes or serve a protocol."""
BOT = "def think(view, seat, dice):\n    print('Thinking')\n    return {'type': 'pass'}\n"


def in_shell(command: str, closed: tuple[str, ...]) -> list[str]:
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
    port = free_port()
    command = f"serve --port {port} --db {shlex.quote(str(tmp_path))}/tables.db"
    with subprocess.Popen(in_shell(command, (IN, OUT)), stderr=subprocess.PIPE) as running:
        ready = False
        while not ready:
            assert running.poll() is None
            time.sleep(0.05)
            with suppress(URLError), urlopen(f"http://127.0.0.1:{port}/readyz") as answer:
                ready = answer.status == 200
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


COMPLETE = """
complete_() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _chabudai; }
complete_ chabudai pl; echo "${COMPREPLY[*]}"
complete_ chabudai --lang ja play word-bank --se; echo "${COMPREPLY[*]}"
complete_ chabudai play --lang ""; echo "${COMPREPLY[*]}"
complete_ chabudai missions list --j; echo "${COMPREPLY[*]}"
complete_ chabudai play --resume ""; echo "${COMPREPLY[*]}"
"""
"""Completions as bash asks for them. Without any, it offers files."""


def test_bash_completes_commands_options_and_values() -> None:
    script = here("completion", "bash").out + COMPLETE
    done = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
    expected = ["play", "--seats --seat --seed", "en ja", "--json", ""]
    assert done.stdout.splitlines() == expected


def test_completion_and_manual_name_every_command_and_option() -> None:
    top = parser()
    add_commands(top)
    leaves = [
        each for command in top.commands.values() for each in (command, *command.commands.values())
    ]
    names = {name for leaf in leaves for action in leaf.options() for name in action.option_strings}
    for shell in ("bash", "zsh", "fish"):
        script, dashes = here("completion", shell).out, "-" if shell == "fish" else ""
        assert [name for name in names if name.lstrip(dashes) not in script] == []
        assert [name for name in top.commands if name not in script] == []
    manual = here("manual").out
    assert [leaf.prog for leaf in leaves if leaf.prog.replace("-", r"\-") not in manual] == []
