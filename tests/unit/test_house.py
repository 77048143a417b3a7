"""Project rules for rooms, committed files and documentation."""

from __future__ import annotations

import json
import os
import re
import tomllib
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from chabudai import __version__
from chabudai.games import GAMES
from tests.support.game_cases import ADDED, CASES, EXTERNAL, Case
from tools import find_firefox, find_webkit

ROOT = Path(__file__).resolve().parent.parent.parent
GENERATED = set(".git .venv .cache .hypothesis node_modules __pycache__ _build dist static".split())
MAX_LINES = 400
PACKED = ("", "tools/chromium/", "tests/nightly/audit/", "tests/nightly/engines/")
"""Folders with Node packages of their own."""


@cache
def texts() -> dict[str, str]:
    """Map the path of every text that is not generated to its content."""
    found: dict[str, str] = {}
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(set(folders) - GENERATED)
        for path in (Path(folder, file) for file in sorted(files)):
            with suppress(UnicodeDecodeError):
                found[path.relative_to(ROOT).as_posix()] = path.read_text(encoding="utf-8")
    return found


def read(name: str) -> str:
    """Read a committed text."""
    return (ROOT / name).read_text(encoding="utf-8")


# --- Rooms


SHELL = ("core/", "server/", "cli/", "arena/")
HERE = [room for room in CASES if room not in EXTERNAL]
"""Rooms in this repository. A custom game's name may be any of our words, so it is exempt."""


def naming(room: Case) -> list[str]:
    """Return the paths of the texts that contain the name of a game."""
    name = re.compile(room.game.name.replace("-", "[-_ ]?"), re.IGNORECASE)
    return [path for path, text in texts().items() if name.search(text)]


@pytest.mark.parametrize("room", HERE, ids=str)
def test_the_shell_names_no_game(room: Case) -> None:
    shell = ("web/", *(f"src/chabudai/{package}" for package in SHELL))
    assert len([path for path in texts() if path.startswith(shell)]) > 50
    assert [path for path in naming(room) if path.startswith(shell)] == []


@pytest.mark.parametrize("room", [room for room in ADDED if room in HERE], ids=str)
def test_nothing_outside_its_folder_names_a_further_room(room: Case) -> None:
    free = (".md", "tests/nightly/mutants.tsv")  # the record names the tests that caught a mutant
    named = [ROOT / path for path in naming(room) if not path.endswith(free)]
    assert [path for path in named if not path.is_relative_to(room.folder)] == []


SCREENS = sorted(file for room in CASES for file in room.folder.glob("web/**/*.ts*"))
VIEW_LIBRARIES = {"preact", "preact/hooks", "preact/compat", "@preact/signals"}


def strangers(screen: Path, code: str) -> set[str]:
    """Return a screen's imports other than its folder, its room's catalogues and the shell."""
    home = next(folder for folder in screen.parents if folder.name == "web")
    stated = r"""^\s*(?:import|export)\b(?:[^"';:=(]*\bfrom)?\s*["']([^"']+)["']"""
    called = r"""\bimport\(\s*["']([^"']+)["']"""
    named = {name for form in (stated, called) for name in re.findall(form, code, re.MULTILINE)}
    near = {name: (screen.parent / name).resolve() for name in named if name.startswith(".")}
    own = {name for name, path in near.items() if path.is_relative_to(home)}
    shared = {
        name for name, path in near.items() if path.parent == home.parent and path.suffix == ".json"
    }
    foreign = named - own - shared - VIEW_LIBRARIES
    return {name for name in foreign if not name.startswith("@shell/")}


def test_a_screen_imports_only_the_shell_and_its_own_files() -> None:
    found = {screen: strangers(screen, screen.read_text(encoding="utf-8")) for screen in SCREENS}
    assert {screen: names for screen, names in found.items() if names} == {}


def test_foreign_imports_of_a_screen_are_found() -> None:
    screen = ROOT / "src/chabudai/games/word_bank/web/board.tsx"
    code = """
        import type { View } from "./types.ts";
        import { Frame } from "@shell/table/frame.ts";
        import { useState } from "preact/hooks";
        import { hand } from "../../quiddler/web/hand.ts";
        import "lodash";
        import phrases from "../catalogue.ja.json";
        const late = await import('../text.py');
    """
    assert strangers(screen, code) == {"../../quiddler/web/hand.ts", "lodash", "../text.py"}


# --- Files


FOLDERS = {"browser", "contract", "nightly", "server", "support", "unit"}


def test_tests_are_in_known_folders_and_the_servers_in_their_index() -> None:
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.name != "__pycache__"}
    assert folders == FOLDERS
    named = re.findall(r"\btest_\w+\.py\b", read("tests/server/INDEX.md"))
    assert sorted(named) == sorted(path.name for path in ROOT.glob("tests/server/test_*.py"))


def test_no_file_has_more_than_400_lines() -> None:
    code = (".py", ".ts", ".tsx", ".css", ".mjs", ".sh")
    lines = {path: len(text.splitlines()) for path, text in texts().items() if path.endswith(code)}
    assert lines
    written = {path: count for path, count in lines.items() if not path.endswith(".gen.ts")}
    assert {path: count for path, count in written.items() if count > MAX_LINES} == {}


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?<![\w.:/-])/(?:root|home|work|Users)/\w",
        r"\bpypi\.\w|\b(?:registry|files|deb|mirrors?)\.\w+\.(?:org|com|io)\b",
    ],
    ids=["a place on one machine", "a package index"],
)
def test_no_file_contains_forbidden_text(pattern: str) -> None:
    assert [path for path, text in texts().items() if re.search(pattern, text)] == []


