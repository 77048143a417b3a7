"""Validators of WebSocket messages, built from the AsyncAPI document."""

import json
from functools import cache
from typing import Any

from jsonschema_rs import Draft7Validator

from chabudai.core import AnyGame
from tools.emit_asyncapi import LISTS_OF_GAME, OF_EVERY_GAME, OF_GAME, document


@cache
def described() -> dict[str, Any]:
    """Return the document. It is emitted once in each process that needs it."""
    emitted: dict[str, Any] = json.loads(document())
    return emitted


@cache
def names() -> dict[str, str]:
    """Map each type of message to its name in the document."""
    messages = described()["components"]["messages"]
    return {message["name"]: name for name, message in messages.items()}


def assert_described(message: dict[str, Any], game: AnyGame) -> None:
    """Check a game's message against the document and the game's schemas."""
    name = names()[message["type"]]
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
    return Draft7Validator({"allOf": [schema], "components": described()["components"]})
