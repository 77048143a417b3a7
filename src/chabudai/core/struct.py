"""The immutable struct from which options, states, actions, events and views derive."""

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An immutable struct that can be encoded as JSON.

    The garbage collector does not track it: an immutable value is never part of a reference cycle.
    """
