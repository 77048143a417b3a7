"""Word Porters: the components. These cards are our own, not the publisher's.

A card lies on the table with one of its two sides up. A face is the number of a side, independent
of language: `2 * card + side`, with cards numbered from 0 and sides 0 and 1. The texts are in this
package's `cards.json`, which the page also reads.
"""

import re
from typing import Annotated, Literal, TypeAlias

import msgspec

from chabudai.core import Struct
from chabudai.core.bounds import between
from chabudai.games import folder_of

ROUNDS = 4
"""Number of rounds of a game (WP-11)."""
POSITIONS = 10
"""Number of word cards on the table, and of identity cards in the box (WP-4, WP-12)."""
TOKENS = (1, 2, 3)
"""WP-5: porters of each player."""
SEATS = range(3, 7)

WordFace: TypeAlias = Annotated[int, between(0, 299)]
"""A side of a word card: 0 … 299, or the index in a table's own list of words."""
HintFace: TypeAlias = Annotated[int, between(0, 105)]
"""A side of a hint card: 0 … 105, or the index in a table's own list of hints."""
Tongue: TypeAlias = Literal["en", "ja", "kana"]
"""Language of a card. Texts in "ja" have furigana, written `{漢字|かんじ}`. "kana" is for children.
"""


class WordSide(Struct):
    """A word in every language."""

    en: str
    ja: str
    kana: str


class HintSide(Struct):
    """A pair of hint words in every language, such as big and small."""

    en: tuple[str, str]
    ja: tuple[str, str]
    kana: tuple[str, str]


class WordCard(Struct):
    """WP-2: a word on each side. `chick` is the number of the side with the chick, which is for
    children (WP-A15).
    """

    chick: int
    sides: tuple[WordSide, WordSide]


class HintCard(Struct):
    """WP-3: two hint words on each side. `chick` is true if children use the card."""

    chick: bool
    sides: tuple[HintSide, HintSide]


class Box(Struct):
    """All cards that have texts."""

    words: tuple[WordCard, ...]
    hints: tuple[HintCard, ...]


FILE = folder_of("word-porters") / "cards.json"
BREAK = rb"\u200b"
"""A place in the file's long Japanese words where the page may break the line."""
BOX = msgspec.json.decode(FILE.read_bytes().replace(BREAK, b""), type=Box)
WORD_CARDS = len(BOX.words)
HINT_CARDS = len(BOX.hints)
CHICK_WORDS: tuple[WordFace, ...] = tuple(
    2 * number + card.chick for number, card in enumerate(BOX.words)
)
"""WP-46: every word card with its chick up."""
CHICK_HINTS: tuple[int, ...] = tuple(number for number, card in enumerate(BOX.hints) if card.chick)
"""WP-45: the numbers of the hint cards for children."""


FURIGANA = re.compile(r"\{([^|}]*)\|[^}]*\}")


def plain(text: str) -> str:
    """Return a string without its furigana."""
    return FURIGANA.sub(r"\1", text)


def hint_cards(seats: int) -> int:
    """WP-13: return the number of hint cards on the table."""
    return seats + 6


def word_on(face: WordFace, tongue: Tongue) -> str:
    """Return the word on a face of the box, with furigana in "ja"."""
    side = BOX.words[face >> 1].sides[face & 1]
    return str(getattr(side, tongue))


def hints_on(face: HintFace, tongue: Tongue) -> tuple[str, str]:
    """Return the two hint words on a face of the box, in printed order."""
    side = BOX.hints[face >> 1].sides[face & 1]
    match tongue:
        case "en":
            return side.en
        case "ja":
            return side.ja
        case "kana":
            return side.kana
