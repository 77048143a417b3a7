"""On-demand import of the module of a command."""

import argparse
import gc
import sys
from collections.abc import Callable
from importlib import import_module


def runner(module: str) -> Callable[[argparse.Namespace], int]:
    """Import a module, and return the function that runs its command. Garbage collection is
    disabled meanwhile, because imports create no garbage: it would take a sixth of a server's
    start.
    """
    if module not in sys.modules:
        gc.disable()
        try:
            import_module(module)
        finally:
            gc.freeze()
            gc.enable()
    run: Callable[[argparse.Namespace], int] = sys.modules[module].run
    return run
