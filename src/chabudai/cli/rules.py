"""`chabudai rules`: the rulebook, or one rule of it."""

import argparse

from chabudai.cli.arguments import game_named
from chabudai.cli.errors import Unusable
from chabudai.cli.output import print_json
from chabudai.core import AnyGame
from chabudai.core.rulebook import Rule, Rulebook, read_rulebook
from chabudai.games import folder_of


def run(args: argparse.Namespace) -> int:
    """Print the rules of a game, or the one asked for."""
    book = rulebook(game_named(args.game), args.lang)
    if args.id is None:
        if args.json:
            print_json(book)
        else:
            print(f"{book.title}\n")
            print("\n\n".join(map(format_rule, book.rules)))
        return 0
    rule = find_rule(book, args.id)
    if rule is None:
        ids = f"{book.rules[0].id} to {book.rules[-1].id}"
        raise Unusable(f"There is no rule {args.id!r} in {book.title}. There are {ids}.")
    if args.json:
        print_json(rule)
    else:
        print(format_rule(rule))
    return 0


def rulebook(game: AnyGame, lang: str) -> Rulebook:
    """The rules of a game in a language."""
    return read_rulebook(folder_of(game.name), lang)


def find_rule(book: Rulebook, wanted: str) -> Rule | None:
    """The rule with that ID, case ignored, or None."""
    return next((rule for rule in book.rules if rule.id == wanted.upper()), None)


def format_rule(rule: Rule) -> str:
    """A rule as lines."""
    return f"{rule.id} {rule.title}".rstrip() + f"\n{rule.text}"
