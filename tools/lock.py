"""Resolve versions and write the locks: `python -m tools.lock`, with uv and npm on PATH.

The locks list versions and hashes for Python 3.11 and later on every platform. They name no package
index, so each installation uses the index configured on its machine. `dev.txt` is resolved first,
and the other locks use the same versions. Only the locks of the peers in `bench/peers` are
independent.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS: dict[str, tuple[str, ...]] = {
    "dev.txt": ("pyproject.toml", "--extra=postgres", "--extra=studio", "--group=dev"),
    "run.txt": ("pyproject.toml", "--constraints=requirements/dev.txt"),
    "image.txt": ("pyproject.toml", "--extra=postgres", "--constraints=requirements/dev.txt"),
    "build.txt": ("--group=build", "--constraints=requirements/dev.txt"),
    "data.txt": ("--group=data",),
    "node.txt": ("--group=node",),
    "pip.txt": ("--group=pip",),
    "release.txt": ("--group=release",),
    "docs.txt": ("--group=docs",),
    "engines.txt": (
        "pyproject.toml",
        "--extra=dask",
        "--extra=gymnasium",
        "--extra=mcp",
        "--extra=openspiel",
        "--extra=parquet",
        "--extra=pettingzoo",
        "--extra=plots",
        "--extra=ratings",
        "--extra=ray",
        "--extra=uvloop",
        "--group=engines",
        "--constraints=requirements/dev.txt",
    ),
}
STYLE = (
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    # If the lock does not list extras, an older pip takes the newest versions of packages
    # requested with one.
    "--no-strip-extras",
    "--no-header",
    "--no-annotate",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--upgrade",
    "--quiet",
)


def main() -> int:
    """Write every lock and return the exit code."""
    if shutil.which("uv") is None or shutil.which("npm") is None:
        print("lock: this needs uv (`pip install uv`) and npm on PATH", file=sys.stderr)
        return 1
    locks = {f"requirements/{name}": asked for name, asked in LOCKS.items()}
    for asked_by in sorted((ROOT / "bench/peers").glob("*.in")):
        peer = str(asked_by.relative_to(ROOT))
        locks[f"{peer.removesuffix('.in')}.txt"] = (peer,)
    for output, asked in locks.items():
        command = ("uv", "pip", "compile", *asked, *STYLE, f"--output-file={output}")
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    for folder in (
        ROOT,
        ROOT / "tools/chromium",
        ROOT / "tests/nightly/audit",
        ROOT / "tests/nightly/engines",
        ROOT / "bench/peers",
    ):
        command = ("npm", "install", "--package-lock-only", "--ignore-scripts")
        subprocess.run(command, cwd=folder, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
