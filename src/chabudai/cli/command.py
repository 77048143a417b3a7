"""The command-line parser. A command's module is imported only when the command runs."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from chabudai.cli.argument_types import check_filled, number, seconds, within
from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.output import print_error, shorten, unprinted
from chabudai.cli.runner import runner
from chabudai.cli.streams import open_closed_streams, replace_undecodable

INTERRUPTED = 130
"""Exit code of a shell for the signal INT."""
GAMES_EACH = 200
"""Default number of games that `compare` plays with each box."""


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
    """Prints the version, which is looked up only on request."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Print the version, and exit."""
        from importlib.metadata import version

        print(f"chabudai {version('chabudai')}")
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
    top.add_argument("--version", action=Version, nargs=0, help="print the version and leave")
    verbs = top.add_subparsers(metavar="COMMAND", required=True)

    def verb(name: str, does: str) -> argparse.ArgumentParser:
        command = verbs.add_parser(name, help=does, description=does, allow_abbrev=False)
        command.set_defaults(module=f"chabudai.cli.{name}", parser=command)
        return command

    add_serve(verb("serve", "Serve the games to browsers, and print the address."))
    add_play(verb("play", "Play a game in the terminal, line by line; Ctrl-C saves it."))
    add_learn(verb("learn", "Learn a game in the terminal: a guided first game, lesson by lesson."))
    add_daily(
        verb("daily", "Play the deal of a day, the same for everyone; without a game, list it.")
    )
    add_simulate(verb("simulate", "Let bots play each other, and sum up."))
    add_evaluate(verb("evaluate", "Find out how strong bots are, by a plan."))
    add_compare(verb("compare", "Change options or cards, and see what that does to a game."))
    add_replay(verb("replay", "Step through a recorded game as one seat saw it."))
    add_verify(verb("verify", "Check that a recorded game keeps the rules."))
    add_review(verb("review", "Look back on a recorded game that is over: what the moves cost."))
    add_rules(verb("rules", "Read the rules of a game, or one of them."))
    add_words(verb("words", "List a dictionary, or look words up in it."))
    add_mcp(verb("mcp", "Seat a language model at a table: tools by the Model Context Protocol."))
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
    command.add_argument("--host", default="127.0.0.1", help="address to listen at; %(default)s")
    command.add_argument(
        "--port", type=within(0, 65535), default=8000, help="port, 0: any; %(default)s"
    )
    command.add_argument(
        "--db",
        default="chabudai.db",
        metavar="URL",
        help="where tables are kept: a file, or a database's URL; %(default)s",
    )
    for option, given, text in (
        (
            "--proxy",
            "ADDRESS",
            "a proxy before the server that says who calls, and whether over TLS",
        ),
        (
            "--host-name",
            "NAME",
            "a name of the server, besides its addresses and the computer's name",
        ),
        ("--stored", "WHAT=SIZE", "a limit of stored bytes: table, network, server or database=4G"),
    ):
        command.add_argument(option, action="append", default=[], metavar=given, help=text)
    command.add_argument(
        "--metrics",
        metavar="[ADDRESS:]PORT",
        help="serve metrics for Prometheus at this port, of 127.0.0.1 unless given; off by default",
    )
    command.add_argument(
        "--workers",
        type=several_servers,
        help=argparse.SUPPRESS,
    )
    command.add_argument("--open", action="store_true", help="open a browser there")


