"""Imports respect the layers, in Python and in the client, and form no cycles. Lazily imported
parts of games are in the games' packages. Planted imports test the contracts.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args, get_type_hints

import grimp
import pytest

from chabudai.core import Daily, Extras, Guide, Job, game as core_game
from chabudai.core.coding import Coding
from chabudai.core.command import Command
from chabudai.core.lazy import Lazy
from chabudai.games import GAMES
from tests.support.game_cases import ADDED, CASES, Case

ROOT = Path(__file__).resolve().parent.parent.parent
ROOM = ("components", "state", "rules", "view", "moves", "text", "bots")


def copied(to: Path) -> list[Path]:
    """Copy the package and its contracts, and add all additional games to the copy. Return the
    games' folders.
    """
    code = shutil.ignore_patterns("data", "static", "__pycache__", "golden", "web")
    shutil.copytree(ROOT / "src", to / "src", ignore=code)
    shutil.copy(ROOT / "pyproject.toml", to)
    for room in ADDED:
        moved = to / "src/chabudai/games" / room.folder.name
        shutil.copytree(room.folder, moved, ignore=code)
        for file in moved.rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace(room.package, f"chabudai.games.{room.folder.name}"))
    return sorted(file.parent for file in to.glob("src/chabudai/games/*/__init__.py"))


def reports(copy: Path) -> dict[str, str]:
    """Run import-linter in a copy. Map the names of the broken contracts to their reports."""
    script = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run(
        [script, "--no-cache", "--no-logo"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    verdicts = re.findall(r"^.+? (KEPT|BROKEN)\b", done.stdout, re.MULTILINE)
    assert len(verdicts) == 6, done.stdout + done.stderr
    assert done.returncode == ("BROKEN" in verdicts)
    broken = done.stdout.partition("Broken contracts")[2]
    _, *said = re.split(r"^(.+?): .*\n-+$", broken, flags=re.MULTILINE)
    return dict(zip(said[::2], said[1::2], strict=True))


FORBIDDEN = {
    "search/planted.py": ("Layers", "chabudai.server"),
    "core/planted.py": ("Layers", "chabudai.words"),
    "planted/__init__.py": ("Layers", ""),
    "games/quiddler/components.py": ("A game", "chabudai.games.quiddler.view"),
    "server/tables/decide/planted.py": ("The server", "chabudai.server.store.base"),
    "server/http/planted.py": ("The server", "chabudai.server.ws"),
    "games/planted/components.py": ("Games", "chabudai.games.word_bank.components"),
    "games/planted/rules.py": ("Rules are pure", "starlette"),
    "games/word_bank/rules.py": ("Rules are pure", "random"),
    "games/word_bank/view.py": ("Rules are pure", "time"),
    "games/kakapo/view.py": ("Rules are pure", "chabudai.search"),
    "core/chance.py": ("Rules are pure", "socket"),
}
"""Files to extend, the contract that each would break, and the forbidden import."""


def test_the_import_contracts_hold_and_each_forbidden_import_breaks_one(tmp_path: Path) -> None:
    rooms = copied(tmp_path)
    assert len(rooms) == len(GAMES)
    assert reports(tmp_path) == {}
    expected = list[tuple[str, str]]()
    for name, (contract, imported) in FORBIDDEN.items():
        file = tmp_path / "src/chabudai" / name
        if not file.parent.exists():
            file.parent.mkdir()
            for module in ("__init__", *ROOM):
                (file.parent / f"{module}.py").touch()
        append(file, imported)
        importer = name.removesuffix(".py").replace("/", ".")
        line = f"{importer} -> {imported}" if imported else "- chabudai.planted\n"
        expected.append((contract, line))
    for room in rooms:
        package = f"chabudai.games.{room.name}"
        (room / "brain.py").touch()
        expected.append(("A game", f"{package}.brain\n"))
        for name, higher in (("rules", ("bots",)), ("view", ("solver", "bots"))):
            imported = f"{package}.{next(each for each in higher if [*room.glob(f'{each}*')])}"
            plain = room / f"{name}.py"
            append(plain if plain.exists() else room / name / "__init__.py", imported)
            expected.append(("A game", f"{package}.{name} -> {imported}"))
    found = reports(tmp_path)
    assert [(contract, line) for contract, line in expected if line not in found[contract]] == []


def append(file: Path, imported: str) -> None:
    with file.open("a") as code:
        code.write(f"\nimport {imported}\n" if imported else "")


def graph() -> grimp.ImportGraph:
    """Return the imports of all modules, including those in functions and lazy parts of games."""
    found = grimp.build_graph("chabudai", cache_dir=None)
    for _, part in (part for room in CASES if room not in ADDED for part in parts(room)):
        found.add_import(importer=part.package, imported=f"{part.package}.{part.module}")
    return found


def cycles(imports: grimp.ImportGraph) -> list[tuple[str, str]]:
    """Return each import that is part of a cycle, as the importer and the imported module."""
    return [
        (importer, imported)
        for importer in sorted(imports.modules)
        for imported in sorted(imports.find_modules_directly_imported_by(importer))
        if imports.chain_exists(importer=imported, imported=importer)
    ]


def test_no_module_imports_itself_through_others() -> None:
    imports = graph()
    assert cycles(imports) == []
    lazily, back = "chabudai.arena.statistics", "chabudai.arena.notebook"
    imports.add_import(importer=back, imported=lazily)
    assert cycles(imports) == [(back, lazily), (lazily, back)]


NODE = ROOT / ".venv/bin/node"
CRUISE = "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"
THING = "export const thing = 1;\nexport type Thing = number;\n"
THINGS = (
    *(f"web/{name}/thing.ts" for name in ("ui", "table", "state", "i18n", "pages", "lobby")),
    "web/thing.ts",
    "src/games/two/web/thing.ts",
)
PLANTED = {
    "web/ui/type_above.ts": ('import type { Thing } from "../table/thing";', "upward-from-ui"),
    "web/net/above.ts": ('export * from "../state/thing";', "upward-from-i18n-net"),
    "web/net/beside.ts": ('import { thing } from "../i18n/thing";', "sideways-among-i18n-net"),
    "web/end/lazily_above.ts": ('void import("../thing");', "upward-from-lobby-end-pages"),
    "web/end/beside.ts": ('void import("../pages/thing");', "sideways-among-lobby-end-pages"),
    "web/end/cycle_back.ts": ('import type { X } from "./cycle";', "cycle"),
    "web/odds/anywhere.ts": ('import { thing } from "../ui/thing";', "unknown-folder"),
    "web/end/nothing.ts": ('import "./nowhere";', "unresolved"),
    "src/games/one/web/neighbour.ts": ('import "../../two/web/thing";', "game-to-game"),
    "src/games/one/web/lobby.ts": ('import "@shell/lobby/thing";', "game-to-shell"),
}


def test_only_imports_against_the_layers_are_reported(tmp_path: Path) -> None:
    files = {
        **dict.fromkeys(THINGS, THING),
        **{name: f"{line}\n" for name, (line, _) in PLANTED.items()},
        "web/end/cycle.ts": 'void import("./cycle_back");\n',
        "web/end/below.ts": 'import { thing } from "../table/thing";',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    shutil.copy(ROOT / "web/layers.cjs", tmp_path / "web")
    shutil.copy(ROOT / "tsconfig.json", tmp_path)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    command = (NODE, CRUISE, "--config", "web/layers.cjs", "web", "src")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    found = set(re.findall(r"error (\S+): (\S+)", done.stdout))
    expected = {(rule, name) for name, (_, rule) in PLANTED.items()}
    assert found - {("cycle", "web/end/cycle.ts")} == expected, done.stdout + done.stderr


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
        case "daily" | "coding":
            assert type(value) is {"daily": Daily, "coding": Coding}[name]
        case _:
            own = {core_game.V: game.views, core_game.A: game.actions}
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
