"""Contents of the wheel: code, the built client, rulebooks and words, but no tests.
`make release-check` installs and plays it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

from chabudai import __version__
from chabudai.games import GAMES
from hatch_build import LINK, with_links
from tests.support.game_cases import ADDED, CASES
from tools import kernels
from tools.weigh_wheel import weights

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "src/chabudai"
FAST = """
import runpy, sys, zlib
compressobj = zlib.compressobj
zlib.compressobj = lambda level=1, *rest, **choices: compressobj(1, *rest, **choices)
runpy.run_module("hatchling", run_name="__main__", alter_sys=True)
"""
"""Script that runs hatchling with less compression, which takes a third of the time."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-c", FAST, "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=110)
    (packed,) = folder.iterdir()
    return packed


def in_package(*patterns: str) -> set[str]:
    """Return the files that match these patterns, named as in a wheel. Each pattern must match."""
    found: set[str] = set()
    for pattern in patterns:
        paths = [path for path in PACKAGE.glob(pattern) if path.is_file()]
        assert paths, pattern
        found |= {path.relative_to(ROOT / "src").as_posix() for path in paths}
    return found


def test_the_wheel_has_all_code_and_data_and_no_tests_or_further_games(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    packed = {name for name in names if ".dist-info/" not in name}
    code = {name for name in in_package("**/*.py") if "/tests/" not in name}
    assert code == {name for name in packed if name.endswith(".py")}
    assert {name for name in packed if "/tests/" in name or "/golden/" in name} == set()
    assert {name for name in packed if name.endswith((".ts", ".tsx", ".pyc"))} == set()
    static = ("server/static/BUILD", "server/static/*.js", "server/static/*.css")
    data = ("games/*/RULES*.md", "words/data/*", "words/japanese/*", "**/catalogue.*.json")
    assert in_package(*static, "server/static/**/*", *data, "**/*.mako") <= packed
    compiled = [f"chabudai/games/{room}/solver/libkernel.so" for room in rooms_with_kernels()]
    built = {name for name in packed if name.endswith(".so")}
    assert built == {*(compiled if kernels.compiler() else ())}
    licences = {name.partition("/licenses/")[2] for name in names}
    assert {"LICENSE"} | {f"src/{name}" for name in in_package("words/data/*LICEN*")} <= licences
    with zipfile.ZipFile(wheel) as archive:
        scripts = b"".join(archive.read(name) for name in packed if name.endswith(".js"))
    games = {room.game.name for room in CASES if room.game.name.encode() in scripts}
    assert games == GAMES.keys() - {room.game.name for room in ADDED}
    assert not any(room.folder.name in name for room in ADDED for name in names)


def rooms_with_kernels() -> list[str]:
    rooms = [source.parent.parent.name for source in kernels.sources(PACKAGE / "games")]
    assert rooms
    return rooms


def test_the_metadata_have_the_version_and_no_relative_links(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        told = message_from_bytes(archive.read(name))
    assert wheel.name.split("-")[1] == told["Version"] == __version__
    assert told.get_all("Project-URL") is None
    assert "Operating System :: POSIX" in told.get_all("Classifier", [])
    packed = told.get_payload(decode=True)
    assert isinstance(packed, bytes)
    text = packed.decode()
    assert text == with_links((ROOT / "README.md").read_text(encoding="utf-8"), "")
    assert [found[0] for found in LINK.finditer(text) if found[3] is not None] == []
    assert "hosting: TLS, backups, monitoring" in text
    linked = with_links("![a](b.jpg) [c](d.md) [e](https://f) `[g](h)`", "https://x.example/y")
    assert linked == (
        "![a](https://x.example/y/raw/main/b.jpg) [c](https://x.example/y/blob/main/d.md) "
        "[e](https://f) `[g](h)`"
    )


def test_the_notice_names_each_work_of_others_in_the_wheel(wheel: Path) -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    packaged = in_package("**/*LICEN[SC]E*", "**/*COPYRIGHT*", "**/*NOTICE*")
    assert [name for name in packaged if f"src/{name}" not in notice] == []
    with zipfile.ZipFile(wheel) as packed:
        licences = packed.read("chabudai/server/static/licenses.txt").decode()
    asked = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["dependencies"]
    bundled = asked.keys() - {"esbuild", "rolldown", "subset-font"}  # these build the client
    assert bundled == imported() | {name for name in bundled if name.startswith("@fontsource")}
    for name in bundled:
        assert re.search(rf"^{name}$", licences, re.MULTILINE), name
        assert re.search(rf"{name}[\s:,]", notice), name


def imported() -> set[str]:
    """Return the packages that the client's scripts import."""
    folders = (ROOT / "web", *PACKAGE.glob("games/*/web"))
    files = [file for folder in folders for file in folder.rglob("*.ts*")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    found = re.findall(r"""(?:from|import)[ (]"((?:@(?!shell/)[^/"]+/)?[a-z][^/"]*)""", text)
    return set(found) - {"books", "pictures", "screens"}  # made by the build


def test_the_wheel_stays_small_with_its_glosses(wheel: Path) -> None:
    parts = weights(wheel)
    packed, installed = map(sum, zip(*parts.values(), strict=True))
    assert packed < 20_000_000
    assert 0 < sum(parts[part][0] for part in parts if "glosses" in part) < packed / 4
    assert installed < 24_000_000


def test_kernels_are_left_out_or_required_on_demand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(kernels.WANTED, "no")
    assert kernels.packed(ROOT, tmp_path) == {}
    monkeypatch.setenv(kernels.WANTED, "yes")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(RuntimeError, match=r"There is no C compiler: set CC, or put cc on"):
        kernels.packed(ROOT, tmp_path)
    monkeypatch.setenv("CC", sys.executable)
    with pytest.raises(RuntimeError, match=r"kernel\.c cannot be compiled\. "):
        kernels.packed(ROOT, tmp_path / "wanted")
    monkeypatch.delenv(kernels.WANTED)
    assert kernels.packed(ROOT, tmp_path / "unsaid") == {}
    monkeypatch.setenv(kernels.WANTED, "maybe")
    with pytest.raises(RuntimeError, match="CHABUDAI_KERNELS is yes or no, not 'maybe'"):
        kernels.packed(ROOT, tmp_path)
