"""The kernels of the games' solvers: each `solver/kernel.c`, compiled where there is a C compiler.

Nobody needs one: a solver's plain path gives the same answers. The same is done when a checkout is
set up and when a wheel is packed. Standard library only.
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
"""Whether a wheel has them: "yes", "no", or, if it is not set, where there is a C compiler."""


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
    # Who packs for several kinds of Macs at once says so in ARCHFLAGS.
    flags = (*FLAGS, *os.environ.get("ARCHFLAGS", "").split(), mark)
    command = (compiler, *flags, "-o", str(half_made), str(source))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        half_made.unlink(missing_ok=True)
        return done.stderr.strip() or f"exit code {done.returncode}"
    half_made.replace(library)
    return ""


def packed(root: Path, folder: Path) -> dict[str, str]:
    """Compile all kernels of the checkout at `root` into a folder, for a wheel: where each lies,
    and where it goes in the package. Raises RuntimeError, with a sentence, where they are wanted
    and cannot be had; where nobody has said so, the wheel has none then.
    """
    wanted = os.environ.get(WANTED, "")
    if wanted not in ("", "yes", "no"):
        raise RuntimeError(f"{WANTED} is yes or no, not {wanted!r}.")
    found = None if wanted == "no" else compiler()
    if found is None:
        if wanted == "yes":
            raise RuntimeError("There is no C compiler here: set CC, or put cc on PATH.")
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
