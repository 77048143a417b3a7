"""Import of a command's module when it is needed."""

import argparse
import gc
import sys
from collections.abc import Callable
from importlib import import_module

from chabudai.cli.settings import check_environment


def runner(module: str) -> Callable[[argparse.Namespace], int]:
    """Import a module, and return the function that runs its command. Garbage collection is
    disabled during the import. It would find no garbage, and take a sixth of a server's start-up
    time. Raises Unusable for an unknown environment variable with our prefix.
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
