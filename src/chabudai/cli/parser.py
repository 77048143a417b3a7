"""A parser that refuses arguments with its command's usage, a sentence and a guess."""

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from chabudai import __version__
from chabudai.cli.guesses import closest
from chabudai.cli.language import language
from chabudai.cli.output import print_error, shorten
from chabudai.core.strict import choices

VERSION = f"chabudai {__version__}"
ABOUT = re.compile(r"argument ([^\s:/]+)\S*: ")
"""The beginning of argparse's message about an argument, with the first of its names."""
MISSING = "the following arguments are required: "
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
            "--lang", type=language, metavar="L", help="en or ja; by default from LC_ALL or LANG"
        )

    def add_commands(self, metavar: str) -> None:
        """Make this the parser of a group of commands."""
        self._group = self.add_subparsers(metavar=metavar, title="commands")
        self.commands = self._group.choices

    def add_command(self, name: str, does: str) -> "Parser":
        """Add a command to the group, and return its parser."""
        return self._group.add_parser(name, help=does, description=does)

    def options(self) -> list[argparse.Action]:
        """Return the options."""
        return [action for action in self._actions if action.option_strings]

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
            self.error(f"not understood: {' '.join(words)}")
        option = first.partition("=")[0]
        name = option.lstrip("-–—")
        for action in self._actions:
            if not action.option_strings and action.dest == name:
                self.error(f"{action.metavar} is written without {option}")
        known = [each.lstrip("-") for action in self._actions for each in action.option_strings]
        guess = closest(name, (each for each in known if len(each) > 1))
        if guess is None and len(name) == 1:
            near = [f"--{each}" for each in known if each[0] == name and len(each) > 1]
            guess = choices(near).removeprefix("--") if near else None
        said = f" Did you mean --{guess}?" if guess else ""
        self.error(f"{self.prog} has no option {option}.{said}")

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


def is_option(word: str) -> bool:
    """Whether a word begins with a hyphen, or with a dash that a text program made of two."""
    return word.startswith(("-", "–", "—")) and len(word) > 1
