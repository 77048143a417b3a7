"""The words that no bot says and no screen suggests."""

import pytest

from chabudai.words import crude, lexicon


@pytest.mark.parametrize("word", ["SHIT", "SHITTY", "FUCKING", "CUNT", "RAPISTS", "FAGGOTS"])
def test_no_bot_says_a_curse_or_any_word_of_its_root(word: str) -> None:
    assert word in crude()


@pytest.mark.parametrize("word", ["QUEEN", "COCK", "SPADE", "ASS", "SPIKY", "CHINA", "TITLE"])
def test_innocent_words_may_be_said(word: str) -> None:
    assert word not in crude()


def test_players_may_say_what_bots_do_not() -> None:
    assert all(word in lexicon("expert") for word in crude())
    assert len(crude()) < 1000
