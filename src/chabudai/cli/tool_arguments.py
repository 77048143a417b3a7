"""Validation of a language model's tool calls, and error messages for invalid ones."""

import textwrap
from collections.abc import Awaitable, Callable, Iterable, Mapping
from inspect import signature
from urllib.parse import urlsplit

import msgspec

from chabudai.cli.arguments import known_option, no_bot
from chabudai.cli.errors import Unusable
from chabudai.core import AnyGame, Illegal, Struct, Telling, fill, telling
from chabudai.core.strict import describe_type
from chabudai.server.names import LONGEST_SENT

KINDS: Mapping[object, Telling] = {str: telling("a text"), int: telling("a whole number")}
"""Names of argument types, as shown to the model. All other types are JSON objects."""
NOBODY = "none"
"""The value given instead of a level if there are no bots."""
CANNOT_BE = "{name} cannot be {value}. It is {kind}."


def no_tool(name: str, tools: Iterable[str]) -> Telling:
    """Return an error message for an unknown tool."""
    there = ", ".join(tools)
    return telling("There is no tool {name}. Available: {there}.", name=repr(name), there=there)


def against_call(
    tool: Callable[..., Awaitable[str]], given: Mapping[str, object], wrong: str
) -> Telling:
    """Return an error message about a tool's argument `wrong`, which is missing or has the wrong
    type.
    """
    kind = KINDS.get(signature(tool).parameters[wrong].annotation, telling("an object"))
    if wrong not in given:
        return telling("{tool} needs {name}, {kind}.", tool=tool.__name__, name=wrong, kind=kind)
    shown = textwrap.shorten(repr(given[wrong]), 80, placeholder=" …")
    return telling(CANNOT_BE, name=wrong, value=shown, kind=kind)


def check_level(game: AnyGame, bots: str) -> None:
    """Raise Unusable for an unknown level of bots."""
    if bots not in (NOBODY, *game.bots):
        raise no_bot(bots, (*game.bots, NOBODY))


def check_options(game: AnyGame, options: dict[str, object]) -> Struct:
    """Return the options of a table. Raises Unusable for an unknown option or an invalid value."""
    for name, value in options.items():
        field = known_option(game, name)
        try:
            msgspec.json.decode(msgspec.json.encode(value), type=field.type)
        except msgspec.ValidationError:
            shown = textwrap.shorten(repr(value), 80, placeholder=" …")
            kind = describe_type(field.type, "a list")
            raise Unusable(CANNOT_BE, name=name, value=shown, kind=kind) from None
    chosen: Struct = msgspec.convert(options, game.options)
    return chosen


def check_rules(game: AnyGame, options: Struct, seats: int, lang: str) -> None:
    """Raise Unusable if the rules do not allow these options for this number of seats."""
    try:
        game.setup(options, seats)
    except Illegal as why:
        raise Unusable(fill(game.text.catalogue(lang).get(why.text, why.text), why.facts)) from None


def check_name(name: str) -> None:
    """Raise Unusable for a name that is too long or too short for the server."""
    if not 1 <= len(name) <= LONGEST_SENT:
        raise Unusable("A name has 1 to {most} letters.", most=LONGEST_SENT)


def table_named(where: str, base: str) -> dict[str, str]:
    """Return the fields of `protocol.Join` for a code or a link. Raises Unusable."""
    if where.isdecimal():
        return code_named(where)
    link = urlsplit(where)
    own = f"{link.scheme}://{link.netloc}{link.path}".removeprefix(f"{base}/")
    at, _, table = own.partition("/")
    if at not in ("j", "t") or not table:
        said = "{where} is neither a code nor a link to a table at {base}."
        raise Unusable(said, where=repr(where), base=base)
    if table.isdecimal():
        return code_named(table)
    return {"table": table, **({"secret": link.fragment} if link.fragment else {})}


def code_named(code: str) -> dict[str, str]:
    """Return the field of `protocol.Join` for a code. Raises Unusable for an invalid code."""
    if len(code) not in (4, 6) or not code.isascii():
        raise Unusable("{code} is not a code: a code has four or six digits.", code=code)
    return {"code": code}
