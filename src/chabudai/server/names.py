"""Names of guests as they are shown: of any script, with any emoji, measured by graphemes, and
never mistaken for one another or for the page's own words.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

import regex

LONGEST_NAME = 24
"""How many graphemes of a name are shown at most."""
LONGEST_SENT = 10 * LONGEST_NAME
"""How many characters of a name are sent at most. No emoji has more than ten."""
MOST_MARKS = 4
"""How many marks in a row are kept. More would be drawn over the lines above and below."""

OWN_WORDS = ("You", "Host", "Bot", "Away", "あなた", "ホスト", "ボット", "離席中")
"""Words that the page and the terminal use in place of a name or next to one."""
CONFUSABLES = Path(__file__).with_name("data") / "confusables.txt"

JOINER, NON_JOINER = "\u200d", "\u200c"
FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{0,5}$")
"""The start of the flag of a part of a country; the rest of it is invisible tags."""
TAGS = range(0xE0020, 0xE0080)
PICTURES = range(0x1F000, 0x1FB00)
"""Where emoji are added to Unicode: also those that are newer than this Python."""


def tidy(name: str) -> str | None:
    """A name as it is shown: NFKC, one space between words, nothing invisible, cut to fit. None
    when no letter, digit, symbol or emoji is left of it.
    """
    shown = ""
    normal = unicodedata.normalize("NFKC", name)
    for at, sign in enumerate(normal):
        shown += kept(shown, sign, normal[at + 1 : at + 2] or " ")
    return cut(" ".join(shown.split()), LONGEST_NAME) or None


def kept(before: str, sign: str, after: str) -> str:
    """What is shown of a sign: itself, nothing, or a space. `before` is what is shown so far."""
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
    """Whether a joiner beside this sign changes what is seen: not beside Latin letters."""
    return (
        is_mark(sign)
        or unicodedata.category(sign) in ("Lo", "So", "Sk")
        or ord(sign) in (*PICTURES, *TAGS)
    )


def is_mark(sign: str) -> bool:
    """Whether a character is drawn onto the one before it."""
    return unicodedata.category(sign)[0] == "M"


def graphemes(text: str) -> list[str]:
    """What a reader sees as single characters, in order (Unicode's UAX 29)."""
    return regex.findall(r"\X", text)


def cut(name: str, most: int) -> str:
    """The first graphemes of a name, at most `most` and as many as are sent, stripped."""
    whole = ""
    for grapheme in graphemes(name)[:most]:
        if len(whole) + len(grapheme) > LONGEST_SENT:
            break
        whole += grapheme
    return whole.strip()


def distinct(name: str, others: Collection[str]) -> str:
    """Return `name`, with a number if another name looks like it."""
    number, wanted = 2, name
    while is_taken(wanted, others):
        mark = f" {number}"
        wanted = cut(name, LONGEST_NAME - len(mark)) + mark
        number += 1
    return wanted


def fold(name: str) -> str:
    """Two names that look the same but for capitals and joiners have the same fold."""
    return name.replace(JOINER, "").replace(NON_JOINER, "").casefold()


def is_taken(name: str, others: Collection[str]) -> bool:
    """Whether `name` looks like one of the others: as they are, or both in small letters. A capital
    I looks like a small L, but Ian and Lan are two names.
    """
    exact, small = looks(name)
    return any(exact == as_is or small == folded for as_is, folded in map(looks, others))


def is_own_word(name: str) -> bool:
    """Whether `name` looks like one of the page's own words."""
    return is_taken(name, OWN_WORDS)


def looks(name: str) -> tuple[str, str]:
    """Return the skeletons of a name, as it is and in small letters, without punctuation."""
    exact, small = skeleton(name), fold(skeleton(fold(name)))
    return bare(exact), bare(small)


def bare(text: str) -> str:
    """Return `text` without spaces and punctuation, unless it has nothing else."""
    return "".join(sign for sign in text if unicodedata.category(sign)[0] not in "PZ") or text


def skeleton(name: str) -> str:
    """Return the prototypes of the characters (UTS #39): equal for names that look alike."""
    seen = regex.sub(r"\p{Default_Ignorable_Code_Point}", "", unicodedata.normalize("NFD", name))
    return unicodedata.normalize("NFD", seen.translate(prototypes()))


@cache
def prototypes() -> Mapping[int, str]:
    """By character, the one or more that it looks like."""
    lines = CONFUSABLES.read_text("utf-8").split("\n")
    return {ord(line[0]): line[1:] for line in lines if line}
