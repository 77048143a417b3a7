"""The terminal: lines wrapped at words, colour, and games in terminals of two sizes."""

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
from pathlib import Path

import pytest

from chabudai.cli.terminal import CODE, cells, painted, stacked, wrapped

SIZES = ((24, 80), (24, 40))


@pytest.mark.parametrize(
    ("line", "width", "rows"),
    [
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
    ],
)
def test_lines_are_broken_at_words_and_japanese_where_it_may_be(
    line: str, width: int, rows: list[str]
) -> None:
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


def test_what_stands_beside_a_board_comes_below_it_where_it_would_be_too_wide() -> None:
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


def test_a_sentence_below_a_board_stays_below_it() -> None:
    for said in ("Go on.", "どうぞ。"):
        assert list(stacked((*BOARD[:-1], said), 24))[-1] == said


def test_no_empty_lines_are_left_of_a_column_that_ends_early() -> None:
    pieces = ("1   2", "#   ##", "    ##", "    ##")
    assert list(stacked(pieces, 5)) == ["1", "#", "2", "##", "##", "##"]


def test_a_few_lines_with_gaps_are_no_board() -> None:
    few = ["A  one thing and another", "B  nothing", "C  all", "An end."]
    assert list(stacked(few, 10)) == few
    assert list(stacked(["A  b"] * 4, 4)) == ["A  b"] * 4
    assert list(stacked(["A  b"] * 4, 3)) == ["A", "A", "A", "A", "b", "b", "b", "b"]


def test_codes_of_colours_take_no_cells_and_stay_whole() -> None:
    names = [painted(name, 36) for name in ("Tanuki", "たぬき", "Kitsune")]
    line = ", ".join(names) + "."
    assert cells(line) == len("Tanuki, ") + len("たぬき") * 2 + len(", Kitsune.")
    for width in range(2, 30):
        rows = list(wrapped(line, width))
        assert all(cells(row) <= width for row in rows)
        assert CODE.findall("".join(rows)) == CODE.findall(line)
        assert "\x1b" not in CODE.sub("", "".join(rows))


class Played:
    """A game in a terminal of its own."""

    def __init__(self, folder: Path, size: tuple[int, int], *args: str, **environ: str) -> None:
        self.raw, self.mark = b"", 0
        self.child, self.end = pty.fork()
        if not self.child:
            os.chdir(folder)
            kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
            kept = {key: value for key, value in kept.items() if key not in ("COLUMNS", "LINES")}
            command = [sys.executable, "-X", "utf8", "-m", "chabudai", "play", *args]
            os.execve(sys.executable, command, {**kept, "TERM": "xterm-256color", **environ})
        ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))

    @property
    def said(self) -> str:
        """What the terminal has been sent."""
        return self.raw.decode(errors="ignore")

    def until(self, what: str) -> str:
        """Read until this has been said; return what is new, to its end."""
        limit = time.monotonic() + 60
        while not (found := re.compile(what).search(self.said, self.mark)):
            assert select.select([self.end], [], [], limit - time.monotonic())[0], self.said
            self.raw += os.read(self.end, 1 << 16)
        fresh, self.mark = self.said[self.mark : found.end()], found.end()
        return fresh

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.end, keys.encode())

    def interrupt(self) -> int:
        """Press Ctrl-C, and again while nothing comes of it; return the exit code.

        A signal between the prompt and the wait for a line is noticed with the next one.
        """
        for _ in range(12):
            self.type("\x03")
            if self.silent_or_closed(5) == "closed":
                break
        return self.ended()

    def ended(self) -> int:
        """The exit code; everything that was still to be said is read."""
        assert self.silent_or_closed(60) == "closed", self.said
        code = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        os.close(self.end)  # not before, for it hangs up
        return code

    def silent_or_closed(self, seconds: float) -> str:
        """Read until nothing has been said for so many seconds, or the other end is closed."""
        try:
            while select.select([self.end], [], [], seconds)[0]:
                self.raw += os.read(self.end, 1 << 16)
        except OSError:
            return "closed"  # Linux says so that the other end is closed.
        return "silent"


