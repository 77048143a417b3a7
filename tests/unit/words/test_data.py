"""The words' data files: how they are built, their size, their notices, and everyday words."""

import hashlib
from pathlib import Path

import marisa_trie
import pytest

from chabudai.words import lexicon, meanings, relatives
from tests.unit.words import everyday
from tools.build_glosses import JAPANESE
from tools.build_words import DICTIONARIES, read_levels, write
from tools.checksums import DATA, SUMS

NOTICES = {
    DATA: {
        "SCOWL-COPYRIGHT.txt": "Kevin Atkinson",
        "GLOVE-LICENSE.txt": "Public Domain Dedication",
        "WORDNET-LICENSE.txt": "Princeton University",
    },
    JAPANESE: {"EDICT-LICENCE.txt": "ShareAlike", "FREEDICT-NOTICE.txt": "ShareAlike"},
}
MAX_BYTES = {DATA: 13_000_000, JAPANESE: 1_000_000}


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


def test_a_curated_list_with_an_invalid_word_is_refused(tmp_path: Path) -> None:
    (tmp_path / "plus.txt").write_text("# why\n60 wifi Wi-Fi\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="Wi-Fi"):
        list(read_levels(tmp_path / "plus.txt"))


def test_building_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    levels = {"TEA": 10, "EAT": 60, "TEAS": 70, "ETA": 80}
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write(levels, tmp_path / name)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
    trie = marisa_trie.Trie()
    trie.load(str(tmp_path / "one" / "words.trie"))
    held = (tmp_path / "one" / "levels.bin").read_bytes()
    assert {word: held[trie[word]] for word in trie} == levels
    assert (tmp_path / "one" / "casual.txt").read_text() == "\nEAT\nTEA\n"
    assert DICTIONARIES.keys() == {path.stem for path in (tmp_path / "one").glob("*.txt")}


@pytest.mark.parametrize("word", ["MATHS", "BOT", "BIO", "BRO", "COVID", "BOTS", "BIOS", "BROS"])
def test_the_casual_dictionary_has_an_everyday_word(word: str) -> None:
    assert word in lexicon("casual")


def test_the_casual_dictionary_has_every_frequent_word_that_was_added() -> None:
    added = everyday.added()
    assert len(added) > 100
    assert [word for word in added if word not in lexicon("casual")] == []


def test_the_casual_dictionary_has_no_word_that_was_rejected() -> None:
    rejected = everyday.rejected()
    assert len(rejected) > 30
    assert [word for word in rejected if word in lexicon("casual")] == []


def test_every_added_word_has_a_meaning() -> None:
    added = everyday.added()
    silent = [word for word in added if not meanings(word)]
    assert set(silent) <= SILENT


SILENT = {"BADASSES", "DUMBASSES"}
"""Plurals that lemminflect does not link to their words."""


@pytest.mark.parametrize(
    ("word", "root"), [("BOTS", "BOT"), ("BIOS", "BIO"), ("BROS", "BRO"), ("VIDS", "VID")]
)
def test_an_added_plural_belongs_to_its_word(word: str, root: str) -> None:
    assert root in relatives(word)
