"""The Kakapo: a guided first mission for two, and one for four."""

from pathlib import Path

from chabudai.core import CHANCE, Guide, Lesson
from chabudai.core.text import read_catalogue
from chabudai.games.kakapo.components.board import WAYS, normalized
from chabudai.games.kakapo.components.cards import DECK, VALUE
from chabudai.games.kakapo.state import Options, Place, Reveal, Select, Shuffle

READER = 0
JAPANESE = read_catalogue(Path(__file__).parent, "ja")


def deal(*hands: str, size: int) -> Shuffle:
    """The cards in such an order that the hands, of this size, begin with these."""
    known = [hand.split() for hand in hands]
    rest = [card for card in DECK if not any(card in hand for hand in known)]
    deck: list[str] = []
    for hand in known:
        missing = size - len(hand)
        deck += [*hand, *rest[:missing]]
        rest = rest[missing:]
    return Shuffle((*deck, *rest), READER)


def place(piece: str, row: int, column: int, drawn: str) -> Place:
    """A piece as it is drawn, with the top left of the drawing in this cell."""
    lines = drawn.split()
    shape = normalized(
        (r, c) for r, line in enumerate(lines) for c, mark in enumerate(line) if mark == "#"
    )
    return Place(piece, WAYS[VALUE[piece]].index(shape), row, column)


BUDDY = Guide(
    title="Buddy, for two",
    seats=2,
    options=Options(mission="buddy/1"),
    before=(
        (
            CHANCE,
            deal("P2 P7 P8 O1 O2 O3 O4 O5 O6 O7 O8", "P1 P3 P4 P5 P6 B1 B2 B3 B4 B5 B6", size=16),
        ),
    ),
    lessons=(
        Lesson(
            text="Welcome! A shy bird sleeps on the board. You and your buddy want to put pieces "
            "all round it, together and without a word. Cards decide which piece comes. "
            "Tap purple 7 in your hand, and reveal it.",
            point=("hand", "reveal"),
            typed="P7",
            do=Reveal("P7"),
            then=((1, Reveal("P3")),),
        ),
        Lesson(
            text="The first card sets the colour: whoever holds purple must play it. "
            "Each of you reveals two cards. Reveal your purple 2.",
            point=("hand", "reveal"),
            typed="P2",
            do=Reveal("P2"),
            then=((1, Reveal("P1")),),
        ),
        Lesson(
            text="Your 7 is the highest, so you are in charge. Its piece is yours to take. "
            "Skills could change it, but each costs a counter, and 7 is just right. "
            "Take purple 7.",
            point=("tile-none", "select"),
            typed="select",
            do=Select(),
        ),
        Lesson(
            text="Now lay it round the bird from below, like a cup: tap a cell and move the "
            "piece until the bird sits in it, on the sides and under it. Then put it down.",
            point=("field", "place"),
            typed="place D7",
            do=place("P7", 6, 3, "#.# #.# ###"),
        ),
        Lesson(
            text="Only the cell above the bird is open. A new round: you lead, with any card. "
            "Reveal orange 4.",
            point=("hand", "reveal"),
            typed="O4",
            do=Reveal("O4"),
            then=((1, Reveal("P5")),),
        ),
        Lesson(
            text="Your buddy has no orange and plays purple. That is the top colour, because the "
            "last card that decided was purple: it beats all others! "
            "Your second card must be orange, too: reveal orange 1.",
            point=("top-suit", "hand", "reveal"),
            typed="O1",
            do=Reveal("O1"),
            then=(
                (1, Reveal("B1")),
                (1, Select()),
                (1, place("P5", 4, 4, "### #.#")),
            ),
        ),
        Lesson(
            text="So your buddy was in charge, took purple 5, and closed the gap. The bird is "
            "scanned, and you have won together! Pieces of one colour may not lie side by side. "
            "Eight rounds are all you have. Have fun!",
            point=("field",),
        ),
    ),
    japanese=JAPANESE,
)

PARTY = Guide(
    title="Party, for three or four",
    seats=4,
    options=Options(mission="party/1"),
    before=(
        (
            CHANCE,
            deal(
                "P7 P8 O7 B8 G8 Y8 B7 G7 Y7 B6",
                "P3 O3 B1 B2 B3 B4 B5 G1 G2 G3",
                "P2 O2 G4 G5 G6 Y1 Y2 Y3 Y4 Y5",
                "P1 P4 P5 P6",
                size=10,
            ),
        ),
    ),
    lessons=(
        Lesson(
            text="Welcome! A shy bird sleeps on the board. All of you want to put pieces round "
            "it, together and without a word. Each reveals one card a round. "
            "Tap purple 7 in your hand, and reveal it.",
            point=("hand", "reveal"),
            typed="P7",
            do=Reveal("P7"),
            then=((1, Reveal("P3")), (2, Reveal("P2")), (3, Reveal("P1"))),
        ),
        Lesson(
            text="The others had to follow with purple. Your 7 is the highest, so you are in "
            "charge, and its piece is yours to take. Take purple 7.",
            point=("tile-none", "select"),
            typed="select",
            do=Select(),
        ),
        Lesson(
            text="Now lay it round the lower half of the bird, like a cup: tap a cell and move "
            "the piece until the bird sits in it. Then put it down.",
            point=("field", "place"),
            typed="place G8",
            do=place("P7", 7, 6, "#.# #.# ###"),
        ),
        Lesson(
            text="Who was in charge leads the next round. The upper half is still open, and "
            "pieces of one colour may not lie side by side, so take another 7. Reveal orange 7.",
            point=("hand", "reveal"),
            typed="O7",
            do=Reveal("O7"),
            then=((1, Reveal("O3")), (2, Reveal("O2")), (3, Reveal("O5"))),
        ),
        Lesson(
            text="Highest again: you are in charge. As all cards have one colour, a skill could "
            "take two pieces. You have few counters, so save them: take orange 7 alone.",
            point=("tile-none", "counters", "select"),
            typed="select",
            do=Select(),
        ),
        Lesson(
            text="Pieces may be turned. Turn it twice, so that the cup stands on its head, and "
            "put it over the upper half of the bird.",
            point=("turn", "field", "place"),
            typed="place G5 2",
            do=place("O7", 4, 6, "### #.# #.#"),
        ),
        Lesson(
            text="The bird is scanned, and all four of you have won! Remember: the colour of the "
            "last card that decided is on top and beats the others, and there are ten rounds. "
            "Have fun!",
            point=("field",),
        ),
    ),
    japanese=JAPANESE,
)
GUIDES = {"buddy": BUDDY, "party": PARTY}
