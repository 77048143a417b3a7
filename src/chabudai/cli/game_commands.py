"""Commands that games add to the command line."""

import argparse
from collections.abc import Iterable
from typing import Any

import msgspec

from chabudai.cli.argument_types import within
from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.output import print_error, print_json
from chabudai.cli.parser import REPEATED, Parser
from chabudai.core.command import Command, Failed
from chabudai.core.strict import choices

GROUPS = {"solve": "Solve a position exactly."}
"""Help texts of groups that have commands of several games."""


def add_commands(top: Parser) -> None:
    """Add the commands of every game, grouped by the first word of their names."""
    from chabudai.games import GAMES  # for the other commands it is not needed, or not yet

    groups: dict[str, list[tuple[str, Command]]] = {}
    for game in GAMES.values():
        for command in game.extras.commands():
            groups.setdefault(command.name.split()[0], []).append((game.title, command))
    for name, owned in groups.items():
        group = top.add_command(name, GROUPS.get(name) or describe_group(owned))
        group.add_commands("KIND")
        for _, command in owned:
            kind = group.add_command(command.name.removeprefix(f"{name} "), command.does)
            kind.set_defaults(module=__name__, command=command)
            add_arguments(kind, command)


def describe_group(owned: Iterable[tuple[str, Command]]) -> str:
    """Return the help text of a group of commands: its games and its commands."""
    titles = dict.fromkeys(title for title, _ in owned)
    return f"{', '.join(titles)}: {choices(command.name.split()[-1] for _, command in owned)}."


def add_arguments(parser: argparse.ArgumentParser, command: Command) -> None:
    """Add the arguments of a command, and `--json`."""
    for field in msgspec.structs.fields(command.takes):
        settings = argparse_options(msgspec.inspect.type_info(field.type))
        if field.default not in (msgspec.NODEFAULT, None, "") and field.default is not False:
            settings["help"] += "; %(default)s"
        if field.name in command.bare:
            if not field.required:
                settings["nargs"] = "?"
            parser.add_argument(field.name, **settings)
        elif field.name == command.main:
            parser.add_argument("plain", nargs="*", **settings)
            parser.add_argument(f"--{field.name}", **settings)
        else:
            default = None if field.required else field.default
            parser.add_argument(
                f"--{field.name}", required=field.required, default=default, **settings
            )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def argparse_options(shape: msgspec.inspect.Type) -> dict[str, Any]:
    """Return keyword arguments of `add_argument` for a type: limits, metavar and help."""
    match shape:
        case msgspec.inspect.UnionType(types=(one, msgspec.inspect.NoneType())):
            return argparse_options(one)
        case msgspec.inspect.VarTupleType(item_type=one):
            return {**argparse_options(one), "nargs": "+"}
        case msgspec.inspect.Metadata(
            type=inner, extra_json_schema={"title": str(title), "description": str(text)}
        ):
            return {**argparse_options(inner), "help": text, "metavar": title}
        case msgspec.inspect.Metadata(type=inner, extra_json_schema={"description": str(text)}):
            return {**argparse_options(inner), "help": text}
        case msgspec.inspect.LiteralType(values=values):
            return {"choices": values, "help": choices(map(str, values))}
        case msgspec.inspect.BoolType():
            return {"action": "store_true"}
        case msgspec.inspect.IntType(ge=least, le=most):
            return {"type": within(least, most), "metavar": "N"}
        case _:
            return {}


def run(args: argparse.Namespace) -> int:
    """Run the command, print its answer, and return the exit code."""
    command: Command = args.command
    fields = msgspec.structs.fields(command.takes)
    typed = {field.name: getattr(args, field.name) for field in fields}
    if command.main:
        typed[command.main] = main_value(args, typed[command.main])
    try:
        answer = command.run(msgspec.convert(typed, command.takes))
    except Failed as error:
        raise Refused(error) from None
    except ValueError as error:
        raise Unusable(error) from None
    if args.json:
        print_json(answer.document)
    elif answer.lines:
        print("\n".join(answer.lines))
    for complaint in answer.complaints:
        print_error(complaint)
    return answer.code


def main_value(args: argparse.Namespace, named: str | None) -> str:
    """Return the value of a command's main argument, which is given by its option or by the other
    words. Exits if neither or both are given.
    """
    if args.plain and named is not None:
        args.parser.refuse(REPEATED, name=f"--{args.command.main}")
    if not args.plain and named is None:
        [main] = args.parser.arguments()
        args.parser.refuse_missing(str(main.metavar))
    return " ".join(args.plain) if named is None else named
