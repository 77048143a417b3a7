"""Check that the chabudai installed in this Python uses its kernels: `python check_kernels.py`.

It does not use the checkout. It runs in the Python of an environment with an installed wheel. Every
game with a `solver/kernel.c` has `KERNEL` in its solver.
"""

import sys
from importlib import import_module
from pathlib import Path

import chabudai.games


def main() -> int:
    """Print whether each kernel is used, and return 1 if one is not."""
    kernels = sorted(Path(chabudai.games.__path__[0]).glob("*/solver/kernel.c"))
    code = 0 if kernels else 1
    for source in kernels:
        game = source.parent.parent.name
        solver = import_module(f"chabudai.games.{game}.solver")
        used = solver.KERNEL is not None
        print(f"{game}: {'the kernel' if used else 'plain Python'}, {Path(solver.__path__[0])}")
        code = code if used else 1
    return code


if __name__ == "__main__":
    sys.exit(main())
