"""`chabudai serve`: the start and the end of the web app."""

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.cli.support import refused


def test_it_prints_its_address_and_a_code_for_phones_and_ends_when_told(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    with subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", "chabudai", "serve", "--port", "0", "--db", database],
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
    assert "█▀" in out.decode()
    assert running.returncode == 0
    assert b"Traceback" not in err


def test_a_port_in_use_and_a_database_that_cannot_be_opened_are_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "in use" in refused("serve", "--port", port, "--db", str(tmp_path / "a.db"))
    assert "cannot be opened" in refused(
        "serve", "--port", "0", "--db", str(tmp_path / "no" / "b.db")
    )
