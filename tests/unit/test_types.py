"""The client's types and the documents for programs, emitted from the Python structs."""

import inspect as source
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
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
from tests.support.asyncapi_validator import DESCRIBED as SOCKETS, judge
from tests.support.every_room import FURTHER, ROOMS, UNSHOWN, Room
from tools.build_docs import documents, main as build
from tools.emit_asyncapi import game_schemas
from tools.emit_types import emit_game, files, spell

DOCUMENTS = documents()
DESCRIBED = json.loads(DOCUMENTS["openapi.json"])
ROOT = Path(__file__).resolve().parent.parent
OWN = [room for room in ROOMS if room not in FURTHER]


def test_the_committed_types_are_a_fresh_emission() -> None:
    for path, text in files().items():
        assert path.read_text(encoding="utf-8") == text, f"run make types: {path}"


def test_every_game_with_a_screen_has_its_types_emitted() -> None:
    screens = {room.folder / "web" for room in ROOMS if room not in UNSHOWN}
    assert screens
    assert screens <= {path.parent for path in files()}


def test_make_docs_writes_both_documents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "docs/_build"
    assert build([str(folder)]) == 0
    assert read_folder(folder) == DOCUMENTS
    assert capsys.readouterr().out.split() == [str(folder / name) for name in DOCUMENTS]
    assert json.loads(DOCUMENTS["asyncapi.json"]) == SOCKETS


def test_another_process_builds_equal_documents(tmp_path: Path) -> None:
    # Hashes of strings and addresses of objects differ there.
    for salt in ("1", "2"):
        command = [sys.executable, "-m", "tools.build_docs", str(tmp_path)]
        environment = {**os.environ, "PYTHONHASHSEED": salt}
        subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=100)
        assert read_folder(tmp_path) == DOCUMENTS


def read_folder(folder: Path) -> dict[str, str]:
    """Read all files in a folder, by name."""
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_descriptions_do_not_depend_on_the_version_of_python(name: str) -> None:
    """Docstrings lose their indentation in 3.13. Generated ones hold a signature or an address."""
    found = list(descriptions(json.loads(DOCUMENTS[name])))
    assert len(found) > 50
    assert [text for text in found if text != source.cleandoc(text) or not text] == []
    assert [text for text in found if re.match(r"\w+\(", text) or " at 0x" in text] == []


def descriptions(part: Any) -> Iterator[str]:
    """Yield every description and summary in a part of a document."""
    if isinstance(part, dict):
        for key, each in part.items():
            if key in {"description", "summary"} and isinstance(each, str):
                yield each
            yield from descriptions(each)
    if isinstance(part, list):
        for each in part:
            yield from descriptions(each)


def test_the_openapi_document_is_valid() -> None:
    OPENAPI_31_VALIDATOR.validate(DESCRIBED)
    with pytest.raises(ValidationError):
        OPENAPI_31_VALIDATOR.validate({**DESCRIBED, "paths": []})


def test_the_schemas_of_the_asyncapi_document_are_of_draft_07() -> None:
    later = {"prefixItems", "$defs", "discriminator", "unevaluatedProperties"}
    for schema in SOCKETS["components"]["schemas"].values():
        meta.validate({"$schema": "http://json-schema.org/draft-07/schema#", **schema})
        assert not later & keywords(schema)
    with pytest.raises(ValidationError):
        meta.validate({"$schema": "http://json-schema.org/draft-07/schema#", "type": "text"})


def keywords(schema: Any) -> set[str]:
    """Return the keys of all objects in a schema."""
    match schema:
        case dict():
            return set(schema).union(*map(keywords, schema.values()))
        case list():
            return set[str]().union(*map(keywords, schema))
        case _:
            return set()


def test_every_endpoint_for_programs_is_in_the_openapi_document() -> None:
    described = {
        (path, method.upper()) for path, calls in DESCRIBED["paths"].items() for method in calls
    }
    calls = [route for route in routes() if isinstance(route, Route)]
    served = {
        (route.path, method)
        for route in calls
        for method in (route.methods or set()) - {"HEAD"}
        if route.path.startswith("/api/")
    }
    assert described == served


