"""Meanings and vectors of words."""

import re
import subprocess
import sys
from math import isclose
from random import Random

import pytest

from chabudai.words import level, lexicon, meanings
from chabudai.words.vectors import DIMENSIONS, vector


def test_a_word_has_its_meaning_in_english_and_japanese() -> None:
    (quiz,) = meanings("QUIZ")
    assert quiz.word == "QUIZ"
    assert quiz.senses[0].part == "noun"
    assert "short questions" in quiz.senses[0].definition
    assert quiz.japanese[0].text == "クイズ"


def test_an_inflected_form_has_the_meanings_of_its_dictionary_forms() -> None:
    assert [each.word for each in meanings("SAW")] == ["SAW", "SEE"]
    assert [each.word for each in meanings("RAN")] == ["RUN"]


@pytest.mark.parametrize(
    "pair",
    ["DOG 犬/いぬ", "BANK 銀行/ぎんこう", "CHEAP 安い/やすい", "THE その/", "RAN 走る/はしる"],
)
def test_everyday_words_have_the_everyday_translation(pair: str) -> None:
    word, text = pair.split()
    assert text in [f"{one.text}/{one.reading}" for each in meanings(word) for one in each.japanese]


@pytest.mark.parametrize("word", ["", "dog", "XYZQ", "DO\0G", "犬", "CO-OP", "A" * 10_000])
def test_text_that_is_not_a_word_has_no_meaning(word: str) -> None:
    assert meanings(word) == ()


def test_most_words_of_the_casual_dictionary_have_a_meaning_and_all_are_well_formed() -> None:
    words = lexicon("casual")
    chance = Random(5)
    drawn = [words.pick(chance.randrange(len(words))) for _ in range(3000)]
    english = japanese = 0
    for word in drawn:
        held = meanings(word)
        english += any(each.senses for each in held)
        japanese += any(each.japanese for each in held)
        for each in held:
            assert level(each.word) is not None
            assert max(len(each.senses), len(each.japanese)) in (1, 2, 3)
            assert all(sense.definition for sense in each.senses)
            for one in each.japanese:
                assert one.text
                assert one.reading or not re.search("[一-鿿]", one.text), one
    assert english > 0.87 * len(drawn)
    assert japanese > 0.64 * len(drawn)


LAZY = """
from chabudai.words import vectors
from chabudai.words.store import mapped
print(mapped.cache_info().currsize)
"""


def near(one: str, other: str) -> float:
    """Return the cosine of the angle between two words."""
    mine, theirs = vector(one), vector(other)
    assert mine is not None
    assert theirs is not None
    return sum(a * b for a, b in zip(mine, theirs, strict=True))


@pytest.mark.parametrize(
    ("word", "friend", "stranger"),
    [
        ("cat", "dog", "parliament"),
        ("ocean", "sea", "pencil"),
        ("pizza", "sandwich", "earthquake"),
        ("violin", "piano", "tax"),
    ],
)
def test_words_of_similar_use_have_near_vectors(word: str, friend: str, stranger: str) -> None:
    assert near(word, friend) > near(word, stranger) + 0.2


def test_a_vector_has_length_one() -> None:
    found = vector("lighthouse")
    assert found is not None
    assert len(found) == DIMENSIONS
    assert isclose(sum(each * each for each in found), 1)


def test_case_accents_and_unknown_words_do_not_matter() -> None:
    assert vector("Café") == vector("CAFE") == vector("cafe")
    assert vector("Tokyoo tower") == vector("tower")


def test_a_phrase_lies_between_its_words() -> None:
    assert near("credit card", "credit") > near("credit", "card")
    assert near("credit card", "card") > near("credit", "card")


@pytest.mark.parametrize("text", ["", " ", "zxqv", "東京", "A", "A\0B", "aa-bb"])
def test_text_that_is_not_a_word_has_no_vector(text: str) -> None:
    assert vector(text) is None


def test_vectors_are_read_on_first_use() -> None:
    done = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"
