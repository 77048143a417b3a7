"""Quiddler: `chabudai solve quiddler`."""

from typing import Annotated, Literal

from msgspec import Meta

from chabudai.core import Struct, fill
from chabudai.core.command import Answer, Command
from chabudai.games.quiddler.components.cards import Face
from chabudai.games.quiddler.solver import Layout, hand_of, solve
from chabudai.games.quiddler.solver.cover import LONGEST_WORD, MOST_WORDS, NO_BONUS, Bonus
from chabudai.words import LexiconName, crude, fold

AIMS: dict[str, Bonus] = {"points": NO_BONUS, "words": MOST_WORDS, "letters": LONGEST_WORD}


class Hand(Struct):
    """A hand to solve."""

    hand: Annotated[str, Meta(title="CARDS", description='up to 11 cards, such as "QU I T Z"')]
    keep: Annotated[
        int, Meta(ge=0, le=1, description="1: one card is discarded; 0: all may be laid")
    ] = 1
    aim: Annotated[
        Literal["points", "words", "letters"],
        Meta(description="most points, first of all most words, or first of all the longest word"),
    ] = "points"
    laid: Annotated[str, Meta(title="W,…", description="words that other players have laid")] = ""
    lexicon: LexiconName = "standard"
    clean: Annotated[bool, Meta(description="leave out slurs and other crude words")] = False


def run(asked: Hand) -> Answer:
    """Print the words to lay from a hand, the card to discard and the cards left."""
    laid = frozenset(fold(word.strip()) for word in asked.laid.split(","))
    barred = laid | crude() if asked.clean else laid
    solved = solve(
        hand_of(asked.hand),
        keep=asked.keep,
        lexicon=asked.lexicon,
        barred=barred - {""},
        bonus=AIMS[asked.aim],
    )
    return Answer(document=solved, lines=tuple(layout_lines(solved)))


def layout_lines(solved: Layout) -> list[str]:
    """Return the solution as lines."""
    lines = [f"{''.join(word)}: {card_text(word)}" for word in solved.words]
    if not lines:
        lines.append("These cards spell no word.")
    if solved.discard is not None:
        lines.append(f"Discard {solved.discard}.")
    if solved.left:
        lines.append(f"Left: {card_text(solved.left)}.")
    text = "{points} {points|point|points} laid, {net} after the cards left are subtracted."
    return [*lines, fill(text, {"points": solved.points, "net": solved.net})]


def card_text(cards: tuple[Face, ...]) -> str:
    """Return cards as text, separated by spaces."""
    return " ".join(cards)


COMMANDS = (
    Command(
        name="solve quiddler",
        does="Find the words that score the most points with a hand.",
        takes=Hand,
        main="hand",
        run=run,
    ),
)
