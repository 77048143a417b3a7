"""The project's own rules: imports, committed files and documentation."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from chabudai.core import AnyGame
from chabudai.games import GAMES
from tests.every_room import FURTHER, ROOMS, Room

ROOT = Path(__file__).resolve().parent.parent
MADE = {".git", ".venv", ".cache", ".hypothesis", "node_modules", "__pycache__", "dist", "static"}
ROOM = ("components", "state", "rules", "view", "moves", "text", "bots")
LONGEST = 400
LONGER = {
    "package-lock.json": "a lock",
    "LICENSE": "the licence's own words",
}


def committed() -> Iterator[Path]:
    """Every file of the project that nothing made."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(set(folders) - MADE)
        yield from (Path(folder, file) for file in sorted(files))


def texts(*endings: str) -> Iterator[tuple[str, str]]:
    """The path and the text of every committed file with one of these endings, or of all."""
    for path in committed():
        if endings and path.suffix not in endings:
            continue
        try:
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # data, not text


# --- Who may import whom


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package and its contracts, to plant things in, with all further rooms among its games."""
    code = shutil.ignore_patterns("data", "static", "__pycache__", "golden", "web")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=code)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for room in FURTHER:
        moved = tmp_path / "src/chabudai/games" / room.folder.name
        shutil.copytree(room.folder, moved, ignore=code)
        for file in moved.rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace(room.package, f"chabudai.games.{room.folder.name}"))
    return tmp_path


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
    assert len(verdicts) == 4, done.stdout + done.stderr
    assert done.returncode == any(verdict == "BROKEN" for _, verdict in verdicts)
    broken = {name.partition(":")[0] for name, verdict in verdicts if verdict == "BROKEN"}
    return Verdict(broken, done.stdout)


def test_the_import_contracts_hold(copy: Path) -> None:
    assert judged(copy).broken == set()


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        pytest.param("search/planted.py", "import chabudai.server", "Layers", id="upward"),
        pytest.param("core/planted.py", "import chabudai.words", "Layers", id="core-imports-words"),
        pytest.param("planted/__init__.py", "", "Layers", id="an-unlisted-layer"),
        pytest.param(
            "games/word_bank/components.py",
            "import chabudai.games.word_bank.view",
            "A room",
            id="components-that-import-the-view",
        ),
        pytest.param(
            "games/planted/components.py",
            "import chabudai.games.word_bank.components",
            "Games",
            id="another-game",
        ),
        pytest.param("games/word_bank/rules.py", "import random", "Rules are pure", id="dice"),
        pytest.param("games/word_bank/view.py", "import time", "Rules are pure", id="a-clock"),
        pytest.param(
            "games/word_bank/view.py", "import chabudai.search", "Rules are pure", id="a-playout"
        ),
        pytest.param("core/planted.py", "import socket", "Rules are pure", id="the-network"),
        pytest.param(
            "games/planted/rules.py", "import starlette", "Rules are pure", id="in-a-new-room"
        ),
    ],
)
def test_a_forbidden_import_breaks_its_contract(
    copy: Path, file: str, line: str, contract: str
) -> None:
    planted = copy / "src/chabudai" / file
    if not planted.parent.exists():
        planted.parent.mkdir()
        for name in ("__init__", *ROOM):
            (planted.parent / f"{name}.py").touch()
    with planted.open("a") as code:
        code.write(f"\n{line}\n")
    assert judged(copy).broken == {contract}


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


SHELL = (
    "src/chabudai/core/",
    "src/chabudai/server/",
    "src/chabudai/cli/",
    "src/chabudai/arena/",
    "web/",
)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_shell_names_no_game(game: AnyGame) -> None:
    name = re.compile(game.name.replace("-", "[-_ ]?"), re.IGNORECASE)
    shell = [(path, text) for path, text in texts() if path.startswith(SHELL)]
    assert len(shell) > 50
    assert [path for path, text in shell if name.search(text)] == []


@pytest.mark.parametrize("room", FURTHER, ids=str)
def test_nothing_outside_its_folder_names_a_further_room(room: Room) -> None:
    name = re.compile(room.game.name.replace("-", "[-_ ]?"), re.IGNORECASE)
    named = [ROOT / path for path, text in texts() if name.search(text) and path[-3:] != ".md"]
    assert [path for path in named if not path.is_relative_to(room.folder)] == []


SCREENS = sorted(file for room in ROOMS for file in room.folder.glob("web/**/*.ts*"))
VIEW_LIBRARIES = {"preact", "preact/hooks", "preact/compat", "@preact/signals"}


def strangers(screen: Path, code: str) -> set[str]:
    """What a room's screen imports that is neither its own nor the shell's.

    Its own are the files beside it and the catalogues that it shares with its room's Python.
    """
    home = next(folder for folder in screen.parents if folder.name == "web")
    stated = r"""^\s*(?:import|export)\b(?:[^"';:=(]*\bfrom)?\s*["']([^"']+)["']"""
    called = r"""\bimport\(\s*["']([^"']+)["']"""
    named = {name for form in (stated, called) for name in re.findall(form, code, re.MULTILINE)}
    near = {name: (screen.parent / name).resolve() for name in named if name.startswith(".")}
    own = {name for name, path in near.items() if path.is_relative_to(home)}
    shared = {
        n for n, path in near.items() if path.parent == home.parent and path.suffix == ".json"
    }
    foreign = named - own - shared - VIEW_LIBRARIES
    return {name for name in foreign if not name.startswith("@shell/")}


@pytest.mark.parametrize("screen", SCREENS, ids=lambda path: "/".join(path.parts[-3:]))
def test_a_rooms_screen_imports_the_shell_and_its_own_files_only(screen: Path) -> None:
    assert strangers(screen, screen.read_text(encoding="utf-8")) == set()


def test_a_screen_that_reaches_into_the_next_room_is_caught() -> None:
    screen = ROOT / "src/chabudai/games/word_bank/web/board.tsx"
    code = """
        import type { View } from "./types.ts";
        import { Frame } from "@shell/frame.ts";
        import { useState } from "preact/hooks";
        import { hand } from "../../quiddler/web/hand.ts";
        import "lodash";
        import phrases from "../catalogue.ja.json";
        const late = await import('../text.py');
    """
    assert strangers(screen, code) == {"../../quiddler/web/hand.ts", "lodash", "../text.py"}


# --- What is committed


def test_no_file_grows_past_four_hundred_lines() -> None:
    long = {
        path: len(text.splitlines())
        for path, text in texts(".py", ".ts", ".tsx", ".css", ".mjs", ".sh")
        if len(text.splitlines()) > LONGEST
        and path not in LONGER
        and not path.endswith(".gen.ts")  # written by a tool: as long as the structs ask for
    }
    assert long == {}


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    place = re.compile(r"(?<![\w.:/-])/(?:root|home|work|Users)/\w")
    assert [path for path, text in texts() if place.search(text)] == []


def test_no_file_names_a_package_index() -> None:
    index = re.compile(r"\bpypi\.\w|\b(?:registry|files|deb|mirrors?)\.\w+\.(?:org|com|io)\b")
    assert [path for path, text in texts() if index.search(text)] == []


@pytest.mark.parametrize(
    "lock",
    sorted((*ROOT.glob("requirements/*.txt"), *ROOT.glob("bench/peers/*.txt"))),
    ids=lambda p: p.name,
)
def test_a_python_lock_holds_versions_and_hashes_only(lock: Path) -> None:
    lines = lock.read_text().splitlines()
    pin = re.compile(r"[a-z0-9-]+(?:\[[a-z,-]+\])?==[\w.]+(?: ; [^\\]+)? \\")
    digest = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")
    assert lines
    assert [line for line in lines if not (pin.fullmatch(line) or digest.fullmatch(line))] == []


@pytest.mark.parametrize(
    "lock",
    [
        f"{place}package-lock.json"
        for place in ("", "tools/chromium/", "tests/engines/", "bench/peers/")
    ],
)
def test_a_node_lock_holds_versions_and_hashes_only(lock: str) -> None:
    packages = json.loads((ROOT / lock).read_text())["packages"]
    del packages[""]
    assert packages
    assert [name for name, it in packages.items() if "resolved" in it] == []
    assert [
        name for name, it in packages.items() if not it["integrity"].startswith("sha512-")
    ] == []


def test_the_locks_hold_every_declared_dependency() -> None:
    locks = ("dev.txt", "data.txt", "node.txt", "engines.txt")
    assert declared() <= set().union(*map(locked, locks))
    assert locked("run.txt") <= locked("dev.txt")
    assert locked("build.txt") <= locked("dev.txt")


# --- What is written down


def test_continuous_integration_is_make_test_and_nothing_else() -> None:
    lines = (ROOT / ".ci/run").read_text().splitlines()
    idle = ("#", "set ", "cd ")
    assert [line for line in lines if line and not line.startswith(idle)] == ["make test"]


def verbs() -> list[str]:
    """What can be said to make."""
    makefile = (ROOT / "Makefile").read_text()
    return re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)


