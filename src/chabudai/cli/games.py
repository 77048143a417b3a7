"""`chabudai games`: the games, or one of them."""

import argparse

from chabudai.cli.arguments import game_named
from chabudai.cli.output import phrase, print_json
from chabudai.cli.rules import format_glance, rulebook
from chabudai.cli.terminal import terminal
from chabudai.core import AnyGame
from chabudai.games import GAMES

COMMANDS = ("learn", "play", "rules", "options")


def run(args: argparse.Namespace) -> int:
    """List the games, or describe one."""
    if args.game is not None:
        game = game_named(args.game)
        print_json(document(game, args.lang)) if args.json else describe(game, args.lang)
    elif args.json:
        print_json([document(game, args.lang) for game in GAMES.values()])
    else:
        for game in GAMES.values():
            terminal().say(line_about(game, args.lang))
    return 0


def line_about(game: AnyGame, lang: str) -> str:
    """Return the name, title and number of players of a game."""
    text = "{name}: {title}, for {few} to {many}"
    title, few, many = rulebook(game, lang).title, game.seats[0], game.seats[-1]
    return phrase(lang, text, name=game.name, title=title, few=few, many=many)


def describe(game: AnyGame, lang: str) -> None:
    """Print a game's summary, and its commands."""
    say = terminal().say
    say(line_about(game, lang))
    if glance := rulebook(game, lang).glance:
        say(format_glance(glance))
    for command in COMMANDS:
        say(f"chabudai {command} {game.name}")


def document(game: AnyGame, lang: str) -> dict[str, object]:
    """Return a game as a document: name, title, numbers of seats, and levels of bots."""
    title = rulebook(game, lang).title
    return {"name": game.name, "title": title, "seats": [*game.seats], "bots": [*game.bots]}
