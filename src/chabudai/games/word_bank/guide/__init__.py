"""Word Bank: the guided first game."""

from collections import Counter
from pathlib import Path

from chabudai.core import CHANCE, Guide, Lesson
from chabudai.core.text import read_catalogue
from chabudai.games.word_bank.components import SAFES, Safe
from chabudai.games.word_bank.state import Direction, Options, Pass, Say, Shuffle

READER, NEIGHBOUR = 0, 1
CIRCLE = "C3 A4 T3 S4 R3 E4 B2"
PILE = "N3 O4 L3 I3 U3 M3"


def deal() -> Shuffle:
    """Return a shuffle with the safes of the circle and the next ones on top."""
    top = [Safe(each[0], int(each[1])) for each in f"{CIRCLE} {PILE}".split()]
    rest = Counter(SAFES)
    rest.subtract(top)
    return Shuffle((*top, *rest.elements()), READER)


def say(word: str, direction: Direction, *positions: int) -> Say:
    """Return a password with its path."""
    return Say(word, direction, positions)


FIRST_GAME = Guide(
    title="A first game",
    seats=2,
    options=Options(first_player=READER, retry_words=True),
    before=((CHANCE, deal()),),
    lessons=(
        Lesson(
            text="Welcome! The cards in the circle are safes. You want to get rid of your stones. "
            "Say an English word that starts with a letter you see. "
            "Try CAT: type it, then press “Say it”.",
            terminal="Welcome! The cards in the circle are safes. You want to get rid of your "
            "stones. Say an English word that starts with a letter you see. Try CAT.",
            point=("word", "say-it"),
            typed="CAT",
            do=say("CAT", "clockwise", 0, 1, 2),
            then=((NEIGHBOUR, say("BEAR", "clockwise", 6, 1, 4)),),
        ),
        Lesson(
            text="You put three stones on C, A and T: in the order of your word, once round. "
            "You may go either way round. Type STAR and look at the two arrows: "
            "one way places 2 stones, the other 4. The better one is marked. Say it.",
            terminal="You put three stones on C, A and T: in the order of your word, once "
            "round. You may go either way round. STAR places 2 stones one way, and 4 "
            "the other. A word alone goes the better way. Say it.",
            point=("word", "direction-anticlockwise", "direction-clockwise"),
            typed="STAR",
            do=say("STAR", "anticlockwise", 3, 2, 1, 4),
            then=((NEIGHBOUR, say("SCENE", "anticlockwise", 3, 0, 5)),),
        ),
        Lesson(
            text="T and A have one free space each. A full safe closes: its stones leave the game, "
            "and the card is yours. Say TEA, and close both at once.",
            point=("safe-2", "safe-1", "word"),
            typed="TEA",
            do=say("TEA", "clockwise", 2, 5, 1),
            then=((NEIGHBOUR, say("ONE", "clockwise", 1, 2, 5)),),
        ),
        Lesson(
            text="A word can be used only once, and later words must not contain it. Type CATS, "
            "and read why it cannot be said. Then delete it and say BOOK.",
            terminal="A word can be used only once, and later words must not contain it. Type "
            "CATS, and read why it cannot be said. Then say BOOK.",
            point=("safe-6", "word"),
            typed="BOOK",
            do=say("BOOK", "clockwise", 6, 1),
            then=((NEIGHBOUR, say("LION", "clockwise", 6, 1, 2)),),
        ),
        Lesson(
            text="You closed B, so it is yours, even though one of Tanuki’s stones was in it. "
            "Now C, O and E each wait for one last stone. Say CLOSE.",
            point=("safe-0", "safe-1", "safe-5", "word"),
            typed="CLOSE",
            do=say("CLOSE", "clockwise", 0, 1, 3, 5),
            then=((NEIGHBOUR, say("RUN", "clockwise", 4, 1, 2)),),
        ),
        Lesson(
            text="The numbers beside the names are the stones that each of you has left in "
            "front. You have fewer! If you can’t think of a word, you may pass. Press “Pass”, "
            "and then say yes.",
            terminal="The numbers beside the names are the stones that each of you has left in "
            "front. You have fewer! If you can’t think of a word, you may pass. Pass this time.",
            point=("chip-0", "chip-1", "pass"),
            typed="pass",
            do=Pass(),
            then=((NEIGHBOUR, Pass()),),
        ),
        Lesson(
            text="One last thing: here you could try again, but by the rules, a wrong word costs "
            "your turn. The game ends when somebody has no stones left in front. Then count your "
            "stones in front and in the circle: the fewest stones win. Have fun!",
            point=("chip-0", "chip-1"),
        ),
    ),
    japanese=read_catalogue(Path(__file__).parent, "ja"),
)
GUIDES = {"first": FIRST_GAME}