@pytest.mark.parametrize("verb", verbs())
def test_every_verb_is_in_contributing(verb: str) -> None:
    assert f"`make {verb}" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_dependency_says_what_it_is_for() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _, chapter = page.split("\n## Dependencies\n")
    explained = set(re.findall(r"^\| `([^`]+)` \| \S", chapter, re.MULTILINE))
    asked = declared()
    for place in ("", "tools/chromium/", "tests/engines/"):
        node = json.loads((ROOT / f"{place}package.json").read_text())
        asked |= {*node["dependencies"], *node.get("devDependencies", {})}
    assert explained == asked


def declared() -> set[str]:
    """The names of the Python packages that pyproject.toml asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = (
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    )
    asked = (line for group in groups for line in group if isinstance(line, str))
    return {re.split(r"[^A-Za-z0-9-]", line)[0].lower() for line in asked}


def locked(name: str) -> set[str]:
    """The names of the packages in a Python lock."""
    text = (ROOT / "requirements" / name).read_text()
    return set(re.findall(r"^([a-z0-9-]+)[=[]", text, re.MULTILINE))


def test_every_promise_names_tests_that_are_there() -> None:
    promises = (
        (ROOT / "docs/security.md").read_text(encoding="utf-8").partition("## What is not")[0]
    )
    rows = [line for line in promises.splitlines() if line.startswith("| **")]
    assert rows
    for row in rows:
        named = re.findall(r"`(tests/[^`]+)`", row)
        assert named
        assert all((ROOT / path).is_file() for path in named), row
