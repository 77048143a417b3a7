"""What can be typed after `chabudai`, and where it goes; imported only when it gets there."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from chabudai.cli.errors import Refused, Unusable

INTERRUPTED = 130
PIPE_CLOSED = 141
"""As the shell has it for the signals INT and PIPE."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command of `argv` (the process's own when None) and return its exit code.

    0 done; 1 refused by the rules, or a check failed; 2 unusable arguments; 130 interrupted.
    """
    forgive_strange_letters()
    try:
        args = parser().parse_args(argv)
        run: Callable[[argparse.Namespace], int] = import_module(args.module).run
        code = run(args)
        sys.stdout.flush()
    except Unusable as error:
        complain(error)
        return 2
    except Refused as error:
        complain(error)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read us has gone; the interpreter must not find the pipe when it flushes at exit.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    return code


def forgive_strange_letters() -> None:
    """Bytes that are no text, and letters the terminal cannot show, become question marks."""
    for end in (sys.stdin, sys.stdout):
        if isinstance(end, io.TextIOWrapper):
            end.reconfigure(errors="replace")


def complain(error: Exception) -> None:
    """Say on standard error what was wrong, however much was typed."""
    with suppress(OSError):
        print(f"chabudai: {shortened(str(error), 300)}", file=sys.stderr)


class Version(argparse.Action):
    """Print the version; looked up only when asked for."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Print it and leave."""
        from importlib.metadata import version

        print(f"chabudai {version('chabudai')}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="chabudai",
        description="Four small-box games, their rules enforced, with bots in the empty seats.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action=Version, nargs=0, help="print the version and leave")
    verbs = top.add_subparsers(metavar="COMMAND", required=True)

    def verb(name: str, does: str) -> argparse.ArgumentParser:
        command = verbs.add_parser(name, help=does, description=does, allow_abbrev=False)
        command.set_defaults(module=f"chabudai.cli.{name}")
        return command

    add_serve(verb("serve", "Serve the games to browsers, and print the address."))
    add_play(verb("play", "Play a game in the terminal, line by line, against bots."))
    add_simulate(verb("simulate", "Let bots play each other, and sum up."))
    add_replay(verb("replay", "Step through a recorded game as one seat saw it."))
    add_verify(verb("verify", "Check that a recorded game keeps the rules."))
    add_solve(verb("solve", "Solve a position exactly."))
    add_rules(verb("rules", "Read the rules of a game, or one of them."))
    add_words(verb("words", "List a dictionary, or look words up in it."))
    add_missions(verb("missions", "Lint, solve, grade and make missions of The Kakapo."))
    return top


def add_serve(command: argparse.ArgumentParser) -> None:
    """`chabudai serve`."""
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
    command.add_argument("--open", action="store_true", help="open a browser there")


def add_play(command: argparse.ArgumentParser) -> None:
    """`chabudai play`."""
    command.add_argument("game", metavar="GAME", help="such as word-bank")
    command.add_argument("--seats", type=int, metavar="N", help="how many sit at the table")
    command.add_argument("--seat", type=int, default=0, metavar="S", help="yours, from 0")
    command.add_argument(
        "--bots",
        default="normal",
        metavar="LEVEL[,LEVEL…]",
        help="easy, normal, hard or expert; one for all, or one for each other seat",
    )
    command.add_argument("--names", metavar="A,B,…", help="who sits there, in the order of seats")
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")
    command.add_argument("--transcript", metavar="FILE", help="record the game in FILE")
    add_table(command)


def add_simulate(command: argparse.ArgumentParser) -> None:
    """`chabudai simulate`."""
    command.add_argument("game", metavar="GAME", help="such as word-bank")
    command.add_argument(
        "--games", type=within(1, 10**9), required=True, metavar="K", help="how many to play"
    )
    command.add_argument("--seats", type=int, metavar="N", help="how many sit at the table")
    command.add_argument(
        "--bots",
        default="normal",
        metavar="A,B,…",
        help="one level for all, or one for each seat; they change seats from game to game",
    )
    command.add_argument(
        "--jobs", type=within(1, 256), default=1, metavar="J", help="processes; %(default)s"
    )
    command.add_argument("--transcripts", metavar="DIR", help="record every game in DIR")
    add_table(command)
    add_json(command)


def add_table(command: argparse.ArgumentParser) -> None:
    """What a new table needs."""
    command.add_argument("--seed", type=int, metavar="S", help="the same seed, the same game")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="a table option, such as retry_words=true, mission=@FILE.toml with a mission of your "
        "own, or @FILE.toml with options; may be repeated",
    )


def add_replay(command: argparse.ArgumentParser) -> None:
    """`chabudai replay`."""
    command.add_argument("file", metavar="FILE", help="a transcript")
    command.add_argument(
        "--seat", type=int, metavar="S", help="whose eyes; a spectator's if absent"
    )
    command.add_argument("--at", type=int, metavar="N", help="only the table after N moves")
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")
    add_json(command)


def add_verify(command: argparse.ArgumentParser) -> None:
    """`chabudai verify`."""
    command.add_argument("file", metavar="FILE", help="a transcript")
    add_json(command)


def add_solve(command: argparse.ArgumentParser) -> None:
    """`chabudai solve`."""
    games = command.add_subparsers(metavar="GAME", required=True)
    does = "The best passwords of a circle, and every way to place a word."
    bank = games.add_parser("word-bank", help=does, description=does, allow_abbrev=False)
    add_ring(bank)
    does = "The words that leave a hand the most points."
    hand = games.add_parser("quiddler", help=does, description=does, allow_abbrev=False)
    hand.set_defaults(module="chabudai.cli.solve_quiddler")
    add_hand(hand)
    does = "The fewest pieces that win a mission."
    mission = games.add_parser("kakapo", help=does, description=does, allow_abbrev=False)
    mission.set_defaults(module="chabudai.cli.solve_kakapo")
    mission.add_argument("--mission", required=True, metavar="M", help=MISSION)
    add_solving(mission)


