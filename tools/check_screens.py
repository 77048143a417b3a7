"""Type checks of the client: `make tsc`. They include the screens of the games listed in
CHABUDAI_GAMES, even outside this checkout.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.client import added_game_folders

ROOT = Path(__file__).resolve().parent.parent
TSC = ROOT / "node_modules/typescript7/bin/tsc"
SETTINGS = ROOT / "tsconfig.json"


def check(further: Sequence[Path], made: Path, ours: Sequence[str] = ()) -> int:
    """Return the exit code of the compiler, which prints the errors.

    Its settings are written to the file `made`, so they can list folders outside this checkout.
    `ours` has patterns of files in this checkout, or is empty for all files.
    """
    settings = json.loads(SETTINGS.read_text(encoding="utf-8"))
    here = [str(ROOT / pattern) for pattern in ours or settings["include"]]
    there = [str(folder / f"*/web/**/*.{end}") for folder in further for end in ("ts", "tsx")]
    # A folder outside the checkout has no node_modules above it.
    paths = {"@shell/*": [str(ROOT / "web/*")], "*": [str(ROOT / "node_modules/*")]}
    text = {
        "extends": str(SETTINGS),
        "compilerOptions": {"paths": paths},
        "include": [*here, *there],
    }
    made.write_text(json.dumps(text), encoding="utf-8")
    node = Path(sys.executable).with_name("node")
    return subprocess.run([node, TSC, "-p", made], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    cache = ROOT / ".cache"
    cache.mkdir(exist_ok=True)
    sys.exit(check(added_game_folders(), cache / "tsconfig.json"))
