"""The web client: its packages, and whether the built one is the one its sources describe.

`static/BUILD` holds the fingerprint of the sources that the files beside it were built from. The
set-up and the wheel's build hook both read it; neither needs Node when it is current. Standard
library only.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

STATIC = Path("src/chabudai/server/static")
BUILD = STATIC / "BUILD"
BUILDER = Path("web/build.mjs")
CERTIFICATES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
)


def sources(root: Path) -> tuple[Path, ...]:
    """What the client is built from, sorted.

    The shell, the rooms' screens, the catalogues they share with Python, the packages' lock.
    """
    games = root / "src/chabudai/games"
    screens = (root / "web", *games.glob("*/web"))
    files = {path for folder in screens for path in folder.rglob("*") if path.is_file()}
    files = {path for path in files if not path.name.startswith(".")}
    return tuple(sorted(files | {*games.glob("*/*.json"), root / "package-lock.json"}))


def fingerprint(root: Path) -> str:
    """The sources' SHA-256 in hexadecimal: names and contents, each with its length."""
    digest = hashlib.sha256()
    for path in sources(root):
        for part in (path.relative_to(root).as_posix().encode(), path.read_bytes()):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
    return digest.hexdigest()


def is_current(root: Path) -> bool:
    """Whether the built client belongs to these sources."""
    mark = root / BUILD
    return mark.is_file() and mark.read_text().strip() == fingerprint(root)


def build(root: Path, node: str) -> None:
    """Build the client with `node` and mark it with its sources' fingerprint.

    The mark goes first and comes back last, so an interrupted build is done again.
    Raises subprocess.CalledProcessError when the builder fails.
    """
    (root / BUILD).unlink(missing_ok=True)
    before = fingerprint(root)
    subprocess.run([node, str(BUILDER)], cwd=root, check=True)
    (root / BUILD).write_text(before + "\n")


def install(root: Path, npm: Sequence[str], level: Literal["play", "test"]) -> None:
    """Install the locked packages with `npm`, for `test` the checkers too.

    Standard output belongs to whoever asked, so npm speaks on standard error.
    Raises subprocess.CalledProcessError when npm fails.
    """
    stamp = root / "node_modules" / ".ready"
    locks = (root / name for name in ("package.json", "package-lock.json", ".npmrc"))
    lock = hashlib.sha256(b"\0".join(path.read_bytes() for path in locks)).hexdigest()
    if stamp.is_file() and stamp.read_text() in (f"{level} {lock}", f"test {lock}"):
        return
    print("== Node packages", file=sys.stderr, flush=True)
    extra = ("--omit=dev",) if level == "play" else ()
    command = (*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", *extra)
    subprocess.run(command, cwd=root, env=npm_environment(), check=True, stdout=sys.stderr)
    stamp.write_text(f"{level} {lock}")


def npm_environment() -> dict[str, str]:
    """The environment of this process, in which Node trusts whom the machine trusts.

    Node brings a list of authorities of its own, and so knows nothing of a company's.
    """
    known = next((path for path in CERTIFICATES if Path(path).is_file()), None)
    trust = {"NODE_EXTRA_CA_CERTS": known} if known else {}
    return {**trust, **os.environ}
