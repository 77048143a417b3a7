"""The layers of the client: `web/layers.cjs` reports every import against them, and every cycle."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
NODE = ROOT / ".venv/bin/node"
CRUISE = "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"
THING = "export const thing = 1;\nexport type Thing = number;\n"
THINGS = (
    *(f"web/{name}/thing.ts" for name in ("ui", "table", "state", "i18n", "pages", "lobby")),
    "web/thing.ts",
    "src/games/two/web/thing.ts",
)
PLANTED = {
    "web/ui/type_above.ts": ('import type { Thing } from "../table/thing";', "upward-from-ui"),
    "web/net/above.ts": ('export * from "../state/thing";', "upward-from-i18n-net"),
    "web/net/beside.ts": ('import { thing } from "../i18n/thing";', "sideways-among-i18n-net"),
    "web/end/lazily_above.ts": ('void import("../thing");', "upward-from-lobby-end-pages"),
    "web/end/beside.ts": ('void import("../pages/thing");', "sideways-among-lobby-end-pages"),
    "web/end/cycle_back.ts": ('import type { X } from "./cycle";', "cycle"),
    "web/odds/anywhere.ts": ('import { thing } from "../ui/thing";', "unknown-folder"),
    "web/end/nothing.ts": ('import "./nowhere";', "unresolved"),
    "src/games/one/web/neighbour.ts": ('import "../../two/web/thing";', "game-to-game"),
    "src/games/one/web/lobby.ts": ('import "@shell/lobby/thing";', "game-to-shell"),
}


def reported(checkout: Path) -> str:
    """Return the report of dependency-cruiser about a checkout."""
    command = (NODE, CRUISE, "--config", "web/layers.cjs", "web", "src")
    result = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    return result.stdout + result.stderr


def write(file: Path, text: str) -> None:
    """Write a file in a folder that may not exist yet."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small client that keeps to the layers."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in THINGS:
        write(folder / name, THING)
    shutil.copy(ROOT / "web/layers.cjs", folder / "web")
    shutil.copy(ROOT / "tsconfig.json", folder)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    return folder


def test_imports_that_keep_to_the_layers_are_not_reported(checkout: Path) -> None:
    write(checkout / "web/end/below.ts", 'import { thing } from "../table/thing";')
    assert "no dependency violations" in reported(checkout)


def test_every_planted_import_against_the_layers_is_reported(checkout: Path) -> None:
    for name, (line, _) in PLANTED.items():
        write(checkout / name, f"{line}\n")
    write(checkout / "web/end/cycle.ts", 'void import("./cycle_back");\n')
    found = reported(checkout)
    missing = {
        (name, rule) for name, (_, rule) in PLANTED.items() if f"error {rule}: {name}" not in found
    }
    assert missing == set(), found
