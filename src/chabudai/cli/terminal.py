"""Terminal output: wrapping of lines, colour, and line editing.

If the output is not a terminal, lines are written unchanged.
"""

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module

COLOURS = (36, 33, 35, 32, 34, 31, 96, 93)
"""Colours of the seats as ECMA-48 codes: cyan, yellow, magenta, green, …"""
BOLD = 1
COMMAND = "chabudai "
"""The beginning of a shell command."""
CODE = re.compile("\x1b\\[[0-9]+m")
PIECE = re.compile(f"(?:{CODE.pattern})+|[^\x1b]", re.DOTALL)
CLOSING = "、。，．・：；？！」』）］｝〉》】ーぁぃぅぇぉっゃゅょァィゥェォッャュョ"
"""Characters that must not begin a line of Japanese."""
OPENING = "「『（［｛〈《【"
"""Characters that must not end a line of Japanese."""
BESIDE = re.compile(r".*\S {2,}(?=\S)")
"""The part of a line to the left of its last column."""
COLUMN = re.compile(r".*?\S {2,}(?=\S)")
"""The part of a line to the left of its second column."""
SENTENCE = re.compile(r"[^\s.][.。]$")
"""The end of a sentence, as opposed to a row of a board."""
ENOUGH = 4
"""Minimum number of consecutive lines that are treated as two columns."""
JOINER, AS_EMOJI, SKIN_TONES = "\u200d", "\ufe0f", "🏻🏼🏽🏾🏿"
"""Characters that join emoji, widen the symbol before them, and colour the emoji before them."""
NARROWEST = 12
"""Minimum width of an indented column, in cells."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """Input and output for a person.

    `width` returns the number of columns, or None if there is no limit. `paint` colours a string
    with one of COLOURS, or leaves it plain.
    """

    width: Callable[[], int | None]
    paint: Callable[[str, int], str]
    prompt: str

    def say(self, text: str) -> None:
        """Print lines, wrapped. Shell commands are not wrapped, so that they can be copied."""
        width = self.width()
        lines = text.split("\n")
        for line in lines if width is None else stacked(lines, width):
            if width is None or line.startswith(COMMAND):
                print(line)
            else:
                print("\n".join(wrapped(line, width)))

    def ask(self) -> str:
        """Return the next typed line, without invisible characters, which pasted text may contain.
        Raises EOFError, after ending the prompt's line.
        """
        try:
            return "".join(sign for sign in input(self.prompt) if not is_invisible(sign))
        except EOFError:
            print()
            raise

    def seat_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the seats in their colours."""
        colours = (COLOURS[seat % len(COLOURS)] for seat in range(len(names)))
        return tuple(map(self.paint, names, colours))


def terminal() -> Terminal:
    """Return the terminal of this process. If the output is a pipe, the terminal has no width and
    no colours.
    """
    if not sys.stdout.isatty():
        return Terminal(lambda: None, plain, "> ")
    edits = sys.stdin.isatty() and edit_lines()
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") in (None, "dumb"):
        return Terminal(columns, plain, "> ")
    prompt = painted(">", BOLD)
    # Line editors do not count the characters between these two as cells.
    prompt = CODE.sub(lambda code: f"\1{code[0]}\2", prompt) if edits else prompt
    return Terminal(columns, painted, f"{prompt} ")


def edit_lines() -> bool:
    """Enable line editing and history in `input`. Return whether they are available."""
    with suppress(ImportError):
        # The import itself enables both.
        import_module("readline")
        return True
    return False


def columns() -> int:
    """Return the current width of the terminal."""
    return max(shutil.get_terminal_size().columns, 2)


def plain(text: str, colour: int) -> str:
    """Return the text unchanged."""
    return text


def painted(text: str, colour: int) -> str:
    """Return the text, enclosed in the codes that start and end a colour."""
    return f"\x1b[{colour}m{text}\x1b[0m"


