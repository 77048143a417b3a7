"""PgBouncer in front of the tests' PostgreSQL."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.postgres import NOBODY, Cluster, unprivileged
from tests.support.proxies import running
from tools.find_proxies import UNPACKED, Program, found_or_unpacked

PORT = 6432
CONFIG = """\
[databases]
postgres = host={database} user=chabudai
[pgbouncer]
listen_addr =
listen_port = {port}
unix_socket_dir = {folder}
auth_type = any
pool_mode = {mode}
default_pool_size = 40
"""


@contextmanager
def pgbouncer(cluster: Cluster, mode: str) -> Iterator[str]:
    """Run PgBouncer in a pool mode, and yield its database's URL. It listens only on a socket in
    its folder, and runs as the user of PostgreSQL, because it refuses to run as root.
    """
    with tempfile.TemporaryDirectory(prefix="chabudai-pgb-") as name:
        folder, identity = Path(name), unprivileged()
        program = found_or_unpacked("pgbouncer")
        config = folder / "pgbouncer.ini"
        text = CONFIG.format(database=cluster.home, port=PORT, folder=folder, mode=mode)
        config.write_text(text)
        if identity:
            program = readable(program, folder)
            os.chown(folder, NOBODY, NOBODY)
        socket = folder / f".s.PGSQL.{PORT}"
        with running(program, socket.exists, folder, str(config), **identity):
            yield f"postgresql://chabudai@/postgres?host={folder}&port={PORT}"


def readable(program: Program, folder: Path) -> Program:
    """Copy an unpacked program to `folder`, because other users cannot read root's checkout."""
    if not Path(program.path).is_relative_to(UNPACKED):
        return program
    root = UNPACKED / "pgbouncer"
    shutil.copytree(root, folder / "root", symlinks=True)
    env = {name: value.replace(str(root), f"{folder}/root") for name, value in program.env.items()}
    return Program(program.path.replace(str(root), f"{folder}/root"), env)
