"""`chabudai rules`: the rulebook, or one rule of it."""

import argparse
import re
from collections.abc import Iterator
from unicodedata import normalize

from chabudai.cli.arguments import game_named
from chabudai.cli.errors import Unusable
from chabudai.cli.output import print_json
from chabudai.cli.terminal import is_wide, terminal
from chabudai.core import AnyGame
from chabudai.core.rulebook import Chapter, Glance, Rule, Rulebook, read_rulebook
from chabudai.games import GAMES, folder_of

WHOLE_ID = re.compile("[a-z]{2}-?a?[0-9]+", re.IGNORECASE)
HYPHENS = re.compile("[\u2010-\u2015\u2212ー]")
"""Characters that people type instead of a hyphen, including those of a Japanese keyboard."""

SOFT_BREAK = re.compile(r"(?<=\S)\n(?![\s>|#*+-]|\d+[.)] |$)")
"""A line break within a paragraph of Markdown."""


def run(args: argparse.Namespace) -> int:
    """Print the rules of a game, or one of them."""
    if args.id is None and (found := find_anywhere(args.game, args.lang)):
        print_json(found) if args.json else terminal().say(format_rule(found))
        return 0
    book = rulebook(game_named(args.game), args.lang)
    if args.id is None:
        if args.json:
            print_json(book)
        else:
            terminal().say("\n\n".join(parts(book)))
        return 0
    rule = rule_of(book, args.id)
    if args.json:
        print_json(rule)
    else:
        terminal().say(format_rule(rule))
    return 0


def rulebook(game: AnyGame, lang: str) -> Rulebook:
    """Return the rules of a game in a language."""
    return read_rulebook(folder_of(game.name), lang)


def parts(book: Rulebook) -> Iterator[str]:
    """Yield the parts of a book: title, summary, introduction, and chapters with their rules."""
    yield book.title
    if book.glance:
        yield format_glance(book.glance)
    yield unfolded(book.introduction)
    for rule in book.rules:
        if chapter := book.chapter_at(rule):
            yield format_chapter(chapter)
        yield format_rule(rule)


def contents(book: Rulebook) -> Iterator[str]:
    """Yield the titles of chapters and rules, in the order of the book."""
    for rule in book.rules:
        if chapter := book.chapter_at(rule):
            yield f"== {chapter.title}"
        yield f"{rule.id} {rule.title}"


def format_glance(glance: Glance) -> str:
    """Return the summary of a game as numbered lines."""
    lines = (f"{number}. {line}" for number, line in enumerate(glance.lines, 1))
    return "\n".join((f"== {glance.title}", *lines))


def format_chapter(chapter: Chapter) -> str:
    """Return the heading and text of a chapter as lines."""
    return f"== {chapter.title}\n{unfolded(chapter.text)}".rstrip()


def find_rule(book: Rulebook, wanted: str) -> Rule | None:
    """Return the rule with this ID, or None. The ID may lack the part before its hyphen. The case
    and width of letters are ignored.
    """
    typed = HYPHENS.sub("", normalize("NFKC", wanted)).upper().replace("-", "")
    ids = (typed, book.rules[0].id.partition("-")[0] + typed)
    return next((rule for rule in book.rules if rule.id.replace("-", "") in ids), None)


def find_anywhere(wanted: str, lang: str) -> Rule | None:
    """Return the rule with this full ID, such as WB-14, or None if no game has such IDs. Raises
    Unusable if the game has no such rule.
    """
    if WHOLE_ID.fullmatch(wanted) is None:
        return None
    books = (read_rulebook(folder_of(name), lang) for name in GAMES)
    own = (book for book in books if wanted.upper().startswith(book.rules[0].id[:2]))
    book = next(own, None)
    return rule_of(book, wanted) if book else None


def rule_of(book: Rulebook, wanted: str) -> Rule:
    """Return the rule that `find_rule` finds for this ID. Raises Unusable if it does not exist."""
    rule = find_rule(book, wanted)
    if rule is None:
        said = "There is no rule {name} in {title}. Its rules are {first} to {last}."
        first, last = book.rules[0].id, book.rules[-1].id
        raise Unusable(said, name=repr(wanted), title=book.title, first=first, last=last)
    return rule


def format_rule(rule: Rule) -> str:
    """Return a rule as lines."""
    return f"{rule.id} {rule.title}".rstrip() + f"\n{unfolded(rule.text)}"


def unfolded(text: str) -> str:
    """Return a string with each paragraph on one line. Lists, tables and quotations stay as they
    are.
    """
    return SOFT_BREAK.sub(lambda found: "" if is_wide(text[found.start() - 1]) else " ", text)
