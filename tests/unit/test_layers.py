"""Layers of the client: `web/layers.cjs` reports all cycles and all imports that violate them."""

import re
import shutil
import subprocess
from pathlib import Path

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


def test_only_imports_against_the_layers_are_reported(tmp_path: Path) -> None:
    files = {
        **dict.fromkeys(THINGS, THING),
        **{name: f"{line}\n" for name, (line, _) in PLANTED.items()},
        "web/end/cycle.ts": 'void import("./cycle_back");\n',
        "web/end/below.ts": 'import { thing } from "../table/thing";',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    shutil.copy(ROOT / "web/layers.cjs", tmp_path / "web")
    shutil.copy(ROOT / "tsconfig.json", tmp_path)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    command = (NODE, CRUISE, "--config", "web/layers.cjs", "web", "src")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    found = set(re.findall(r"error (\S+): (\S+)", done.stdout))
    expected = {(rule, name) for name, (_, rule) in PLANTED.items()}
    assert found - {("cycle", "web/end/cycle.ts")} == expected, done.stdout + done.stderr
