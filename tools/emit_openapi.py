"""Generate an OpenAPI document of the HTTP endpoints from the Python structs.

`make docs` writes it to a file. `tests/nightly/proof/calls.py` makes all calls that the document
allows.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from chabudai.core.deal import Compared
from chabudai.core.report import Report
from chabudai.core.rulebook import LANGUAGES, Rulebook
from chabudai.core.steps import Steps
from chabudai.core.why import Reason
from chabudai.games import GAMES, folder_of
from chabudai.server import protocol
from chabudai.server.http import invitations
from chabudai.server.http.daily import DailyDeals, NewDaily
from chabudai.server.http.parties import NextGame, Party
from chabudai.server.http.replay_tables import PlayOn
from chabudai.server.http.responses import STATUS
from chabudai.server.http.screens import Pairing, Screen
from chabudai.server.http.tables import Link, Offer
from chabudai.server.http.words import TableWord

ROOT = Path(__file__).resolve().parent.parent
OWN = [game for game in GAMES.values() if folder_of(game.name).is_relative_to(ROOT / "src")]
"""The games of the package. A server may have further games."""
GAME = {"type": "string", "enum": [game.name for game in OWN]}
EVERY_SEATS = [seats for game in OWN for seats in game.seats]
SEATS = {"type": "integer", "minimum": min(EVERY_SEATS), "maximum": max(EVERY_SEATS)}
NUMBERS = {
    "steps": ("from", "seat"),
    "why": ("seq", "step"),
    "{step}.svg": ("seat",),
    "end.svg": ("seat",),
}
"""Query parameters, by the last part of the path."""
COUNT = {"type": "integer", "minimum": 0}
REFUSALS = sorted({*STATUS.values(), 413, 421})


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The input and output of an endpoint. Each is one of the given types in JSON, or has another
    media type: `sends` for the input, and `media` for the output.
    """

    method: str
    path: str
    says: str
    gives: tuple[Any, ...]
    takes: tuple[Any, ...] = ()
    media: str = "application/json"
    sends: str = ""


def endpoints() -> tuple[Endpoint, ...]:
    """Return all endpoints below /api."""
    table, studio = "/api/tables/{table}", "/api/studio/{game}"
    party, seated = "/api/parties/{party}", (protocol.Seated,)
    checked, opened = (documents_of(job) for job in ("studio", "open"))
    lines, picture = "application/x-ndjson", "image/svg+xml"
    return (
        Endpoint("get", "/api/games", "The available games.", (list[Offer],)),
        Endpoint("get", "/api/rules/{game}", "The rulebook of a game.", (Rulebook,)),
        Endpoint("get", "/api/tables", "The caller's tables.", (list[invitations.YourTable],)),
        Endpoint("post", "/api/tables", "Open a table.", (protocol.Seated,), (protocol.NewTable,)),
        Endpoint("get", party, "People and games of a party.", (Party,)),
        Endpoint("post", f"{party}/next", "Open the next table.", seated, (NextGame,)),
        Endpoint("post", f"{party}/leave", "Leave the party.", (None,)),
        Endpoint("post", f"{party}/delete", "Delete the party.", (None,)),
        Endpoint("post", f"{party}/screens", "Pair a big screen.", (None,), (Pairing,)),
        Endpoint("post", "/api/screens", "What a big screen shows.", (Screen,)),
        Endpoint("get", "/api/daily", "The daily deals of a day.", (DailyDeals,)),
        Endpoint("post", "/api/daily", "Play a daily deal.", (protocol.Seated,), (NewDaily,)),
        Endpoint("get", f"{table}/daily", "The result compared with par.", (Compared,)),
        Endpoint(
            "post",
            f"{table}/pass",
            "A secret for another browser.",
            (invitations.Pass,),
            (invitations.PassFor,),
        ),
        Endpoint("post", f"{table}/players", "Seat a player.", seated, (protocol.AddPlayer,)),
        Endpoint(
            "post", f"{table}/claim", "Ask for a seat.", (protocol.Seated,), (protocol.Claim,)
        ),
        Endpoint(
            "post", "/api/join", "Take a seat, or watch.", (protocol.Seated,), (protocol.Join,)
        ),
        Endpoint("get", f"{table}/transcript", "Every move of a finished game.", (), (), lines),
        Endpoint(
            "post", f"{table}/play-on", "Continue from a step.", (protocol.Seated,), (PlayOn,)
        ),
        Endpoint("post", "/api/transcripts", "Replay a file.", (protocol.Seated,), (), sends=lines),
        Endpoint("get", f"{table}/review", "The review of a finished game.", results_of("review")),
        Endpoint("get", f"{table}/report", "The review in sentences.", (Report,)),
        Endpoint("get", f"{table}/steps", "The steps, as a seat saw them.", (Steps,)),
        Endpoint("get", f"{table}/why", "The reason for a bot's move.", (Reason,)),
        Endpoint("get", f"{table}/steps/{{step}}.svg", "A step as a picture.", (), (), picture),
        Endpoint("get", f"{table}/end.svg", "The last steps, animated.", (), (), picture),
        Endpoint("get", f"{table}/words", "The meanings of all words.", (list[TableWord],)),
        Endpoint("get", f"{table}/words/{{word}}", "The meaning of a word.", (TableWord,)),
        Endpoint("post", studio, "Check a drawn board.", results_of("studio"), checked),
        Endpoint("post", f"{studio}/open", "The board in a file.", results_of("open"), opened),
        Endpoint("post", "/api/qr", "A QR code of a link to this server.", (), (Link,), picture),
    )


