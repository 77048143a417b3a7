"""The immutable base struct for options, states, actions, events and views."""

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An immutable struct that can be encoded as JSON.

    The garbage collector does not track it: an immutable value is never part of a reference cycle.
    """
