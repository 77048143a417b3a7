"""Size of the wheel and of its parts: `python -m tools.weigh_wheel`.

The wheel is packed into a temporary folder. Sizes are in megabytes (1,000,000 bytes), packed and
installed.
"""

import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PARTS = {
    "glosses, English": "chabudai/words/data/meanings",
    "glosses, Japanese": "chabudai/words/japanese/",
    "dictionaries": "chabudai/words/data/",
    "client": "chabudai/server/static/",
    "games": "chabudai/games/",
    "the rest": "",
}
"""Prefixes of file names by part. A file belongs to the first part with a matching prefix."""


def main() -> None:
    """Pack the wheel and print a line for each part."""
    with TemporaryDirectory() as folder:
        command = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")
        subprocess.run([*command, folder], cwd=ROOT, check=True, capture_output=True)
        (wheel,) = Path(folder).iterdir()
        print(f"{'whole wheel':20}{wheel.stat().st_size / 1e6:8.2f} MB")
        for part, (packed, installed) in weights(wheel).items():
            print(f"{part:20}{packed / 1e6:8.2f} MB{installed / 1e6:8.2f} MB installed")


def weights(wheel: Path) -> dict[str, tuple[int, int]]:
    """Map each part to the size of its files in bytes, packed and installed."""
    packed, installed = Counter[str](), Counter[str]()
    with zipfile.ZipFile(wheel) as archive:
        for file in archive.infolist():
            part = next(part for part, begin in PARTS.items() if file.filename.startswith(begin))
            packed[part] += file.compress_size
            installed[part] += file.file_size
    return {part: (packed[part], installed[part]) for part in PARTS}


if __name__ == "__main__":
    main()
