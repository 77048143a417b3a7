"""Judged everyday words: those added are in the casual dictionary, and those rejected are not."""

import pytest

from chabudai.words import lexicon, meanings, relatives
from tests.unit.words import everyday


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
