"""Command lines as people type them, with the answers that they would want."""

import re
import shlex
from io import BytesIO, TextIOWrapper
from typing import NamedTuple

import pytest

from tests.unit.cli.support import Screen, here

JA = {"LANG": "ja_JP.UTF-8"}
GAMES = "word-bank|quiddler|word-porters|kakapo"


class Attempt(NamedTuple):
    """A command line, its exit code, and texts that the output must and must not contain, separated
    by "|". `env` is added to the environment; `encoding` is that of the output.
    """

    line: str
    code: int
    has: str
    lacks: str = "invalid choice"
    env: dict[str, str] = {}  # noqa: RUF012 - never changed
    encoding: str = "utf-8"


ATTEMPTS = (
    # Exploring the commands and games.
    Attempt("", 0, f"{GAMES}|Word Bank|chabudai play|chabudai learn|chabudai serve", "usage:"),
    Attempt("--help", 0, "play |serve |solve |missions |Exit codes: 0 |1 |2 "),
    Attempt("-help", 0, "play |serve |Exit codes"),
    Attempt("help", 0, "play |serve |solve |missions |Exit codes"),
    Attempt("help play", 0, "usage: chabudai play|--seats|--bots", "--port"),
    Attempt("play --help", 0, "usage: chabudai play|--seats", "--port"),
    Attempt("help missions list", 0, "usage: chabudai missions list", "lint"),
    Attempt("help servee", 2, "Did you mean serve?"),
    Attempt("help quiddler", 0, "Quiddler|chabudai play quiddler|chabudai rules quiddler"),
    Attempt("version", 0, "chabudai 0."),
    Attempt("--version", 0, "chabudai 0."),
    Attempt("games", 0, f"{GAMES}|The Kakapo Buddy & Party|2 to 5"),
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
    Attempt("words quiz", 0, "quiz is in the standard dictionary"),
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
)


def output(encoding: str) -> TextIOWrapper:
    """Return an output: a terminal in the locale C, or one with this encoding."""
    return Screen(BytesIO(), "utf-8") if encoding == "C" else TextIOWrapper(BytesIO(), encoding)


@pytest.mark.parametrize(
    "attempt", ATTEMPTS, ids=lambda each: f"{each.line} {' '.join(each.env.values())}".strip()[:60]
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
        assert re.match("(usage: chabudai.*\n(  .*\n)*)?chabudai: .*\n\\Z", done.err)
