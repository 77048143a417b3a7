"""Shared helpers for the browser finders. Standard library only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import TypeAlias

from tools.setup import SetupFailed, say

Find: TypeAlias = Callable[[], str]


def print_found(module: str, arguments: Sequence[str], find: Find, install: Find) -> int:
    """Print the browser, after installing it if `--install` is given. Return the exit code."""
    if arguments not in ([], ["--install"]):
        print(f"usage: python -m {module} [--install]", file=sys.stderr)
        return 2
    try:
        print(install() if arguments else find())
    except SetupFailed as failure:
        print(f"browser: {failure}", file=sys.stderr)
        return 1
    return 0


def found_or_installed(find: Find, name: str, chosen: str, packages: str) -> str:
    """Find the browser with this name, or install it from Debian packages if the variable
    `chosen` does not select one. Raise SetupFailed if there is none.
    """
    try:
        return find()
    except SetupFailed:
        if os.environ.get(chosen) or not may_install():
            raise
    say(f"{name}, which is not on this machine, from Debian packages")
    from_debian(packages)
    return find()


def starts(program: str, *arguments: str) -> bool:
    """Return whether `program` runs without an error when started with `arguments`."""
    command = [program, *(arguments or ("--version",))]
    try:
        asked = subprocess.run(command, capture_output=True, check=False, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


def may_install() -> bool:
    """Return whether this process may install Debian packages."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def from_debian(*choices: str) -> None:
    """Try the given sets of Debian packages, each with a Japanese font, until one is installed. The
    caller checks whether the programs then work.
    """

    def apt_get(*arguments: str) -> bool:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        command = ("apt-get", *arguments)
        done = subprocess.run(command, env=quiet, check=False, stdout=subprocess.DEVNULL)
        return done.returncode == 0

    apt_get("update", "-qq")
    install = ("install", "-y", "-qq", "--no-install-recommends", "fonts-ipafont-gothic")
    any(apt_get(*install, *choice.split()) for choice in choices)
