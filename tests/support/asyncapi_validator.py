"""Validators of WebSocket messages, built from the AsyncAPI document."""

import json
from functools import cache
from typing import Any

from jsonschema_rs import Draft7Validator

from chabudai.core import AnyGame
from tools.emit_asyncapi import LISTS_OF_GAME, OF_EVERY_GAME, OF_GAME, document

DESCRIBED: dict[str, Any] = json.loads(document())
NAMES = {said["name"]: name for name, said in DESCRIBED["components"]["messages"].items()}
"""Names of the document's messages by type."""


def assert_described(message: dict[str, Any], game: AnyGame) -> None:
    """Check a game's message against the document and the game's schemas."""
    name = NAMES[message["type"]]
    judge(name).validate(message)
    for (struct, field), kind in OF_GAME.items():
        if struct == name and kind not in OF_EVERY_GAME:
            judge(f"{game.name}.{kind}").validate(message[field])
    for (struct, field), kind in LISTS_OF_GAME.items():
        for value in message[field] if struct == name else ():
            judge(f"{game.name}.{kind}").validate(value)


@cache
def judge(name: str) -> Draft7Validator:
    """Return a validator for one of the document's schemas. It raises ValidationError."""
    schema = {"$ref": f"#/components/schemas/{name}"}
    return Draft7Validator({"allOf": [schema], "components": DESCRIBED["components"]})
