"""`chabudai serve`: starting and stopping the web app."""

import re
import signal
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from chabudai.cli.serve import print_address
from tests.unit.cli.support import here, refused


def test_a_qr_code_is_printed_if_a_phone_can_open_the_address(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for address in ("127.0.0.1:8000", "localhost:80", "192.0.2.7:8000"):
        print_address(f"http://{address}")
        printed, phones = capsys.readouterr().out, address.startswith("192")
        assert f"http://{address}" in printed
        assert ("█▀" in printed) == phones
        assert ("Only this machine" in printed) != phones


@pytest.mark.parametrize(("host", "opened"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "192.0.2.7")])
def test_a_browser_opens_the_address_that_phones_can_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, host: str, opened: str
) -> None:
    def started(*_: object, ready: Callable[[str], None], **__: object) -> None:
        ready("http://127.0.0.1:8000")

    addresses: list[str] = []
    monkeypatch.setattr("chabudai.cli.serve.serve", started)
    monkeypatch.setattr("chabudai.cli.serve.reachable", lambda _: "http://192.0.2.7:8000")
    monkeypatch.setattr("webbrowser.open", addresses.append)
    assert here("serve", "--open", "--host", host, "--data", str(tmp_path)).code == 0
    assert addresses == [f"http://{opened}:8000"]


def test_it_prints_its_address_and_ends_on_sigint(tmp_path: Path) -> None:
    old, data = tmp_path / "chabudai.db", tmp_path / "data" / "chabudai"
    old.write_bytes(b"tables of an earlier version")
    command = [sys.executable, "-X", "utf8", "-m", "chabudai", "serve", "--data", "data/chabudai"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*command, "--port", "0", "--proxy", "127.0.0.1"], stdout=pipe, stderr=pipe, cwd=tmp_path
    ) as running:
        try:
            assert running.stdout is not None
            assert running.stderr is not None
            assert b"To open it: chabudai serve --db chabudai.db\n" in running.stdout.readline()
            first = running.stdout.readline().decode()
            (address,) = re.findall(r"http://127\.0\.0\.1:\d+", first)
            with urllib.request.urlopen(f"{address}/livez", timeout=10) as answer:
                assert answer.status == 200
            running.send_signal(signal.SIGINT)
            # communicate() would lose the bytes that readline() has buffered.
            out, err = running.stdout.read(), running.stderr.read()
            running.wait(timeout=30)
        finally:
            running.kill()
    assert "for the proxy." in first + out.decode()
    assert "Only this machine can open it." not in out.decode()
    assert running.returncode == 0
    assert b"Traceback" not in err
    assert {each.name for each in data.iterdir()} == {"chabudai.db", "chabudai.db-server"}
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert old.read_bytes() == b"tables of an earlier version"


POSTGRESQL = ("serve", "--port", "0", "--db", "postgresql://127.0.0.1:1/tables")
NEEDS = "chabudai: PostgreSQL needs the package {}: pip install 'chabudai[postgres]'."


def test_postgresql_without_asyncpg_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert refused(*POSTGRESQL) == NEEDS.format("asyncpg")


def test_postgresql_without_greenlet_is_refused() -> None:
    """SQLAlchemy looks for greenlet when imported, so this needs a new process."""
    program = (
        "import sys; sys.modules['greenlet'] = None\n"
        "from chabudai.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", program, *POSTGRESQL]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{NEEDS.format('greenlet')}\n"
