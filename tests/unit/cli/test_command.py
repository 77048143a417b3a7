"""What holds for every command: help, the version, unusable arguments, signals, closed pipes."""

import gc
import json
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from chabudai.cli.arguments import options_of
from chabudai.cli.runner import runner
from chabudai.games import GAMES
from chabudai.games.word_porters.state import Options
from tests.unit.cli.support import chabudai, here, refused


def test_looking_a_word_up_loads_neither_games_nor_server(tmp_path: Path) -> None:
    spy = tmp_path / "spy.py"
    spy.write_text(
        "import json, sys\n"
        "from chabudai.cli import main\n"
        "main(['words', '--check', 'SAFE'])\n"
        "heavy = {'rich', 'starlette', 'uvicorn', 'sqlalchemy', 'chabudai.games', 'asyncio'}\n"
        "print(json.dumps(sorted(heavy & sys.modules.keys())))\n",
        encoding="utf-8",
    )
    assert json.loads(run_file(spy)) == []


def test_garbage_is_looked_for_while_a_command_runs_and_after_one_that_cannot_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "whole.py").write_text("import gc\nthen = gc.isenabled()\nrun = len\n")
    (tmp_path / "torn.py").write_text("import nowhere_at_all\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert runner("whole") is len
    assert not sys.modules["whole"].then
    assert gc.isenabled()
    with pytest.raises(ModuleNotFoundError):
        runner("torn")
    assert gc.isenabled()


def run_file(file: Path) -> str:
    """What a Python file prints last."""
    done = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    "package", ["nowhere", "no.where", "tests.unit.cli.support", ".x", "__main__"]
)
def test_further_rooms_that_are_no_package_are_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setenv("CHABUDAI_GAMES", package)
    done = chabudai("rules", "word-bank")
    sentence = f"chabudai: CHABUDAI_GAMES names {package!r}, which is no package here.\n"
    assert (done.code, done.out, done.err) == (2, "", sentence)


def test_help_and_version_are_printed() -> None:
    assert here("--version").out.startswith("chabudai ")
    out = here("--help").out
    verbs = ("serve", "play", "simulate", "replay", "verify", "solve", "rules", "words")
    assert [verb for verb in verbs if verb not in out] == []


def test_without_a_command_it_is_told_what_there_is() -> None:
    done = chabudai()
    assert (done.code, done.out) == (2, "")
    assert here("--help").out in done.err
    assert done.err.endswith("Which command? chabudai play GAME plays a game here.\n")


