"""The terminal: lines wrapped between words, colours, and games in terminals of two sizes."""

import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
import unicodedata
from fcntl import ioctl
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest

from chabudai.cli.terminal import CODE, cells, painted, stacked, wrapped
from tests.unit.cli.support import Screen, here, refused


def test_lines_are_broken_at_words_and_by_the_rules_of_japanese() -> None:
    for line, width, rows in (
        ("", 10, [""]),
        ("You said TAN.", 13, ["You said TAN."]),
        ("You said TAN.", 12, ["You said", "TAN."]),
        ("OUTSTATIONS", 5, ["OUTST", "ATION", "S"]),
        (" 1 . . A", 8, [" 1 . . A"]),
        ("席を立ちます。", 12, ["席を立ちま", "す。"]),
        ("「はい」です", 6, ["「は", "い」で", "す"]),
        ("あのねAB", 7, ["あのね", "AB"]),
        (" 1 . .  Discards: none of them.", 24, [" 1 . .  Discards: none", "        of them."]),
        (" 1 . .  捨て札：まだなし。", 20, [" 1 . .  捨て札：まだ", "        なし。"]),
        (" 1 . .  Discards: none.", 18, [" 1 . .  Discards:", "none."]),
        ("手札は紫8、緑6枚", 8, ["手札は", "紫8、", "緑6枚"]),
    ):
        assert list(wrapped(line, width)) == rows


BOARD = (
    "A title.",
    "   A B C  Bird 1: none of",
    " 1 . . .  them.",
    " 2 . . .  鳥1：なし、まだ",
    " 3 . . .  なし。",
    " 4 . . .  0   1",
    " 5 . . .  OO  O",
    " 6 . . .",
    "Your turn.",
)


def test_a_column_beside_a_board_moves_below_it_if_the_width_is_exceeded() -> None:
    assert list(stacked(BOARD, 25)) == list(BOARD)
    assert list(stacked(BOARD, 24)) == [
        "A title.",
        "   A B C",
        *(f" {row} . . ." for row in range(1, 7)),
        "Bird 1: none of them.",
        "鳥1：なし、まだなし。",
        "0   1",
        "OO  O",
        "Your turn.",
    ]
    for said in ("Go on.", "どうぞ。"):
        assert list(stacked((*BOARD[:-1], said), 24))[-1] == said
    pieces = ("1   2", "#   ##", "    ##", "    ##")
    assert list(stacked(pieces, 5)) == ["1", "#", "2", "##", "##", "##"]
    # A few lines with gaps are not a board.
    few = ["A  one thing and another", "B  nothing", "C  all", "An end."]
    assert list(stacked(few, 10)) == few
    assert list(stacked(["A  b"] * 4, 4)) == ["A  b"] * 4
    assert list(stacked(["A  b"] * 4, 3)) == ["A", "A", "A", "A", "b", "b", "b", "b"]


def test_colour_codes_take_no_cells_and_are_never_split() -> None:
    names = [painted(name, 36) for name in ("Tanuki", "たぬき", "Kitsune")]
    line = ", ".join(names) + "."
    assert cells(line) == len("Tanuki, ") + len("たぬき") * 2 + len(", Kitsune.")
    marked = {"e\u0301": 1, "か\u3099": 2, "a\u200b": 1, "❤\ufe0f": 2, "👍🏽": 2, "👩\u200d🚀": 2}
    assert {text: cells(text) for text in marked} == marked
    for width in range(2, 30):
        rows = list(wrapped(line, width))
        assert all(cells(row) <= width for row in rows)
        assert CODE.findall("".join(rows)) == CODE.findall(line)
        assert "\x1b" not in CODE.sub("", "".join(rows))


