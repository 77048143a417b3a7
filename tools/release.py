"""Pack a release into `dist`: `make release`. Nothing is uploaded.

`dist` then has the sdist, the wheel for all platforms, a wheel with the kernels for this platform
if it has a C compiler, and SHA256SUMS. Wheels for Linux are repaired to manylinux or musllinux.
`cibuildwheel dist/*.tar.gz` packs the wheels of other platforms. Identical sources give identical
bytes. All wheels install the manual page and the completions of the command, which are written to
`share` first.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools import kernels
from tools.setup import SetupFailed, digest, is_stamped, one_at_a_time, pip, run, runs, say

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
VENV = ROOT / ".cache" / "release"
PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "requirements" / "release.txt"
EPOCH = "1580601600"
"""The time of every packed file, as hatchling chooses it: 2020-02-02."""
SUMS = "SHA256SUMS"
SHARE = ROOT / "share"
SHARED = {
    "man/man1/chabudai.1": ("manual",),
    "bash-completion/completions/chabudai": ("completion", "bash"),
    "zsh/site-functions/_chabudai": ("completion", "zsh"),
    "fish/vendor_completions.d/chabudai.fish": ("completion", "fish"),
}
"""Files that a wheel installs below `share` in its environment, and the commands that print them.
"""


def main() -> int:
    """Pack, print the names and checksums, and return the exit code."""
    os.umask(0o022)  # auditwheel keeps the permissions of unpacked files
    try:
        environment()
        write_shared()
        with TemporaryDirectory() as work:
            files = packed(Path(work))
            shutil.rmtree(DIST, ignore_errors=True)
            DIST.mkdir()
            for file in files:
                shutil.move(file, DIST / file.name)
    except SetupFailed as failure:
        print(f"release: {failure}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as failure:
        print(f"release: {failure.cmd[2]} ended with {failure.returncode}", file=sys.stderr)
        return 1
    lines = [f"{checksum(file)}  {file.name}\n" for file in sorted(DIST.iterdir())]
    (DIST / SUMS).write_text("".join(lines))
    print("".join(lines), end="")
    return 0


def environment() -> None:
    """Install the locked tools for releases in a separate environment if the lock has changed."""
    stamp = VENV / ".ready"
    with one_at_a_time():
        if is_stamped(stamp, digest(LOCK)) and runs(PYTHON):
            return
        say("Tools for releases, in a separate environment")
        run(sys.executable, "-m", "venv", "--clear", "--without-pip", str(VENV))
        pip("--no-compile", "--require-hashes", "-r", str(LOCK), python=PYTHON)
        stamp.write_text(digest(LOCK))


def write_shared() -> None:
    """Write the files of SHARED. Raises CalledProcessError."""
    own = {name: text for name, text in os.environ.items() if not name.startswith("CHABUDAI_")}
    shutil.rmtree(SHARE, ignore_errors=True)
    for name, command in SHARED.items():
        file = SHARE / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as output:
            subprocess.run(
                (sys.executable, "-m", "chabudai", *command),
                stdout=output,
                env={**own, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"},
                check=True,
            )


def packed(work: Path) -> list[Path]:
    """Return the sdist and the wheels, packed into a folder. Raises CalledProcessError."""
    files = [
        pack("sdist", work / "sdist"),
        pack("wheel", work / "any", kernels="no"),
    ]
    if kernels.compiler() is None:
        print("release: no C compiler was found, so there is no wheel with kernels.")
        return files
    wheel = pack("wheel", work / "kernels", kernels="yes")
    return [*files, repaired(wheel, work / "repaired") if sys.platform == "linux" else wheel]


def pack(target: str, folder: Path, **settings: str) -> Path:
    """Build the sdist or a wheel in a folder. `kernels` says whether to compile them."""
    extra = {f"CHABUDAI_{name.upper()}": text for name, text in settings.items()}
    command = (sys.executable, "-m", "hatchling", "build", "--target", target)
    call(*command, "--directory", str(folder), extra=extra)
    (file,) = folder.iterdir()
    return file


def repaired(wheel: Path, folder: Path) -> Path:
    """Return a wheel for all Linux systems whose libc is new enough for the kernels."""
    call(str(PYTHON), "-m", "auditwheel", "repair", "--wheel-dir", str(folder), str(wheel))
    (file,) = folder.iterdir()
    return file


def call(*command: str, extra: dict[str, str] | None = None) -> None:
    """Run a command without output unless it fails. Raises CalledProcessError."""
    paths = os.pathsep.join((str(VENV / "bin"), os.environ.get("PATH", os.defpath)))
    settings = {**os.environ, "PATH": paths, "SOURCE_DATE_EPOCH": EPOCH, **(extra or {})}
    done = subprocess.run(
        command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        print(done.stdout, done.stderr, sep="", file=sys.stderr)
        done.check_returncode()


def checksum(file: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
