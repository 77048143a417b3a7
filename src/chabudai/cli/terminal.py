"""What a terminal adds to the sentences: lines wrapped to its width, colour, and line editing.

To anything that is no terminal they go as they are.
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

from rich.cells import cell_len

COLOURS = (36, 33, 35, 32, 34, 31, 96, 93)
"""The colours of the seats, as the numbers of ECMA-48: cyan, yellow, magenta, green, …"""
BOLD = 1
COMMAND = "chabudai "
"""With this begins a line that is to be typed in a shell."""
CODE = re.compile("\x1b\\[[0-9]+m")
PIECE = re.compile(f"(?:{CODE.pattern})+|[^\x1b]", re.DOTALL)
CLOSING = "、。，．・：；？！」』）］｝〉》】ーぁぃぅぇぉっゃゅょァィゥェォッャュョ"
"""No line of Japanese begins with these."""
OPENING = "「『（［｛〈《【"
"""And none ends with these."""
BESIDE = re.compile(r".*\S {2,}(?=\S)")
"""What stands left of the right one of two columns."""
COLUMN = re.compile(r".*?\S {2,}(?=\S)")
"""What stands left of the second column, in the first line of a table of two."""
SENTENCE = re.compile(r"[^\s.][.。]$")
"""How a sentence ends, and no row of a board."""
ENOUGH = 4
"""The fewest lines that are taken for two columns."""
NARROWEST = 12
"""The fewest cells that a column is kept for."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """How a game speaks to a person. `width` returns the cells of a line, None: without end;
    `paint` sets a text in a colour of COLOURS, or leaves it plain.
    """

    width: Callable[[], int | None]
    paint: Callable[[str, int], str]
    prompt: str

    def say(self, text: str) -> None:
        """Print lines. A command stays whole, so that it can be copied."""
        width = self.width()
        lines = text.split("\n")
        for line in lines if width is None else stacked(lines, width):
            if width is None or line.startswith(COMMAND):
                print(line)
            else:
                print("\n".join(wrapped(line, width)))

    def ask(self) -> str:
        """Return the next line typed, without what cannot be seen and comes with what is pasted.
        Raises EOFError, after the end of the line of the prompt.
        """
        try:
            return "".join(sign for sign in input(self.prompt) if not is_invisible(sign))
        except EOFError:
            print()
            raise

    def seat_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names of the seats in their colours."""
        colours = (COLOURS[seat % len(COLOURS)] for seat in range(len(names)))
        return tuple(map(self.paint, names, colours))


def terminal() -> Terminal:
    """The terminal of this process, or what a pipe is told."""
    if not sys.stdout.isatty():
        return Terminal(lambda: None, plain, "> ")
    edits = sys.stdin.isatty() and edit_lines()
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") in (None, "dumb"):
        return Terminal(columns, plain, "> ")
    prompt = painted(">", BOLD)
    # Between these two, a line editor counts no cells.
    prompt = CODE.sub(lambda code: f"\1{code[0]}\2", prompt) if edits else prompt
    return Terminal(columns, painted, f"{prompt} ")


def edit_lines() -> bool:
    """Let `input` edit lines and recall earlier ones; return whether it can."""
    with suppress(ImportError):
        # Importing it is what changes `input`.
        import_module("readline")
        return True
    return False


def columns() -> int:
    """The width of the terminal now."""
    return max(shutil.get_terminal_size().columns, 2)


def plain(text: str, colour: int) -> str:
    """The text as it is."""
    return text


def painted(text: str, colour: int) -> str:
    """The text between the codes that begin and end a colour."""
    return f"\x1b[{colour}m{text}\x1b[0m"


def stacked(lines: Sequence[str], width: int) -> Iterator[str]:
    """Lines of which two columns that are wider than `width`, such as a board and what is said of
    it, stand one below the other.
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
    """How many of the first lines have a gap before their place `at`, or end before it and are no
    sentences, such as the one below both columns that says whose turn it is.
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
    """Sentences that were folded into lines, each in one line; pictures stay as they are."""
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
    """Lines of at most `width` cells, broken at words; a longer word is broken where it must be.

    What stands beside something goes on below itself.
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
    """The parts of a line between which it may be broken, spaces at their ends."""
    word = ""
    for piece in PIECE.findall(line):
        if word and breaks(CODE.sub("", word), piece):
            yield word
            word = ""
        word += piece
    yield word


def breaks(before: str, piece: str) -> bool:
    """Whether a line may be broken between what stands before and a character or a code."""
    if not before or piece == " ":
        return False
    if before[-1] == " ":
        return True
    if CODE.match(piece) or piece in CLOSING or before[-1] in OPENING:
        return False
    # A number stays with what it counts, and with the colour that it numbers.
    if piece.isdigit() or before[-1].isdigit():
        return False
    return is_wide(piece) or is_wide(before[-1])


def is_invisible(character: str) -> bool:
    """Whether a character only says how others are shown, such as a space of no width."""
    return unicodedata.category(character) == "Cf"


def is_wide(character: str) -> bool:
    """Whether a character takes two cells."""
    return unicodedata.east_asian_width(character) in "WF"


def cells(text: str) -> int:
    """The cells that a text takes, without its codes."""
    return cell_len(CODE.sub("", text))


def fitting(text: str, width: int) -> str:
    """The longest beginning of a text that takes at most `width` cells, and one character."""
    head = ""
    for piece in PIECE.findall(text):
        if head and cells(head + piece) > width:
            break
        head += piece
    return head
