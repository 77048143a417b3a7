"""`chabudai manual`: the manual page, in the format of man."""

import argparse
from collections.abc import Iterator

from chabudai.cli.command import EXIT_CODES, parser
from chabudai.cli.game_commands import add_commands
from chabudai.cli.parser import VERSION, Parser

ENVIRONMENT = {
    "LC_ALL, LC_MESSAGES, LANG": "The language: Japanese if it begins with ja, otherwise English.",
    "NO_COLOR": "If it is set, names are not coloured.",
    "CHABUDAI_GAMES": "Packages with further games, separated by spaces.",
}


def run(args: argparse.Namespace) -> int:
    """Print the manual page."""
    top = parser()
    add_commands(top)
    print("\n".join(lines_of(top)))
    return 0


def lines_of(top: Parser) -> Iterator[str]:
    """Yield the lines of the manual page."""
    yield f'.TH CHABUDAI 1 "" "{VERSION}"'
    yield from (".SH NAME", rf"chabudai \- {escape(top.description or '')}")
    yield from (".SH SYNOPSIS", ".B chabudai", ".I COMMAND", "[arguments]")
    yield ".SH COMMANDS"
    for command in top.commands.values():
        for each in (command, *command.commands.values()):
            yield from command_lines(each)
    yield from (".SH EXIT STATUS", escape(EXIT_CODES))
    yield ".SH ENVIRONMENT"
    for name, text in ENVIRONMENT.items():
        yield from (".TP", f".B {name}", escape(text))


def command_lines(command: Parser) -> Iterator[str]:
    """Yield the lines about one command."""
    yield from (f".SS {escape(command.prog)}", escape(command.description or ""))
    for action in (*command.arguments(), *command.options()):
        name = str(action.metavar or action.dest.upper())
        names = ", ".join(action.option_strings) or name
        value = f" {name}" if action.option_strings and action.nargs != 0 else ""
        if action.dest not in ("help", "version", "lang"):
            yield from (
                ".TP",
                f".B {escape(names)}{escape(value)}",
                escape(command.explain(action)),
            )


def escape(text: str) -> str:
    """Escape a string for man. Hyphens and backslashes have special meanings in its format, and
    only ASCII is safe.
    """
    shown = text.replace("\\", r"\e").replace("-", r"\-").replace("…", "...")
    return rf"\&{shown}" if shown.startswith((".", "'")) else shown
