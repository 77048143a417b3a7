"""The entry point: find the command, run it, and turn errors into sentences and exit codes."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from chabudai.cli.argument_types import check_filled
from chabudai.cli.command import parser
from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.language import choose_language
from chabudai.cli.output import INTERRUPTED, print_error, unprinted
from chabudai.cli.parser import Parser
from chabudai.cli.rewriting import find_command
from chabudai.cli.runner import runner
from chabudai.cli.streams import open_closed_streams, replace_undecodable


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in `argv`, by default the process's own, and return its exit code.

    The exit codes are 0 for success, 1 if the rules refuse something or a check fails, 2 for
    unusable arguments, and 130 after an interrupt.
    """
    open_closed_streams()
    replace_undecodable()
    typed = sys.argv[1:] if argv is None else argv
    lang = choose_language(typed, os.environ)
    try:
        code = run(typed, lang)
        sys.stdout.flush()
    except Unusable as error:
        print_error(error.said(lang))
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


def run(typed: Sequence[str], lang: str) -> int:
    """Run the command in `typed`, and return its exit code. Raises Unusable and Refused."""
    check_filled(typed)
    command, words = find_command(parser(lang), typed)
    args = understood(command, words)
    args.lang = lang
    return runner(args.module)(args)


def understood(command: Parser, words: Sequence[str]) -> Namespace:
    """Parse the arguments of a command. Options may come before or after other arguments. Exits if
    an argument is unusable.
    """
    # argparse cannot parse a group of commands in that way.
    mixed = not command.commands
    parse = command.parse_known_intermixed_args if mixed else command.parse_known_args
    args, unknown = parse(words)
    if unknown:
        command.refuse_unknown(unknown)
    return args
