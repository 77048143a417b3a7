"""Meanings and vectors of words."""

import re
from math import isclose
from random import Random

from chabudai.words import level, lexicon, meanings
from chabudai.words.vectors import DIMENSIONS, vector


def test_a_word_has_its_meaning_in_english_and_japanese() -> None:
    (quiz,) = meanings("QUIZ")
    assert quiz.word == "QUIZ"
    assert quiz.senses[0].part == "noun"
    assert "short questions" in quiz.senses[0].definition
    assert quiz.japanese[0].text == "クイズ"
    # An inflected form has the meanings of its dictionary forms.
    assert [each.word for each in meanings("SAW")] == ["SAW", "SEE"]
    assert [each.word for each in meanings("RAN")] == ["RUN"]


def test_everyday_words_have_the_everyday_translation_and_other_texts_none() -> None:
    everyday = (
        "DOG 犬/いぬ",
        "BANK 銀行/ぎんこう",
        "CHEAP 安い/やすい",
        "THE その/",
        "RAN 走る/はしる",
    )
    for word, text in map(str.split, everyday):
        found = [one for each in meanings(word) for one in each.japanese]
        assert text in [f"{one.text}/{one.reading}" for one in found]
    for word in ("", "dog", "XYZQ", "DO\0G", "犬", "CO-OP", "A" * 10_000):
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


def near(one: str, other: str) -> float:
    """Return the cosine of the angle between two words."""
    mine, theirs = vector(one), vector(other)
    assert mine is not None
    assert theirs is not None
    return sum(a * b for a, b in zip(mine, theirs, strict=True))


def test_words_of_similar_use_have_near_vectors_of_length_one() -> None:
    for word, friend, stranger in (
        ("cat", "dog", "parliament"),
        ("ocean", "sea", "pencil"),
        ("pizza", "sandwich", "earthquake"),
        ("violin", "piano", "tax"),
    ):
        assert near(word, friend) > near(word, stranger) + 0.2
        assert len(vector(word) or ()) == DIMENSIONS
        assert isclose(near(word, word), 1)
    # A phrase lies between its words.
    assert near("credit card", "credit") > near("credit", "card")
    assert near("credit card", "card") > near("credit", "card")


def test_case_accents_and_unknown_words_do_not_matter() -> None:
    assert vector("Café") == vector("CAFE") == vector("cafe")
    assert vector("Tokyoo tower") == vector("tower")
    for text in ("", " ", "zxqv", "東京", "A", "A\0B", "aa-bb"):
        assert vector(text) is None
