"""Word Porters: the components. The publisher's lists are not known; these cards are ours.

A card lies with one of its two sides up. A face is the number of a side, independent of language:
`2 * card + side`, cards counted from 0, sides 0 and 1. The texts are in `cards.json` of this room,
which the page reads too.
"""

import re
from typing import Annotated, Literal, TypeAlias

import msgspec

from chabudai.core import Struct
from chabudai.core.bounds import between
from chabudai.games import folder_of

ROUNDS = 4
"""Rounds of a game (WP-11)."""
POSITIONS = 10
"""Word cards on the table, and identity cards in the box (WP-4, WP-12)."""
TOKENS = (1, 2, 3)
"""WP-5: the porters of each player."""
SEATS = range(3, 7)

WordFace: TypeAlias = Annotated[int, between(0, 299)]
"""A side of a word card: 0 … 299, or at a table with own words the index in their list."""
HintFace: TypeAlias = Annotated[int, between(0, 105)]
"""A side of a hint card: 0 … 105, or at a table with own hints the index in their list."""
Tongue: TypeAlias = Literal["en", "ja", "kana"]
"""The language of a card. "ja" has furigana, written `{漢字|かんじ}`; "kana" is for children."""


class WordSide(Struct):
    """A word in every language."""

    en: str
    ja: str
    kana: str


class HintSide(Struct):
    """Two hint words in every language, such as big and small."""

    en: tuple[str, str]
    ja: tuple[str, str]
    kana: tuple[str, str]


class WordCard(Struct):
    """WP-2: a word on each side; `chick` is the number of the side for children (WP-A15)."""

    chick: int
    sides: tuple[WordSide, WordSide]


class HintCard(Struct):
    """WP-3: two hint words on each side; `chick` says whether children use the card."""

    chick: bool
    sides: tuple[HintSide, HintSide]


class Box(Struct):
    """All cards with text."""

    words: tuple[WordCard, ...]
    hints: tuple[HintCard, ...]


FILE = folder_of("word-porters") / "cards.json"
BOX = msgspec.json.decode(FILE.read_bytes(), type=Box)
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
    """A text without its furigana."""
    return FURIGANA.sub(r"\1", text)


def hint_cards(seats: int) -> int:
    """WP-13: how many hint cards lie on the table."""
    return seats + 6


def word_on(face: WordFace, tongue: Tongue) -> str:
    """The word on a face of the box; in "ja" with furigana."""
    side = BOX.words[face >> 1].sides[face & 1]
    return str(getattr(side, tongue))


def hints_on(face: HintFace, tongue: Tongue) -> tuple[str, str]:
    """The two hint words on a face of the box, in the order in which they are printed."""
    side = BOX.hints[face >> 1].sides[face & 1]
    match tongue:
        case "en":
            return side.en
        case "ja":
            return side.ja
        case "kana":
            return side.kana