def add_ring(bank: argparse.ArgumentParser) -> None:
    """`chabudai solve word-bank`."""
    bank.add_argument(
        "--ring",
        required=True,
        metavar="RING",
        help='the safes clockwise with their free spaces, such as "S4 E4 I3 R3 F3 G3 I4"',
    )
    bank.add_argument("--used", default="", metavar="W,…", help="passwords used before")
    bank.add_argument("--stones", type=within(1, 100), default=20, metavar="N", help="in front")
    bank.add_argument("--word", metavar="W", help="list every way to place this word, too")
    bank.add_argument("--lexicon", metavar="L", help="casual, standard or expert")
    bank.add_argument(
        "--top", type=within(1, 10**6), default=10, metavar="N", help="how many; %(default)s"
    )
    add_json(bank)


def add_hand(hand: argparse.ArgumentParser) -> None:
    """`chabudai solve quiddler`."""
    hand.add_argument(
        "--hand", required=True, metavar="CARDS", help='up to 11 cards, such as "QU I T Z"'
    )
    hand.add_argument(
        "--keep",
        type=within(0, 1),
        default=1,
        metavar="N",
        help="1: one card is discarded; 0: all may be laid; %(default)s",
    )
    hand.add_argument(
        "--aim",
        choices=("points", "words", "letters"),
        default="points",
        help="most points, first of all most words, or first of all the longest word; %(default)s",
    )
    hand.add_argument("--laid", default="", metavar="W,…", help="words that others have laid")
    hand.add_argument("--lexicon", metavar="L", help="casual, standard or expert")
    add_json(hand)


def add_rules(command: argparse.ArgumentParser) -> None:
    """`chabudai rules`."""
    command.add_argument("game", metavar="GAME", help="such as word-bank")
    command.add_argument("id", nargs="?", metavar="ID", help="one rule, such as WB-14")
    command.add_argument("--lang", choices=("en", "ja"), default="en", help="%(default)s")
    add_json(command)


def add_words(command: argparse.ArgumentParser) -> None:
    """`chabudai words`."""
    command.add_argument(
        "--lexicon", default="standard", metavar="L", help="casual, standard or expert; %(default)s"
    )
    command.add_argument("--check", nargs="+", metavar="W", help="are these words in it?")
    add_json(command)


MISSION = "one of the book, such as buddy/7, or a file"


def add_missions(command: argparse.ArgumentParser) -> None:
    """`chabudai missions`."""
    verbs = command.add_subparsers(metavar="VERB", required=True, dest="verb")

    def verb(name: str, does: str) -> argparse.ArgumentParser:
        return verbs.add_parser(name, help=does, description=does, allow_abbrev=False)

    every = verb("list", "List the book, or print one mission as a file.")
    every.add_argument("mission", nargs="?", metavar="M", help=MISSION)
    add_json(every)
    flaws = verb(
        "lint",
        "Say what is wrong with missions: exit code 1 if anything is, 2 if one cannot be read.",
    )
    flaws.add_argument("mission", nargs="+", metavar="M", help=MISSION)
    add_json(flaws)
    par = verb("solve", "Print the fewest pieces that win a mission, and how they lie.")
    par.add_argument("mission", metavar="M", help=MISSION)
    add_solving(par)
    add_grading(verb("grade", "Print how often the reference bot wins a mission."))
    add_making(verb("make", "Print a new mission, made at random."))


def add_solving(command: argparse.ArgumentParser) -> None:
    """How a mission is solved."""
    by = "who proves: CP-SAT (extra studio) or our solver; CP-SAT if it is there"
    command.add_argument("--by", choices=("cp-sat", "solver"), help=by)
    add_json(command)


def add_grading(command: argparse.ArgumentParser) -> None:
    """`chabudai missions grade`."""
    command.add_argument("mission", metavar="M", help=MISSION)
    command.add_argument("--seats", type=within(2, 4), metavar="N", help="2, or 4 or 3")
    command.add_argument(
        "--deals", type=within(1, 10**6), default=400, metavar="K", help="deals; %(default)s"
    )
    help_open = "also look with open hands at so many of them; %(default)s"
    command.add_argument("--open", type=within(0, 10**6), default=0, metavar="K", help=help_open)
    add_json(command)


def add_making(command: argparse.ArgumentParser) -> None:
    """`chabudai missions make`."""
    command.add_argument("--mode", choices=("buddy", "party"), default="buddy", help="%(default)s")
    command.add_argument("--birds", type=int, default=2, metavar="N", help="%(default)s")
    command.add_argument("--required", type=int, metavar="N", help="to be scanned; all if absent")
    command.add_argument(
        "--smallest",
        type=int,
        default=1,
        metavar="N",
        help="cells of a bird, at least; %(default)s",
    )
    command.add_argument(
        "--largest", type=int, default=4, metavar="N", help="and at most; %(default)s"
    )
    command.add_argument(
        "--coloured", type=int, default=25, metavar="PERCENT", help="of the edges; %(default)s"
    )
    command.add_argument("--seed", type=int, metavar="S", help="the same seed, the same mission")
    add_json(command)


def add_json(command: argparse.ArgumentParser) -> None:
    """The switch to machine-readable output."""
    command.add_argument("--json", action="store_true", help="print one JSON document")


def within(least: int, most: int) -> Callable[[str], int]:
    """A number from `least` to `most`, for argparse."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{shortened(text, 30)} is not a number") from None
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{shortened(text, 30)} is not from {least} to {most}")
        return value

    return number


def shortened(text: str, most: int) -> str:
    """A text of at most `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
