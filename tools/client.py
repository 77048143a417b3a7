"""The web client: its packages, its build, and a check that the build matches its sources.

`static/BUILD` contains the fingerprint of the sources of the client in that folder. The set-up and
the wheel's build hook read it, and need no Node if the build is current. A client may include games
from outside the package: `further` lists their folders, which the set-up takes from CHABUDAI_GAMES.
A wheel never includes such games. Standard library only.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

STATIC = Path("src/chabudai/server/static")
GAMES = Path("src/chabudai/games")
SERVER = Path("src/chabudai/server")
BUILDER = Path("web/build/build.mjs")
OLDEST_NODE = (20, 19)
"""The oldest Node that rolldown runs on."""
CERTIFICATES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
)


def added_game_folders() -> tuple[Path, ...]:
    """Return the folders of the packages listed in CHABUDAI_GAMES, in the same order.

    Raises ModuleNotFoundError.
    """
    folders: list[str] = []
    for place in os.environ.get("CHABUDAI_GAMES", "").split():
        spec = importlib.util.find_spec(place)
        if spec is None or spec.submodule_search_locations is None:
            raise ModuleNotFoundError(
                f"CHABUDAI_GAMES names {place!r}, which is not a package here."
            )
        folders += spec.submodule_search_locations
    return tuple(map(Path, folders))


def sources(root: Path, further: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Return the sources of the client, sorted. These are the shell, the games' screens, the
    sentences that they share with Python, the rulebooks (for their letters), and the lock of the
    packages.
    """
    folders = (root / GAMES, *further)
    screens = (root / "web", *(screen for games in folders for screen in games.glob("*/web")))
    files = {path for folder in screens for path in folder.rglob("*") if path.is_file()}
    files = {path for path in files if not path.name.startswith(".")}
    shared = ("*/*.json", "*/guide/*.json", "*/RULES.ja.md")
    files |= {path for games in folders for each in shared for path in games.glob(each)}
    files |= {*(root / SERVER).glob("strings/*.json"), root / "package-lock.json"}
    return tuple(sorted(files))


def fingerprint(root: Path, further: Sequence[Path] = ()) -> str:
    """Return the SHA-256 of the sources' names and contents, each with its length, in
    hexadecimal.
    """
    digest = hashlib.sha256()
    for path in sources(root, further):
        for part in (Path(os.path.relpath(path, root)).as_posix().encode(), path.read_bytes()):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
    return digest.hexdigest()


def is_current(root: Path, further: Sequence[Path] = (), static: Path = STATIC) -> bool:
    """Return whether the client in `static` was built from these sources."""
    mark = root / static / "BUILD"
    return mark.is_file() and mark.read_text().strip() == fingerprint(root, further)


def must_be_current(root: Path, further: Sequence[Path] = ()) -> None:
    """Raise SystemExit if the client was not built from its current sources.

    Used by tools that show or measure the client.
    """
    if not is_current(root, further):
        raise SystemExit("The built web client is outdated: run `make client`.")


def build(root: Path, node: str, further: Sequence[Path] = (), static: Path = STATIC) -> None:
    """Build the client with `node` into `static` and mark it with its sources' fingerprint.

    All other files in that folder are deleted. The mark is removed first and written last, so an
    interrupted build is repeated. Raises subprocess.CalledProcessError if the build fails.
    """
    mark = root / static / "BUILD"
    mark.unlink(missing_ok=True)
    before = fingerprint(root, further)
    command = (node, BUILDER, static, GAMES, *further)
    subprocess.run([str(part) for part in command], cwd=root, check=True)
    mark.write_text(before + "\n")


def runs_on(node: str) -> bool:
    """Return whether the client can be built with a version of Node, such as "22.12.0"."""
    numbers = node.removeprefix("v").split(".")[:2]
    return all(map(str.isdecimal, numbers)) and tuple(map(int, numbers)) >= OLDEST_NODE


def install(root: Path, npm: Sequence[str], level: Literal["play", "test"]) -> None:
    """Install the locked packages with `npm`, and for the level `test` also the checkers.

    npm's output goes to standard error, because standard output belongs to the caller. Raises
    subprocess.CalledProcessError if npm fails.
    """
    stamp = root / "node_modules" / ".ready"
    locks = (root / name for name in ("package.json", "package-lock.json", ".npmrc"))
    lock = hashlib.sha256(b"\0".join(path.read_bytes() for path in locks)).hexdigest()
    if stamp.is_file() and stamp.read_text() in (f"{level} {lock}", f"test {lock}"):
        return
    print("== Node packages\n", end="", file=sys.stderr, flush=True)
    extra = ("--omit=dev",) if level == "play" else ()
    command = (*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", *extra)
    subprocess.run(command, cwd=root, env=npm_environment(), check=True, stdout=sys.stderr)
    stamp.write_text(f"{level} {lock}")


def npm_environment() -> dict[str, str]:
    """Return the environment of this process, with the machine's certificates for Node.

    Node has its own list of certificate authorities, which does not contain a company's private
    ones.
    """
    known = next((path for path in CERTIFICATES if Path(path).is_file()), None)
    trust = {"NODE_EXTRA_CA_CERTS": known} if known else {}
    return {**trust, **os.environ}
