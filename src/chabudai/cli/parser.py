"""A parser whose errors consist of the command's usage, a sentence, and a suggestion."""

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from chabudai import __version__
from chabudai.cli.guesses import closest, fold_name, same_name
from chabudai.cli.language import language
from chabudai.cli.output import either, phrase, print_error, say, shorten
from chabudai.core import telling
from chabudai.core.rulebook import LANGUAGES
from chabudai.core.telling import TellingFact

VERSION = f"chabudai {__version__}"
MISSING = "the following arguments are required: "
PATTERNS = tuple(
    (re.compile(rf"argument (?P<name>[^\s:/]+)\S*: {pattern}"), template)
    for pattern, template in (
        (r"expected (at least )?one argument", "{name} needs a value."),
        (r"ignored explicit argument (?P<value>.*)", "{name} takes no value."),
        (r"(?P<value>.*) is not a number", "{name}: {value} is not a number."),
        (
            r"(?P<value>.*) is not from (?P<least>\S+) to (?P<most>\S+)",
            "{name}: {value} is not from {least} to {most}.",
        ),
        (r"(?P<why>.*)", "{name}: {why}."),
    )
)
"""Messages of argparse about an argument, and the sentences for them."""
REPEATED = "{name} is given more than once: give it once."
DAY = re.compile(r"\d{4}-\d\d-\d\d")
NUMBERED = ("games", "seats", "port")
"""Options for which a number typed alone may be meant, the likeliest first."""
DASHES = ("-", "–", "—", "ー", "−", "－")
LEVELS = ("easy", "normal", "hard", "expert")
SAME_OPTIONS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("set", "options"), ("option",)),
    **dict.fromkeys(("level", "levels", "difficulty", "ai", "opponents"), ("bots", "lexicon")),
    **dict.fromkeys(("language", "locale"), ("lang",)),
    **dict.fromkeys(("out", "output", "save", "record"), ("transcript", "transcripts", "svg")),
    **dict.fromkeys(("load", "continue"), ("resume",)),
    **dict.fromkeys(("n", "count", "number"), ("games", "seats", "deals")),
    **dict.fromkeys(("threads", "processes", "workers"), ("jobs",)),
    **dict.fromkeys(("address", "bind", "listen"), ("host",)),
    **dict.fromkeys(("database", "sqlite"), ("db",)),
    **dict.fromkeys(("browser", "url"), ("open", "public-url")),
    **dict.fromkeys(("https", "ssl", "tls", "domain", "prefix"), ("public-url",)),
    **dict.fromkeys(("day", "yesterday", "tomorrow"), ("date",)),
    **dict.fromkeys(("dictionary",), ("lexicon",)),
    **dict.fromkeys(("define", "definition"), ("meaning",)),
}
"""Map options of other programs to our options with the same purpose."""


def game_names() -> Iterable[str]:
    """Return the names of the games. The module that finds them is imported only when this is
    called.
    """
    from chabudai.games import GAMES

    return GAMES


def find_game(typed: str) -> str | None:
    """Return the typed game, or None. Like `game_names`, this imports its module only when it is
    called.
    """
    from chabudai.cli import game_names

    return game_names.find_game(typed)


class StoreOnce(argparse.Action):
    """An action that stores an option's value. A second, different value is refused."""

    given: Any = None

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: Any = None) -> None:
        """Store the value. Exits if the option already has a different value."""
        if self.option_strings and self.given not in (None, values):
            parser.refuse(REPEATED, name=option_string)
        self.given = values
        setattr(namespace, self.dest, values)


