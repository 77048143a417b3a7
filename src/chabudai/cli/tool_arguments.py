"""What is said to a language model whose call does not fit a tool."""

import textwrap
from collections.abc import Awaitable, Callable, Iterable, Mapping
from inspect import signature

KINDS: Mapping[object, str] = {str: "a text", int: "a whole number"}
"""What a model is told of an argument's type; all others are objects of JSON."""


def no_tool(name: str, tools: Iterable[str]) -> str:
    """A sentence for a tool that is not there."""
    return f"There is no tool {name!r}. There is: {', '.join(tools)}."


def against_call(
    tool: Callable[..., Awaitable[str]], given: Mapping[str, object], wrong: str
) -> str:
    """A sentence that says what the argument `wrong` of a tool has to be: it is missing in what was
    given, or of another type.
    """
    kind = KINDS.get(signature(tool).parameters[wrong].annotation, "an object")
    if wrong not in given:
        return f"{tool.__name__} needs {wrong}, {kind}."
    shown = textwrap.shorten(repr(given[wrong]), 80, placeholder=" …")
    return f"{wrong} cannot be {shown}. It is {kind}."
