"""Guests' names as displayed. They may use any script and emoji, are measured in graphemes, and
cannot be mistaken for another guest's name or for the page's own words.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

import regex

LONGEST_NAME = 24
"""Maximum number of graphemes in a displayed name."""
LONGEST_SENT = 10 * LONGEST_NAME
"""Maximum number of characters in a name sent by a client. No emoji has more than ten."""
MOST_MARKS = 4
"""Maximum number of consecutive combining marks. More would overlap the lines above and below."""

OWN_WORDS = ("You", "Host", "Bot", "Away", "あなた", "ホスト", "ボット", "離席中")
"""Words that the page and the terminal show in place of a name or next to one."""
CONFUSABLES = Path(__file__).with_name("data") / "confusables.txt"

JOINER, NON_JOINER = "\u200d", "\u200c"
FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{0,5}$")
"""The start of a regional flag, such as Scotland's. Invisible tags follow."""
LOOK_BACK = 8
"""Number of preceding characters that affect whether a character is kept."""
TAGS = range(0xE0020, 0xE0080)
PICTURES = range(0x1F000, 0x1FB00)
"""Unicode range for emoji, including those newer than this Python version."""


def tidy(name: str) -> str | None:
    """Return a name for display: NFKC, single spaces, no invisible characters, cut to the maximum
    length. Return None if no letter, digit, symbol or emoji is left.
    """
    return cut(visible(unicodedata.normalize("NFKC", name)), LONGEST_NAME) or None


def tidy_text(text: str) -> str:
    """Return a string of any length for display, cleaned like a name, but with its characters as
    written (NFC).
    """
    return visible(unicodedata.normalize("NFC", text))


def visible(text: str) -> str:
    """Return a string with single spaces and without invisible characters."""
    shown = ""
    for at, sign in enumerate(text):
        shown += kept(shown[-LOOK_BACK:], sign, text[at + 1 : at + 2] or " ")
    return " ".join(shown.split())


def kept(before: str, sign: str, after: str) -> str:
    """Return the replacement for one character: itself, "" or a space. `before` is the text so far,
    `after` the next character.
    """
    last = before[-1:] or " "
    if is_mark(sign):
        run = before[-MOST_MARKS:]
        over = last.isspace() or (len(run) == MOST_MARKS and all(map(is_mark, run)))
        return "" if over else sign
    if ord(sign) in TAGS:
        return sign if FLAG.search(before) else ""
    if sign in (JOINER, NON_JOINER):
        return sign if may_join(last) and may_join(after) and not is_mark(after) else " "
    shows = unicodedata.category(sign)[0] in "LNPSZ" or ord(sign) in PICTURES
    return sign if shows else " "


def may_join(sign: str) -> bool:
    """Whether a joiner next to this character has a visible effect. Next to Latin letters it has no
    effect.
    """
    return (
        is_mark(sign)
        or unicodedata.category(sign) in ("Lo", "So", "Sk")
        or ord(sign) in (*PICTURES, *TAGS)
    )


def is_mark(sign: str) -> bool:
    """Whether a character is a combining mark."""
    return unicodedata.category(sign)[0] == "M"


def graphemes(text: str) -> list[str]:
    """Split a string into graphemes (UAX 29)."""
    return regex.findall(r"\X", text)


def cut(name: str, most: int) -> str:
    """Truncate a name to `most` graphemes and to LONGEST_SENT characters, and strip it."""
    whole = ""
    for grapheme in graphemes(name)[:most]:
        if len(whole) + len(grapheme) > LONGEST_SENT:
            break
        whole += grapheme
    return whole.strip()


def distinct(name: str, others: Collection[str]) -> str:
    """Return `name`, with a number appended if it looks like another name."""
    number, wanted = 2, name
    while is_taken(wanted, others):
        mark = f" {number}"
        wanted = cut(name, LONGEST_NAME - len(mark)) + mark
        number += 1
    return wanted


def fold(name: str) -> str:
    """Return a key that is equal for names that differ only in case and joiners."""
    return name.replace(JOINER, "").replace(NON_JOINER, "").casefold()


def is_taken(name: str, others: Collection[str]) -> bool:
    """Whether `name` looks like another name, compared both unchanged and in lower case. A capital
    I looks like a lower-case L, but Ian and Lan are different names.
    """
    exact, small = looks(name)
    return any(exact == as_is or small == folded for as_is, folded in map(looks, others))


def is_own_word(name: str) -> bool:
    """Whether `name` looks like one of the page's own words."""
    return is_taken(name, OWN_WORDS)


def looks(name: str) -> tuple[str, str]:
    """Return the skeletons of the unchanged name and of the name in lower case, both without spaces
    and punctuation.
    """
    exact, small = skeleton(name), fold(skeleton(fold(name)))
    return bare(exact), bare(small)


def bare(text: str) -> str:
    """Return `text` without spaces and punctuation, or unchanged if nothing would be left."""
    return "".join(sign for sign in text if unicodedata.category(sign)[0] not in "PZ") or text


def skeleton(name: str) -> str:
    """Return a name's skeleton (UTS #39), which is equal for names that look alike."""
    seen = regex.sub(r"\p{Default_Ignorable_Code_Point}", "", unicodedata.normalize("NFD", name))
    return unicodedata.normalize("NFD", seen.translate(prototypes()))


@cache
def prototypes() -> Mapping[int, str]:
    """Map each confusable character to the one or more characters that it looks like."""
    lines = CONFUSABLES.read_text("utf-8").split("\n")
    return {ord(line[0]): line[1:] for line in lines if line}
