"""Schemas of all stored types: `python -m tests.server.stored_types` writes `stored.json`."""

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec

from chabudai.core import Struct
from chabudai.server.store.rows import FORMAT
from chabudai.server.tables import decide
from chabudai.server.tables.decide import watching
from chabudai.server.tables.decide.commands import HANDLERS
from tests.support.game_cases import ADDED, CASES

STORED = Path(__file__).with_name("stored.json")
STEPS = (
    decide.Opened,
    decide.Sit,
    decide.Knock,
    decide.Device,
    decide.Host,
    decide.Further,
    decide.Stop,
    decide.Rejoin,
    decide.DropRequests,
    watching.Pair,
)


def stored_types() -> dict[str, Any]:
    """The format, and a digest of each type's schema."""
    types: dict[str, Any] = {"sitting": decide.TableSetup, "pending move": decide.PendingMove}
    steps: tuple[type[Struct], ...] = (*STEPS, *HANDLERS)
    types |= {each.__name__: each for each in steps}
    for game in [room.game for room in CASES if room not in ADDED]:
        name, state = game.name, type(game.setup(game.options(), max(game.seats)))
        kinds = {"options": game.options, "state": state, "actions": game.actions}
        types |= {f"{name} {kind}": each for kind, each in kinds.items()}
        types[f"{name} events"] = game.events
    return {"format": FORMAT, **{name: digest(each) for name, each in sorted(types.items())}}


def digest(kind: Any) -> str:
    """A digest of a type's schema, without its descriptions."""
    plain = json.dumps(undescribed(msgspec.json.schema(kind)), sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def undescribed(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: undescribed(each) for key, each in schema.items() if key != "description"}
    return [undescribed(each) for each in schema] if isinstance(schema, list) else schema


if __name__ == "__main__":
    STORED.write_text(json.dumps(stored_types(), indent=1) + "\n")
