"""Refused command lines: each has exit code 2 and one sentence on standard error."""

import shlex
import sys

import pytest

from chabudai.games import GAMES
from tests.support.game_cases import ADDED
from tests.unit.cli.support import refused

GAME = "src/chabudai/games/word_bank/golden/a-tie-is-broken-by-safes-2.jsonl"
PNG = "web/generated/icon-192.png"
NO_CHESS = f"There is no game 'chess'. Available: {', '.join(GAMES)}."
SERIES = "simulate word-bank --games 6"
COMPARED = "compare word-bank --games 4"
RING = "--ring 'S4 E4 I3 R3 F3 G3 I4'"
EMPTY = "is empty: give a value, or leave it out."

REFUSALS = {
    "": {
        "frobnicate -x": "There is no command 'frobnicate'. To list the commands",
        "verify": "FILE is missing: a transcript. Help: chabudai verify --help",
        "verify nowhere": "nowhere cannot be read",
        "replay tests": "cannot be read",
        "replay a.jsonl --svg -": "-",
        "words --check ''": f"--check {EMPTY}",
        "words --lexicon oed": "There is no dictionary 'oed'. Choose casual, standard or expert.",
        "rules word-bank WB-99": "There is no rule 'WB-99' in Word Bank. Its rules are WB-1 to",
        f"evaluate {PNG}": "This is not an evaluation plan: it is not UTF-8 text.",
        "evaluate": "Which plan? chabudai evaluate PLAN.toml.",
        "simulate word-bank --games 0": "--games: 0 is not from 1 to 1000000000.",
    },
    f"replay {GAME} --json": {
        "--at 999": "There is no step 999; steps are numbered 0 to 24.",
        "--at -1": "There is no step -1; steps are numbered 0 to 24.",
        "--seat 3": "There is no seat 3; seats are numbered 0 to 1.",
        "--seat -1": "There is no seat -1; seats are numbered 0 to 1.",
        "--svg /nowhere/x.svg": "/nowhere/x.svg cannot be written",
        "--svg /nowhere/x.svg --at 999": "There is no step 999",
    },
    "play": {
        "chess": NO_CHESS,
        "--resume ''": f"--resume {EMPTY}",
        f"kakapo --option @{PNG}": "is not valid TOML: it is not UTF-8 text.",
        "kakapo --option mission=buddy/33": (
            "cannot be 'buddy/33'. It is a number from 1 to 20 or a name or @FILE with a "
        ),
    },
    "play word-bank": {
        "--seats 6": "Word Bank is played by 2 to 5.",
        f"--seats {'9' * 5000}": "chabudai",
        "--seat 2": "There is no seat 2; seats are numbered 0 to 1.",
        "--bots god": "There is no bot 'god'. Choose easy, normal, hard or expert.",
        "--seats 4 --bots easy,hard": "2 bots do not fit: the seats for bots are 3.",
        "--names A,B,C": "There are 3 names for 2 seats.",
        "--transcript /nowhere/at/all": "cannot be written: No such file or directory.",
        "--transcript tests": "tests is a folder: name a file in it.",
        "--seats 3 --option first_player=3": "Seat 3 cannot start: it is not at this table. (WB-A",
    },
    SERIES: {
        "--bots easy,,hard": "There is no bot ''.",
        "--transcripts /dev/null/x": "/dev/null/x cannot be made: Not a directory.",
        "--table a.xls": "A table is a file .csv or .parquet, not a.xls.",
        "--columns bot": "--columns chooses columns of a --table FILE.",
        "--table a.csv --columns x": "There is no column 'x'. Available: game, deal",
        "--resume no.jsonl": "--resume FILE continues what FILE describes",
    },
    f"{SERIES} --option": {
        "colour=red": "Word Bank has no option 'colour'. It has: lexicon, first_player,",
        "lexicon": "An option needs a value, such as lexicon=standard.",
        f"lexicon={'[' * 20000}": "lexicon cannot be",
        "@nowhere.toml": "nowhere.toml cannot be read",
    },
    COMPARED: {
        "": "What should change? --set OPTION=VALUE, or --deck FILE.",
        "--deck a.toml": "Word Bank has no option for your own cards.",
        "--bots random --set min_length=8 --server http://127.0.0.1:9": (
            "http://127.0.0.1:9 cannot be reached: Connection refused."
        ),
    },
    "daily": {
        "--date 9999-01-01": "9999-01-01 lies ahead: its deal can be played from that day",
        "--par": "Which game? Without one, the daily deals are listed.",
        "kakapo --transcript -": "--transcript needs a file name, not",
    },
    "learn": {
        "kakapo solo": "The Kakapo Buddy & Party has no guide 'solo'. It has: buddy or party.",
        "quiddler --lesson=44": "There is no lesson 44; lessons are 1 to 9.",
        "quiddler --lesson 0": "0 is not from 1",
        ADDED[0].game.name: f"{ADDED[0].game.title} has no guide.",
    },
    "missions": {
        "lint src": "src cannot be read: Is a directory.",
        "grade buddy/1 --seats 3": "This mission is not played by 3.",
        "make --birds 8 --smallest 6 --largest 6": "ask for fewer or smaller",
        "make --birds 9": "A mission has 1 to 8 birds, not 9.",
        "make --largest 0": "A bird has 1 to 24 cells",
        "make --coloured 101": "from 0 to 100 per cent",
        "make --required 3": "at most all of them",
    },
    "solve": {
        "word-bank": "RING is missing: the safes clockwise",
        "word-bank --ring 'S4 E4'": "A circle has 7 safes, not 2.",
        f"word-bank --ring 'S{'9' * 5000} E4 I3 R3 F3 G3 I4'": "A safe is a letter and its free",
        "quiddler": "CARDS is missing: up to 11 cards",
        f"word-bank {RING} --word co-op": "with the letters A to Z only, not 'CO-OP'.",
        f"word-bank {RING} --stones 0": "--stones: 0 is not from 1 to 100.",
        f"word-bank {RING} --top -1": "--top: -1 is not from 1 to 1000000.",
        "quiddler --hand 'Z Z Z'": "The deck has 2 cards Z, not 3.",
        "quiddler --hand 'A T' --keep 2": "2 is not from 0 to 1",
        "quiddler --hand 'A T' --aim fun": "--aim cannot be 'fun'",
    },
    "serve": {
        "--port 70000": "--port: 70000 is not from 0 to 65535.",
        "--workers 2": "--workers: one server is one process.",
        "--host-name http://games.example": "is not a name",
        "--port 0 --db /nowhere/at/all.db": "cannot be opened",
        "--port 0 --proxy nobody": "not the address of a proxy",
        "--port 0 --metrics here:there": "neither a port",
        "--port 0 --metrics 70000": "70000 is not a port",
        "--metrics 8000": "--metrics: metrics need a port of their own",
        "--data here --db x.db": "--db says where tables are stored: leave out --data.",
        "--host 0.0.0.0 --public-url https://games.example/": "https needs a proxy",
        "--port 0 --stored network=1X": "network=1X is not a limit",
        "--port 0 --stored seat=1M": "seat=1M is not a limit",
    },
    "mcp --server": {
        "nowhere": "nowhere is not the address of a server",
        "http://[::1": "http://[::1 is not the address of a server",
    },
}
"""The expected sentences, by the start and the end of the command line."""


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        pytest.param(f"{start} {end}", sentence, id=f"{start} {end}".strip()[:60])
        for start, ends in REFUSALS.items()
        for end, sentence in ends.items()
    ],
)
def test_an_unusable_command_line_is_refused_in_one_sentence(line: str, sentence: str) -> None:
    said = refused(*shlex.split(line))
    assert said.startswith("chabudai: ")
    assert sentence in said
    assert len(said) < 400


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ("CHABUDAI_PRT=9", "variable CHABUDAI_PRT is unknown. Did you mean CHABUDAI_PORT?"),
        ("CHABUDAI_LANG=ja", "The environment variable CHABUDAI_LANG is unknown."),
        ("CHABUDAI_HOSTNAME=a.b", "Did you mean CHABUDAI_HOST_NAME?"),
        ("CHABUDAI_PORT=tcp://10.0.0.1:80", "tcp://10.0.0.1:80 is not from 0 to 65535."),
        ("CHABUDAI_DB=", "CHABUDAI_DB is empty: give a value, or leave it out."),
        ("CHABUDAI_DATA=/dev/null/data", "made: Not a directory. Choose another with --data."),
        ("CHABUDAI_DB=postgresql://u:pw@127.0.0.1:1/x", "postgresql://u:***@127.0.0.1:1/x cannot"),
        ("CHABUDAI_PROXY=10.0.0.1,10.0.0.2", "10.0.0.1,10.0.0.2 is not the address of a proxy"),
        ("CHABUDAI_PUBLIC_URL=https://a.b/ CHABUDAI_HOST=::", "CHABUDAI_PUBLIC_URL: https needs a"),
    ],
)
def test_an_unusable_environment_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, variables: str, sentence: str
) -> None:
    for each in variables.split():
        monkeypatch.setenv(*each.split("=", 1))
    said = refused("serve")
    assert sentence in said
    assert ("Did you mean" in said) == ("Did you mean" in sentence)


def test_mcp_without_its_sdk_or_with_an_invalid_token_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CHABUDAI_TOKEN", "hunter2")
    sentence = refused("mcp")
    assert "CHABUDAI_TOKEN is not a token" in sentence
    assert "hunter2" not in sentence
    monkeypatch.delenv("CHABUDAI_TOKEN")
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert refused("mcp").endswith("This needs the package mcp: pip install 'chabudai[mcp]'.")