def test_every_message_is_in_the_asyncapi_document_at_every_address_of_a_socket() -> None:
    sockets = [route for route in routes() if isinstance(route, WebSocketRoute)]
    channels = SOCKETS["channels"]
    assert {channel["address"] for channel in channels.values()} == {each.path for each in sockets}
    commands = {each.__name__ for each in get_args(protocol.FromClient)}
    told = {each.__name__ for each in get_args(protocol.FromServer)}
    assert set(channels["guide"]["messages"]) == commands | told
    assert set(channels["table"]["messages"]) == commands | told - {"Guided"}
    for channel in channels:
        operations = [
            each
            for each in SOCKETS["operations"].values()
            if each["channel"]["$ref"].endswith(channel)
        ]
        received = [each for each in operations if each["action"] == "receive"]
        assert len(received) == len(commands)
        assert all(each["reply"]["messages"] for each in received)


def test_every_reference_of_the_asyncapi_document_leads_somewhere() -> None:
    places = list(references(SOCKETS))
    assert places
    for place in places:
        found = SOCKETS
        for key in place.removeprefix("#/").split("/"):
            found = found[key]


def references(part: Any) -> Iterator[str]:
    """What a part of a document refers to."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for each in part.values():
            yield from references(each)
    if isinstance(part, list):
        for each in part:
            yield from references(each)


def test_what_the_source_says_of_a_field_is_in_the_asyncapi_document() -> None:
    """Of a view's field also what the state says of it, unless the view says something else."""
    seen = SOCKETS["components"]["schemas"]["word-bank.View"]["properties"]
    assert seen["barren"]["description"] == "turns in a row that placed no stone"
    assert seen["pile"]["description"] == "safes, face down"


@pytest.mark.parametrize("room", OWN, ids=str)
def test_what_is_seen_heard_and_answered_in_recorded_games_is_as_the_schemas_say(
    room: Room,
) -> None:
    game = room.game
    for file in sorted((room.folder / "golden").glob("*.jsonl")):
        played = loads(file.read_bytes())
        assert_as_described(room, "Options", msgspec.Raw(played.header.options))
        for at, step in enumerate(replay_steps(game, played)):
            for seat in (*range(played.header.seats), None):
                view = game.view(step.state, seat)
                assert_as_described(room, "View", view)
                for event in events_for(step.news, seat):
                    assert_as_described(room, "Event", event)
                if seat is not None and at % 50 == 0:
                    assert_asked(room, view, seat)


def assert_asked(room: Room, view: Any, seat: Seat) -> None:
    """Answers to a seat are as described, and so are the moves it may make. Some of the questions
    are odd on purpose.
    """
    for question in room.support.questions(view, Rng(7)):
        assert_as_described(room, "Answer", room.game.ask(view, seat, question))
    for action in room.game.menu(view, seat):
        assert_as_described(room, "Action", action)


def assert_as_described(room: Room, kind: str, value: object) -> None:
    """A value of a game, as it stands in JSON, is of its schema."""
    judge(f"{room.game.name}.{kind}").validate(msgspec.json.decode(msgspec.json.encode(value)))


def test_what_is_no_message_is_none_by_the_schemas_either() -> None:
    sent = {"type": "act", "id": "1", "head": 7, "action": {"type": "pass"}}
    judge("Act").validate(sent)
    for wrong in ({"head": "7"}, {"id": ""}, {"more": 1}, {"action": {"type": "fly"}}):
        with pytest.raises(ValidationError):
            judge("Act").validate(sent | wrong)


class Take(Struct, tag="take"):
    """The only move of a game."""

    count: int
    then: str | None = None


def test_a_game_of_one_move_and_without_questions_has_the_type_of_its_move_alone() -> None:
    game = replace(OWN[0].game, actions=Take, questions=None, answers=None)
    text = emit_game(game)
    assert "export type Action = Take;" in text
    assert "then: string | null;" in text
    assert not re.search("export type (Question|Answer) ", text)
    assert game_schemas(game)[f"{game.name}.Action"]["$ref"].endswith(".Take")


def test_a_type_that_json_cannot_carry_is_refused() -> None:
    with pytest.raises(TypeError, match="no TypeScript"):
        spell(inspect.type_info(Path), {})
