"""The client's types and the API documents, emitted from the Python structs."""

import inspect as source
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from jsonschema_rs import ValidationError, meta
from msgspec import inspect
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR
from starlette.routing import Route, WebSocketRoute

from chabudai.core import Rng, Seat, Struct, events_for
from chabudai.core.transcript import loads, replay_steps
from chabudai.server import protocol
from chabudai.server.app import routes
from tests.support.asyncapi_validator import described as sockets, judge
from tests.support.game_cases import ADDED, CASES, WITHOUT_PAGE, Case
from tools.emit_asyncapi import game_schemas
from tools.emit_types import emit_game, files, spell
from tools.stage_docs import documents

ROOT = Path(__file__).resolve().parent.parent
DESCRIPTIONS = ("description", "summary")
OWN = [room for room in CASES if room not in ADDED]


@cache
def emitted() -> dict[str, str]:
    """Return the documents that the site gets, by file name."""
    return documents()


def described() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(emitted()["openapi.json"])
    return found


def nodes(part: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a part of a document."""
    if isinstance(part, dict):
        yield part
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from nodes(each)


def test_the_committed_types_are_a_fresh_emission() -> None:
    for path, text in files().items():
        assert path.read_text(encoding="utf-8") == text, f"run make types: {path}"
    screens = {room.folder / "web" for room in CASES if room not in WITHOUT_PAGE}
    assert screens
    assert screens <= {path.parent for path in files()}


def test_the_documents_are_equal_in_every_process() -> None:
    # Another process has other string hashes and object addresses.
    program = "import json; from tools.stage_docs import documents; print(json.dumps(documents()))"
    again = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT.parent,
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        check=True,
    ).stdout
    assert json.loads(again) == emitted()
    assert json.loads(emitted()["asyncapi.json"]) == sockets()


@pytest.mark.parametrize("name", ["openapi.json", "asyncapi.json"])
def test_descriptions_do_not_depend_on_the_version_of_python(name: str) -> None:
    """Python 3.13 strips indentation from docstrings, and generated ones contain signatures."""
    fields = [node.get(key) for node in nodes(json.loads(emitted()[name])) for key in DESCRIPTIONS]
    found = [each for each in fields if isinstance(each, str)]
    assert len(found) > 50
    assert [text for text in found if text != source.cleandoc(text) or not text] == []
    assert [text for text in found if re.match(r"\w+\(", text) or " at 0x" in text] == []


def test_the_documents_are_valid_and_their_references_resolve() -> None:
    OPENAPI_31_VALIDATOR.validate(described())
    draft = {"$schema": "http://json-schema.org/draft-07/schema#"}
    later = {"prefixItems", "$defs", "discriminator", "unevaluatedProperties"}
    for schema in sockets()["components"]["schemas"].values():
        meta.validate(draft | schema)
        assert not later & set[str]().union(*nodes(schema))
    places = [node["$ref"] for node in nodes(sockets()) if isinstance(node.get("$ref"), str)]
    assert places
    for place in places:
        found = sockets()
        for key in place.removeprefix("#/").split("/"):
            found = found[key]


def test_every_endpoint_for_programs_is_in_the_openapi_document() -> None:
    listed = {
        (path, method.upper()) for path, calls in described()["paths"].items() for method in calls
    }
    served = {
        (route.path, method)
        for route in routes()
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert listed == served


def test_every_message_is_in_the_asyncapi_document_at_every_address_of_a_socket() -> None:
    served = [route for route in routes() if isinstance(route, WebSocketRoute)]
    channels = sockets()["channels"]
    assert {channel["address"] for channel in channels.values()} == {each.path for each in served}
    commands = {each.__name__ for each in get_args(protocol.FromClient)}
    told = {each.__name__ for each in get_args(protocol.FromServer)}
    for name, without in (
        ("table", {"Guided", "Judged"}),
        ("guide", {"Judged"}),
        ("moment", {"Guided"}),
    ):
        assert set(channels[name]["messages"]) == commands | told - without
    received = [each for each in sockets()["operations"].values() if each["action"] == "receive"]
    for channel in channels:
        here = [each for each in received if each["channel"]["$ref"].endswith(channel)]
        assert len(here) == len(commands)
        assert all(each["reply"]["messages"] for each in here)
    # A view's field without a comment inherits that of the state's field.
    seen = sockets()["components"]["schemas"]["word-bank.View"]["properties"]
    assert seen["barren"]["description"] == "turns in a row that placed no stone"
    assert seen["pile"]["description"] == "safes, face down"


@pytest.mark.parametrize("room", OWN, ids=str)
def test_views_events_and_answers_of_recorded_games_match_the_schemas(room: Case) -> None:
    game = room.game
    for file in sorted((room.folder / "golden").glob("*.jsonl")):
        played = loads(file.read_bytes())
        assert_as_described(room, "Options", msgspec.Raw(played.header.options))
        for at, step in enumerate(replay_steps(game, played)):
            for seat in (*range(played.header.seats), None):
                view = game.view(step.state, seat)
                if at % 3 == 0 or not game.to_act(step.state):
                    assert_as_described(room, "View", view)
                for event in events_for(step.news, seat):
                    assert_as_described(room, "Event", event)
                if seat is not None and at % 50 == 0:
                    assert_asked(room, view, seat)


def assert_asked(room: Case, view: Any, seat: Seat) -> None:
    """Check a seat's answers, including those to odd questions, and the moves offered to it."""
    for question in room.support.questions(view, Rng(7)):
        assert_as_described(room, "Answer", room.game.ask(view, seat, question))
    for action in room.game.menu(view, seat):
        assert_as_described(room, "Action", action)


def test_the_schemas_refuse_invalid_messages() -> None:
    sent = {"type": "act", "id": "1", "head": 7, "action": {"type": "pass"}}
    judge("Act").validate(sent)
    for wrong in ({"head": "7"}, {"id": ""}, {"more": 1}, {"action": {"type": "fly"}}):
        with pytest.raises(ValidationError):
            judge("Act").validate(sent | wrong)


def assert_as_described(room: Case, kind: str, value: object) -> None:
    judge(f"{room.game.name}.{kind}").validate(msgspec.json.decode(msgspec.json.encode(value)))


class Take(Struct, tag="take"):
    """The only move of this game."""

    count: int
    then: str | None = None


def test_a_game_may_have_one_action_and_no_questions_but_only_types_with_a_json_form() -> None:
    game = replace(OWN[0].game, actions=Take, questions=None, answers=None)
    text = emit_game(game)
    assert "export type Action = Take;" in text
    assert "then: string | null;" in text
    assert not re.search("export type (Question|Answer) ", text)
    assert game_schemas(game)[f"{game.name}.Action"]["$ref"].endswith(".Take")
    with pytest.raises(TypeError, match="no TypeScript"):
        spell(inspect.type_info(Path), {})
