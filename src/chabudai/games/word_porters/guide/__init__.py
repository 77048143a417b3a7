"""Word Porters: the guided first game."""

from pathlib import Path

from chabudai.core import CHANCE, Guide, Lesson
from chabudai.core.text import read_catalogue
from chabudai.games.word_porters.components import HINT_CARDS, WORD_CARDS
from chabudai.games.word_porters.state import Deal, Options, Place, Ready, Shuffle, Vote

READER, B, C = 0, 1, 2
WORDS = (130, 12, 58, 172, 120, 18, 208, 260, 134, 166)
"""Snow, lion, lemon, rocket, sun, whale, piano, baby, mountain, bicycle."""
NEXT_WORDS = (240, 48, 254, 136, 22, 178, 88, 264, 142, 164)
"""Castle, ice cream, doctor, river, spider, balloon, clock, pirate, flower, train."""
HINTS = (4, 0, 25, 45, 8, 12, 91, 3, 7)
"""Hot, big, black, animal, wet, sweet, fresh, heavy, round, and their opposites."""
NEXT_HINTS = (10, 17, 19, 20, 27, 31, 33, 35, 48)
"""Loud, summer, land, alive, scary, near, open, moving, funny, and their opposites."""


def deck(top: tuple[int, ...], cards: int) -> tuple[int, ...]:
    """Return all cards of a deck, with these faces on top."""
    shown = {face >> 1 for face in top}
    return (*top, *(2 * card for card in range(cards) if card not in shown))


SHUFFLE = Shuffle(
    deck(WORDS + NEXT_WORDS, WORD_CARDS), deck(HINTS + NEXT_HINTS, HINT_CARDS), READER
)

FIRST_GAME = Guide(
    title="A first game",
    seats=3,
    options=Options(first_player=READER),
    before=((CHANCE, SHUFFLE), (CHANCE, Deal((1, 6, 3)))),
    lessons=(
        Lesson(
            text="Welcome! Ten words lie on the table. Number 1, snow, is secretly yours. "
            "The others are to find it, but you may only give hints. "
            "Snow is cold: tap “Cold”, and put your first porter there.",
            terminal="Welcome! Ten words lie on the table. Number 1, snow, is secretly yours. "
            "The others are to find it, but you may only give hints. Snow is cold: "
            "put your first porter on “Cold”.",
            point=("peek", "hint-0-1", "put"),
            typed="A2",
            do=Place(0, 1),
            then=((B, Place(1, 0)), (C, Place(3, 1))),
        ),
        Lesson(
            text="The others have words, too. Tanuki put a porter on “Big”. On a card where "
            "somebody stands, a place costs two porters: you stack your 2 on your 3. "
            "Snowflakes are small: put them on “Small”.",
            point=("hint-1-1", "put"),
            typed="B2",
            do=Place(1, 1),
            then=(
                (B, Place(4, 0)),
                (C, Place(8, 0)),
                (B, Place(7, 0)),
                (C, Place(6, 0)),
            ),
        ),
        Lesson(
            text="Now guess! Tanuki says big, wet and heavy: a whale, word 6. Kitsune says plant, "
            "round and fresh: a lemon, word 3. Tap each of them, then the word, and confirm. "
            "Nobody sees your votes before all have voted.",
            terminal="Now guess! Tanuki says big, wet and heavy: a whale, word 6. Kitsune says "
            "plant, round and fresh: a lemon, word 3. Vote 6 for Tanuki and 3 for Kitsune. "
            "Nobody sees your votes before all have voted.",
            point=("ballot-1", "ballot-2", "confirm"),
            typed="vote 6 3",
            do=Vote((0, 6, 3)),
            then=((B, Vote((1, 0, 3))), (C, Vote((8, 6, 0)))),
        ),
        Lesson(
            text="You guessed both right: two points. And Tanuki found your snow: that is a point "
            "for Tanuki, and one for you. So a good hint helps you both! Go on to the next round.",
            point=("round-sheet", "ready"),
            typed="ready",
            do=Ready(),
            then=((B, Ready()), (C, Ready()), (CHANCE, Deal((2, 9, 5))), (C, Place(4, 0))),
        ),
        Lesson(
            text="New words, and yours is number 2: ice cream. On a free card your smallest porter "
            "goes alone. When do people like ice cream? Put it on “Summer”.",
            point=("peek", "hint-1-0", "put"),
            typed="B1",
            do=Place(1, 0),
            then=((B, Place(3, 0)), (C, Place(7, 0))),
        ),
        Lesson(
            text="Now you know it all. There are four rounds: put porters, guess, get a point for "
            "each right guess, yours and those about you. The most points win. Have fun!",
            point=("chip-0", "chip-1", "chip-2"),
        ),
    ),
    japanese=read_catalogue(Path(__file__).parent, "ja"),
)
GUIDES = {"first": FIRST_GAME}
