"""What is packed: the built client, the rulebooks, the words, and nobody's tests."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from chabudai.games import GAMES
from tests.every_room import FURTHER, ROOMS
from tools import client
from tools.weigh_wheel import weights

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src/chabudai"
HEAD = len("src/")


def pack(root: Path, target: str, where: Path, path: str | None = None) -> Path:
    """The wheel or sdist of the project at `root`, made with the programs on `path`."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory"]
    environment = {**os.environ, **({} if path is None else {"PATH": path})}
    subprocess.run([*command, str(where)], cwd=root, env=environment, check=True, timeout=110)
    (packed,) = where.iterdir()
    return packed


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pack(ROOT, "sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pack(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as packed:
        return set(packed.namelist())


def there(*patterns: str) -> set[str]:
    """The package's files of these patterns, as a wheel names them."""
    found = {path for pattern in patterns for path in PACKAGE.glob(pattern) if path.is_file()}
    return {path.relative_to(ROOT).as_posix()[HEAD:] for path in found}


def test_the_wheel_carries_the_whole_built_client(wheel: Path) -> None:
    built = there("server/static/**/*")
    assert {"chabudai/server/static/BUILD"} < built
    assert {".js", ".css"} <= {Path(name).suffix for name in built}
    assert built <= names(wheel)


def test_the_wheel_carries_rulebooks_words_and_migrations(wheel: Path) -> None:
    rulebooks, words = there("games/*/RULES*.md"), there("words/data/*", "words/japanese/*")
    assert rulebooks
    assert words
    catalogues = there("**/catalogue.*.json")
    assert catalogues
    assert rulebooks | words | catalogues | there("**/*.mako", "**/*.ini") <= names(wheel)


def test_the_wheel_stays_small_with_what_words_mean(wheel: Path) -> None:
    parts = weights(wheel)
    packed, installed = map(sum, zip(*parts.values(), strict=True))
    assert packed < 20_000_000
    assert 0 < sum(parts[part][0] for part in parts if "glosses" in part) < packed / 4
    assert installed < 35_000_000


def test_the_wheel_carries_all_code_and_no_tests(wheel: Path) -> None:
    code = {name for name in there("**/*.py") if "/tests/" not in name}
    packed = {name for name in names(wheel) if ".dist-info/" not in name}
    assert code == {name for name in packed if name.endswith(".py")}
    assert {name for name in packed if "/tests/" in name or "/golden/" in name} == set()
    assert {name for name in packed if name.endswith((".ts", ".tsx", ".pyc"))} == set()


def test_the_wheel_carries_none_of_the_further_rooms(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        scripts = b"".join(packed.read(name) for name in names(wheel) if name.endswith(".js"))
    packed_rooms = {room.game.name for room in ROOMS if room.game.name.encode() in scripts}
    assert packed_rooms == GAMES.keys() - {room.game.name for room in FURTHER}
    assert not any(room.folder.name in name for room in FURTHER for name in names(wheel))


def test_the_wheel_carries_the_licences(wheel: Path) -> None:
    licences = {name.partition("/licenses/")[2] for name in names(wheel)}
    data = {path.relative_to(ROOT).as_posix() for path in (PACKAGE / "words/data").glob("*LICEN*")}
    assert data
    assert {"LICENSE"} | data <= licences


def test_a_wheel_made_from_the_sdist_on_a_machine_without_node_is_the_same(
    sdist: Path, wheel: Path, tmp_path: Path
) -> None:
    unpack = [sys.executable, "-m", "tarfile", "--extract", str(sdist), str(tmp_path)]
    subprocess.run(unpack, check=True, timeout=60)
    (root,) = tmp_path.iterdir()
    assert client.is_current(root)
    empty = tmp_path / "empty"
    empty.mkdir()
    again = pack(root, "wheel", tmp_path / "again", path=str(empty))
    with zipfile.ZipFile(wheel) as here, zipfile.ZipFile(again) as there:
        assert {item.filename: item.CRC for item in here.infolist()} == {
            item.filename: item.CRC for item in there.infolist()
        }
