"""Build the container image of a server: `make image`, or `python -m tools.build_image [OPTION …]`.

The image is built from a wheel by the first of podman, buildah and docker on PATH. Options go to
its `build` command; `--build-arg=BASE=…` selects another base image. The files that the build reads
are in `.cache/image`.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.kernels import WANTED

ROOT = Path(__file__).parents[1]
CONTEXT = ROOT / ".cache/image"
PROGRAMS = ("podman", "buildah", "docker")
NAME = "chabudai"


def main(options: list[str]) -> int:
    """Build the image and return the exit code."""
    program = next(filter(shutil.which, PROGRAMS), None)
    if program is None:
        print(f"build_image: this needs one of {', '.join(PROGRAMS)} on PATH", file=sys.stderr)
        return 1
    fill(CONTEXT)
    wheel = pack(CONTEXT)
    try:
        subprocess.run(command(program, wheel, options), check=True)
    except subprocess.CalledProcessError as failure:
        return failure.returncode
    return 0


def fill(context: Path) -> None:
    """Copy the files that the build reads, except the wheel, to a new folder."""
    shutil.rmtree(context, ignore_errors=True)
    context.mkdir(parents=True)
    for name in ("Containerfile", "health.py"):
        shutil.copy(ROOT / "container" / name, context)
    shutil.copy(ROOT / "requirements/image.txt", context / "requirements.txt")


def pack(context: Path) -> Path:
    """Pack a wheel that runs on Linux, with kernels if this is Linux, and return it."""
    kernels = {} if sys.platform == "linux" else {WANTED: "no"}
    build = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")
    subprocess.run((*build, str(context)), cwd=ROOT, env={**os.environ, **kernels}, check=True)
    (wheel,) = context.glob("*.whl")
    return wheel


def command(program: str, wheel: Path, options: list[str]) -> list[str]:
    """Return the command that builds the image."""
    version = wheel.name.split("-")[1]
    # The OCI format has no health check.
    form = () if program == "docker" else ("--format=docker",)
    tags = [f"--tag={NAME}:{tag}" for tag in (version, "latest")]
    file = f"--file={wheel.parent / 'Containerfile'}"
    built = [program, "build", *form, *tags, file, f"--build-arg=VERSION={version}"]
    return [*built, *options, str(wheel.parent)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
