"""What is packed: the built client, the rulebooks, the words, and nobody's tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from chabudai.games import GAMES
from tests.support.every_room import FURTHER, ROOMS
from tools import client, kernels
from tools.weigh_wheel import weights

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
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


def test_solvers_of_an_installed_wheel_use_the_kernels_packed_with_it(
    wheel: Path, tmp_path: Path
) -> None:
    python = fresh_environment(wheel, tmp_path)
    check = [str(python), "-I", str(ROOT / "tools/check_kernels.py")]
    done = subprocess.run(check, capture_output=True, text=True, timeout=60, check=False)
    rooms = [source.parent.parent.name for source in kernels.sources(PACKAGE / "games")]
    assert rooms
    compiled = kernels.compiler() is not None
    way = "the kernel" if compiled else "plain Python"
    assert [line.partition(", ") for line in done.stdout.splitlines()] == [
        (f"{room}: {way}", ", ", str(packages(tmp_path) / "chabudai/games" / room / "solver"))
        for room in rooms
    ]
    assert done.returncode == (0 if compiled else 1)
    assert wheel.stem.endswith("py3-none-any") != compiled


def packages(venv: Path) -> Path:
    """Where an environment has its packages."""
    (folder,) = venv.glob("lib/python3*/site-packages")
    return folder


def fresh_environment(wheel: Path, folder: Path) -> Path:
    """The Python of an environment with a wheel, and with the packages that it needs from ours."""
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps"]
    subprocess.run([*pip, "--no-compile", "--quiet", str(wheel)], check=True, timeout=110)
    # What a path file names is looked through for packages, but not for further path files, such as
    # that of this checkout.
    (packages(folder) / "ours.pth").write_text(sysconfig.get_path("platlib"))
    return python


def test_kernels_are_left_out_where_that_is_wanted_and_wanted_ones_must_be_had(
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


def compiler_alone(folder: Path) -> Path:
    """A folder with the C compiler, if there is one, and what it calls, and no Node."""
    folder.mkdir()
    found = kernels.compiler()
    for name, program in (("cc", found), ("as", shutil.which("as")), ("ld", shutil.which("ld"))):
        if program is not None:
            (folder / name).symlink_to(program)
    return folder


def test_a_wheel_made_from_the_sdist_on_a_machine_without_node_is_the_same(
    sdist: Path, wheel: Path, tmp_path: Path
) -> None:
    unpack = [sys.executable, "-m", "tarfile", "--extract", str(sdist), str(tmp_path)]
    subprocess.run(unpack, check=True, timeout=60)
    (root,) = tmp_path.iterdir()
    assert client.is_current(root)
    bare = compiler_alone(tmp_path / "bare")
    again = pack(root, "wheel", tmp_path / "again", path=str(bare))
    with zipfile.ZipFile(wheel) as here, zipfile.ZipFile(again) as there:
        assert {item.filename: item.CRC for item in here.infolist()} == {
            item.filename: item.CRC for item in there.infolist()
        }