PROMPT = r"\x1b\[1m>\x1b\[0m "
GAMES = ("word-bank", "quiddler", "word-porters", "kakapo")


def rows_of(said: str) -> list[str]:
    """The rows of a terminal, without colours and other codes."""
    return [re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", row) for row in re.split(r"\r*\n", said)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_fits_a_terminal(
    game: str, lang: str, size: tuple[int, int], tmp_path: Path
) -> None:
    played = Played(tmp_path, size, game, "--seed", "3", "--bots", "easy", "--lang", lang)
    said = played.until(PROMPT)
    played.type("table\r")
    table = played.until(PROMPT)
    played.type("quit\r")
    assert played.ended() == 0
    for row in rows_of(said + table):
        width = sum(1 + (unicodedata.east_asian_width(one) in "WF") for one in row)
        assert width <= size[1], row
    if size[1] == 80:
        assert len(rows_of(table)) <= size[0] + 1  # the line that was typed has gone up


def test_seats_and_the_prompt_are_coloured_unless_one_does_not_want_that(tmp_path: Path) -> None:
    args = ("word-bank", "--seed", "3", "--lang", "ja")
    played = Played(tmp_path, (24, 80), *args)
    said = played.until(PROMPT)
    played.type("quit\r")
    assert played.ended() == 0
    assert "\x1b[36mあなた\x1b[0m" in said
    assert "\x1b[33mたぬき\x1b[0m" in said
    for wish in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        grey = Played(tmp_path, (24, 80), *args, **wish)
        grey.until("> ")
        grey.type("quit\r")
        assert grey.ended() == 0
        assert not CODE.search(grey.said)
        assert rows_of(grey.said)[:3] == rows_of(said)[:3]


def test_lines_are_edited_and_earlier_ones_come_back(tmp_path: Path) -> None:
    played = Played(tmp_path, (24, 80), "word-bank", "--seed", "3")
    played.until(PROMPT)
    played.type("rules WB-98\x7f9\r")
    assert "There is no rule WB-99." in played.until(r"WB-99\.\r")
    played.until(PROMPT)
    played.type("\x1b[A\x1b[D\x1b[D\x1b[D\x1b[3~4\r")
    assert "There is no rule WB499." in played.until(r"There is no rule [^.]*\.\r")
    played.type("quit\r")
    assert played.ended() == 0


def test_ctrl_c_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
    played = Played(tmp_path, (24, 40), "quiddler", "--seed", "3", "--lang", "ja")
    played.until(PROMPT)
    assert played.interrupt() == 130
    # Only the command, which can be copied, is longer than the line.
    assert "\r\nchabudai play --resume quiddler.jsonl --lang ja\r\n" in played.said
    long = [row for row in rows_of(played.said) if cells(row) > 40]
    assert long == ["chabudai play --resume quiddler.jsonl --lang ja"]
    on = Played(tmp_path, (24, 80), "--resume", "quiddler.jsonl")
    on.until(PROMPT)
    assert on.interrupt() == 130
    assert [file.name for file in tmp_path.iterdir()] == ["quiddler.jsonl"]


@pytest.mark.parametrize("hangup", [signal.SIG_DFL, signal.SIG_IGN], ids=["heard", "ignored"])
def test_a_game_in_a_window_that_is_closed_is_saved(
    tmp_path: Path, hangup: signal.Handlers
) -> None:
    before = signal.signal(signal.SIGHUP, hangup)
    played = Played(tmp_path, (24, 80), "quiddler", "--seed", "3")
    signal.signal(signal.SIGHUP, before)
    played.until(PROMPT)
    os.close(played.end)
    assert os.waitstatus_to_exitcode(os.waitpid(played.child, 0)[1]) > 0
    on = Played(tmp_path, (24, 80), "--resume", "quiddler.jsonl")
    on.until(PROMPT)
    os.kill(on.child, signal.SIGTERM)
    on.type("\r")  # as in `interrupt`
    assert on.ended() == 130
    assert [file.name for file in tmp_path.iterdir()] == ["quiddler.jsonl"]
