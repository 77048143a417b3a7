"""`chabudai` alone: the games, and three examples."""

import argparse

from chabudai.cli.output import phrase
from chabudai.cli.terminal import terminal
from chabudai.core.rulebook import read_rulebook
from chabudai.games import GAMES, folder_of

EXAMPLES = (
    ("Learn a game, lesson by lesson:", "chabudai learn {game}"),
    ("Play it with bots, in this terminal:", "chabudai play {game}"),
    ("Play with friends, in a browser:", "chabudai serve --open"),
)


def run(args: argparse.Namespace) -> int:
    """Print the games, and three examples. The games are not imported, because that would take
    longer.
    """
    say = terminal().say
    say(phrase(args.lang, "Games for bots, friends and you:"))
    titles = {name: read_rulebook(folder_of(name), args.lang).title for name in GAMES}
    width = max(map(len, titles))
    for name, title in titles.items():
        say(f"  {name:{width}}  {title}")
    for text, command in EXAMPLES:
        say("")
        say(phrase(args.lang, text))
        say(command.format(game=next(iter(titles))))
    say("")
    say(phrase(args.lang, "All commands:"))
    say("chabudai help")
    return 0