def documents_of(job: str) -> tuple[Any, ...]:
    """Return the inputs of a job, one for each game that has the job."""
    return tuple(game.extras.jobs[job].takes for game in OWN if job in game.extras.jobs)


def results_of(job: str) -> tuple[Any, ...]:
    """Return the results of a job, one for each game that has the job."""
    jobs = [game.extras.jobs[job] for game in OWN if job in game.extras.jobs]
    return tuple(get_type_hints(each.run)["return"] for each in jobs)


def document() -> str:
    """Return the OpenAPI document, as JSON."""
    every = tuple(endpoints())
    types = [of for each in every for of in (*each.gives, *each.takes)]
    at = "#/components/schemas/{name}"
    shapes, named = msgspec.json.schema_components([*types, protocol.Problem], ref_template=at)
    shape_of = dict(zip(types, shapes, strict=False))
    for shape in named.values():
        # Python 3.13 and later remove the indentation themselves.
        shape["description"] = inspect.cleandoc(shape["description"])
    named["NewTable"]["properties"] |= {"game": GAME, "seats": SEATS}
    paths: dict[str, Any] = {}
    for each in every:
        paths.setdefault(each.path, {})[each.method] = operation(each, shape_of)
    refused = {"description": "Refused, in a sentence.", "content": in_json([shapes[-1]])}
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "chabudai", "version": str(protocol.PROTOCOL)},
        "paths": paths,
        "components": {
            "schemas": named,
            "responses": {"Refused": refused},
            "securitySchemes": {"secret": {"type": "http", "scheme": "bearer"}},
        },
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def operation(endpoint: Endpoint, shape_of: dict[Any, Any]) -> dict[str, Any]:
    """Return the description of an endpoint's input and output."""
    gives = [shape_of[each] for each in endpoint.gives]
    content: dict[str, Any] = in_json(gives) if gives else {endpoint.media: {}}
    done = {"description": "Done.", "content": content}
    refused = {str(code): {"$ref": "#/components/responses/Refused"} for code in REFUSALS}
    described: dict[str, Any] = {
        "summary": endpoint.says,
        "parameters": list(parameters(endpoint)),
        "responses": {"200": done, **refused},
        "security": [{}, {"secret": []}],
    }
    if endpoint.takes:
        body = in_json([shape_of[each] for each in endpoint.takes])
        described["requestBody"] = {"required": True, "content": body}
    if endpoint.sends:
        lines = {endpoint.sends: {"schema": {"type": "string"}}}
        described["requestBody"] = {"required": True, "content": lines}
    return described


def parameters(endpoint: Endpoint) -> Iterator[dict[str, Any]]:
    """Yield the parameters of a path and of its query."""
    path = endpoint.path
    if "{game}" in path:
        yield {"name": "game", "in": "path", "required": True, "schema": GAME}
    for name in ("table", "party"):
        if f"{{{name}}}" in path:
            shape = {"type": "string", "minLength": 1, "pattern": "^[a-z0-9]+$"}
            yield {"name": name, "in": "path", "required": True, "schema": shape}
    if "{word}" in path:
        shape = {"type": "string", "minLength": 1, "pattern": "^[A-Za-z]+$"}
        yield {"name": "word", "in": "path", "required": True, "schema": shape}
    if "{step}" in path:
        yield {"name": "step", "in": "path", "required": True, "schema": COUNT}
    for name in NUMBERS.get(path.rpartition("/")[2], ()):
        yield {"name": name, "in": "query", "schema": COUNT}
    if (endpoint.method, path) == ("get", "/api/daily"):
        yield {"name": "day", "in": "query", "schema": {"type": "string", "format": "date"}}
    if "rules" in path or ".svg" in path:
        languages = {"type": "string", "enum": list(LANGUAGES), "default": "en"}
        yield {"name": "lang", "in": "query", "schema": languages}


def in_json(shapes: list[Any]) -> dict[str, Any]:
    """Return a JSON body with one of these schemas."""
    return {"application/json": {"schema": shapes[0] if len(shapes) == 1 else {"anyOf": shapes}}}
