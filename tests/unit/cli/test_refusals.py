"""Command lines with mistakes that people make: helpful answers and refusals."""

import re
import shlex
import sys
from io import BytesIO, TextIOWrapper
from typing import NamedTuple

import pytest

from chabudai.games import GAMES
from tests.support.game_cases import ADDED
from tests.unit.cli.support import Screen, here, refused

JA = {"LANG": "ja_JP.UTF-8"}
EMPTY = "is empty: give a value, or leave it out."
NAMES = "word-bank|quiddler|word-porters|kakapo"


class Attempt(NamedTuple):
    """A command line, its exit code, and texts that the output must and must not contain, separated
    by "|". `env` is added to the environment, and `encoding` is the output's encoding.
    """

    line: str
    code: int
    has: str
    lacks: str = "invalid choice"
    env: dict[str, str] = {}  # noqa: RUF012 - never changed
    encoding: str = "utf-8"


ATTEMPTS = (
    # Exploring the commands and games.
    Attempt("", 0, f"{NAMES}|Word Bank|chabudai play|chabudai learn|chabudai serve", "usage:"),
    Attempt("--help", 0, "play |serve |solve |missions |Exit codes: 0 |1 |2 "),
    Attempt("-help", 0, "play |serve |Exit codes"),
    Attempt("help", 0, "play |serve |solve |missions |Exit codes"),
    Attempt("play --help", 0, "usage: chabudai play|--seats", "--port"),
    Attempt("help missions list", 0, "usage: chabudai missions list", "lint"),
    Attempt("help servee", 2, "Did you mean serve?"),
    Attempt("help quiddler", 0, "Quiddler|chabudai play quiddler|chabudai rules quiddler"),
    Attempt("version", 0, "chabudai 0."),
    Attempt("--version", 0, "chabudai 0."),
    Attempt("games", 0, f"{NAMES}|The Kakapo Buddy & Party|2 to 5"),
    Attempt("games --json", 0, '"word-bank"|"seats":[2,3,4,5]'),
    Attempt("options Quiddler --json", 0, '"name":"solo"|"default":"bots"|"rule":"QD-A18"'),
    # Slightly wrong commands.
    Attempt("servee", 2, "no command 'servee'. Did you mean serve?", "usage:|simulate"),
    Attempt("PLAY quiddler --seats 2", 0, "Quiddler"),
    Attempt("quiddler", 2, "chabudai play quiddler"),
    Attempt("'play quiddler'", 0, "Quiddler"),
    Attempt("resume", 2, "Did you mean play --resume?"),
    Attempt("config", 2, "Did you mean serve --show-settings?"),
    Attempt("frobnicate", 2, "no command 'frobnicate'|chabudai help", "Did you mean"),
    Attempt("missions", 2, "usage: chabudai missions|list|lint", "--port"),
    # Games as people write them.
    Attempt("play Word Bank", 0, "Word Bank"),
    Attempt("play word_bank --seats 3", 0, "Word Bank"),
    Attempt("rules 'The Kakapo Buddy & Party' KK-1", 0, "KK-1 "),
    Attempt("rules ワードバンク 14", 0, "WB-14 "),
    Attempt("play word", 2, "no game 'word'. Did you mean word-bank or word-porters?"),
    Attempt("play クイド", 2, "no game 'クイド'. Did you mean quiddler?"),
    Attempt("learn Kakapo Party", 0, "Kakapo Buddy & Party: Party"),
    Attempt("word bank", 2, "chabudai play word-bank"),
    Attempt("solve Word Bank S4 E4 I3 R3 F3 G3 I4 --top 1", 0, "stones"),
    Attempt("play quidler", 2, "no game 'quidler'. Did you mean quiddler?", "kakapo"),
    Attempt("play", 2, "Which game?|quiddler"),
    # Players, levels and options.
    Attempt("play quiddler --bot easy", 0, "easy"),
    Attempt("play quiddler --bots Hard", 0, "hard"),
    Attempt("play quiddler --bots hrad", 2, "no bot 'hrad'. Did you mean hard?"),
    Attempt("play quiddler --bots 3", 2, "easy|--seats 4"),
    Attempt("play quiddler --sets 3", 2, "usage: chabudai play|no option --sets|mean --seats?"),
    Attempt("play quiddler --seats three", 2, "usage: chabudai play|--seats: three", "--port"),
    Attempt("play quiddler -s 3", 2, "no option -s|--seats"),
    Attempt("play --game quiddler", 2, "GAME is written without --game"),
    Attempt("play quiddler 3", 2, "usage: chabudai play|Did you mean --seats 3?"),
    Attempt("play --quiddler", 2, "quiddler is written without --quiddler"),
    Attempt("play quiddler --daily", 2, "Did you mean chabudai daily?"),
    Attempt("play quiddler --hard", 2, "Did you mean --bots hard?"),
    Attempt("play quiddler rounds=3", 2, "Did you mean --option rounds=3?"),
    Attempt("compare quiddler lexicon=expert", 2, "Did you mean --set lexicon=expert?"),
    Attempt("play kakapo --mission buddy/3", 2, "--option mission=VALUE"),
    Attempt("play wb", 2, "Did you mean word-bank?"),
    Attempt("missions grade", 2, "M is missing: a mission of the book, such as buddy/7", "--port"),
    Attempt("serve --host 0.0.0.0:80", 2, "0.0.0.0:80 has a port|--port 80"),
    Attempt("prune --older '6 months'", 2, "does not exist"),
    Attempt("missions solve 3", 2, "no mission '3'. Did you mean buddy/3 or party/3?"),
    Attempt("daily quiddler --date today --json", 0, '"game":"quiddler"'),
    Attempt("serve --open=no", 2, "--open takes no value"),
    Attempt("rules QD-999", 2, "no rule 'QD-999' in Quiddler", "no game"),
    Attempt("rules WB-14", 0, "WB-14 The first stone"),
    Attempt("play word-bank --option retry-words=yes", 0, "Word Bank"),
    Attempt("play word-bank --option retry_word=yes", 2, "Did you mean retry_words?"),
    Attempt("play word-bank --option retry_words", 2, "retry_words=true"),
    Attempt("play word-bank --option lexicon=standrd", 2, "casual, expert or standard"),
    Attempt("replay", 2, "usage: chabudai replay|FILE is missing", "simulate"),
    Attempt("play quiddler --seats 3 --seats 4", 2, "--seats is given more than once"),
    Attempt("play quiddler --seats 3 --players 3", 0, "Quiddler"),
    Attempt("play quiddler --option rounds=3 --option Rounds=4", 2, "--option Rounds is given"),
    Attempt("--lang ja play quiddler --lang en", 2, "--lang が2つ以上あります"),
    Attempt("simulate quiddler", 2, "How many games? chabudai simulate quiddler --games K."),
    Attempt("solve word-bank firefighter", 2, "word-bank S4 E4 I3 R3 F3 G3 I4 --word firefighter"),
    Attempt("play quiddler --names Ann,Ann", 2, "Two players are called Ann"),
    Attempt("play Quiddler Kakapo", 2, "Not understood: Kakapo. Give only one game."),
    Attempt("compare word-bank --option min_length=4", 2, "Write --set min_length=4."),
    Attempt("play quiddler --seats 1", 2, "Try --option solo=columns."),
    Attempt("play --resume README.md", 1, "This is not a recorded game"),
    Attempt("prune --older forever", 2, "--older: forever is not an age", "：forever", JA),
    Attempt("backup", 2, "TO がありません。", "the new file", JA),
    # Languages and terminals.
    Attempt("--lang ja play quiddler", 0, "あなた"),
    Attempt("--lang=ja rules word-bank WB-1", 0, "WB-1 |人"),
    Attempt("--json rules word-bank WB-1", 0, '"id":"WB-1"'),
    Attempt("--lang ja", 0, "chabudai play|ゲーム"),
    Attempt("", 0, "chabudai play|ゲーム", env=JA),
    Attempt("play quidler", 2, "'quidler' というゲームはありません。quiddler", env=JA),
    Attempt("play quiddler", 0, "You", "あなた", {**JA, "LC_ALL": "en_GB.UTF-8"}),
    Attempt("--lang en play quiddler", 0, "You", "あなた", JA),
    Attempt("play quiddler --lang 日本語", 0, "あなた"),
    Attempt("play quiddler ーーsets 3", 2, "Did you mean --seats?"),
    Attempt("rules word-bank --lang fr", 2, "usage: chabudai rules|'fr'. Choose en or ja"),
    Attempt("rules word-porters", 0, '"big"', "“|?big", {"LC_ALL": "C"}, "C"),
    Attempt("rules word-porters", 0, '"big"', "“|?big", {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "C"),
    Attempt("rules word-porters", 0, "“big”", '"big"', {"LANG": "C.UTF-8"}, "C"),
    Attempt("rules word-porters", 0, '"big"', "“|?big", encoding="ascii"),
    Attempt("play quiddler --names Zoë,Łukasz", 0, "Zoe|Lukasz", "?o", encoding="ascii"),
    Attempt("play quiddler", 0, "You", "???", JA, "ascii"),
    Attempt("rules WB-14 --lang ja", 0, "The first stone|encoding is ascii", encoding="ascii"),
    Attempt("missions list", 0, "Call / ohayounohitokoe", encoding="ascii"),
    # Words and positions.
    Attempt("words --check quiz quizz", 1, "quiz is in|quizz is not in"),
    Attempt("words quiz, quest", 0, "quiz is in|quest is in"),
    Attempt("words qi --expert", 2, "Did you mean --lexicon expert?"),
    Attempt(
        "words", 2, "Which words? To list all: chabudai words", "aardvark", {"LC_ALL": "C"}, "C"
    ),
    Attempt("solve quiddler quitz", 0, "QU I"),
    # The shell.
    Attempt("completion tcsh", 2, "bash, fish or zsh"),
    Attempt("manual", 0, ".TH CHABUDAI 1|.SS chabudai play|Exit codes"),
    # The environment.
    Attempt("serve", 2, "Did you mean CHABUDAI_PORT?", env={"CHABUDAI_PRT": "9"}),
    Attempt("serve", 2, "CHABUDAI_LANG is unknown.", "Did you mean", {"CHABUDAI_LANG": "ja"}),
    Attempt("serve", 2, "Did you mean CHABUDAI_HOST_NAME?", env={"CHABUDAI_HOSTNAME": "a.b"}),
    Attempt("serve", 2, "tcp://a:80 is not from 0 to 65535.", env={"CHABUDAI_PORT": "tcp://a:80"}),
    Attempt("serve", 2, f"CHABUDAI_DB {EMPTY}", env={"CHABUDAI_DB": ""}),
    Attempt("serve", 2, "Choose another with --data.", env={"CHABUDAI_DATA": "/dev/null/data"}),
    Attempt("serve", 2, "***@|cannot", "pw", {"CHABUDAI_DB": "postgresql://u:pw@127.0.0.1:1/x"}),
    Attempt("serve", 2, "a,b is not the address of a proxy", env={"CHABUDAI_PROXY": "a,b"}),
    Attempt(
        "serve",
        2,
        "CHABUDAI_PUBLIC_URL: https needs a",
        env={"CHABUDAI_PUBLIC_URL": "https://a.b/", "CHABUDAI_HOST": "::"},
    ),
    Attempt("mcp", 2, "CHABUDAI_TOKEN is not a token", "hunter2", {"CHABUDAI_TOKEN": "hunter2"}),
)

GAME = "src/chabudai/games/word_bank/golden/a-tie-is-broken-by-safes-2.jsonl"
PNG = "web/generated/icon-192.png"
SERIES = "simulate word-bank --games 6"
COMPARED = "compare word-bank --games 4"
RING = "--ring 'S4 E4 I3 R3 F3 G3 I4'"

REFUSALS = {
    "": {
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
        "chess": f"There is no game 'chess'. Available: {', '.join(GAMES)}.",
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
REFUSED = [
    Attempt(f"{start} {end}", 2, sentence)
    for start, ends in REFUSALS.items()
    for end, sentence in ends.items()
]


def output(encoding: str) -> TextIOWrapper:
    """Return an output with this encoding, or a terminal in the C locale if it is "C"."""
    return Screen(BytesIO(), "utf-8") if encoding == "C" else TextIOWrapper(BytesIO(), encoding)


@pytest.mark.parametrize(
    "attempt",
    [*ATTEMPTS, *REFUSED],
    ids=lambda each: f"{each.line} {' '.join(each.env.values())}".strip()[:60],
)
def test_an_attempt_gets_the_answer_that_a_person_wants(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in attempt.env.items():
        monkeypatch.setenv(name, value)
    words = shlex.split(attempt.line)
    done = here(*words, typed="quit\n", output=lambda: output(attempt.encoding))
    said = done.out + done.err
    assert [text for text in attempt.has.split("|") if text not in said] == []
    assert [text for text in attempt.lacks.split("|") if text in said] == []
    assert done.code == attempt.code
    if done.code == 2:
        assert done.out == ""
        assert re.match("(usage: chabudai.*\n(  .*\n)*)?chabudai: .{,390}\n\\Z", done.err)


def test_mcp_without_its_sdk_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert refused("mcp").endswith("This needs the package mcp: pip install 'chabudai[mcp]'.")
