"""Test the chabudai that is installed in this Python: `python -I smoke.py`.

It plays a game in the terminal, verifies its transcript, and serves the page. It does not use the
checkout. It runs in the Python of an environment with an installed wheel.
"""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

COMMAND = str(Path(sys.executable).with_name("chabudai"))
TIMEOUT_S = 60
PASSES = "pass\n" * 500
"""Input for a whole game: more passes than the game can have turns."""


def main() -> int:
    """Print a line for each successful check. Return 1 if a check fails."""
    with TemporaryDirectory() as folder:
        environment = {
            name: text for name, text in os.environ.items() if not name.startswith("CHABUDAI_")
        }
        environment |= {"CHABUDAI_DATA": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            os.chdir(folder)
            play(Path(folder), environment)
            serve(Path(folder), environment)
        except (AssertionError, OSError, subprocess.SubprocessError) as failure:
            print(f"smoke: {failure}", file=sys.stderr)
            return 1
    return 0


def play(folder: Path, environment: dict[str, str]) -> None:
    """Play a game in the terminal, and verify its transcript."""
    game = str(folder / "game.jsonl")
    said = run(environment, "play", "word-bank", "--seed", "1", "--transcript", game)
    expect("The game is over." in said, said)
    expect(run(environment, "verify", game).startswith("A valid game of Word Bank"), said)
    print("plays in the terminal")


def serve(folder: Path, environment: dict[str, str]) -> None:
    """Serve the page, request the page and its script, and stop the server."""
    with server(environment) as address:
        expect(get(f"{address}/readyz") == b"ok\n", "/readyz")
        page = get(address).decode()
        found = re.search(r'<script type="module" src="([^"]+)"', page)
        expect(found is not None, page)
        expect(found is not None and b"import" in get(f"{address}{found[1]}"), "the script")
    expect(any(folder.glob("*.db")), "the database is not in the data folder")
    print("serves the page")


@contextmanager
def server(environment: dict[str, str]) -> Generator[str, None, None]:
    """Run a server, and yield its address. Check that it stops cleanly."""
    command = [COMMAND, "serve", "--port", "0"]
    with subprocess.Popen(
        command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        output = process.stdout or sys.exit("smoke: the server has no output")
        try:
            found = re.search(r"http://\S+", output.readline())
            expect(found is not None, "the server has not started")
            yield found[0] if found else ""
        finally:
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=TIMEOUT_S)
        expect(process.returncode == 0, errors)


def run(environment: dict[str, str], *words: str) -> str:
    """Return the output of a command."""
    done = subprocess.run(
        (COMMAND, *words),
        env=environment,
        input=PASSES,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    expect(done.returncode == 0, done.stderr)
    return done.stdout


def get(address: str) -> bytes:
    """Return the body at an address. Raises OSError."""
    with urllib.request.urlopen(address, timeout=TIMEOUT_S) as answer:  # noqa: S310 - our server
        body: bytes = answer.read()
    return body


def expect(holds: object, otherwise: str) -> None:
    """Raise AssertionError with the text `otherwise` unless `holds` is true."""
    if not holds:
        raise AssertionError(otherwise)


if __name__ == "__main__":
    sys.exit(main())
