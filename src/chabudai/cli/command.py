"""The command-line parser. A command's module is imported only when the command runs."""

import argparse
from typing import NoReturn

from chabudai.cli.argument_types import number, seconds, within
from chabudai.cli.data_folder import LATEST
from chabudai.cli.operation import add_operation
from chabudai.cli.parser import Parser
from chabudai.cli.settings import add_settings
from chabudai.cli.shared_options import (
    GAME_HELP,
    add_engine,
    add_json,
    add_keep,
    add_names,
    add_seats,
    add_table,
)
from chabudai.core.strict import choices

BOTS = ("--bots", "--bot")
"""Names of the option for bots."""
SHELLS = ("bash", "fish", "zsh")
"""Shells that `chabudai completion` knows."""
GAMES_EACH = 200
"""Default number of games that `compare` plays with each set of components."""
EXIT_CODES = "Exit codes: 0 done; 1 refused by the rules, or a check failed; 2 unusable arguments."


def parser(lang: str = "en") -> Parser:
    """Return the parser, without the games' own commands. Its error messages are in `lang`."""
    top = Parser(
        lang=lang,
        prog="chabudai",
        description="Four small-box games, their rules enforced, with bots in the empty seats.",
        epilog=f"chabudai help COMMAND explains a command. {EXIT_CODES}",
    )
    top.add_commands("COMMAND")
    top.set_defaults(module="chabudai.cli.overview")

    def verb(name: str, does: str) -> Parser:
        command = top.add_command(name, does)
        command.set_defaults(module=f"chabudai.cli.{name}")
        return command

    add_serve(verb("serve", "Serve the games to browsers, and print the address."))
    add_play(verb("play", "Play a game in the terminal, line by line; Ctrl-C saves it."))
    add_learn(verb("learn", "Learn a game in the terminal: a guided first game, lesson by lesson."))
    add_daily(
        verb("daily", "Play a daily deal, the same for everyone; without a game, list the deals.")
    )
    add_games(verb("games", "List the games, or describe one."))
    add_options(verb("options", "List the options of a game: values, defaults and rules."))
    add_rules(verb("rules", "Read the rules of a game, or one of them."))
    add_words(verb("words", "Look words up in a dictionary, or list it."))
    add_replay(verb("replay", "Step through a recorded game as one seat saw it."))
    add_verify(verb("verify", "Check that a recorded game keeps the rules."))
    add_review(verb("review", "Review a finished recorded game: what the moves cost."))
    add_simulate(verb("simulate", "Let bots play each other, and print statistics."))
    add_evaluate(verb("evaluate", "Measure the strength of bots by a plan."))
    add_compare(verb("compare", "Change options or cards, and measure how that changes a game."))
    add_mcp(verb("mcp", "Let a language model play, by the Model Context Protocol."))
    add_operation(verb)
    add_completion(verb("completion", "Print a script that completes commands in a shell."))
    verb("manual", "Print the manual page, for man -l.")
    add_help(verb("help", "Show the help of a command."))
    verb("version", "Print the version.")
    return top


def several_servers(given: str) -> NoReturn:
    """Raise ArgumentTypeError, with advice on how to use several cores."""
    raise argparse.ArgumentTypeError(
        "one server is one process. To use several cores, start several servers with --db and the "
        "URL of one PostgreSQL behind a load balancer"
    )


