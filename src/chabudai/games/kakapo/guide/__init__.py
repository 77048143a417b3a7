"""The Kakapo: a guided first mission for two, and one for four."""

from pathlib import Path

from chabudai.core import CHANCE, Guide, Lesson
from chabudai.core.text import read_catalogue
from chabudai.games.kakapo.components.board import WAYS, normalized
from chabudai.games.kakapo.components.cards import DECK, VALUE
from chabudai.games.kakapo.state import Double, Options, Place, Reveal, Select, Shift, Shuffle, Wild

READER = 0
JAPANESE = read_catalogue(Path(__file__).parent, "ja")


def deal(*hands: str, size: int) -> Shuffle:
    """Return a shuffle in which the hands, each of `size` cards, begin with the given cards."""
    known = [hand.split() for hand in hands]
    rest = [card for card in DECK if not any(card in hand for hand in known)]
    deck: list[str] = []
    for hand in known:
        missing = size - len(hand)
        deck += [*hand, *rest[:missing]]
        rest = rest[missing:]
    return Shuffle((*deck, *rest), READER)


def place(piece: str, row: int, column: int, drawn: str) -> Place:
    """Return a placement of a piece as drawn, with the top left of the drawing in this cell."""
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
            "all round it, together and without a word. Cards decide which piece comes. Tap "
            "purple 8 in your hand, and play it.",
            terminal="Welcome! A shy bird sleeps on the board. You and your buddy want to put "
            "pieces all round it, together and without a word. Cards decide which piece comes. "
            "Play purple 8 from your hand.",
            point=("hand", "reveal"),
            typed="P8",
            do=Reveal("P8"),
            then=((1, Reveal("P3")),),
        ),
        Lesson(
            text="The first card sets the colour: whoever holds purple must play it. Each of you "
            "plays two cards. Play your purple 2.",
            point=("hand", "reveal"),
            typed="P2",
            do=Reveal("P2"),
            then=((1, Reveal("P1")),),
        ),
        Lesson(
            text="Your 8 is the highest, so you are in charge and take a piece. Piece 8 is too "
            "wide, but a skill takes the next smaller one, which is just right. It costs a "
            "counter. Choose “Shift −1”, which is purple 7, and take it.",
            point=("tile-shift", "select"),
            typed="-1",
            do=Select(Shift(-1)),
        ),
        Lesson(
            text="Now lay it round the bird from below, like a cup: tap a cell and move the "
            "piece until it is under the bird and on both sides. Then press “Place”.",
            terminal="Now lay it round the bird from below, like a cup, so that it is under the "
            "bird and on both sides. Type the cell for the top left corner of the piece.",
            point=("field", "place"),
            typed="place D7",
            do=place("P7", 6, 3, "#.# #.# ###"),
        ),
        Lesson(
            text="Only the cell above the bird is open. A new round: you lead, with any card. "
            "Play orange 4.",
            point=("hand", "reveal"),
            typed="O4",
            do=Reveal("O4"),
            then=((1, Reveal("P5")),),
        ),
        Lesson(
            text="Your buddy has no orange and plays purple. That is the top colour, because the "
            "last card that decided was purple: it beats all others! Your second card must be "
            "orange, too: play orange 1.",
            point=("top-suit", "hand", "reveal"),
            typed="O1",
            do=Reveal("O1"),
            then=(
                (1, Reveal("B1")),
                (1, Select(Wild("B"))),
                (1, place("B5", 4, 4, "### #.#")),
            ),
        ),
        Lesson(
            text="Your buddy took blue 5 with the skill wild colour. The bird is scanned: you "
            "have won together! Pieces of one colour never lie side by side. You have eight "
            "rounds. Have fun!",
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
            "it, together and without a word. Each plays one card a round. Tap purple 7 in your "
            "hand, and play it.",
            terminal="Welcome! A shy bird sleeps on the board. All of you want to put pieces "
            "round it, together and without a word. Each plays one card a round. Play purple 7 "
            "from your hand.",
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
            "the piece until the bird sits in it. Then press “Place”.",
            terminal="Now lay it round the lower half of the bird, like a cup, so that the bird "
            "sits in it. Type the cell for the top left corner of the piece.",
            point=("field", "place"),
            typed="place G8",
            do=place("P7", 7, 6, "#.# #.# ###"),
        ),
        Lesson(
            text="You were in charge, so you start the next round. The upper half is still open, "
            "and pieces of one colour may not lie side by side, so a 7 of another colour is just "
            "right. Play orange 7.",
            point=("hand", "reveal"),
            typed="O7",
            do=Reveal("O7"),
            then=((1, Reveal("O3")), (2, Reveal("O2")), (3, Reveal("O5"))),
        ),
        Lesson(
            text="Highest again. All cards have one colour, so a skill can take two pieces: yours, "
            "and that of the lowest card. It costs a counter. Choose “Double”, and take "
            "orange 7 and orange 2.",
            point=("tile-double", "counters", "select"),
            typed="double",
            do=Select(Double()),
        ),
        Lesson(
            text="Pieces may be turned. Begin with orange 7: turn it twice, so that the cup is "
            "upside down, and put it round the upper half of the bird.",
            point=("turn", "field", "place"),
            typed="place O7 G5 2",
            do=place("O7", 4, 6, "### #.# #.#"),
        ),
        Lesson(
            text="You took two pieces, so you must place the other one as well. It may lie "
            "anywhere, but not side by side with orange. Put orange 2 on K12 and L12, in the "
            "corner.",
            point=("field", "place"),
            typed="place K12",
            do=place("O2", 11, 10, "##"),
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
