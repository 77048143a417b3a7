"""The kernels of the games' solvers: each `solver/kernel.c`, compiled where there is a C compiler.

Nobody needs one: a solver's plain path gives the same answers. Standard library only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from zlib import crc32

FLAGS = ("-std=c99", "-O3", "-shared", "-fPIC")


def compiler() -> str | None:
    """The C compiler of this machine: `CC` if that is one, or the first on PATH."""
    names = (os.environ.get("CC"), "cc", "gcc", "clang")
    return next((found for name in names if name and (found := shutil.which(name))), None)


def sources(games: Path) -> list[Path]:
    """The kernels of the rooms in a folder."""
    return sorted(games.glob("*/solver/kernel.c"))


def library_of(source: Path) -> Path:
    """Where the compiled kernel lies: beside its source."""
    return source.with_name("libkernel.so")


def build(compiler: str, source: Path, library: Path) -> str:
    """Compile a kernel and move it into place when it is complete.

    Returns what the compiler has against it; "" if all is well.
    """
    half_made = library.with_suffix(".part")
    mark = f"-DSOURCE={crc32(source.read_bytes())}u"
    command = (compiler, *FLAGS, mark, "-o", str(half_made), str(source))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        half_made.unlink(missing_ok=True)
        return done.stderr.strip() or f"exit code {done.returncode}"
    half_made.replace(library)
    return ""
