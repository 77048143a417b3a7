"""Lazily imported parts of games: within the game's package, and of the types in `Extras`."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from chabudai.core import Daily, Extras, Guide, Job, game as contract
from chabudai.core.command import Command
from chabudai.core.lazy import Lazy
from tests.support.game_cases import ADDED, CASES, Case

ROOT = Path(__file__).resolve().parent.parent.parent


def parts(room: Case) -> Iterator[tuple[str, Lazy]]:
    """Yield a game's lazy parts, each with the name of its field."""
    extras = room.game.extras
    for field in fields(extras):
        value = getattr(extras, field.name)
        if isinstance(value := getattr(value, "load", value), Lazy):
            yield field.name, value


EVERY = [
    pytest.param(room, name, part, id=f"{room}-{name}")
    for room in CASES
    for name, part in parts(room)
]


@pytest.mark.parametrize(("room", "name", "part"), EVERY)
def test_a_lazy_part_is_in_its_own_game_and_has_the_declared_type(
    room: Case, name: str, part: Lazy
) -> None:
    assert part.package == room.package
    value, game = part(), room.game
    match name:
        case "jobs" | "guides":
            assert tuple(value) == getattr(game.extras, name).names
            assert {*map(type, value.values())} == {{"jobs": Job, "guides": Guide}[name]}
        case "commands":
            assert {*map(type, value)} == {Command}
        case "daily":
            assert type(value) is Daily
        case _:
            own = {contract.V: game.views, contract.A: game.actions}
            assert list(get_type_hints(value).values()) == declared(name, own)


def declared(name: str, own: Mapping[Any, Any]) -> list[Any]:
    """Return the parameter types and the result type of the function in a field of `Extras`."""
    loads, _ = get_args(get_type_hints(Extras)[name])
    _, function = get_args(loads)
    parameters, result = get_args(function)
    return [own.get(each, each) for each in (*parameters, result)]


def test_lazy_parts_are_named_only_in_games_and_relative_to_them() -> None:
    """import-linter does not see these imports, so they must stay in the game's package."""
    folders = (ROOT / "src", *(room.folder for room in ADDED))
    sources = {file: file.read_text("utf-8") for top in folders for file in top.rglob("*.py")}
    calls = [
        (file, ast.unparse(node.args[0]))
        for file, source in sources.items()
        if "Lazy(" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Lazy")
    ]
    assert {file for file, _ in calls} <= {room.folder / "__init__.py" for room in CASES}
    assert {package for _, package in calls} == {"__name__"}
    assert len(calls) == len(EVERY)
