"""Imports: import-linter's contracts hold, each is broken by a forbidden import, no cycles."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import grimp
import pytest

from chabudai.games import GAMES
from tests.support.every_room import FURTHER, ROOMS
from tests.unit.test_lazy import parts

ROOT = Path(__file__).resolve().parent.parent.parent
ROOM = ("components", "state", "rules", "view", "moves", "text", "bots")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy for one test."""
    return copied(tmp_path)


def copied(folder: Path) -> Path:
    """The package and its contracts, to plant things in, with all further rooms among its games."""
    code = shutil.ignore_patterns("data", "static", "__pycache__", "golden", "web")
    shutil.copytree(ROOT / "src", folder / "src", ignore=code)
    shutil.copy(ROOT / "pyproject.toml", folder)
    for room in FURTHER:
        moved = folder / "src/chabudai/games" / room.folder.name
        shutil.copytree(room.folder, moved, ignore=code)
        for file in moved.rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace(room.package, f"chabudai.games.{room.folder.name}"))
    return folder


class Verdict(NamedTuple):
    """The names of the import contracts that do not hold in a copy, and what is said of them."""

    broken: set[str]
    report: str


def judged(copy: Path) -> Verdict:
    """What import-linter says of this copy."""
    script = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run(
        [script, "--no-cache", "--no-logo"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    verdicts = re.findall(r"^(.+?) (KEPT|BROKEN)\b", done.stdout, re.MULTILINE)
    assert len(verdicts) == 6, done.stdout + done.stderr
    assert done.returncode == any(verdict == "BROKEN" for _, verdict in verdicts)
    broken = {name.partition(":")[0] for name, verdict in verdicts if verdict == "BROKEN"}
    return Verdict(broken, done.stdout)


def test_the_import_contracts_hold(copy: Path) -> None:
    assert judged(copy).broken == set()


class Planted(NamedTuple):
    """A line in a file of the package, the contract that it breaks, and what is said of it."""

    file: str
    line: str
    contract: str
    said: str


FORBIDDEN = {
    "upward": Planted(
        "search/planted.py", "import chabudai.server", "Layers", "search.planted -> chabudai.server"
    ),
    "core-imports-words": Planted(
        "core/planted.py", "import chabudai.words", "Layers", "core.planted -> chabudai.words"
    ),
    "an-unlisted-layer": Planted("planted/__init__.py", "", "Layers", "- chabudai.planted\n"),
    "components-that-import-the-view": Planted(
        "games/quiddler/components.py",
        "import chabudai.games.quiddler.view",
        "A room",
        "quiddler.components -> chabudai.games.quiddler.view",
    ),
    "a-table-that-knows-a-database": Planted(
        "server/tables/decide/planted.py",
        "import chabudai.server.store.base",
        "The server",
        "decide.planted -> chabudai.server.store.base",
    ),
    "an-endpoint-that-knows-sockets": Planted(
        "server/http/planted.py",
        "import chabudai.server.ws",
        "The server",
        "http.planted -> chabudai.server.ws",
    ),
    "another-game": Planted(
        "games/planted/components.py",
        "import chabudai.games.word_bank.components",
        "Games",
        "planted.components -> chabudai.games.word_bank.components",
    ),
    "dice": Planted(
        "games/word_bank/rules.py", "import random", "Rules are pure", "word_bank.rules -> random"
    ),
    "a-clock": Planted(
        "games/word_bank/view.py", "import time", "Rules are pure", "word_bank.view -> time"
    ),
    "a-playout": Planted(
        "games/kakapo/view.py",
        "import chabudai.search",
        "Rules are pure",
        "view -> chabudai.search",
    ),
    "the-network": Planted(
        "core/chance.py", "import socket", "Rules are pure", "core.chance -> socket"
    ),
    "in-a-new-room": Planted(
        "games/planted/rules.py", "import starlette", "Rules are pure", "rules -> starlette"
    ),
}
"""Each in a module of its own, so that no contract is broken by two of them together."""


@pytest.fixture(scope="module")
def said_of_all(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is said of each broken contract where all that is forbidden has been planted."""
    copy = copied(tmp_path_factory.mktemp("planted"))
    for forbidden in FORBIDDEN.values():
        file = copy / "src/chabudai" / forbidden.file
        if not file.parent.exists():
            file.parent.mkdir()
            for name in ("__init__", *ROOM):
                (file.parent / f"{name}.py").touch()
        with file.open("a") as code:
            code.write(f"\n{forbidden.line}\n")
    *_, broken = judged(copy).report.partition("Broken contracts")
    _, *said = re.split(r"^(.+?): .*\n-+$", broken, flags=re.MULTILINE)
    return dict(zip(said[::2], said[1::2], strict=True))


@pytest.mark.parametrize("forbidden", FORBIDDEN.values(), ids=FORBIDDEN.keys())
def test_a_forbidden_import_breaks_its_contract(
    said_of_all: dict[str, str], forbidden: Planted
) -> None:
    broken = [name for name, said in said_of_all.items() if forbidden.said in said]
    assert broken == [forbidden.contract]


def source_of(room: Path, name: str) -> Path:
    """The file of one of the ten names, be it a module or a package."""
    package = room / name / "__init__.py"
    return package if package.exists() else room / f"{name}.py"


def chapters(room: Path, *names: str) -> Iterator[str]:
    """The modules that these names hold, the names themselves if they hold no others."""
    for name in names:
        files = sorted((room / name).glob("[a-z]*.py"))
        yield from (f"{name}.{file.stem}" for file in files)
        if not files and (room / f"{name}.py").exists():
            yield name


def planted(copy: Path, name: str, *wanted: str) -> dict[str, str]:
    """In every room, let `name` import the first module of `wanted`: importer and imported."""
    done = {}
    for room in rooms_of(copy):
        it = f"chabudai.games.{room.name}"
        imported = f"{it}.{next(chapters(room, *wanted))}"
        with source_of(room, name).open("a") as code:
            code.write(f"\nimport {imported}\n")
        done[f"{it}.{name}"] = imported
    return done


def rooms_of(copy: Path) -> list[Path]:
    """The folders of the games."""
    return sorted(file.parent for file in (copy / "src/chabudai/games").glob("*/__init__.py"))


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        pytest.param("rules", ("bots",), id="rules-that-import-a-bot"),
        pytest.param("view", ("solver", "bots"), id="a-view-that-imports-a-search"),
    ],
)
def test_a_room_whose_rules_or_view_look_upward_is_caught(
    copy: Path, name: str, wanted: tuple[str, ...]
) -> None:
    imports = planted(copy, name, *wanted)
    broken, report = judged(copy)
    assert broken == {"A room"}
    assert len(imports) == len(GAMES)
    uncaught = [pair for pair in imports.items() if f"{pair[0]} -> {pair[1]}" not in report]
    assert uncaught == []


def test_a_module_beside_the_ten_names_is_caught_in_every_room(copy: Path) -> None:
    for room in rooms_of(copy):
        (room / "brain.py").touch()
    broken, report = judged(copy)
    assert broken == {"A room"}
    assert set(re.findall(r"chabudai\.games\.(\w+)\.brain\b", report)) == {
        room.name for room in rooms_of(copy)
    }


def graph() -> grimp.ImportGraph:
    """The imports among our modules, those inside functions and lazy parts of games included."""
    found = grimp.build_graph("chabudai", cache_dir=None)
    for _, part in (part for room in ROOMS if room not in FURTHER for part in parts(room)):
        found.add_import(importer=part.package, imported=f"{part.package}.{part.module}")
    return found


def cycles(imports: grimp.ImportGraph) -> list[tuple[str, str]]:
    """The imports of modules that import the importer in turn, directly or not."""
    return [
        (importer, imported)
        for importer in sorted(imports.modules)
        for imported in sorted(imports.find_modules_directly_imported_by(importer))
        if imports.chain_exists(importer=imported, imported=importer)
    ]


def test_no_module_imports_itself_through_others() -> None:
    assert cycles(graph()) == []


def test_a_cycle_through_an_import_inside_a_function_is_found() -> None:
    imports = graph()
    lazily, back = "chabudai.arena.statistics", "chabudai.arena.notebook"
    imports.add_import(importer=back, imported=lazily)
    assert cycles(imports) == [(back, lazily), (lazily, back)]
