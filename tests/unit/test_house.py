"""Project rules for games, committed files and documentation."""

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
    return (ROOT / name).read_text(encoding="utf-8")


# --- Games


HERE = [room for room in CASES if room not in EXTERNAL]
"""Games in this repository. A custom game's name may be any of our words, so it is exempt."""


@pytest.mark.parametrize("room", HERE, ids=str)
def test_the_shell_names_no_game_and_nothing_outside_its_folder_a_further_one(room: Case) -> None:
    name = re.compile(room.game.name.replace("-", "[-_ ]?"), re.IGNORECASE)
    naming = [path for path, text in texts().items() if name.search(text)]
    shell = (
        "web/",
        *(f"src/chabudai/{package}/" for package in ("core", "server", "cli", "arena")),
    )
    assert naming
    assert [path for path in naming if path.startswith(shell)] == []
    if room in ADDED:
        free = (
            ".md",
            "tests/nightly/mutants.tsv",
        )  # the record names the tests that caught a mutant
        named = [ROOT / path for path in naming if not path.endswith(free)]
        assert [path for path in named if not path.is_relative_to(room.folder)] == []


IMPORTED = re.compile(r"""\b(?:from|import)\b\s*\(?\s*["']([\w@./-]+)["']""")
VIEW_LIBRARIES = {"preact", "preact/hooks", "preact/compat", "@preact/signals"}


def foreign(screen: Path, code: str) -> set[str]:
    """Return a screen's imports from outside its folder, its game's catalogues and the shell."""
    home = next(folder for folder in screen.parents if folder.name == "web")
    found = set[str]()
    for name in IMPORTED.findall(code):
        path = (screen.parent / name).resolve()
        own = path.is_relative_to(home) or (path.parent == home.parent and path.suffix == ".json")
        if not (own if name.startswith(".") else name.startswith("@shell/")):
            found.add(name)
    return found - VIEW_LIBRARIES


def test_a_screen_imports_only_the_shell_and_its_own_files() -> None:
    for screen in (file for room in CASES for file in room.folder.glob("web/**/*.ts*")):
        assert foreign(screen, screen.read_text(encoding="utf-8")) == set(), screen
    code = """
        import type { View } from "./types.ts";
        import { Frame } from "@shell/table/frame.ts";
        import { useState } from "preact/hooks";
        import { hand } from "../../quiddler/web/hand.ts";
        import "lodash";
        import phrases from "../catalogue.ja.json";
        const late = await import('../text.py');
    """
    board = ROOT / "src/chabudai/games/word_bank/web/board.tsx"
    assert foreign(board, code) == {"../../quiddler/web/hand.ts", "lodash", "../text.py"}


# --- Files


def test_tests_are_in_known_folders_and_the_servers_in_their_index() -> None:
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.name != "__pycache__"}
    assert folders == {"browser", "contract", "nightly", "server", "support", "unit"}
    named = re.findall(r"\btest_\w+\.py\b", read("tests/server/INDEX.md"))
    assert sorted(named) == sorted(path.name for path in ROOT.glob("tests/server/test_*.py"))


def test_no_file_has_more_than_400_lines_or_names_one_machine_or_a_package_index() -> None:
    code = (".py", ".ts", ".tsx", ".css", ".mjs", ".sh")
    lines = {path: len(text.splitlines()) for path, text in texts().items() if path.endswith(code)}
    assert lines
    long = [path for path, count in lines.items() if count > MAX_LINES]
    assert [path for path in long if not path.endswith(".gen.ts")] == []
    for forbidden in (
        r"(?<![\w.:/-])/(?:root|home|work|Users)/\w",
        r"\bpypi\.\w|\b(?:registry|files|deb|mirrors?)\.\w+\.(?:org|com|io)\b",
    ):
        assert [path for path, text in texts().items() if re.search(forbidden, text)] == []


def test_a_python_lock_holds_versions_and_hashes_only() -> None:
    pin = re.compile(r"[a-z0-9-]+(?:\[[a-z, -]+\])?==[\w.]+(?: ; [^\\]+)? \\")
    digest = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")
    for lock in (*ROOT.glob("requirements/*.txt"), *ROOT.glob("bench/peers/*.txt")):
        lines = lock.read_text().splitlines()
        assert lines
        odd = [line for line in lines if not (pin.fullmatch(line) or digest.fullmatch(line))]
        assert odd == [], lock


def test_a_node_lock_holds_versions_and_hashes_only() -> None:
    for folder in (*PACKED, "bench/peers/"):
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


def test_ci_hooks_workflows_and_contributing_name_the_targets() -> None:
    idle = ("#", "set ", "cd ")
    lines = read(".ci/run").splitlines()
    assert [line for line in lines if line and not line.startswith(idle)] == ["make test"]
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    assert targets
    assert [verb for verb in targets if f"`make {verb}" not in read("CONTRIBUTING.md")] == []
    workflows = sorted(path for path in texts() if path.startswith(".github/workflows/"))
    assert workflows
    for path in (*workflows, ".pre-commit-config.yaml"):
        commands = re.findall(r"^ *(?:- run|entry): (.+)", read(path), re.MULTILINE)
        assert commands, path
        for program, *words in (re.sub("PYTHON=.*", "", each).split() for each in commands):
            assert program == "make", path
            assert words, path
            assert set(words) <= targets, path


def test_the_changelog_has_the_versions_of_the_package_and_of_the_rules() -> None:
    text = read("CHANGELOG.md")
    unreleased, *released = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert unreleased == "Unreleased"
    assert released[0].split()[0] == __version__
    assert released[-1].startswith("0.1.0")
    assert len(text.rpartition("\n## ")[2].splitlines()) < 60
    further = {room.game.name for room in ADDED}
    for game in (game for game in GAMES.values() if game.name not in further):
        assert re.search(rf"{game.title}(?: \(`rules`)? {game.rules}\b", text), game.name


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