@pytest.mark.parametrize(
    "lock",
    sorted((*ROOT.glob("requirements/*.txt"), *ROOT.glob("bench/peers/*.txt"))),
    ids=lambda p: p.name,
)
def test_a_python_lock_holds_versions_and_hashes_only(lock: Path) -> None:
    lines = lock.read_text().splitlines()
    pin = re.compile(r"[a-z0-9-]+(?:\[[a-z, -]+\])?==[\w.]+(?: ; [^\\]+)? \\")
    digest = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")
    assert lines
    assert [line for line in lines if not (pin.fullmatch(line) or digest.fullmatch(line))] == []


@pytest.mark.parametrize("folder", [*PACKED, "bench/peers/"])
def test_a_node_lock_holds_versions_and_hashes_only(folder: str) -> None:
    packages = json.loads(read(f"{folder}package-lock.json"))["packages"]
    del packages[""]
    assert packages
    assert [name for name, each in packages.items() if "resolved" in each] == []
    hashes = [each["integrity"] for each in packages.values()]
    assert [each for each in hashes if not each.startswith("sha512-")] == []


def test_the_locks_hold_every_declared_dependency_and_no_test_repeaters() -> None:
    locks = ("dev", "data", "node", "pip", "engines", "release", "docs")
    assert declared() <= set().union(*(locked(f"{lock}.txt") for lock in locks))
    assert locked("run.txt") <= locked("dev.txt")
    assert locked("image.txt") == {*locked("run.txt"), "asyncpg", "greenlet"} <= locked("dev.txt")
    assert locked("build.txt") <= locked("dev.txt")
    names = locked("dev.txt") | locked("engines.txt")
    assert [name for name in names if re.search("rerun|retry|flak", name)] == []


# --- Documents


def test_continuous_integration_is_make_test_and_nothing_else() -> None:
    idle = ("#", "set ", "cd ")
    lines = read(".ci/run").splitlines()
    assert [line for line in lines if line and not line.startswith(idle)] == ["make test"]


def test_hooks_and_workflows_call_only_existing_targets() -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    workflows = sorted(path for path in texts() if path.startswith(".github/workflows/"))
    assert workflows
    for path in (*workflows, ".pre-commit-config.yaml"):
        commands = re.findall(r"^ *(?:- run|entry): (.+)", read(path), re.MULTILINE)
        assert commands, path
        for program, *words in (re.sub("PYTHON=.*", "", each).split() for each in commands):
            assert program == "make", path
            assert words, path
            assert set(words) <= targets, path


def chapters() -> dict[str, str]:
    """Map each version in the changelog to its text."""
    parts = re.split(r"^## (.+)\n", read("CHANGELOG.md"), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_the_changelog_has_the_versions_of_the_package_and_of_the_rules() -> None:
    unreleased, *released = chapters()
    assert unreleased == "Unreleased"
    assert released[0].split()[0] == __version__
    assert released[-1].startswith("0.1.0")
    assert len(chapters()[released[-1]].splitlines()) < 60
    text = "".join(chapters().values())
    further = {room.game.name for room in ADDED}
    for game in (game for game in GAMES.values() if game.name not in further):
        assert re.search(rf"{game.title}(?: \(`rules`)? {game.rules}\b", text), game.name


def test_every_verb_is_in_contributing() -> None:
    verbs = re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE)
    assert verbs
    assert [verb for verb in verbs if f"`make {verb}" not in read("CONTRIBUTING.md")] == []


def test_every_dependency_has_its_purpose_in_contributing() -> None:
    _, chapter = read("CONTRIBUTING.md").split("\n## Dependencies\n")
    explained = set(re.findall(r"^\| `([^`]+)` \| \S", chapter, re.MULTILINE))
    asked = declared()
    for place in PACKED:
        node = json.loads(read(f"{place}package.json"))
        asked |= {*node["dependencies"], *node.get("devDependencies", {})}
    asked |= {*find_firefox.PACKAGES.split(), *find_webkit.PACKAGES.split()}
    assert explained == asked


def declared() -> set[str]:
    """Return the names of the Python packages in pyproject.toml."""
    project = tomllib.loads(read("pyproject.toml"))
    groups = (
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    )
    asked = (line for group in groups for line in group if isinstance(line, str))
    return {re.split(r"[^A-Za-z0-9-]", line)[0].lower() for line in asked}


def locked(name: str) -> set[str]:
    """Return the names of the packages in a Python lock."""
    return set(re.findall(r"^([a-z0-9-]+)[=[]", read(f"requirements/{name}"), re.MULTILINE))


def test_every_promise_names_existing_tests() -> None:
    promises, _, _ = read("docs/security.md").partition("## What is not")
    rows = [line for line in promises.splitlines() if line.startswith("| **")]
    assert rows
    for row in rows:
        named = re.findall(r"`(tests/[^`]+)`", row)
        assert named
        assert all((ROOT / path).is_file() for path in named), row
