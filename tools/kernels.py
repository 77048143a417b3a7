"""The kernels of the games' solvers: each `solver/kernel.c`, compiled if a C compiler exists.

Kernels are optional: a solver in Python gives the same answers. They are compiled when a checkout
is set up and when a wheel is packed. Standard library only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from zlib import crc32

FLAGS = ("-std=c99", "-O3", "-shared", "-fPIC")
GAMES = "src/chabudai/games"
WANTED = "CHABUDAI_KERNELS"
"""Variable for the kernels of a wheel: "yes", "no", or unset to include them if a C compiler
exists.
"""


def compiler() -> str | None:
    """Return the C compiler of this machine: `CC` if it names one, or the first on PATH."""
    names = (os.environ.get("CC"), "cc", "gcc", "clang")
    return next((found for name in names if name and (found := shutil.which(name))), None)


def sources(games: Path) -> list[Path]:
    """Return the kernels of the games in a folder."""
    return sorted(games.glob("*/solver/kernel.c"))


def library_of(source: Path) -> Path:
    """Return the path of the compiled kernel, next to its source."""
    return source.with_name("libkernel.so")


def build(compiler: str, source: Path, library: Path) -> str:
    """Compile a kernel and move it into place when it is complete.

    Return the compiler's error messages, or "" on success.
    """
    half_made = library.with_suffix(".part")
    mark = f"-DSOURCE={crc32(source.read_bytes())}u"
    # A build for several Mac architectures sets ARCHFLAGS.
    flags = (*FLAGS, *os.environ.get("ARCHFLAGS", "").split(), mark)
    command = (compiler, *flags, "-o", str(half_made), str(source))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        half_made.unlink(missing_ok=True)
        return done.stderr.strip() or f"exit code {done.returncode}"
    half_made.replace(library)
    return ""


def packed(root: Path, folder: Path) -> dict[str, str]:
    """Compile all kernels of the checkout at `root` into a folder, for a wheel. Map each kernel's
    path to its place in the package. Raise RuntimeError if kernels are required and unavailable. If
    they are optional and unavailable, the wheel has none.
    """
    wanted = os.environ.get(WANTED, "")
    if wanted not in ("", "yes", "no"):
        raise RuntimeError(f"{WANTED} is yes or no, not {wanted!r}.")
    found = None if wanted == "no" else compiler()
    if found is None:
        if wanted == "yes":
            raise RuntimeError("There is no C compiler: set CC, or put cc on PATH.")
        return {}
    places: dict[str, str] = {}
    for source in sources(root / GAMES):
        library = folder / source.parent.parent.name / library_of(source).name
        library.parent.mkdir(parents=True)
        refusal = build(found, source, library)
        if refusal and wanted == "yes":
            raise RuntimeError(f"{source} cannot be compiled. {found}: {refusal}")
        if refusal:
            return {}
        inside = library_of(source).relative_to(root / "src").as_posix()
        places[str(library)] = inside
    return places