def add_mcp(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai mcp`."""
    command.add_argument(
        "--server",
        metavar="URL",
        help="the server at whose tables to play; one of its own, with bots, if absent",
    )
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")


def add_play(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai play`."""
    command.add_argument(
        "game", nargs="?", metavar="GAME", help="its name; any other word lists them"
    )
    command.add_argument("--seats", type=number, metavar="N", help="how many sit at the table")
    command.add_argument("--seat", type=number, metavar="S", help="yours, from 0; 0")
    command.add_argument(
        "--bots",
        metavar="LEVEL[,LEVEL…]",
        help="easy, normal, hard or expert; one for all, or one for each other seat; normal",
    )
    command.add_argument("--names", metavar="A,B,…", help="who sits there, in the order of seats")
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")
    command.add_argument("--transcript", metavar="FILE", help="record the game in FILE")
    command.add_argument(
        "--resume",
        metavar="FILE",
        help="go on with a game that Ctrl-C or --transcript has saved, and save it there",
    )
    add_table(command)


def add_learn(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai learn`."""
    command.add_argument("game", metavar="GAME", help="its name; any other word lists them")
    command.add_argument(
        "guide", nargs="?", metavar="GUIDE", help="which, of a game that has several; the first"
    )
    command.add_argument(
        "--lesson", type=within(1, 99), default=1, metavar="N", help="begin there; %(default)s"
    )
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")


def add_daily(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai daily`."""
    command.add_argument("game", nargs="?", metavar="GAME", help="its name; all are listed without")
    command.add_argument("--date", metavar="YYYY-MM-DD", help="a day that has been; today by UTC")
    command.add_argument("--par", action="store_true", help="only say what an expert makes of it")
    command.add_argument("--names", metavar="A,B,…", help="who sits there, in the order of seats")
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")
    command.add_argument("--transcript", metavar="FILE", help="record the game in FILE")
    add_json(command)


def add_simulate(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai simulate`."""
    command.add_argument(
        "game", nargs="?", metavar="GAME", help="its name; any other word lists them"
    )
    command.add_argument("--games", type=within(1, 10**9), metavar="K", help="how many to play")
    command.add_argument("--seats", type=number, metavar="N", help="how many sit at the table")
    command.add_argument(
        "--bots",
        default="normal",
        metavar="A,B,…",
        help="one for all, or one for each seat; they change seats from game to game: a level, "
        "random, greedy, or FILE.py:FUNCTION of view, seat and dice",
    )
    command.add_argument(
        "--limit",
        type=seconds,
        default=10.0,
        metavar="S",
        help="seconds a bot of one's own has for a move; %(default)s",
    )
    command.add_argument("--transcripts", metavar="DIR", help="record every game in DIR")
    add_keep(command)
    command.add_argument(
        "--table", metavar="FILE", help="a row for each seat of each game: FILE.csv or FILE.parquet"
    )
    command.add_argument("--columns", metavar="A,B,…", help="the columns of the table; all")
    command.add_argument("--plots", metavar="DIR", help="draw scores, win rates and lengths in DIR")
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")
    add_engine(command)
    add_table(command)
    add_json(command)


def add_evaluate(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai evaluate`."""
    command.add_argument(
        "plan", nargs="?", metavar="PLAN.toml", help="what is played; see docs/arena.md"
    )
    command.add_argument(
        "--deals", type=within(1, 10**7), metavar="N", help="at most so many deals in each part"
    )
    command.add_argument("--plots", metavar="DIR", help="draw the ladder and the grades in DIR")
    add_keep(command)
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")
    add_engine(command)
    add_json(command)


def add_compare(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai compare`."""
    command.add_argument(
        "game", nargs="?", metavar="GAME", help="its name; any other word lists them"
    )
    command.add_argument(
        "--set", action="append", default=[], metavar="K=V", help="an option that is changed"
    )
    command.add_argument("--deck", metavar="FILE", help="cards of one's own, in TOML")
    command.add_argument(
        "--games", type=within(2, 10**9), metavar="K", help=f"of each; {GAMES_EACH}"
    )
    command.add_argument("--seats", type=number, metavar="N", help="how many sit at the table")
    command.add_argument(
        "--bots", default="normal", metavar="A,B,…", help="as for simulate; %(default)s"
    )
    command.add_argument(
        "--server", metavar="URL", help="a running server that opens a table of the changed box"
    )
    add_keep(command)
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")
    add_engine(command)
    add_table(command)
    add_json(command)


def add_keep(command: argparse.ArgumentParser) -> None:
    """Add the options for saving and resuming series."""
    command.add_argument("--keep", metavar="FILE", help="keep what is done in FILE, to go on there")
    command.add_argument(
        "--resume", metavar="FILE", help="go on with what Ctrl-C or --keep has kept"
    )


def add_engine(command: argparse.ArgumentParser) -> None:
    """Add the options for where games are played."""
    command.add_argument(
        "--jobs", type=within(1, 256), default=1, metavar="J", help="processes; %(default)s"
    )
    command.add_argument(
        "--engine",
        choices=("processes", "ray", "dask"),
        default="processes",
        help="where they run; the games are the same; %(default)s",
    )
    command.add_argument(
        "--cluster", metavar="ADDRESS", help="a running Ray or Dask, instead of one of its own here"
    )


def add_table(command: argparse.ArgumentParser) -> None:
    """Add the seed and the options of a new table."""
    command.add_argument("--seed", type=number, metavar="S", help="the same seed, the same game")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="a table option, such as retry_words=true, mission=@FILE.toml with a mission of your "
        "own, or @FILE.toml with options; may be repeated",
    )


def add_replay(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai replay`."""
    command.add_argument("file", metavar="FILE", help="a transcript")
    command.add_argument(
        "--seat", type=number, metavar="S", help="whose eyes; a spectator's if absent"
    )
    command.add_argument("--at", type=number, metavar="N", help="only the table after N moves")
    command.add_argument(
        "--svg", metavar="OUT", help="draw the table into this file, at the end or after N moves"
    )
    command.add_argument(
        "--film", metavar="OUT", help="draw the last steps until then, one after the other"
    )
    command.add_argument(
        "--why", action="store_true", help="also why the bots moved so, as far as it is open"
    )
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")
    add_json(command)


def add_verify(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai verify`."""
    command.add_argument("file", metavar="FILE", help="a transcript")
    add_json(command)


def add_review(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai review`."""
    command.add_argument("file", metavar="FILE", help="a transcript")
    command.add_argument("--seat", type=number, metavar="S", help="only this seat; all if absent")
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")
    add_json(command)


def add_rules(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai rules`."""
    command.add_argument("game", metavar="GAME", help="its name; any other word lists them")
    command.add_argument("id", nargs="?", metavar="ID", help="one rule, such as WB-14")
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")
    add_json(command)


def add_words(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `chabudai words`."""
    command.add_argument(
        "--lexicon", default="standard", metavar="L", help="casual, standard or expert; %(default)s"
    )
    command.add_argument("--check", nargs="+", metavar="W", help="are these words in it?")
    command.add_argument(
        "--meaning", nargs="+", metavar="W", help="what these words mean, in English and Japanese"
    )
    add_json(command)


def add_json(command: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    command.add_argument("--json", action="store_true", help="print one JSON document")
