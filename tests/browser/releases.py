"""Clients of another version."""

import re
import shutil
from pathlib import Path

SCRIPT = re.compile(r"-([a-z0-9]{8})\.js")


def renamed(text: str) -> str:
    """Rename every script that a text mentions."""
    return SCRIPT.sub(lambda name: f"-{name[1][::-1]}.js", text)


def released(client: Path, folder: Path) -> Path:
    """Build another version of a client, with different names for all scripts."""
    release = Path(shutil.copytree(client, folder / "release"))
    for path in (*release.glob("*.js"), release / "manifest.json"):
        path.write_text(renamed(path.read_text()))
        for packed in release.glob(f"{path.name}.*"):
            packed.unlink()
    for path in [*release.glob("*.js")]:
        path.rename(path.with_name(renamed(path.name)))
    return release
