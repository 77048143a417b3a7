"""Imports obey import-linter's contracts and form no cycles. Planted imports test the contracts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

from chabudai.games import GAMES
from tests.support.game_cases import ADDED, CASES
from tests.unit.test_lazy import parts

ROOT = Path(__file__).resolve().parent.parent.parent
ROOM = ("components", "state", "rules", "view", "moves", "text", "bots")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the package and its contracts, with all additional rooms among its games."""
    code = shutil.ignore_patterns("data", "static", "__pycache__", "golden", "web")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=code)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for room in ADDED:
        moved = tmp_path / "src/chabudai/games" / room.folder.name
        shutil.copytree(room.folder, moved, ignore=code)
        for file in moved.rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace(room.package, f"chabudai.games.{room.folder.name}"))
    return tmp_path


def judged(copy: Path) -> tuple[set[str], str]:
    """Run import-linter in a copy. Return the broken contracts and the report."""
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
    broken = {name.partition(":")[0] for name, verdict in verdicts if verdict == "BROKEN"}
    assert done.returncode == bool(broken)
    return broken, done.stdout


def test_the_import_contracts_hold(copy: Path) -> None:
    assert judged(copy)[0] == set()


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


def test_each_forbidden_import_breaks_its_contract(copy: Path) -> None:
    for name, (_, imported) in FORBIDDEN.items():
        file = copy / "src/chabudai" / name
        if not file.parent.exists():
            file.parent.mkdir()
            for module in ("__init__", *ROOM):
                (file.parent / f"{module}.py").touch()
        with file.open("a") as code:
            code.write(f"\nimport {imported}\n" if imported else "")
    *_, broken = judged(copy)[1].partition("Broken contracts")
    _, *said = re.split(r"^(.+?): .*\n-+$", broken, flags=re.MULTILINE)
    reports = dict(zip(said[::2], said[1::2], strict=True))
    for name, (contract, imported) in FORBIDDEN.items():
        importer = name.removesuffix(".py").replace("/", ".")
        line = f"{importer} -> {imported}" if imported else "- chabudai.planted\n"
        assert [each for each, report in reports.items() if line in report] == [contract], name


def modules(room: Path, *names: str) -> Iterator[str]:
    """Yield the modules in packages, and the names of plain modules."""
    for name in names:
        files = sorted((room / name).glob("[a-z]*.py"))
        yield from (f"{name}.{file.stem}" for file in files)
        if not files and (room / f"{name}.py").exists():
            yield name


def test_unknown_modules_and_upward_imports_are_found_in_every_room(
    copy: Path,
) -> None:
    rooms = sorted(file.parent for file in copy.glob("src/chabudai/games/*/__init__.py"))
    assert len(rooms) == len(GAMES)
    expected: set[str] = set()
    for room in rooms:
        (room / "brain.py").touch()
        expected.add(f"chabudai.games.{room.name}.brain\n")
        for name, wanted in (("rules", ("bots",)), ("view", ("solver", "bots"))):
            imported = f"chabudai.games.{room.name}.{next(modules(room, *wanted))}"
            package = room / name / "__init__.py"
            file = package if package.exists() else room / f"{name}.py"
            with file.open("a") as code:
                code.write(f"\nimport {imported}\n")
            expected.add(f"chabudai.games.{room.name}.{name} -> {imported}")
    broken, report = judged(copy)
    assert broken == {"A game"}
    assert {line for line in expected if line not in report} == set()


def graph() -> grimp.ImportGraph:
    """Return the imports of all modules, including those in functions and lazy parts of games."""
    found = grimp.build_graph("chabudai", cache_dir=None)
    for _, part in (part for room in CASES if room not in ADDED for part in parts(room)):
        found.add_import(importer=part.package, imported=f"{part.package}.{part.module}")
    return found


def cycles(imports: grimp.ImportGraph) -> list[tuple[str, str]]:
    """Return each import of a module that itself imports the importer, directly or indirectly."""
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
