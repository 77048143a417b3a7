"""The committed data files are complete and small."""

import hashlib
from pathlib import Path

import pytest

from tools.build_glosses import JAPANESE
from tools.checksums import DATA, SUMS

NOTICES = {
    DATA: {
        "SCOWL-COPYRIGHT.txt": "Kevin Atkinson",
        "GLOVE-LICENSE.txt": "Public Domain Dedication",
        "WORDNET-LICENSE.txt": "Princeton University",
    },
    JAPANESE: {"EDICT-LICENCE.txt": "ShareAlike", "FREEDICT-NOTICE.txt": "ShareAlike"},
}
MAX_BYTES = {DATA: 16_000_000, JAPANESE: 2_000_000}


@pytest.mark.parametrize("folder", [DATA, JAPANESE], ids=lambda folder: folder.name)
def test_the_data_files_are_the_built_ones_with_their_notices(folder: Path) -> None:
    lines = (folder / SUMS).read_text(encoding="ascii").splitlines()
    listed = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert listed.keys() == {path.name for path in folder.iterdir()} - {SUMS}
    for name, digest in listed.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name
    for name, holder in NOTICES[folder].items():
        assert holder in (folder / name).read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in folder.iterdir()) < MAX_BYTES[folder]
