"""`chabudai solve quiddler`: what a hand can lay, solved exactly."""

import argparse

from chabudai.cli.arguments import options_of
from chabudai.cli.errors import Unusable
from chabudai.cli.output import print_json
from chabudai.games import GAMES
from chabudai.games.quiddler.components.cards import Face
from chabudai.games.quiddler.solver import Layout, hand_of, solve
from chabudai.games.quiddler.solver.cover import LONGEST_WORD, MOST_WORDS, NO_BONUS, Bonus
from chabudai.games.quiddler.state import Options
from chabudai.words import fold

AIMS: dict[str, Bonus] = {"points": NO_BONUS, "words": MOST_WORDS, "letters": LONGEST_WORD}


def run(args: argparse.Namespace) -> int:
    """The words to lay from a hand, the card to discard and what is left."""
    pairs = [] if args.lexicon is None else [f"lexicon={args.lexicon}"]
    options = options_of(GAMES["quiddler"], pairs)
    assert isinstance(options, Options)  # noqa: S101 - for the type checker
    laid = frozenset(fold(word.strip()) for word in args.laid.split(","))
    try:
        solved = solve(
            hand_of(args.hand),
            keep=args.keep,
            lexicon=options.lexicon,
            barred=laid - {""},
            bonus=AIMS[args.aim],
        )
    except ValueError as error:
        raise Unusable(error) from None
    if args.json:
        print_json(solved)
    else:
        tell(solved)
    return 0


def tell(solved: Layout) -> None:
    """The solution in lines."""
    for word in solved.words:
        print(f"{''.join(word)}: {joined(word)}")
    if not solved.words:
        print("These cards spell no word.")
    if solved.discard is not None:
        print(f"Discard {solved.discard}.")
    if solved.left:
        print(f"Left: {joined(solved.left)}.")
    print(f"{solved.points} points laid, {solved.net} with what is left taken off.")


def joined(cards: tuple[Face, ...]) -> str:
    """Cards as they are typed."""
    return " ".join(cards)
