"""Imports the module of a command when the command runs."""

import argparse
import gc
import sys
from collections.abc import Callable
from importlib import import_module


def runner(module: str) -> Callable[[argparse.Namespace], int]:
    """What runs the command of this module. Nothing that is imported is garbage: to look through it
    for some takes a sixth of the time that a server needs to start.
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