@pytest.mark.parametrize(
    "args",
    [
        ("frobnicate",),
        ("play", "chess"),
        ("play", "word-bank", "--seats", "6"),
        ("play", "word-bank", "--seats", "9" * 30),
        ("play", "word-bank", "--seats", "9" * 5000),
        ("play", "word-bank", "--seat", "2"),
        ("play", "word-bank", "--bots", "god"),
        ("play", "word-bank", "--seats", "4", "--bots", "easy,hard"),
        ("play", "word-bank", "--names", "A,B,C"),
        ("play", "word-bank", "--lang", "fr"),
        ("play", "word-bank", "--transcript", "/nowhere/at/all"),
        ("play", "word-bank", "--seats", "3", "--option", "first_player=3"),
        ("simulate", "word-bank"),
        ("simulate", "word-bank", "--games", "0"),
        ("simulate", "word-bank", "--games", "1e3"),
        ("simulate", "word-bank", "--games", "2", "--jobs", "0"),
        ("simulate", "word-bank", "--games", "2", "--seats", "3", "--bots", "easy,hard"),
        ("simulate", "word-bank", "--games", "2", "--bots", "easy,,hard"),
        ("simulate", "word-bank", "--games", "2", "--transcripts", "/dev/null/x"),
        ("solve", "chess"),
        ("serve", "--port", "70000"),
        ("serve", "--workers", "2"),
        ("verify",),
    ],
    ids=lambda args: " ".join(args)[:60],
)
def test_unusable_arguments_are_refused_with_a_sentence(args: tuple[str, ...]) -> None:
    assert refused(*args).startswith("chabudai")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ("play word-bank --seats x", "argument --seats: x is not a number. Help: chabudai play"),
        ("play word-bank --sets 3", "not understood: --sets 3. Help: chabudai play --help"),
        ("solve quiddler", "are required: --hand. Help: chabudai solve quiddler --help"),
        ("solve quiddler --hand A --no", "not understood: --no. Help: chabudai solve quiddler"),
        ("verify", "the following arguments are required: FILE. Help: chabudai verify --help"),
        ("frobnicate", "argument COMMAND: invalid choice: 'frobnicate' (choose from "),
        ("frobnicate", "). Help: chabudai --help"),
        ("play --resume ''", "What follows --resume is empty: say what, or leave it out."),
        ("play --resume=", "What follows --resume is empty: say what, or leave it out."),
        ("play word-bank --seats ' '", "What follows --seats is empty"),
        ("words --check ''", "What follows --check is empty"),
        ("replay ''", "The name of a file is empty."),
        ("replay -", "directory. What is piped in is /dev/stdin."),
        ("replay a.jsonl --svg -", "What follows --svg is the name of a file: - is none."),
        ("daily kakapo --transcript -", "What follows --transcript is the name of a file: - is"),
        ("play word-bank --transcript tests", "tests is a folder: name a file in it."),
        ("simulate word-bank --games 1 --keep tests", "tests is a folder: name a file in it."),
        ("play kakapo --option @", "The name of a file is empty."),
        (
            "evaluate web/generated/icon-192.png",
            "This is no plan of an evaluation: it is no text in UTF-8.",
        ),
        (
            "play kakapo --option @web/generated/icon-192.png",
            "is not written in TOML: it is no text in UTF-8.",
        ),
    ],
)
def test_wrong_arguments_are_answered_with_where_help_is(args: str, says: str) -> None:
    assert says in refused(*shlex.split(args))


def test_a_refusal_goes_to_standard_error_with_exit_code_2() -> None:
    known = ", ".join(GAMES)
    done = chabudai("play", "chess")
    assert done == (2, "", f"chabudai: There is no game 'chess'. There is: {known}.\n")


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("min_length=9", "min_length cannot be '9'. It is a number from 2 to 8."),
        ("lexicon=oed", "lexicon cannot be 'oed'. It is casual, expert or standard."),
        ("contains_rule=2", "It is literal or off or a number from 3 to 8."),
        ("word_vote=maybe", "word_vote cannot be 'maybe'. It is true or false."),
        ("colour=red", "Word Bank has no option 'colour'. It has: lexicon, first_player,"),
        ("lexicon", "An option is written name=value, not 'lexicon'."),
        (f"lexicon={'[' * 20000}", "lexicon cannot be"),
        ("@nowhere.toml", "nowhere.toml cannot be read"),
    ],
    ids=lambda text: text[:20],
)
def test_an_option_is_refused_with_what_is_possible(option: str, says: str) -> None:
    assert says in refused("simulate", "word-bank", "--games", "1", "--option", option)


def test_options_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "family.toml"
    words = [f"word {number}" for number in range(40)]
    file.write_text(f"children = true\nown_words = {words}\n", encoding="utf-8")
    options = options_of(GAMES["word-porters"], (f"@{file}", "children=off"))
    assert options == Options(own_words=tuple(words))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("own_words = [1, 2]", "own_words cannot be [1, 2]. It is a list."),
        ("own_hints = 3", "own_hints cannot be 3. It is a list."),
        ("colour = 'red'", "Word Porters has no option 'colour'."),
        ("own_words = [", "family.toml is not written in TOML: "),
        ("own_words = [" + "'x'," * 301 + "]", "300 words of your own are the most"),
        ("own_words = [" + "'x'," * 1001 + "]", "'x', …. It is a list."),
    ],
)
def test_a_file_of_options_is_refused_with_what_is_wrong(
    tmp_path: Path, text: str, says: str
) -> None:
    file = tmp_path / "family.toml"
    file.write_text(text, encoding="utf-8")
    asked = refused("simulate", "word-porters", "--games", "1", "--option", f"@{file}")
    assert says in asked


