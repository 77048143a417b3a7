"""A parser that refuses arguments with its command's usage, a sentence and a guess."""

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from chabudai import __version__
from chabudai.cli.guesses import closest, same_name
from chabudai.cli.language import language
from chabudai.cli.output import print_error, shorten
from chabudai.core.rulebook import LANGUAGES
from chabudai.core.strict import choices

VERSION = f"chabudai {__version__}"
ABOUT = re.compile(r"argument ([^\s:/]+)\S*: ")
"""The beginning of argparse's message about an argument, with the first of its names."""
MISSING = "the following arguments are required: "
NUMBERED = ("games", "seats", "port")
"""Options that a number without one may belong to, the likeliest first."""
LEVELS = ("easy", "normal", "hard", "expert")
SAME_OPTIONS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("set", "options"), ("option",)),
    **dict.fromkeys(("level", "levels", "difficulty", "ai", "opponents"), ("bots",)),
    **dict.fromkeys(("language", "locale"), ("lang",)),
    **dict.fromkeys(("out", "output", "save", "record"), ("transcript", "transcripts", "svg")),
    **dict.fromkeys(("load", "continue"), ("resume",)),
    **dict.fromkeys(("n", "count", "number"), ("games", "seats", "deals")),
    **dict.fromkeys(("threads", "processes", "workers"), ("jobs",)),
    **dict.fromkeys(("address", "bind", "listen"), ("host",)),
    **dict.fromkeys(("database", "sqlite"), ("db",)),
    **dict.fromkeys(("browser", "url"), ("open", "public-url")),
    **dict.fromkeys(("dictionary",), ("lexicon",)),
}
"""Options of other programs, and those of ours that do that."""
NO_VALUE = re.compile(r": expected (at least )?one argument$")


def game_names() -> Iterable[str]:
    """Return the names of the games, which are imported only on request."""
    from chabudai.games import GAMES

    return GAMES


class Parser(argparse.ArgumentParser):
    """A parser of a command or a group of commands, which are in `commands` by name."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)
        self.commands: Mapping[str, Parser] = {}
        self.set_defaults(parser=self)
        shown = argparse.SUPPRESS if " " in self.prog else "print the version and exit"
        self.add_argument("--version", "-V", action="version", version=VERSION, help=shown)
        self.add_argument(
            "--lang",
            type=language,
            choices=LANGUAGES,
            metavar="L",
            help="en or ja; by default from LC_ALL or LANG",
        )

    def add_commands(self, metavar: str) -> None:
        """Make this the parser of a group of commands."""
        self._group = self.add_subparsers(metavar=metavar, title="commands")
        self.commands = self._group.choices

    def add_command(self, name: str, does: str) -> "Parser":
        """Add a command to the group, and return its parser."""
        return self._group.add_parser(name, help=does, description=does)

    def options(self) -> list[argparse.Action]:
        """Return the options that the help shows."""
        shown = (action for action in self._actions if action.help != argparse.SUPPRESS)
        return [action for action in shown if action.option_strings]

    def arguments(self) -> list[argparse.Action]:
        """Return the arguments that are not options."""
        groups = argparse._SubParsersAction  # noqa: SLF001 - there is no public name
        return [
            action
            for action in self._actions
            if not action.option_strings and not isinstance(action, groups)
        ]

    def explain(self, action: argparse.Action) -> str:
        """Return the help of an argument."""
        return self._get_formatter()._expand_help(action)  # noqa: SLF001 - there is no public name

    def takes_game(self) -> bool:
        """Whether an argument of the command is the name of a game."""
        return any(action.metavar == "GAME" for action in self.arguments())

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit."""
        with suppress(OSError):
            print(self.format_usage(), end="", file=sys.stderr)
        print_error(f"{shorten(self._sentence(message), 300)} Help: {self.prog} --help")
        self.exit(2)

    def refuse_unknown(self, words: Sequence[str]) -> NoReturn:
        """Print an error about words that were not understood, and exit."""
        first = next((word for word in words if is_option(word)), None)
        if first is None:
            self.error(f"not understood: {' '.join(words)}.{self._meant_by(words[0])}")
        option = first.partition("=")[0]
        name = option.lstrip("-–—")
        for action in self.arguments():
            if action.dest == name:
                self.error(f"{action.metavar} is written without {option}")
        known = [each[2:] for action in self.options() for each in action.option_strings]
        if "option" in known and (table := table_option(name)):
            self.error(f"{option} is written --option {table}=VALUE")
        guesses = [each for each in SAME_OPTIONS.get(name, ()) if each in known]
        if not guesses and (near := closest(name, filter(None, known))):
            guesses = [near]
        if not guesses and len(name) == 1:
            guesses = [each for each in known if each.startswith(name)]
        said = f" Did you mean {choices(f'--{each}' for each in guesses)}?" if guesses else ""
        self.error(f"There is no option {option}.{said}")

    def _meant_by(self, word: str) -> str:
        """Return the option that a word without one may belong to, as a sentence, or nothing."""
        known = {action.dest for action in self.options()}
        fitting = NUMBERED if word.isdecimal() else ("bots",) if word.lower() in LEVELS else ()
        option = next((each for each in fitting if each in known), None)
        return f" Did you mean --{option} {word}?" if option else ""

    def _sentence(self, message: str) -> str:
        """Return a message of argparse as a plain sentence."""
        if message.startswith(MISSING):
            name = message.removeprefix(MISSING).partition(", ")[0].partition("/")[0]
            action = next((each for each in self._actions if each.metavar == name), None)
            known = game_names() if name == "GAME" else action and action.choices
            return f"{name} is missing." + (f" Choose {choices(known)}." if known else "")
        said = NO_VALUE.sub(" needs a value", ABOUT.sub(r"\1: ", message))
        said = said.replace(": cannot be ", " cannot be ", 1)
        return said if said.endswith((".", "?")) else f"{said}."

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise ArgumentError if a value is not one of an argument's choices."""
        if action.choices is None or value in action.choices:
            return
        known = tuple(map(str, action.choices))
        guess = closest(str(value), known)
        said = f"Did you mean {guess}?" if guess else f"Choose {choices(known)}."
        raise argparse.ArgumentError(action, f"cannot be {shorten(str(value), 30)!r}. {said}")


def table_option(name: str) -> str | None:
    """Return the option of a game's table with this name, in any spelling, or None."""
    from chabudai.games import GAMES

    fields = (field for game in GAMES.values() for field in game.options.__struct_fields__)
    return same_name(name, fields)


def is_option(word: str) -> bool:
    """Whether a word begins with a hyphen, or with a dash that a text program made of two."""
    return word.startswith(("-", "–", "—")) and len(word) > 1
