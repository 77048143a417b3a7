"""The list of checksums next to the committed word data, in the format of `sha256sum -c`."""

import hashlib
from pathlib import Path

DATA = Path(__file__).parents[1] / "src" / "chabudai" / "words" / "data"
SUMS = "SHA256SUMS"


def record(folder: Path) -> None:
    """Write the checksum of every other file in `folder` to its SHA256SUMS."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != SUMS)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / SUMS).write_bytes("".join(lines).encode())
