"""Generate an AsyncAPI document of the WebSocket's messages from the Python structs.

`make docs` writes it to a file. `tests/server/test_play.py` validates the frames of whole
games against it. Its schemas are in AsyncAPI's own format, which is JSON Schema draft 07.
"""

from __future__ import annotations

import inspect
import json
from itertools import chain
from typing import Any, cast, get_args, get_type_hints

import msgspec
from msgspec import inspect as mi

from chabudai.core import AnyGame, Chance, Lapse
from chabudai.core.advice import GivenAdvice
from chabudai.server import protocol
from tools.emit_openapi import OWN
from tools.structs import field_comments, reach

SCHEMAS = "#/components/schemas/"
BEGINNING = (
    "The messages of a socket. Each carries its `type`; docs/protocol.md has the details. None in "
    "a description means null. A View is the part of the State that one seat may know, and a State "
    "is all facts about a table."
)
KINDS = ("Options", "View", "Action", "Event", "Question", "Answer")
"""The kinds of types that every game has, named `GAME.View` and so on."""
OF_GAME: dict[tuple[str, str], str] = {
    ("Act", "action"): "Action",
    ("Answered", "answer"): "Answer",
    ("Ask", "question"): "Question",
    ("Choose", "options"): "Options",
    ("Lobby", "options"): "Options",
    ("Update", "view"): "View",
}
"""Fields that contain a value of the table's game, by struct and field."""
LISTS_OF_GAME: dict[tuple[str, str], str] = {
    ("Told", "events"): "Event",
    ("Update", "legal"): "Action",
}
"""Fields that contain a list of values of the table's game."""
OF_EVERY_GAME: dict[str, tuple[type, ...]] = {
    "Answer": (GivenAdvice,),
    "Event": (
        protocol.Advised,
        protocol.Hosted,
        protocol.Rejoined,
        protocol.WatchingSet,
        protocol.HandShown,
    ),
}
"""Values that are sent in addition to the game's own."""
OTHER_REPLIES: dict[type, tuple[type, ...]] = {
    protocol.Ask: (protocol.Answered, protocol.Refused),
    protocol.Advise: (protocol.Answered, protocol.Refused),
    protocol.Ping: (protocol.Pong,),
    protocol.Vacate: (protocol.Invitation, protocol.Accepted, protocol.Refused),
}
"""Special answers to messages. All other messages are accepted or refused."""


def document() -> str:
    """Return the AsyncAPI document, as JSON."""
    commands, told = get_args(protocol.FromClient), get_args(protocol.FromServer)
    schemas = wire_schemas((*commands, *told))
    for game in OWN:
        schemas |= game_schemas(game)
    at_tables, guided, judged = (
        tuple(each for each in told if each not in without)
        for without in ((protocol.Guided, protocol.Judged), (protocol.Judged,), (protocol.Guided,))
    )
    channels = {
        "table": channel(
            "/ws/{table}",
            "A table, from the caller's seat; a caller without a seat watches.",
            {"table": {"description": "The id of the table in `Seated`."}},
            (*commands, *at_tables),
        ),
        "guide": channel(
            "/ws/guide/{game}/{guide}",
            "A guided first game. It is always the same and is not stored.",
            {
                "game": {"enum": [game.name for game in OWN]},
                "guide": {"description": "A guide of the game: `Offer.guides`."},
            },
            (*commands, *guided),
        ),
        "moment": channel(
            "/ws/moment/{table}/{at}",
            "A decision of a finished game, to be made again. Nothing is stored.",
            {
                "table": {"description": "The id of the table."},
                "at": {"description": "The number of moves before the decision: `Moment.at`."},
            },
            (*commands, *judged),
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
                "description": "The default of `chabudai serve`.",
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
"""Ways for a client to identify itself to the server. Spectators need not use any."""


def wire_schemas(messages: tuple[Any, ...]) -> dict[str, Any]:
    """Return the schemas of messages, with references to the values of games."""
    extras = tuple(chain.from_iterable(OF_EVERY_GAME.values()))
    _, named = msgspec.json.schema_components((*messages, *extras), ref_template=SCHEMAS + "{name}")
    for (struct, name), kind in OF_GAME.items():
        named[struct]["properties"][name] = ref(f"Any{kind}")
    for (struct, name), kind in LISTS_OF_GAME.items():
        named[struct]["properties"][name]["items"] = ref(f"Any{kind}")
    for kind in KINDS:
        also = [ref(each.__name__) for each in OF_EVERY_GAME.get(kind, ())]
        games = [ref(f"{game.name}.{kind}") for game in OWN]
        said = f"The {kind} of the table's game, which `Hello` names."
        named[f"Any{kind}"] = {"description": said, "anyOf": [*games, *also]}
    written: dict[str, Any] = in_draft_07(named)
    return written


def game_schemas(game: AnyGame) -> dict[str, Any]:
    """Return the schemas of all values that a game sends, with the game's name as a prefix.

    Comments after fields in the source become descriptions. The comments on a state's fields also
    describe its view.
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
    """Return the union of the `actions` that players can choose, or the type itself if there is
    only one.
    """
    kept: object = None
    for action in get_args(actions) or (actions,):
        if not issubclass(action, Chance | Lapse):
            kept = action if kept is None else kept | action
    return kept


def in_draft_07(schema: Any) -> Any:
    """Convert a msgspec schema from draft 2020-12 to draft 07: `prefixItems` of a tuple
    become `items`, and a tag is described by its possible values.
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
    """Return the description of a WebSocket message."""
    says = inspect.cleandoc(struct.__doc__).partition("\n\n")[0].replace("\n", " ")
    return {"name": tag(struct), "summary": says, "payload": ref(struct.__name__)}


def channel(
    address: str, says: str, parameters: dict[str, Any], messages: tuple[Any, ...]
) -> dict[str, Any]:
    """Return the description of a socket's address and its messages."""
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
    """Return the messages that the server accepts on a channel, with their answers, and the
    messages that it sends unprompted.
    """
    at = {"$ref": f"#/channels/{name}"}

    def among(structs: tuple[Any, ...]) -> list[dict[str, str]]:
        return [{"$ref": f"#/channels/{name}/messages/{each.__name__}"} for each in structs]

    unasked: tuple[Any, ...] = (protocol.Hello, protocol.Lobby, protocol.Presence, protocol.Update)
    further = {
        "table": (protocol.Talked,),
        "guide": (protocol.Guided,),
        "moment": (protocol.Judged,),
    }
    unasked = (*unasked, *further.get(name, ()))
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
    """Return the `type` that a message carries."""
    return str(struct.__struct_config__.tag)


def ref(name: str) -> dict[str, str]:
    """Return a reference to a schema of the document."""
    return {"$ref": SCHEMAS + name}
