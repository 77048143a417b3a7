"""Structs that check field types when constructed in Python, not only when decoded."""

import textwrap
from collections.abc import Iterable
from functools import cache

import msgspec

from chabudai.core.struct import Struct


class ValidatedStruct(Struct):
    """A Struct that raises TypeError for a field of the wrong type, and describes the allowed
    values.

    It is the base class of options, and meant only for structs that are rarely created, since
    decoded ones are checked twice.
    """

    def __post_init__(self) -> None:
        """Raise TypeError if a value does not have its field's type."""
        given = msgspec.structs.astuple(self)
        try:
            fits = msgspec.convert(self, unchecked(type(self)), from_attributes=True)
        except msgspec.ValidationError:
            pass
        else:
            # `convert` accepts a list for a tuple, which is not allowed here.
            if msgspec.structs.astuple(fits) == given:
                return
        fields = msgspec.structs.fields(self)
        raise TypeError(
            next(filter(None, map(against_value, fields, given)), "These values are not allowed.")
        )

    @classmethod
    def check(cls, options: object) -> None:
        """Raise TypeError if `options` is not an instance of this class."""
        if not isinstance(options, cls):
            raise TypeError(f"These are not options of this game: {options!r}.")


@cache
def unchecked(kind: type[ValidatedStruct]) -> type[msgspec.Struct]:
    """Return a struct type with the fields of `kind` but without the check."""
    fields = [(field.name, field.type) for field in msgspec.structs.fields(kind)]
    return msgspec.defstruct(kind.__name__, fields, frozen=True, gc=False)


def against_value(field: msgspec.structs.FieldInfo, value: object) -> str | None:
    """Return a sentence that lists a field's allowed values, or None if `value` is one of them."""
    try:
        if msgspec.convert(value, field.type) == value:
            return None
    except msgspec.ValidationError:
        pass
    return describe_refusal(field, value, describe_type(field.type))


def describe_refusal(field: msgspec.structs.FieldInfo, value: object, kinds: str) -> str:
    """Return a sentence that rejects a value. `kinds` describes the allowed values."""
    shown = textwrap.shorten(repr(value), 80, placeholder=" …")
    return f"{field.name} cannot be {shown}. It is {kinds}."


def describe_type(shape: object, several: str = "a tuple", record: str = "a {}") -> str:
    """Describe the values of an option's type in words. `several` is the phrase for a tuple.
    `record` is the phrase for a struct, with {} for its name.
    """
    return " or ".join(kinds_of(msgspec.inspect.type_info(shape), several, record))


def kinds_of(shape: msgspec.inspect.Type, several: str, record: str) -> list[str]:
    """Return phrases that describe the values allowed by an option's type."""
    match shape:
        case msgspec.inspect.BoolType():
            return ["true or false"]
        case msgspec.inspect.LiteralType(values=values):
            return [choices(map(str, values))]
        case msgspec.inspect.IntType(ge=least, le=most):
            return [f"a number from {least} to {most}"]
        case msgspec.inspect.VarTupleType():
            return [several]
        case msgspec.inspect.StrType():
            return ["a name"]
        case msgspec.inspect.StructType(cls=kind):
            return [record.format(kind.__name__.lower())]
        case msgspec.inspect.UnionType(types=types):
            return [kind for each in types for kind in kinds_of(each, several, record)]
        case _:
            return ["something else"]


def choices(items: Iterable[str]) -> str:
    """Join items as alternatives: "easy, normal or hard"."""
    *most, last = items
    return f"{', '.join(most)} or {last}" if most else last
