"""The command-line parser. A command's module is imported only when the command runs."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from chabudai import __version__
from chabudai.cli.argument_types import check_filled, number, seconds, within
from chabudai.cli.data_folder import LATEST
from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.operation import add_operation
from chabudai.cli.output import print_error, shorten, unprinted
from chabudai.cli.runner import runner
from chabudai.cli.settings import add_settings
from chabudai.cli.streams import open_closed_streams, replace_undecodable

INTERRUPTED = 130
"""Exit code that shells use for the signal INT."""
GAMES_EACH = 200
"""Default number of games that `compare` plays with each box."""
GAME_HELP = "name of the game; any other word lists the games"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in `argv`, by default the process's own, and return its exit code.

    0 done; 1 refused by the rules, or a check failed; 2 unusable arguments; 130 interrupted.
    """
    open_closed_streams()
    replace_undecodable()
    try:
        typed = sys.argv[1:] if argv is None else argv
        if not typed:
            parser("").print_help(sys.stderr)
            print_error("Which command? chabudai play GAME plays a game here.")
            return 2
        check_filled(typed)
        args, unknown = parser(typed[0]).parse_known_args(typed)
        if unknown:
            args.parser.error(f"not understood: {' '.join(unknown)}")
        code = runner(args.module)(args)
        sys.stdout.flush()
    except Unusable as error:
        print_error(error)
        return 2
    except Refused as error:
        print_error(error)
        return 1
    except ModuleNotFoundError as error:
        if error.name not in os.environ.get("CHABUDAI_GAMES", "").split():
            raise
        print_error(error)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return unprinted(error)
    return code


class Parser(argparse.ArgumentParser):
    """A parser that refuses arguments in one sentence, with a pointer to the help."""

    def error(self, message: str) -> NoReturn:
        """Print the error, and exit."""
        print_error(f"{shorten(message, 230)}. Help: {self.prog} --help")
        self.exit(2)


class Version(argparse.Action):
    """Prints the version."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Print the version, and exit."""
        print(f"chabudai {__version__}")
        parser.exit()


def parser(first: str) -> Parser:
    """Return the parser. It has the games' commands only if `first`, the first word, may be one of
    them.
    """
    top = Parser(
        prog="chabudai",
        description="Four small-box games, their rules enforced, with bots in the empty seats.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action=Version, nargs=0, help="print the version and exit")
    verbs = top.add_subparsers(metavar="COMMAND", required=True)

    def verb(name: str, does: str) -> argparse.ArgumentParser:
        command = verbs.add_parser(name, help=does, description=does, allow_abbrev=False)
        command.set_defaults(module=f"chabudai.cli.{name}", parser=command)
        return command

    add_serve(verb("serve", "Serve the games to browsers, and print the address."))
    add_operation(verb)
    add_play(verb("play", "Play a game in the terminal, line by line; Ctrl-C saves it."))
    add_learn(verb("learn", "Learn a game in the terminal: a guided first game, lesson by lesson."))
    add_daily(
        verb("daily", "Play a daily deal, the same for everyone; without a game, list the deals.")
    )
    add_simulate(verb("simulate", "Let bots play each other, and print statistics."))
    add_evaluate(verb("evaluate", "Measure the strength of bots by a plan."))
    add_compare(verb("compare", "Change options or cards, and measure how that changes a game."))
    add_replay(verb("replay", "Step through a recorded game as one seat saw it."))
    add_verify(verb("verify", "Check that a recorded game keeps the rules."))
    add_review(verb("review", "Review a finished recorded game: what the moves cost."))
    add_rules(verb("rules", "Read the rules of a game, or one of them."))
    add_words(verb("words", "List a dictionary, or look words up in it."))
    add_mcp(verb("mcp", "Let a language model play, by the Model Context Protocol."))
    if first not in (*verbs.choices, "--version"):
        from chabudai.cli.game_commands import add_commands

        add_commands(verb)
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
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="default %(default)s")


