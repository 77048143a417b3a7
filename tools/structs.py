"""The structs in a type, and the comments on their fields."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator

from msgspec import inspect as mi

COMMENTED = re.compile(r"^ {4}(\w+): .*  # (.+)$", re.MULTILINE)


def reach(info: mi.Type, seen: set[type]) -> Iterator[mi.StructType]:
    """Yield each struct in `info` once, outermost first."""
    match info:
        case mi.StructType(cls=cls, fields=fields):
            if cls not in seen:
                seen.add(cls)
                yield info
                for field in fields:
                    yield from reach(field.type, seen)
        case mi.UnionType(types=parts) | mi.TupleType(item_types=parts):
            for part in parts:
                yield from reach(part, seen)
        case mi.VarTupleType(item_type=item) | mi.DictType(value_type=item):
            yield from reach(item, seen)
        case mi.Metadata(type=inner):
            yield from reach(inner, seen)
        case _:
            pass


def field_comments(struct: type) -> dict[str, str]:
    """Return the comments after a struct's fields, by field."""
    # `getsource` of a class parses its module, which fails in Python 3.11 if another thread parses.
    module = inspect.getsource(sys.modules[struct.__module__])
    (source,) = re.findall(rf'(?ms)^class {struct.__name__}\b.+?(?=^[\w@"#]|\Z)', module)
    return dict(COMMENTED.findall(source))
