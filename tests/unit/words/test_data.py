"""The committed data files: whole, small, and found wherever the package is installed."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import chabudai.words
from tools.checksums import DATA, SUMS

PROGRAM = """
from chabudai.words import lexicon, relatives
print("GROUPIES" in lexicon("standard"), "PROTECTION" in relatives("PROTECT"))
"""


def test_the_data_files_are_those_that_were_built() -> None:
    listed = {}
    for line in (DATA / SUMS).read_text(encoding="ascii").splitlines():
        digest, name = line.split("  ")
        listed[name] = digest
    found = {path.name for path in DATA.iterdir()} - {SUMS}
    assert found == listed.keys()
    for name, digest in listed.items():
        assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == digest, name


def test_the_notices_of_the_sources_lie_beside_the_data() -> None:
    assert "Kevin Atkinson" in (DATA / "SCOWL-COPYRIGHT.txt").read_text(encoding="utf-8")
    assert "Public Domain Dedication" in (DATA / "GLOVE-LICENSE.txt").read_text(encoding="utf-8")
    assert "Princeton University" in (DATA / "WORDNET-LICENSE.txt").read_text(encoding="utf-8")


def test_the_data_stay_small() -> None:
    assert sum(path.stat().st_size for path in DATA.iterdir()) < 16_000_000


def test_an_installed_copy_finds_its_words_from_any_folder(tmp_path: Path) -> None:
    package = tmp_path / "site" / "chabudai"
    shutil.copytree(
        Path(chabudai.words.__file__).parent,
        package / "words",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    (package / "__init__.py").touch()
    answer = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.split() == ["True", "True"]
