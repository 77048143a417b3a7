"""Maintainers' scripts that read and link words."""

from pathlib import Path

import marisa_trie
import pytest

from tools.build_words import DICTIONARIES, read_levels, write


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
