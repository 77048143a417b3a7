"""Describe the messages of the socket as an AsyncAPI document, from the Python structs.

`make docs` writes it to a file. `tests/server/test_every_game.py` validates the frames of whole
games against it. Its schemas are in AsyncAPI's own format, which is JSON Schema draft 07.
"""

from __future__ import annotations

import inspect
import json
from typing import Any, cast, get_args, get_type_hints

import msgspec
from msgspec import inspect as mi

from chabudai.core import Advice, AnyGame, Chance, Lapse
from chabudai.server import protocol
from tools.emit_openapi import OWN
from tools.structs import field_comments, reach

SCHEMAS = "#/components/schemas/"
BEGINNING = (
    "The messages of a socket. Each carries its `type`; docs/protocol.md tells the rest. What "
    "descriptions call None is null. A View is what one seat may know of the State, which is all "
    "that is true of the table."
)
KINDS = ("Options", "View", "Action", "Event", "Question", "Answer")
"""What every game has types for, named `GAME.View` and so on."""
OF_GAME: dict[tuple[str, str], str] = {
    ("Act", "action"): "Action",
    ("Answered", "answer"): "Answer",
    ("Ask", "question"): "Question",
    ("Choose", "options"): "Options",
    ("Lobby", "options"): "Options",
    ("Update", "view"): "View",
}
"""What the wire carries as the game of the table writes it, by struct and field."""
LISTS_OF_GAME: dict[tuple[str, str], str] = {
    ("Told", "events"): "Event",
    ("Update", "legal"): "Action",
}
"""The same where it carries any number of them."""
OF_EVERY_GAME: dict[str, type] = {"Answer": Advice, "Event": protocol.Advised}
"""What the wire carries besides the game's own."""
OTHER_REPLIES: dict[type, tuple[type, ...]] = {
    protocol.Ask: (protocol.Answered, protocol.Refused),
    protocol.Advise: (protocol.Answered, protocol.Refused),
    protocol.Ping: (protocol.Pong,),
    protocol.Vacate: (protocol.Invitation, protocol.Accepted, protocol.Refused),
}
"""What answers a message; all others are accepted or refused."""