class AppendOnce(argparse.Action):
    """An action for an option that may be repeated. A second value K=V for a key K is refused."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: Any = None) -> None:
        """Append the value. Exits if its key already has a different value."""
        earlier: list[str] = getattr(namespace, self.dest) or []
        key = fold_name(values.partition("=")[0])
        if self.metavar == "K=V" and not key.startswith("@"):
            for each in earlier:
                if fold_name(each.partition("=")[0]) == key and each != values:
                    name = f"{option_string} {values.partition('=')[0]}"
                    parser.refuse(REPEATED, name=shorten(name, 60))
        setattr(namespace, self.dest, [*earlier, values])


class Parser(argparse.ArgumentParser):
    """A parser of a command or a group of commands. `commands` holds the group's commands by name,
    and `siblings` the commands of the group that contains this one.
    """

    def __init__(self, lang: str = "en", **settings: Any) -> None:
        """Store the language of the refusals, and the settings of argparse."""
        super().__init__(allow_abbrev=False, **settings)
        self.lang = lang
        self.commands: Mapping[str, Parser] = {}
        self.siblings: Mapping[str, Parser] = {}
        for name in (None, "store"):
            self.register("action", name, StoreOnce)
        self.register("action", "append", AppendOnce)
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
        """Turn this parser into the parser of a group of commands."""
        self._group = self.add_subparsers(metavar=metavar, title="commands")
        self.commands = self._group.choices

    def add_command(self, name: str, does: str) -> "Parser":
        """Add a command to the group, and return its parser."""
        command = self._group.add_parser(name, lang=self.lang, help=does, description=does)
        command.siblings = self.commands
        return command

    def options(self) -> list[argparse.Action]:
        """Return the options that the help shows."""
        shown = (action for action in self._actions if action.help != argparse.SUPPRESS)
        return [action for action in shown if action.option_strings]

    def arguments(self) -> list[argparse.Action]:
        """Return the arguments that are not options."""
        shown = (action for action in self._actions if action.nargs != argparse.PARSER)
        return [action for action in shown if not action.option_strings]

    def explain(self, action: argparse.Action) -> str:
        """Return the help of an argument."""
        return self._get_formatter()._expand_help(action)  # noqa: SLF001 - there is no public name

    def takes_game(self) -> bool:
        """Whether an argument of the command is the name of a game."""
        return any(action.metavar == "GAME" for action in self.arguments())

    def error(self, message: str) -> NoReturn:
        """Print the usage and argparse's message, as a sentence, and exit."""
        if message.startswith(MISSING):
            self.refuse_missing(message.removeprefix(MISSING).partition(", ")[0])
        for pattern, template in PATTERNS:
            if found := pattern.fullmatch(message):
                facts = found.groupdict()
                self.refuse(template, **{name: shorten(facts[name], 230) for name in facts})
        self.refuse("{why}.", why=message)

    def refuse(self, said: str, **facts: TellingFact) -> NoReturn:
        """Print the usage and a sentence, and exit."""
        with suppress(OSError):
            print(self.format_usage(), end="", file=sys.stderr)
        help_ = phrase(self.lang, "Help: {command}", command=f"{self.prog} --help")
        print_error(f"{say(self.lang, telling(said, **facts))} {help_}")
        self.exit(2)

    def refuse_missing(self, name: str) -> NoReturn:
        """Print that an argument or an option is missing, list its values, and exit."""
        name = name.partition("/")[0]
        named = (each for each in self._actions if name in (each.metavar, *each.option_strings))
        action = next(named, None)
        known = game_names() if name == "GAME" else action and action.choices
        if known:
            self.refuse("{name} is missing. Choose {known}.", name=name, known=either(known))
        if action and self.lang == "en":
            about = self.explain(action)
            self.refuse("{name} is missing: {about}.", name=name, about=about)
        self.refuse("{name} is missing.", name=name)

    def refuse_unknown(self, words: Sequence[str]) -> NoReturn:
        """Print an error about words that were not understood, and exit."""
        first = next((word for word in words if is_option(word)), None)
        if first is None:
            self.refuse_words(words)
        option = shorten(first.partition("=")[0], 60)
        name = option.lstrip("".join(DASHES))
        bare = {action.dest: str(action.metavar) for action in self.arguments()}
        game = find_game(name) if self.takes_game() else None
        if written := bare.get(name) or same_name(name, self.commands) or game:
            self.refuse("{name} is written without {option}.", name=written, option=option)
        known = [each[2:] for action in self.options() for each in action.option_strings]
        same = [each for each in SAME_OPTIONS.get(name, ()) if each in known]
        if not same and "option" in known and (table := table_option(name)):
            facts = {"option": option, "typed": f"--option {table}=VALUE"}
            self.refuse("{option} is written {typed}.", **facts)
        guesses = [f"--{each}" for each in same or self._valued(name) or nearest(name, known)]
        if not guesses and (sibling := same_name(name, self.siblings)):
            guesses = [f"chabudai {sibling}"]
        if guesses:
            said = "There is no option {option}. Did you mean {guess}?"
            self.refuse(said, option=option, guess=either(guesses))
        self.refuse("There is no option {option}.", option=option)

    def refuse_dashed_command(self, words: Sequence[str]) -> None:
        """Print an error and exit if a word is the name of a command written as an option."""
        own = {name for action in self.options() for name in action.option_strings}
        for word in words:
            if is_option(word) and word not in own and same_name(word.lstrip("-"), self.commands):
                self.refuse_unknown([word])

    def refuse_words(self, words: Sequence[str]) -> NoReturn:
        """Print an error about words that are not options, and exit."""
        facts = {"words": shorten(" ".join(words), 200)}
        if self.takes_game() and find_game(words[0]):
            self.refuse("Not understood: {words}. Give only one game.", **facts)
        if guess := self._meant_by(words[0]):
            self.refuse("Not understood: {words}. Did you mean {guess}?", guess=guess, **facts)
        self.refuse("Not understood: {words}.", **facts)

    def _meant_by(self, word: str) -> str | None:
        """Return an option followed by the word, if the word may be its value, or None."""
        known = [name[2:] for action in self.options() for name in action.option_strings]
        name, equals, value = word.partition("=")
        if equals and name in known:
            return f"--{name} {value}"
        fitting: tuple[str, ...] = ("set", "option") if equals else ()
        if word.isdecimal():
            fitting = NUMBERED
        elif DAY.fullmatch(word):
            fitting = ("date",)
        option = next((each for each in fitting if each in known), None)
        guesses = [f"{option} {word}"] if option else self._valued(word)
        return f"--{guesses[0]}" if guesses else None

    def _valued(self, word: str) -> list[str]:
        """Return the options that allow `word` as their value, each followed by it. The word was
        typed without an option.
        """
        from chabudai.words import LEXICONS

        known = {action.dest for action in self.options()}
        fitting = {"bots": LEVELS, "lexicon": LEXICONS}
        value = word.lower()
        return [f"{name} {value}" for name in fitting if name in known and value in fitting[name]]

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Exit with a sentence if a value is not one of an argument's choices."""
        if action.choices is None or value in action.choices:
            return
        known = tuple(map(str, action.choices))
        name = action.option_strings[0] if action.option_strings else str(action.metavar)
        facts = {"name": name, "value": repr(shorten(str(value), 30))}
        if guess := closest(str(value), known):
            self.refuse("{name} cannot be {value}. Did you mean {guess}?", guess=guess, **facts)
        self.refuse("{name} cannot be {value}. Choose {known}.", known=either(known), **facts)


def nearest(name: str, known: Sequence[str]) -> list[str]:
    """Return the known option that is most similar to a name, or the options with this initial."""
    if near := closest(name, filter(None, known)):
        return [near]
    return [each for each in known if len(name) == 1 and each.startswith(name)]


def table_option(name: str) -> str | None:
    """Return the table option that `name` means, in any spelling, or None."""
    from chabudai.games import GAMES

    fields = (field for game in GAMES.values() for field in game.options.__struct_fields__)
    return same_name(name, fields)


def is_option(word: str) -> bool:
    """Whether a word begins with a hyphen, or with a dash. Text editors replace two hyphens with a
    dash, and Japanese keyboards may replace even a single hyphen.
    """
    return word.startswith(DASHES) and len(word) > 1
