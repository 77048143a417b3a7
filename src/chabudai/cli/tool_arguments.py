"""What is said to a language model whose call does not fit a tool."""

import textwrap
from collections.abc import Awaitable, Callable, Iterable, Mapping
from inspect import signature

from chabudai.core import Telling, telling

KINDS: Mapping[object, Telling] = {str: telling("a text"), int: telling("a whole number")}
"""What a model is told of an argument's type; all others are objects of JSON."""
CANNOT_BE = "{name} cannot be {value}. It is {kind}."


def no_tool(name: str, tools: Iterable[str]) -> Telling:
    """A sentence for a tool that is not there."""
    there = ", ".join(tools)
    return telling("There is no tool {name}. There is: {there}.", name=repr(name), there=there)


def against_call(
    tool: Callable[..., Awaitable[str]], given: Mapping[str, object], wrong: str
) -> Telling:
    """A sentence that says what the argument `wrong` of a tool has to be: it is missing in what was
    given, or of another type.
    """
    kind = KINDS.get(signature(tool).parameters[wrong].annotation, telling("an object"))
    if wrong not in given:
        return telling("{tool} needs {name}, {kind}.", tool=tool.__name__, name=wrong, kind=kind)
    shown = textwrap.shorten(repr(given[wrong]), 80, placeholder=" …")
    return telling(CANNOT_BE, name=wrong, value=shown, kind=kind)
