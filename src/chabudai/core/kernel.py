"""The compiled part of a solver: a library built from the `kernel.c` in a game's `solver` folder.

`tools/kernels.py` builds it when a checkout is set up and when a wheel is built, if a C compiler is
available. Without the library, Python code computes the same answers.
"""

from contextlib import suppress
from ctypes import CDLL, c_uint32
from pathlib import Path
from zlib import crc32

SOURCE = "kernel.c"
LIBRARY = "libkernel.so"


def library(file: Path, source: Path) -> CDLL | None:
    """Load a kernel. Return None if the file is missing, is not a kernel, or was built for another
    machine or source.
    """
    with suppress(OSError, ValueError):
        found, now = CDLL(str(file)), crc32(source.read_bytes())
        return found if c_uint32.in_dll(found, "kernel_source").value == now else None
    return None
