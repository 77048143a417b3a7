"""Quiddler: the guided first game."""

from collections import Counter
from itertools import chain
from pathlib import Path

from chabudai.core import CHANCE, Guide, Lesson
from chabudai.core.text import read_catalogue
from chabudai.games.quiddler.components.cards import DECK
from chabudai.games.quiddler.state import (
    Challenge,
    Discard,
    Draw,
    GoOut,
    Last,
    Options,
    Ready,
    Shuffle,
)

READER, NEIGHBOUR = 0, 1


def deal(dealer: int, first: str, second: str, then: str) -> Shuffle:
    """Return a shuffle that deals these hands to the first player and the other player.

    `then` lists the first discard and the top cards of the draw pile.
    """
    hands = chain.from_iterable(zip(first.split(), second.split(), strict=True))
    top = (*hands, *then.split())
    rest = Counter(DECK)
    rest.subtract(top)
    return Shuffle((*top, *rest.elements()), dealer)


FIRST_GAME = Guide(
    title="A first game",
    seats=2,
    options=Options(first_dealer=NEIGHBOUR),
    before=((CHANCE, deal(NEIGHBOUR, "H A K", "E O G", "V Z T S")),),
    lessons=(
        Lesson(
            text="Welcome! Your cards lie below. You want to make English words of all of them. "
            "Every turn begins with one more card. Press “Draw a card”.",
            terminal="Welcome! You see your cards above. You want to make English words of all "
            "of them. Every turn begins with one more card. Draw a card.",
            point=("draw-deck",),
            typed="draw",
            do=Draw("pile"),
        ),
        Lesson(
            text="You drew a Z. It has many points, but cards left in your hand cost you their "
            "points when the round ends. Every turn ends with a discard: tap the place "
            "“Discard”, tap the Z, and press the button below.",
            terminal="You drew a Z. It has many points, but cards left in your hand cost you "
            "their points when the round ends. Every turn ends with a discard: throw away the Z.",
            point=("discard-slot", "discard"),
            typed="discard Z",
            do=Discard("Z"),
            then=((NEIGHBOUR, Draw("pile")), (NEIGHBOUR, Discard("T"))),
        ),
        Lesson(
            text="Look, Tanuki threw away a T, and that makes HAT! Instead of a new card you may "
            "take the top discard. Press “Take T”.",
            terminal="Look, Tanuki threw away a T, and that makes HAT! Instead of a new card you "
            "may take the top discard. Take the T.",
            point=("draw-discard", "discard-pile"),
            typed="take",
            do=Draw("discards"),
        ),
        Lesson(
            text="Now tap H, A and T, in this order, to make the word. Then tap the place "
            "“Discard” and the K. All your cards are used: press “Go out”.",
            terminal="Now lay HAT, of H, A and T, and discard the K. All your cards are used: "
            "you go out.",
            point=("word-0", "discard-slot", "go-out"),
            typed="out HAT discard K",
            do=GoOut((("H", "A", "T"),), "K"),
            then=((NEIGHBOUR, Draw("pile")), (NEIGHBOUR, Last((("G", "O"),), "S"))),
        ),
        Lesson(
            text="You went out, so Tanuki had one more turn. Here are the points: words score, "
            "and cards left over cost you. The longest word gets 10 more. That was round 1! Go "
            "on to the next.",
            point=("round-result", "ready"),
            typed="ready",
            do=Ready(),
            then=(
                (NEIGHBOUR, Ready()),
                (CHANCE, deal(READER, "A I R L", "TH E N O", "U M T D")),
                (NEIGHBOUR, Draw("pile")),
                (NEIGHBOUR, Discard("L")),
            ),
        ),
        Lesson(
            text="Each round you hold one card more: now four. TH is one card with two letters. "
            "Your cards already make two words. Draw a card first.",
            point=("draw-deck",),
            typed="draw",
            do=Draw("pile"),
        ),
        Lesson(
            text="Tap TH and E. For a new word, tap the next row, then N and O. "
            "The T is your discard. You have used every card: go out!",
            terminal="Lay THE, of TH and E, and NO, of N and O. The T is your discard. You "
            "have used every card: go out!",
            point=("word-0", "discard-slot", "go-out"),
            typed="out THE NO discard T",
            do=GoOut((("TH", "E"), ("N", "O")), "T"),
            then=((NEIGHBOUR, Draw("pile")), (NEIGHBOUR, Last((("A", "R", "I", "M"),), "D"))),
        ),
        Lesson(
            text="Tanuki laid ARIM. Have you ever heard of that? You may lay any letters, as "
            "long as nobody challenges them. Press the flag beside ARIM, and challenge it!",
            terminal="Tanuki laid ARIM. Have you ever heard of that? You may lay any letters, as "
            "long as nobody challenges them. Challenge it!",
            point=("challenge-2", "laid-2"),
            typed="challenge ARIM",
            do=Challenge(2, 2),
        ),
        Lesson(
            text="ARIM isn’t a word, so Tanuki loses its points. If it were a word, you would "
            "have lost them. Now you know it all! There are eight rounds, and the hands grow to "
            "ten cards. The most points in the end win. Have fun!",
            point=("round-result",),
        ),
    ),
    japanese=read_catalogue(Path(__file__).parent, "ja"),
)
GUIDES = {"first": FIRST_GAME}
