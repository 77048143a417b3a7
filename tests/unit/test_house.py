"""The project's own rules: rooms, committed files and documentation."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from chabudai.games import GAMES
from tests.support.every_room import FURTHER, OUTSIDE, ROOMS, Room
from tools import find_firefox, find_webkit

ROOT = Path(__file__).resolve().parent.parent.parent
MADE = {
    ".git",
    ".venv",
    ".cache",
    ".hypothesis",
    "node_modules",
    "__pycache__",
    "_build",
    "dist",
    "static",
}
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


# --- What belongs to a room


SHELL = (
    "src/chabudai/core/",
    "src/chabudai/server/",
    "src/chabudai/cli/",
    "src/chabudai/arena/",
    "web/",
)


HERE = [room for room in ROOMS if room not in OUTSIDE]
"""The rooms in this repository. What somebody calls a game of their own may be any word of ours."""


@pytest.mark.parametrize("room", HERE, ids=str)
def test_the_shell_names_no_game(room: Room) -> None:
    name = re.compile(room.game.name.replace("-", "[-_ ]?"), re.IGNORECASE)
    shell = [(path, text) for path, text in texts() if path.startswith(SHELL)]
    assert len(shell) > 50
    assert [path for path, text in shell if name.search(text)] == []


@pytest.mark.parametrize("room", [room for room in FURTHER if room in HERE], ids=str)
def test_nothing_outside_its_folder_names_a_further_room(room: Room) -> None:
    name = re.compile(room.game.name.replace("-", "[-_ ]?"), re.IGNORECASE)
    free = (".md", "tests/nightly/mutants.tsv")  # the record names the tests that noticed a mutant
    named = [ROOT / path for path, text in texts() if name.search(text) and not path.endswith(free)]
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
        import { Frame } from "@shell/table/frame.ts";
        import { useState } from "preact/hooks";
        import { hand } from "../../quiddler/web/hand.ts";
        import "lodash";
        import phrases from "../catalogue.ja.json";
        const late = await import('../text.py');
    """
    assert strangers(screen, code) == {"../../quiddler/web/hand.ts", "lodash", "../text.py"}


# --- Tests


FOLDERS = {"browser", "contract", "games", "nightly", "server", "support", "unit"}


def test_every_test_is_in_one_of_the_folders() -> None:
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.name != "__pycache__"}
    assert folders == FOLDERS


def test_the_index_of_the_servers_tests_names_every_file() -> None:
    server = ROOT / "tests/server"
    named = re.findall(r"\btest_\w+\.py\b", (server / "INDEX.md").read_text(encoding="utf-8"))
    assert sorted(named) == sorted(path.name for path in server.glob("test_*.py"))


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
        for place in ("", "tools/chromium/", "tests/nightly/engines/", "bench/peers/")
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


def test_no_lock_holds_a_plugin_that_repeats_failed_tests() -> None:
    names = locked("dev.txt") | locked("engines.txt")
    assert [name for name in names if re.search("rerun|retry|flak", name)] == []


# --- What is written down


def test_continuous_integration_is_make_test_and_nothing_else() -> None:
    lines = (ROOT / ".ci/run").read_text().splitlines()
    idle = ("#", "set ", "cd ")
    assert [line for line in lines if line and not line.startswith(idle)] == ["make test"]


def chapters() -> dict[str, str]:
    """Map each version in the changelog to its text."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_the_changelog_begins_with_unreleased_and_has_the_version_of_the_package() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    first, *released = chapters()
    assert first == "Unreleased"
    assert released[0].split()[0] == version


def test_the_changelog_lists_the_number_of_the_rules_of_every_game() -> None:
    text = "".join(chapters().values())
    further = {room.game.name for room in FURTHER}
    games = [game for game in GAMES.values() if game.name not in further]
    assert games
    for game in games:
        assert re.search(rf"{game.title}(?: \(`rules`)? {game.rules}\b", text), game.name


def test_the_first_version_in_the_changelog_has_at_most_sixty_lines() -> None:
    *_, first = chapters().items()
    assert first[0].startswith("0.1.0")
    assert len(first[1].splitlines()) < 60


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
    for place in ("", "tools/chromium/", "tests/nightly/engines/"):
        node = json.loads((ROOT / f"{place}package.json").read_text())
        asked |= {*node["dependencies"], *node.get("devDependencies", {})}
    asked |= {*find_firefox.PACKAGES.split(), *find_webkit.PACKAGES.split()}
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
