"""Names of guests as they are shown: of any script, with any emoji, measured by graphemes."""

import re
import unicodedata
from collections.abc import Collection, Iterator

LONGEST_NAME = 24
"""How many graphemes of a name are shown at most."""
LONGEST_GRAPHEME = 10
"""How many characters a grapheme has at most. No emoji has more."""
LONGEST_SENT = LONGEST_NAME * LONGEST_GRAPHEME
"""How many characters of a name are sent at most."""
MOST_MARKS = 4
"""How many marks in a row are kept. More would be drawn over the lines above and below."""

JOINER, NON_JOINER = "\u200d", "\u200c"
FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{0,5}$")
"""The start of the flag of a part of a country; the rest of it is invisible tags."""
TAGS = range(0xE0020, 0xE0080)
SKINS = range(0x1F3FB, 0x1F400)
LETTERS_OF_FLAGS = range(0x1F1E6, 0x1F200)
PICTURES = range(0x1F000, 0x1FB00)
"""Where emoji are added to Unicode: also those that are newer than this Python."""
JAMO_AFTER_ANOTHER = range(0x1160, 0x1200)
CONJOINING = "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d"
"""The viramas that make one shape of the consonants round them."""


def tidy(name: str) -> str | None:
    """A name as it is shown: NFKC, one space between words, nothing invisible, cut to fit.

    None when no letter, digit, symbol or emoji is left of it, as of marks alone.
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


def graphemes(text: str) -> Iterator[str]:
    """What a reader sees as single characters, in order."""
    grapheme = ""
    for sign in text:
        if grapheme and not continues(grapheme, sign):
            yield grapheme
            grapheme = ""
        grapheme += sign
    if grapheme:
        yield grapheme


def continues(grapheme: str, sign: str) -> bool:
    """Whether a sign belongs to the grapheme before it."""
    last, point = grapheme[-1], ord(sign)
    if len(grapheme) >= LONGEST_GRAPHEME:
        return False
    if is_mark(sign) or sign in (JOINER, NON_JOINER) or point in SKINS or point in TAGS:
        return True
    if last == JOINER or last in CONJOINING:
        return unicodedata.category(sign) in ("Lo", "So") or point in PICTURES
    if point in LETTERS_OF_FLAGS:
        return len(grapheme) == 1 and ord(last) in LETTERS_OF_FLAGS
    return point in JAMO_AFTER_ANOTHER and unicodedata.name(last, "").startswith("HANGUL")


def cut(name: str, most: int) -> str:
    """The first `most` graphemes of a name, without a space at the end."""
    return "".join(list(graphemes(name))[:most]).strip()


def distinct(name: str, others: Collection[str]) -> str:
    """`name`, with a number if somebody at the table has it already."""
    folded = {fold(other) for other in others}
    number, wanted = 2, name
    while fold(wanted) in folded:
        mark = f" {number}"
        wanted = cut(name, LONGEST_NAME - len(mark)) + mark
        number += 1
    return wanted


def fold(name: str) -> str:
    """Two names that look the same but for capitals and joiners have the same fold."""
    return name.replace(JOINER, "").replace(NON_JOINER, "").casefold()