def document() -> str:
    """The AsyncAPI document, as JSON."""
    commands, told = get_args(protocol.FromClient), get_args(protocol.FromServer)
    schemas = wire_schemas((*commands, *told))
    for game in OWN:
        schemas |= game_schemas(game)
    at_tables = tuple(each for each in told if each is not protocol.Guided)
    channels = {
        "table": channel(
            "/ws/{table}",
            "A table, from the seat of who calls; without a seat one watches.",
            {"table": {"description": "The table, as `Seated` names it."}},
            (*commands, *at_tables),
        ),
        "guide": channel(
            "/ws/guide/{game}/{guide}",
            "A guided first game, which is always the same and stored nowhere.",
            {
                "game": {"enum": [game.name for game in OWN]},
                "guide": {"description": "A guide that the game has: `Offer.guides`."},
            },
            (*commands, *told),
        ),
    }
    whole = {
        "asyncapi": "3.0.0",
        "info": {"title": "chabudai", "version": str(protocol.PROTOCOL), "description": BEGINNING},
        "defaultContentType": "application/json",
        "servers": {
            "local": {
                "host": "127.0.0.1:8000",
                "protocol": "ws",
                "description": "As `chabudai serve` begins.",
                "security": [{"$ref": f"#/components/securitySchemes/{n}"} for n in SECRETS],
            }
        },
        "channels": channels,
        "operations": {
            operation: described
            for name in channels
            for operation, described in operations(name, commands).items()
        },
        "components": {
            "messages": {each.__name__: message(each) for each in (*commands, *told)},
            "schemas": schemas,
            "securitySchemes": SECRETS,
        },
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


SECRETS = {
    "token": {"type": "http", "scheme": "bearer"},
    "cookie": {"type": "httpApiKey", "name": "guest", "in": "cookie"},
}
"""How a server knows who calls: one of these, or nothing from who watches."""


def wire_schemas(messages: tuple[Any, ...]) -> dict[str, Any]:
    """The shapes of messages, with the places where the games' own values stand."""
    extras = tuple(OF_EVERY_GAME.values())
    _, named = msgspec.json.schema_components((*messages, *extras), ref_template=SCHEMAS + "{name}")
    for (struct, name), kind in OF_GAME.items():
        named[struct]["properties"][name] = ref(f"Any{kind}")
    for (struct, name), kind in LISTS_OF_GAME.items():
        named[struct]["properties"][name]["items"] = ref(f"Any{kind}")
    for kind in KINDS:
        also = [ref(OF_EVERY_GAME[kind].__name__)] if kind in OF_EVERY_GAME else []
        games = [ref(f"{game.name}.{kind}") for game in OWN]
        said = f"The {kind} of the table's game, which `Hello` names."
        named[f"Any{kind}"] = {"description": said, "anyOf": [*games, *also]}
    written: dict[str, Any] = in_draft_07(named)
    return written


def game_schemas(game: AnyGame) -> dict[str, Any]:
    """The shapes of all that a game puts on the wire, by names that begin with the game's.

    What the source says behind a field is its description; a view's are those of the state, too.
    """
    types = (
        game.options,
        game.views,
        player_actions(game.actions),
        game.events,
        game.questions,
        game.answers,
    )
    template = f"{SCHEMAS}{game.name}.{{name}}"
    shapes, named = msgspec.json.schema_components(types, ref_template=template)
    for kind, shape in zip(KINDS, shapes, strict=True):
        named.setdefault(kind, shape)
    structs = {each.cls for one in types for each in reach(mi.type_info(one), set())}
    said = {struct.__name__: field_comments(struct) for struct in structs}
    state = get_type_hints(game.setup)["return"]
    said["View"] = field_comments(state) | field_comments(game.views)
    for name, comments in said.items():
        fields = named.get(name, {}).get("properties", {})
        for field in comments.keys() & fields.keys():
            fields[field]["description"] = comments[field]
    return {f"{game.name}.{name}": in_draft_07(shape) for name, shape in named.items()}


def player_actions(actions: object) -> Any:
    """The union of `actions`, or the one that there is, without those that no player chooses."""
    kept: object = None
    for action in get_args(actions) or (actions,):
        if not issubclass(action, Chance | Lapse):
            kept = action if kept is None else kept | action
    return kept


def in_draft_07(schema: Any) -> Any:
    """A schema of msgspec's, which are of draft 2020-12, in words that draft 07 has: a tuple's
    `prefixItems` are `items`, and a tag is told by the values it may have.
    """
    match schema:
        case {"prefixItems": items, **others}:
            return in_draft_07({**others, "items": items, "additionalItems": False})
        case {"discriminator": {"propertyName": _}, **others}:
            return in_draft_07(others)
        case dict():
            by_key = cast("dict[str, Any]", schema)
            return {key: in_draft_07(each) for key, each in by_key.items()}
        case list():
            return [in_draft_07(each) for each in cast("list[object]", schema)]
        case str():
            return inspect.cleandoc(schema)
        case _:
            return schema


def message(struct: Any) -> dict[str, Any]:
    """A message of the socket."""
    says = inspect.cleandoc(struct.__doc__).partition("\n\n")[0].replace("\n", " ")
    return {"name": tag(struct), "summary": says, "payload": ref(struct.__name__)}


def channel(
    address: str, says: str, parameters: dict[str, Any], messages: tuple[Any, ...]
) -> dict[str, Any]:
    """An address at which a socket is opened, and what goes over it."""
    since = {"type": "integer", "description": "The last `seq` that the caller has seen."}
    query = {"type": "object", "properties": {"since": since}}
    return {
        "address": address,
        "description": says,
        "parameters": parameters,
        "messages": {
            each.__name__: {"$ref": f"#/components/messages/{each.__name__}"} for each in messages
        },
        "bindings": {"ws": {"method": "GET", "query": query, "bindingVersion": "0.1.0"}},
    }


def operations(name: str, commands: tuple[Any, ...]) -> dict[str, Any]:
    """What the server takes at a channel, with the answers, and what it tells unasked."""
    at = {"$ref": f"#/channels/{name}"}

    def among(structs: tuple[Any, ...]) -> list[dict[str, str]]:
        return [{"$ref": f"#/channels/{name}/messages/{each.__name__}"} for each in structs]

    unasked: tuple[Any, ...] = (protocol.Hello, protocol.Lobby, protocol.Presence, protocol.Update)
    if name == "guide":
        unasked = (*unasked, protocol.Guided)
    taken = {
        f"{name}-{tag(each)}": {
            "action": "receive",
            "channel": at,
            "messages": among((each,)),
            "reply": {
                "channel": at,
                "messages": among(OTHER_REPLIES.get(each, (protocol.Accepted, protocol.Refused))),
            },
        }
        for each in commands
    }
    return {**taken, f"{name}-tell": {"action": "send", "channel": at, "messages": among(unasked)}}


def tag(struct: Any) -> str:
    """The `type` that a message carries."""
    return str(struct.__struct_config__.tag)


def ref(name: str) -> dict[str, str]:
    """A reference to a schema of the document."""
    return {"$ref": SCHEMAS + name}