class Played:
    def __init__(self, folder: Path, *args: str, columns: int = 80, **environ: str) -> None:
        self.raw, self.mark = b"", 0
        self.child, self.end = pty.fork()
        if not self.child:
            os.chdir(folder)
            unwanted = ("NO_COLOR", "COLUMNS", "LINES")
            kept = {key: value for key, value in os.environ.items() if key not in unwanted}
            command = [sys.executable, "-X", "utf8", "-m", "chabudai", "play", *args]
            os.execve(sys.executable, command, {**kept, "TERM": "xterm-256color", **environ})
        self.resize(columns)

    def resize(self, columns: int) -> None:
        ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    @property
    def said(self) -> str:
        return self.raw.decode(errors="ignore")

    def until(self, what: str) -> str:
        """Read until the output matches `what`. Return the new output up to the match."""
        limit = time.monotonic() + 60
        while not (found := re.compile(what).search(self.said, self.mark)):
            assert select.select([self.end], [], [], limit - time.monotonic())[0], self.said
            self.raw += os.read(self.end, 1 << 16)
        fresh, self.mark = self.said[self.mark : found.end()], found.end()
        return fresh

    def type(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def leave(self) -> None:
        self.type("quit\r")
        assert self.ended() == 0

    def interrupt(self) -> int:
        """Press Ctrl-C until the game ends, because the first one may come too early. Return the
        exit code.
        """
        for _ in range(12):
            self.type("\x03")
            if self.silent_or_closed(5) == "closed":
                break
        return self.ended()

    def ended(self) -> int:
        assert self.silent_or_closed(60) == "closed", self.said
        code = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        os.close(self.end)  # closing it earlier would hang up
        return code

    def silent_or_closed(self, seconds: float) -> str:
        """Read until the program has been silent for `seconds` or has closed the terminal."""
        try:
            while select.select([self.end], [], [], seconds)[0]:
                self.raw += os.read(self.end, 1 << 16)
        except OSError:
            return "closed"  # Linux raises an error once the other end is closed.
        return "silent"


PROMPT = r"\x1b\[1m>\x1b\[0m "


def rows_of(said: str) -> list[str]:
    """Return the rows of a terminal, without colour codes and other escape sequences."""
    return [re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", row) for row in re.split(r"\r*\n", said)]


@pytest.mark.parametrize("game", ["word-bank", "quiddler", "word-porters", "kakapo"])
def test_every_game_fits_a_terminal_of_either_width(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    for lang, columns in product(("en", "ja"), (40, 80)):
        monkeypatch.setenv("COLUMNS", str(columns))
        args = ("play", game, "--seed", "3", "--bots", "easy", "--lang", lang)
        said = here(*args, typed="table\nquit\n", output=lambda: Screen(BytesIO(), "utf-8")).out
        for row in said.replace("> ", "").splitlines():  # typing would break the line
            width = sum(1 + (unicodedata.east_asian_width(one) in "WF") for one in row)
            assert width <= columns, row
        assert columns == 40 or len(said.split("> ")[1].splitlines()) <= 24


def test_lines_are_edited_and_colours_can_be_turned_off(tmp_path: Path) -> None:
    args = ("word-bank", "--seed", "3", "--lang", "ja")
    played = Played(tmp_path, *args)
    said = played.until(PROMPT)
    played.type("rules WB-98\x7f9\r")
    played.until("WB-99 というルールはありません")
    played.until(PROMPT)
    played.type("\x1b[A\x1b[D\x1b[D\x1b[D\x1b[3~4\r")  # the earlier line, edited
    played.until("WB499 というルールはありません")
    played.until(PROMPT)
    played.resize(40)
    played.type("table\r")
    assert all(cells(row) <= 40 for row in rows_of(played.until(PROMPT)))
    played.leave()
    assert "\x1b[36mあなた\x1b[0m" in said
    assert "\x1b[33mたぬき\x1b[0m" in said
    for grey in (Played(tmp_path, *args, NO_COLOR="1"), Played(tmp_path, *args, TERM="dumb")):
        grey.until("> ")
        grey.leave()
        assert not CODE.search(grey.said)
        assert rows_of(grey.said)[:3] == rows_of(said)[:3]


def test_ctrl_c_saves_and_prints_how_to_resume(tmp_path: Path) -> None:
    stored = tmp_path / "games" / "quiddler.jsonl"
    args = ("quiddler", "--seed", "3", "--lang", "ja")
    played = Played(tmp_path, *args, columns=40, CHABUDAI_DATA=str(tmp_path))
    played.until(PROMPT)
    assert played.interrupt() == 130
    # Only the command is longer than the line, so that it can be copied.
    command = f"chabudai play --resume {stored} --lang ja"
    assert f"\r\n{command}\r\n" in played.said
    assert [row for row in rows_of(played.said) if cells(row) > 40] == [command]
    on = Played(tmp_path, "--resume", str(stored))
    on.until(PROMPT)
    assert on.interrupt() == 130
    assert [*tmp_path.rglob("*.*")] == [stored]


@pytest.mark.parametrize("hangup", [signal.SIG_DFL, signal.SIG_IGN])
def test_closing_the_window_saves_the_game(tmp_path: Path, hangup: signal.Handlers) -> None:
    before = signal.signal(signal.SIGHUP, hangup)
    played = Played(tmp_path, "quiddler", "--seed", "3", CHABUDAI_DATA=str(tmp_path))
    signal.signal(signal.SIGHUP, before)
    played.until(PROMPT)
    os.close(played.end)
    assert os.waitstatus_to_exitcode(os.waitpid(played.child, 0)[1]) > 0
    on = Played(tmp_path, "--resume", CHABUDAI_DATA=str(tmp_path))
    on.until(PROMPT)
    os.kill(on.child, signal.SIGTERM)
    on.type("\r")  # as in `interrupt`
    assert on.ended() == 130
    assert [*tmp_path.rglob("*.*")] == [tmp_path / "games" / "quiddler.jsonl"]


def test_a_killed_game_has_kept_each_move_and_a_running_one_is_not_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHABUDAI_DATA", str(tmp_path))
    played = Played(tmp_path, "word-bank", "--seed", "3")
    played.until(PROMPT)
    played.type("tan\r")
    played.until("said TAN")
    played.until(PROMPT)
    stored = tmp_path / "games" / "word-bank.jsonl"
    assert refused("play", "--resume") == f"chabudai: {stored} is being played in another window."
    os.kill(played.child, signal.SIGKILL)
    os.waitpid(played.child, 0)
    assert "You said TAN" in here("play", "--resume", typed="log\nquit\n").out
