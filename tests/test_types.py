"""The client's types are those of the Python structs."""

import json
from pathlib import Path

import pytest
from msgspec import inspect
from starlette.routing import Route

from chabudai.server.app import application
from tests.every_room import ROOMS
from tools.emit_openapi import document
from tools.emit_types import files, spell

DESCRIBED = json.loads(document())


def test_the_committed_types_are_a_fresh_emission() -> None:
    for path, text in files().items():
        assert path.read_text(encoding="utf-8") == text, f"run make types: {path}"


def test_every_game_with_a_screen_has_its_types_emitted() -> None:
    screens = {room.folder / "web" for room in ROOMS}
    assert screens
    assert screens <= {path.parent for path in files()}


def test_every_endpoint_for_programs_is_in_the_openapi_document() -> None:
    described = {
        (path, method.upper()) for path, calls in DESCRIBED["paths"].items() for method in calls
    }
    routes = [route for route in application(None).routes if isinstance(route, Route)]
    served = {
        (route.path, method)
        for route in routes
        for method in (route.methods or set()) - {"HEAD"}
        if route.path.startswith("/api/")
    }
    assert described == served


def test_a_type_that_json_cannot_carry_is_refused() -> None:
    with pytest.raises(TypeError, match="no TypeScript"):
        spell(inspect.type_info(Path), {})