def stacked(lines: Sequence[str], width: int) -> Iterator[str]:
    """Yield lines. If two columns, such as a board and its legend, are wider than `width`, yield
    one below the other.
    """
    rest = list(lines)
    while rest:
        at = len(found[0]) if (found := COLUMN.match(rest[0])) else 0
        several = rest[: side_by_side(rest, at)] if at else []
        if len(several) < ENOUGH or all(cells(line) <= width for line in several):
            yield rest.pop(0)
            continue
        left = "\n".join(line[:at].rstrip(" ") for line in several)
        yield from left.rstrip("\n").split("\n")
        yield from unfolded(line[at:] for line in several if line[at:])
        del rest[: len(several)]


def side_by_side(lines: Sequence[str], at: int) -> int:
    """Return the number of leading lines that form two columns. Each has a gap before index `at`,
    or ends before that index without being a sentence, such as "It is your turn."
    """
    return next(
        (
            n
            for n, line in enumerate(lines)
            if line[at - 2 : at].strip(" ") or (len(line) < at and SENTENCE.search(line))
        ),
        len(lines),
    )


def unfolded(lines: Iterable[str]) -> Iterator[str]:
    """Join sentences that were split over several lines, and yield all lines."""
    row = ""
    for line in lines:
        open_end = not row.endswith((".", "。")) and "  " not in row
        if row and open_end and (" " in row or is_wide(row[-1])):
            row += line if is_wide(row[-1]) else f" {line}"
            continue
        if row:
            yield row
        row = line
    yield row


def wrapped(line: str, width: int) -> Iterator[str]:
    """Yield lines of at most `width` cells, broken at words. A longer word is split. If a line with
    two columns is broken, the rest is indented to the right column.
    """
    beside = BESIDE.match(CODE.sub("", line))
    column = cells(beside[0]) if beside else 0
    indent = " " * column if column <= width - NARROWEST else ""
    row = ""
    for word in words(line):
        if row.strip(" ") and cells(row + word.rstrip(" ")) > width:
            yield row.rstrip(" ")
            row = indent
        row += word
        while cells(row.rstrip(" ")) > width:
            head = fitting(row, width)
            yield head
            row = indent + row[len(head) :]
    yield row.rstrip(" ")


def words(line: str) -> Iterator[str]:
    """Split a line where breaks are allowed. Each part keeps the spaces at its end."""
    word = ""
    for piece in PIECE.findall(line):
        if word and breaks(CODE.sub("", word), piece):
            yield word
            word = ""
        word += piece
    yield word


def breaks(before: str, piece: str) -> bool:
    """Whether a line may be broken between a string and the next character or code."""
    if not before or piece == " ":
        return False
    if before[-1] == " ":
        return True
    if CODE.match(piece) or piece in CLOSING or before[-1] in OPENING:
        return False
    # A number stays with its noun, and with its colour code.
    if piece.isdigit() or before[-1].isdigit():
        return False
    return is_wide(piece) or is_wide(before[-1])


def is_invisible(character: str) -> bool:
    """Whether a character, such as a zero-width space, only affects the display of others."""
    return unicodedata.category(character) == "Cf"


def is_wide(character: str) -> bool:
    """Whether a character takes two cells."""
    return unicodedata.east_asian_width(character) in "WF"


def cells_of(character: str, before: str) -> int:
    """Return the number of cells of a character, given the one before it. Combining marks,
    invisible characters, skin tones and the joined parts of an emoji take no cells.
    """
    if before == JOINER or character in SKIN_TONES:
        return 0
    if character == AS_EMOJI:
        return 0 if is_wide(before) else 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if is_wide(character) else 1


def cells(text: str) -> int:
    """Return the number of cells of a string, not counting its codes."""
    bare = CODE.sub("", text)
    return len(bare) if bare.isascii() else sum(map(cells_of, bare, f" {bare}"))


def fitting(text: str, width: int) -> str:
    """Return the longest prefix of a string with at most `width` cells, but at least one
    character.
    """
    head = ""
    for piece in PIECE.findall(text):
        if head and cells(head + piece) > width:
            break
        head += piece
    return head
