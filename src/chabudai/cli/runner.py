"""On-demand import of a command's module."""

import argparse
import gc
import sys
from collections.abc import Callable
from importlib import import_module

from chabudai.cli.settings import check_environment


def runner(module: str) -> Callable[[argparse.Namespace], int]:
    """Import a module, and return the function that runs its command. Garbage collection is
    disabled during the import, which creates no garbage. It would take a sixth of a server's
    start-up time. Raises Unusable if an environment variable of ours is unknown.
    """
    check_environment()
    if module not in sys.modules:
        gc.disable()
        try:
            import_module(module)
        finally:
            gc.freeze()
            gc.enable()
    run: Callable[[argparse.Namespace], int] = sys.modules[module].run
    return run
