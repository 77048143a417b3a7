"""`chabudai serve`: the start and the end of the web app."""

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from chabudai.cli.serve import print_address
from tests.unit.cli.support import refused


@pytest.mark.parametrize(
    ("address", "phones"),
    [
        ("http://127.0.0.1:8000", False),
        ("http://localhost:80", False),
        ("http://192.0.2.7:8000", True),
    ],
)
def test_a_code_is_printed_where_a_phone_can_open_what_it_says(
    capsys: pytest.CaptureFixture[str], address: str, phones: bool
) -> None:
    print_address(address)
    printed = capsys.readouterr().out
    assert address in printed
    assert ("█▀" in printed) == phones
    assert ("Only this machine" in printed) != phones


@pytest.mark.parametrize(
    ("arguments", "who"),
    [((), "Only this machine can."), (("--proxy", "127.0.0.1"), "for the proxy.")],
)
def test_it_prints_its_address_and_who_can_open_it_and_ends_when_told(
    tmp_path: Path, arguments: tuple[str, ...], who: str
) -> None:
    own = ("serve", "--port", "0", "--db", str(tmp_path / "tables.db"))
    with subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", "chabudai", *own, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        try:
            assert running.stdout is not None
            assert running.stderr is not None
            first = running.stdout.readline().decode()
            address = re.findall(r"http://127\.0\.0\.1:\d+", first)
            assert len(address) == 1
            with urllib.request.urlopen(f"{address[0]}/livez", timeout=10) as answer:
                assert answer.status == 200
            running.send_signal(signal.SIGINT)
            # Not communicate(), which does not see what readline() has read ahead.
            out, err = running.stdout.read(), running.stderr.read()
            running.wait(timeout=30)
        finally:
            running.kill()
    assert who in first + out.decode()
    assert ("Only this machine can." in out.decode()) == (not arguments)
    assert running.returncode == 0
    assert b"Traceback" not in err


def test_a_port_in_use_and_a_database_that_cannot_be_opened_are_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "in use" in refused("serve", "--port", port, "--db", str(tmp_path / "a.db"))
    assert "cannot be opened" in refused(
        "serve", "--port", "0", "--db", str(tmp_path / "no" / "b.db")
    )
    assert "not the address of a proxy" in refused("serve", "--port", "0", "--proxy", "nobody")
    for wrong in ("network=", "network=0", "network=1X", "seat=1M"):
        assert f"{wrong} is not a limit" in refused("serve", "--port", "0", "--stored", wrong)
    assert "is not a name" in refused("serve", "--host-name", "http://games.example")
    assert "is not a port" in refused("serve", "--port", "0", "--metrics", "here:there")
    assert "70000 is not a port" in refused("serve", "--port", "0", "--metrics", "70000")


WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from chabudai.cli import main
sys.exit(main(sys.argv[2:]))
"""
"""Runs the command as if the package of the first argument were not installed."""


@pytest.mark.parametrize("package", ["asyncpg", "greenlet"])
def test_postgresql_without_its_packages_is_refused_in_one_sentence(package: str) -> None:
    db = "postgresql://127.0.0.1:1/tables"
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, package, "serve", "--port", "0", "--db", db],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().strip() == (
        f"chabudai: PostgreSQL needs the package {package}: pip install 'chabudai[postgres]'."
    )
