"""RULES.md WP-A19: a table's own words and hints."""

import msgspec
import pytest

from chabudai.core import CHANCE, Rng
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.state import Options, Reshuffle, Reshuffling, Shuffle, Shuffling
from chabudai.games.word_porters.tests.tables import (
    OWN_HINTS,
    OWN_WORDS,
    dealt,
    refused,
    refused_table,
    round_of,
    stacked,
)


def with_word(word: str) -> tuple[str, ...]:
    """Enough words of one's own, this one among them."""
    return (*OWN_WORDS[:5], word, *OWN_WORDS[6:])


def test_wp_a19_a_game_can_be_played_with_ones_own_cards() -> None:
    state = dealt(6, own_words=OWN_WORDS, own_hints=OWN_HINTS)
    assert sorted((*state.words, *state.word_deck)) == list(range(40))
    assert sorted(state.hints) == list(range(12))
    assert state.hint_deck == ()
    shown = GAME.text.show(GAME.view(state, 0), 0, "ja")
    assert OWN_WORDS[state.words[0]] in shown
    assert OWN_HINTS[state.hints[0]][1] in shown


def test_wp_a19_own_hint_cards_are_shuffled_again_in_every_round() -> None:
    state = round_of(dealt(6, own_hints=OWN_HINTS))
    while not isinstance(state.phase, Reshuffling):
        seat = GAME.to_act(state)[0]
        state = GAME.apply(state, seat, GAME.idle(GAME.view(state, seat), seat)).state
    reshuffle = GAME.chance(state, Rng(1))
    assert isinstance(reshuffle, Reshuffle)
    assert sorted(reshuffle.hints) == list(range(12))
    assert refused(state, CHANCE, Reshuffle((*range(11), 0))) == "WP-14"


def test_wp_a19_children_use_all_of_them() -> None:
    start = GAME.setup(Options(children=True, own_words=OWN_WORDS, own_hints=OWN_HINTS), 3)
    shuffle = GAME.chance(start, Rng(1))
    assert isinstance(shuffle, Shuffle)
    assert sorted(shuffle.words) == list(range(40))
    assert sorted(shuffle.hints) == list(range(12))
    assert refused(start, CHANCE, stacked(3)[0]) == "WP-2"


def test_wp_a19_forty_words_are_needed() -> None:
    assert refused_table(3, own_words=OWN_WORDS[:39]) == "WP-A19"
    assert GAME.setup(Options(own_words=OWN_WORDS), 3).phase == Shuffling()


@pytest.mark.parametrize(("seats", "enough"), [(3, 9), (4, 10), (5, 11), (6, 12)])
def test_wp_a19_there_are_as_many_hint_cards_as_lie_on_the_table(seats: int, enough: int) -> None:
    assert GAME.setup(Options(own_hints=OWN_HINTS[:enough]), seats).phase == Shuffling()
    assert refused_table(seats, own_hints=OWN_HINTS[: enough - 1]) == "WP-A19"


@pytest.mark.parametrize(
    "word",
    [
        pytest.param("", id="empty"),
        pytest.param("  ", id="blank"),
        pytest.param("x" * 25, id="long"),
        pytest.param("a\nb", id="two lines"),
        pytest.param("a\u2028b", id="two lines as some write them"),
        pytest.param("x" * 100, id="very long"),
        pytest.param("{0}", id="braces"),
        pytest.param("a|b", id="a bar"),
        pytest.param("\u202eabc", id="turned round"),
        pytest.param("word 0", id="twice"),
        pytest.param(" WORD 0 ", id="twice but for its case"),
        pytest.param("word ０", id="twice but for its width"),
    ],
)
def test_wp_a19_a_word_that_no_card_can_show_is_refused(word: str) -> None:
    assert refused_table(3, own_words=with_word(word)) == "WP-A19"
    assert refused_table(3, own_hints=(("more 0", word), *OWN_HINTS)) == "WP-A19"


@pytest.mark.parametrize("word", ["x" * 24, "お正月", "crème brûlée", "R2-D2", "猫 (ねこ)"])
def test_wp_a19_any_other_word_may_be_brought(word: str) -> None:
    assert GAME.setup(Options(own_words=with_word(word)), 3).phase == Shuffling()


def test_wp_a19_there_are_no_more_of_them_than_in_the_box() -> None:
    words = tuple(f"word {number}" for number in range(301))
    pairs = tuple((f"more {number}", f"less {number}") for number in range(107))
    most = Options(own_words=words[:300], own_hints=pairs[:106])
    assert GAME.setup(most, 3).phase == Shuffling()
    assert refused_table(3, own_words=words) == "WP-A19"
    assert refused_table(3, own_hints=pairs) == "WP-A19"


def test_wp_a19_what_is_far_too_much_does_not_even_parse() -> None:
    for options in (
        {"own_words": ["x" * 201]},
        {"own_words": ["x"] * 1001},
        {"own_hints": [["x", "y"]] * 1001},
        {"own_hints": [["x"]]},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(options, Options)
