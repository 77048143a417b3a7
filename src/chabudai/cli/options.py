"""`chabudai options`: the options of a game, with their values, defaults and rules."""

import argparse
import re
from collections.abc import Iterator

import msgspec

from chabudai.cli.arguments import game_named
from chabudai.cli.output import either, phrase, print_json, say
from chabudai.cli.rules import find_rule, rulebook
from chabudai.cli.terminal import terminal
from chabudai.core import AnyGame, Struct, telling
from chabudai.core.rulebook import Rule, Rulebook
from chabudai.core.telling import Telling

ELSEWHERE = r"see ([A-Z]{2}-\w+) for `%s`"
"""Pattern by which a rule refers to the rule about an option."""


class Option(Struct):
    """An option of a game: its values and its default as text, and the rule that it changes."""

    name: str
    values: str
    default: str
    rule: str | None
    title: str


def run(args: argparse.Namespace) -> int:
    """List the options of a game."""
    game = game_named(args.game)
    options = tuple(options_of_game(game, args.lang))
    if args.json:
        print_json(options)
        return 0
    screen = terminal()
    text = "{game}: options, set with --option NAME=VALUE"
    screen.say(phrase(args.lang, text, game=rulebook(game, args.lang).title))
    for option in options:
        facts = {"name": option.name, "values": option.values, "default": option.default}
        screen.say("\n" + phrase(args.lang, "{name}: {values}; default: {default}", **facts))
        if option.rule is not None:
            screen.say(f"  {option.rule} {option.title}".rstrip())
    return 0


def options_of_game(game: AnyGame, lang: str) -> Iterator[Option]:
    """Yield the options of a game."""
    book, translated = rulebook(game, "en"), rulebook(game, lang)
    for field in msgspec.structs.fields(game.options):
        rule = rule_about(book, field.name)
        title = find_rule(translated, rule.id) if rule else None
        values = either(
            say(lang, each) for each in value_texts(msgspec.inspect.type_info(field.type))
        )
        yield Option(
            name=field.name,
            values=say(lang, values) if isinstance(values, Telling) else str(values),
            default=default_text(field.default),
            rule=rule.id if rule else None,
            title=title.title if title else "",
        )


def rule_about(book: Rulebook, option: str) -> Rule | None:
    """Return the rule about an option: the first rule that names it, or the rule that the first one
    cites.
    """
    for rule in book.rules:
        if f"`{option}`" in rule.text:
            other = re.search(ELSEWHERE % option, rule.text)
            return find_rule(book, other[1]) if other else rule
    return None


def default_text(value: object) -> str:
    """Return a default value as it is typed after `--option NAME=`."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def value_texts(shape: msgspec.inspect.Type) -> Iterator[Telling]:
    """Yield the values of an option's type, in words."""
    match shape:
        case msgspec.inspect.UnionType(types=types):
            for each in types:
                yield from value_texts(each)
        case msgspec.inspect.BoolType():
            yield from map(telling, ("true", "false"))
        case msgspec.inspect.LiteralType(values=values):
            yield from (telling(str(value)) for value in values)
        case msgspec.inspect.IntType(ge=least, le=most):
            yield telling("a number from {least} to {most}", least=least or 0, most=most or 0)
        case msgspec.inspect.VarTupleType():
            yield telling("a list in a file: @FILE.toml")
        case msgspec.inspect.StructType():
            yield telling("@FILE.toml")
        case _:
            yield telling("a name")