def test_too_few_words_of_ones_own_are_refused_by_their_rule(tmp_path: Path) -> None:
    file = tmp_path / "family.toml"
    file.write_text("own_words = ['cat', 'dog']", encoding="utf-8")
    asked = refused("simulate", "word-porters", "--games", "1", "--option", f"@{file}")
    assert "A game takes 40 words of your own, and there are 2. (WP-A19)" in asked


def test_a_mission_is_named_or_handed_over() -> None:
    says = "mission cannot be 'buddy/33'. It is a number from 1 to 20 or a name or @FILE with a "
    assert says in refused("play", "kakapo", "--option", "mission=buddy/33")
    wrong = '{"mode":"buddy","title":{"en":"A","ja":"A"},"birds":[{"cells":[[0,0]]}],"required":1}'
    refusal = refused("play", "kakapo", "--seats", "2", "--option", f"mission={wrong}")
    assert "Bird A must keep one cell away from the border. (KK-A9)" in refusal


def test_a_mission_of_ones_own_is_played_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    made = here("missions", "make", "--birds", "1", "--largest", "1", "--seed", "5")
    file.write_text(made.out, encoding="utf-8")
    asked = ("simulate", "kakapo", "--games", "1", "--bots", "easy", "--option")
    assert here(*asked, f"mission=@{file}").code == 0
    assert "nowhere.toml cannot be read" in refused(*asked, "mission=@nowhere.toml")
    file.write_text("name = 3", encoding="utf-8")
    assert "mine.toml: name must be a text" in refused(*asked, f"mission=@{file}")


STOPPED = (
    r"Stopped after \d+ of 99999 games; they are kept in word-bank-series\.jsonl\. "
    r"To go on:\nchabudai simulate --resume word-bank-series\.jsonl\n"
)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            ("simulate", "word-bank", "--games", "99999", "--transcripts", "{kept}"),
            STOPPED,
        ),
        (("play", "word-bank", "--seed", "1", "--transcript", "{kept}/game.jsonl"), ""),
    ],
    ids=["simulate", "play"],
)
def test_ctrl_c_ends_a_command_with_no_word_but_how_to_go_on(
    args: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    written = [arg.format(kept=tmp_path) for arg in args]
    with subprocess.Popen(
        [sys.executable, "-m", "chabudai", *written],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    ) as running:
        try:
            while not any(tmp_path.iterdir()):
                time.sleep(0.05)
            running.send_signal(signal.SIGINT)
            _, err = running.communicate(timeout=30)
        finally:
            running.kill()
    assert running.returncode == 130
    assert re.fullmatch(said, err.decode())


def test_letters_that_a_terminal_cannot_show_become_question_marks() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "chabudai", "rules", "word-bank", "WB-14", "--lang", "ja"],
        env={"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.startswith(b"WB-14 ???")
    assert done.stderr == b""


@pytest.mark.parametrize(
    "args",
    [
        ("words", "--check", b"\xff"),
        ("words", "--check", b"\xff", "--json"),
        ("verify", b"\xff"),
        ("rules", "word-bank", b"\xff"),
        ("simulate", "word-bank", "--games", "1", "--option", b"lexicon=\xff"),
        ("simulate", b"\xff", "--games", "1"),
        ("solve", "word-bank", "--ring", "S4 E4 I3 R3 F3 G3 I4", "--word", b"\xff", "--json"),
        ("play", "word-bank", "--names", b"\xff"),
    ],
)
def test_arguments_that_are_no_text_do_no_harm(args: tuple[str | bytes, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "chabudai", *args],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode in (0, 2)
    assert b"Traceback" not in done.stderr


def test_a_closed_pipe_ends_a_command_without_a_word() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "chabudai", "words"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().strip() == b"AA"
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141
