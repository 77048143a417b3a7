"""`chabudai solve`: positions solved exactly."""

import argparse

from chabudai.cli.arguments import options_of
from chabudai.cli.errors import Unusable
from chabudai.cli.output import print_json
from chabudai.games import GAMES
from chabudai.games.word_bank.rules import forbidden
from chabudai.games.word_bank.solver import Solved, ring_of, solve_ring
from chabudai.games.word_bank.state import Options
from chabudai.words import fold, lexicon


def run(args: argparse.Namespace) -> int:
    """The best passwords of a circle of Word Bank; with a word, every way to place it, and whether
    it could be said. A single stone has no direction and is listed once, as clockwise.
    """
    pairs = [] if args.lexicon is None else [f"lexicon={args.lexicon}"]
    options = options_of(GAMES["word-bank"], pairs)
    assert isinstance(options, Options)  # noqa: S101 - for the type checker
    used = tuple(word.strip() for word in args.used.split(",") if word.strip())
    try:
        ring = ring_of(args.ring)
        solved = solve_ring(
            ring, options=options, used=used, stones=args.stones, word=args.word, count=args.top
        )
    except ValueError as error:
        raise Unusable(error) from None
    word = None if args.word is None else fold(args.word)
    against: dict[str, str] | None = None
    if word is not None:
        why = forbidden(options, ring, tuple(map(fold, used)), word)
        if why is not None:
            against = {"rule": why.rule, "text": why.text.format(**why.facts)}
        elif word not in lexicon(options.lexicon):
            against = {"rule": "WB-8", "text": f"{word} is not in the dictionary."}
    if not args.json:
        tell(solved, word, against)
    elif word is None:
        print_json({"best": solved.best})
    else:
        print_json({"best": solved.best, "inputs": solved.inputs, "word": word, "against": against})
    return 0


def tell(solved: Solved, word: str | None, against: dict[str, str] | None) -> None:
    """The solution in lines."""
    for rank, best in enumerate(solved.best, 1):
        print(f"{rank}. {best.word} {way(best.direction, best.positions, best.closes)}")
    if not solved.best:
        print("No word of the dictionary can be said here.")
    if word is None or solved.inputs is None:
        return
    print(f"{word}: {len(solved.inputs)} ways to place it.")
    if against:
        print(f"It cannot be said. {against['text']} Rule {against['rule']}.")
    for one in solved.inputs:
        print(way(one.direction, one.positions, one.closes))


def way(direction: str, positions: tuple[int, ...], closes: tuple[int, ...]) -> str:
    """One way to place a word."""
    stones = f"{direction} {' '.join(map(str, positions))}: {len(positions)} "
    stones += "stone" if len(positions) == 1 else "stones"
    return stones + (f", closes {' '.join(map(str, closes))}" if closes else "")