def add_play(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai play`."""
    command.add_argument("game", nargs="?", metavar="GAME", help=GAME_HELP)
    command.add_argument("--seats", type=number, metavar="N", help="number of seats")
    command.add_argument("--seat", type=number, metavar="S", help="your seat, from 0; default 0")
    command.add_argument(
        "--bots",
        metavar="LEVEL[,LEVEL…]",
        help="easy, normal, hard or expert; one for all bots, or one for each; normal if absent",
    )
    command.add_argument("--names", metavar="A,B,…", help="names of the players, in order of seats")
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="default %(default)s")
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
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="default %(default)s")


def add_daily(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai daily`."""
    command.add_argument("game", nargs="?", metavar="GAME", help="name of the game; all if absent")
    command.add_argument("--date", metavar="YYYY-MM-DD", help="day, by UTC; today if absent")
    command.add_argument("--par", action="store_true", help="only print the result of an expert")
    command.add_argument("--names", metavar="A,B,…", help="names of the players, in order of seats")
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="default %(default)s")
    command.add_argument("--transcript", metavar="FILE", help="record the game in FILE")
    add_json(command)


def add_simulate(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai simulate`."""
    command.add_argument("game", nargs="?", metavar="GAME", help=GAME_HELP)
    command.add_argument("--games", type=within(1, 10**9), metavar="K", help="number of games")
    command.add_argument("--seats", type=number, metavar="N", help="number of seats")
    command.add_argument(
        "--bots",
        default="normal",
        metavar="A,B,…",
        help="one for all seats, or one for each; they rotate from game to game: a level, "
        "random, greedy, or FILE.py:FUNCTION, called with view, seat and dice",
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
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="default %(default)s")
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
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="default %(default)s")
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
    command.add_argument("--seats", type=number, metavar="N", help="number of seats")
    command.add_argument(
        "--bots",
        default="normal",
        metavar="A,B,…",
        help="bots, as in simulate; default %(default)s",
    )
    command.add_argument(
        "--server", metavar="URL", help="a running server on which to open a table with the changes"
    )
    add_keep(command)
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="default %(default)s")
    add_engine(command)
    add_table(command)
    add_json(command)


def add_keep(command: argparse.ArgumentParser) -> None:
    """Add the options for saving and resuming series."""
    command.add_argument("--keep", metavar="FILE", help="save finished games in FILE, for --resume")
    command.add_argument(
        "--resume",
        nargs="?",
        const=LATEST,
        metavar="FILE",
        help="continue what --keep saved in FILE, by default the latest that Ctrl-C saved",
    )


def add_engine(command: argparse.ArgumentParser) -> None:
    """Add the options that choose where games are played."""
    command.add_argument(
        "--jobs", type=within(1, 256), default=1, metavar="J", help="processes; default %(default)s"
    )
    command.add_argument(
        "--engine",
        choices=("processes", "ray", "dask"),
        default="processes",
        help="where games run; it does not change them; default %(default)s",
    )
    command.add_argument(
        "--cluster", metavar="ADDRESS", help="a running Ray or Dask; a local one if absent"
    )


def add_table(command: argparse.ArgumentParser) -> None:
    """Add the seed and the options of a new table."""
    command.add_argument("--seed", type=number, metavar="S", help="seed; it determines the game")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="a table option, such as retry_words=true, mission=@FILE.toml with your own "
        "mission, or @FILE.toml with options; may be repeated",
    )


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
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="default %(default)s")
    add_json(command)


def add_verify(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai verify`."""
    command.add_argument("file", metavar="FILE", help="a transcript")
    add_json(command)


def add_review(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai review`."""
    command.add_argument("file", metavar="FILE", help="a transcript")
    command.add_argument("--seat", type=number, metavar="S", help="review this seat; all if absent")
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="default %(default)s")
    add_json(command)


def add_rules(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai rules`."""
    command.add_argument("game", metavar="GAME", help=GAME_HELP)
    command.add_argument("id", nargs="?", metavar="ID", help="show only this rule, such as WB-14")
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="default %(default)s")
    add_json(command)


def add_words(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai words`."""
    command.add_argument(
        "--lexicon",
        default="standard",
        metavar="L",
        help="casual, standard or expert; default %(default)s",
    )
    command.add_argument("--check", nargs="+", metavar="W", help="say whether it has these words")
    command.add_argument(
        "--meaning",
        nargs="+",
        metavar="W",
        help="say what these words mean, in English and Japanese",
    )
    add_json(command)


def add_json(command: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    command.add_argument("--json", action="store_true", help="print one JSON document")
