"""nginx, Caddy, PgBouncer and OpenSSL for the tests behind a proxy.

`python -m tools.find_proxies NAME…` prints the location of each program. A program that is not on
PATH is unpacked from Debian packages into `.cache/`. Nothing is installed, and no service is
started. Standard library only.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tools.setup import ROOT, SetupFailed, say

UNPACKED = ROOT / ".cache" / "debian"
VERSION = {"nginx": "-v", "caddy": "version", "pgbouncer": "--version", "openssl": "version"}
"""Arguments that print a program's version."""
FOLDERS = ("usr/sbin", "usr/bin")


class Program(NamedTuple):
    """A program that starts on this machine, and the environment variables that it needs."""

    path: str
    env: Mapping[str, str] = {}

    def starts(self, name: str) -> bool:
        """Return whether the program prints its version."""
        command, env = (self.path, VERSION[name]), {**os.environ, **self.env}
        try:
            done = subprocess.run(command, env=env, capture_output=True, check=False, timeout=30)
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0


def main(arguments: list[str]) -> int:
    """Print the programs, and return the exit code."""
    if not arguments or not set(arguments) <= set(VERSION):
        print(f"usage: python -m tools.find_proxies {'|'.join(VERSION)} …", file=sys.stderr)
        return 2
    try:
        for name in arguments:
            print(found_or_unpacked(name).path)
    except SetupFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


def found_or_unpacked(name: str) -> Program:
    """Return a program on PATH, or unpack it from Debian's package. Raise SetupFailed if both
    fail.
    """
    UNPACKED.mkdir(parents=True, exist_ok=True)
    with (UNPACKED / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if program := found(name):
            return program
        say(f"{name}, which is not on this machine, from Debian packages")
        unpack(name)
        if program := found(name):
            return program
    raise SetupFailed(
        f"{name} is not on PATH, and `apt-get download {name}` gives none: install {name}."
    )


def found(name: str) -> Program | None:
    """Return a program that starts, from PATH or from the unpacked packages."""
    folder = UNPACKED / name
    libraries = ":".join(map(str, folder.glob("usr/lib/*-linux-*")))
    unpacked = Program(str(folder), {"LD_LIBRARY_PATH": libraries})
    choices = [unpacked._replace(path=str(folder / each / name)) for each in FOLDERS]
    # Debian installs servers where an ordinary user's PATH does not look.
    if on_path := shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin"):
        choices.insert(0, Program(on_path))
    return next((each for each in choices if each.starts(name)), None)


def unpack(name: str) -> None:
    """Unpack the Debian package with this name, and the libraries that are missing on this
    machine.
    """
    if shutil.which("apt-get") is None:
        return
    with tempfile.TemporaryDirectory(prefix=f"{name}-", dir=UNPACKED) as part:
        if not download(name, part) and os.geteuid() == 0:
            apt_get("update", "-qq", folder=part)
            download(name, part)
        for package in Path(part).glob("*.deb"):
            subprocess.run(("dpkg", "-x", str(package), f"{part}/root"), check=False)
        if Path(part, "root").exists():
            shutil.rmtree(UNPACKED / name, ignore_errors=True)
            Path(part, "root").rename(UNPACKED / name)


def download(name: str, folder: str) -> bool:
    """Download the packages to a folder. Return whether this succeeds."""
    needed = apt_get("install", "--simulate", "--no-install-recommends", name, folder=folder)
    steps = [line.split() for line in needed.splitlines() if line.startswith("Inst ")]
    packages = [step[1] for step in steps if step[1] == name or step[1].startswith("lib")]
    apt_get("download", "-qq", *packages, folder=folder)
    return bool(packages) and len(list(Path(folder).glob("*.deb"))) == len(packages)


def apt_get(*arguments: str, folder: str) -> str:
    """Run apt-get in a folder, and return its output."""
    command, env = ("apt-get", *arguments), {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