def add_serve(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai serve`."""
    add_settings(command)
    command.add_argument(
        "--show-settings",
        action="store_true",
        help="print each setting with its value and origin, and exit",
    )
    command.add_argument(
        "--workers",
        type=several_servers,
        help=argparse.SUPPRESS,
    )
    command.add_argument("--open", action="store_true", help="open a browser at the address")


def add_mcp(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai mcp`."""
    command.add_argument(
        "--server", metavar="URL", help="the server to play on; a private one, with bots, if absent"
    )


def add_play(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai play`."""
    command.add_argument("game", nargs="?", metavar="GAME", help=GAME_HELP)
    add_seats(command)
    command.add_argument("--seat", type=number, metavar="S", help="your seat, from 0; default 0")
    command.add_argument(
        *BOTS,
        metavar="LEVEL[,LEVEL…]",
        help="easy, normal, hard or expert; one for all bots, or one for each; normal if absent",
    )
    add_names(command)
    command.add_argument("--transcript", metavar="FILE", help="record the game in FILE")
    command.add_argument(
        "--resume",
        nargs="?",
        const=LATEST,
        metavar="FILE",
        help="continue the game saved in FILE, by default the latest one, and save it there again",
    )
    add_table(command)


def add_learn(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai learn`."""
    command.add_argument("game", metavar="GAME", help=GAME_HELP)
    command.add_argument(
        "guide", nargs="?", metavar="GUIDE", help="guide to play; the first if absent"
    )
    command.add_argument(
        "--lesson",
        type=within(1, 99),
        default=1,
        metavar="N",
        help="first lesson; default %(default)s",
    )


def add_daily(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai daily`."""
    command.add_argument("game", nargs="?", metavar="GAME", help="name of the game; all if absent")
    command.add_argument("--date", metavar="YYYY-MM-DD", help="day, by UTC; today if absent")
    command.add_argument("--par", action="store_true", help="only print the result of an expert")
    add_names(command)
    command.add_argument("--transcript", metavar="FILE", help="record the game in FILE")
    add_json(command)


def add_simulate(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai simulate`."""
    command.add_argument("game", nargs="?", metavar="GAME", help=GAME_HELP)
    command.add_argument("--games", type=within(1, 10**9), metavar="K", help="number of games")
    add_seats(command)
    command.add_argument(
        *BOTS,
        default="normal",
        metavar="A,B,…",
        help="one for all seats, or one for each; they rotate from game to game: a level, "
        "random, greedy, or FILE.py:FUNCTION, called with view, seat and rng",
    )
    command.add_argument(
        "--limit",
        type=seconds,
        default=10.0,
        metavar="S",
        help="seconds that a bot from a file has for a move; default %(default)s",
    )
    command.add_argument("--transcripts", metavar="DIR", help="record every game in DIR")
    add_keep(command)
    command.add_argument(
        "--table", metavar="FILE", help="a row for each seat of each game: FILE.csv or FILE.parquet"
    )
    command.add_argument("--columns", metavar="A,B,…", help="columns of the table; all if absent")
    command.add_argument("--plots", metavar="DIR", help="draw scores, win rates and lengths in DIR")
    add_engine(command)
    add_table(command)
    add_json(command)


def add_evaluate(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai evaluate`."""
    command.add_argument(
        "plan", nargs="?", metavar="PLAN.toml", help="the evaluation plan; see docs/arena.md"
    )
    command.add_argument(
        "--deals", type=within(1, 10**7), metavar="N", help="maximum number of deals in each part"
    )
    command.add_argument("--plots", metavar="DIR", help="draw the ladder and the grades in DIR")
    add_keep(command)
    add_engine(command)
    add_json(command)


def add_compare(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai compare`."""
    command.add_argument("game", nargs="?", metavar="GAME", help=GAME_HELP)
    command.add_argument(
        "--set", action="append", default=[], metavar="K=V", help="an option to change"
    )
    command.add_argument("--deck", metavar="FILE", help="your own cards, in TOML")
    command.add_argument(
        "--games",
        type=within(2, 10**9),
        metavar="K",
        help=f"games before and after; default {GAMES_EACH}",
    )
    add_seats(command)
    command.add_argument(
        *BOTS,
        default="normal",
        metavar="A,B,…",
        help="bots, as in simulate; default %(default)s",
    )
    command.add_argument(
        "--server", metavar="URL", help="a running server on which to open a table with the changes"
    )
    command.add_argument(
        "--plots", metavar="DIR", help="draw win rates, scores and lengths before and after in DIR"
    )
    add_keep(command)
    add_engine(command)
    add_table(command)
    add_json(command)


def add_replay(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai replay`."""
    command.add_argument("file", metavar="FILE", help="a transcript")
    command.add_argument(
        "--seat", type=number, metavar="S", help="show what this seat saw; a spectator if absent"
    )
    command.add_argument("--at", type=number, metavar="N", help="show only the table after N moves")
    command.add_argument(
        "--svg", metavar="OUT", help="draw the table in OUT, at the end or after N moves"
    )
    command.add_argument(
        "--film", metavar="OUT", help="draw the last steps in OUT, one after the other"
    )
    command.add_argument(
        "--why", action="store_true", help="also show the bots' reasons, if they are public"
    )
    add_json(command)


def add_verify(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai verify`."""
    command.add_argument("file", metavar="FILE", help="a transcript")
    add_json(command)


def add_review(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai review`."""
    command.add_argument("file", metavar="FILE", help="a transcript")
    command.add_argument("--seat", type=number, metavar="S", help="review this seat; all if absent")
    add_json(command)


def add_rules(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai rules`."""
    command.add_argument("game", metavar="GAME", help=f"{GAME_HELP}; or the ID of a rule")
    command.add_argument("id", nargs="?", metavar="ID", help="show only this rule, such as WB-14")
    add_json(command)


def add_words(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai words`."""
    command.add_argument(
        "--lexicon",
        default="standard",
        metavar="L",
        help="casual, standard or expert; default %(default)s",
    )
    command.add_argument("word", nargs="*", metavar="WORD", help="say whether it has these words")
    command.add_argument("--check", nargs="+", metavar="W", help="like WORD")
    command.add_argument(
        "--meaning",
        nargs="+",
        metavar="W",
        help="say what these words mean, in English and Japanese",
    )
    add_json(command)


def add_games(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai games`."""
    command.add_argument("game", nargs="?", metavar="GAME", help="describe only this game")
    add_json(command)


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai options`."""
    command.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_json(command)


def add_completion(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai completion`."""
    command.add_argument("shell", metavar="SHELL", choices=SHELLS, help=choices(SHELLS))


def add_help(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai help`, which is rewritten to COMMAND --help."""
    command.add_argument("command", nargs="*", metavar="COMMAND", help="a command, or a game")
