"""A table's own words and hints: WP-A19."""

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.components import CHICK_WORDS, word_on
from chabudai.games.word_porters.rules.decks import mixed_box, own_word
from chabudai.games.word_porters.state import Options, Reshuffle, Reshuffling, Shuffle, Shuffling
from chabudai.games.word_porters.tests.tables import (
    OWN_HINTS,
    OWN_WORDS,
    dealt,
    refused,
    refused_table,
    stacked,
)
from chabudai.games.word_porters.text.commands import word_text
from tests.support.moves import course

FEW = (*(f"word {number}" for number in range(6)), word_on(299, "en").upper())
"""Own words among those of the box. The last one is also a word of the box."""
WORDS = tuple(f"word {number}" for number in range(301))
PAIRS = tuple((f"more {number}", f"less {number}") for number in range(107))


def with_word(word: str) -> tuple[str, ...]:
    return (*OWN_WORDS[:5], word, *OWN_WORDS[6:])


def test_wp_a19_a_game_can_be_played_with_own_cards() -> None:
    state = dealt(6, own_words=OWN_WORDS, own_hints=OWN_HINTS)
    assert sorted((*state.words, *state.word_deck)) == list(range(40))
    assert (sorted(state.hints), state.hint_deck) == (list(range(12)), ())
    shown = GAME.text.show(GAME.view(state, 0), 0, "ja")
    assert OWN_WORDS[state.words[0]] in shown
    assert OWN_HINTS[state.hints[0]][1] in shown


def test_wp_a19_own_hint_cards_are_shuffled_again_in_every_round() -> None:
    plies = course(GAME, dealt(6, own_hints=OWN_HINTS), Rng(1))
    state = next(ply.before for ply in plies if isinstance(ply.before.phase, Reshuffling))
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


@pytest.mark.parametrize(("seats", "enough"), [(3, 9), (4, 10), (5, 11), (6, 12)])
def test_wp_a19_a_table_needs_40_words_and_the_hint_cards_of_a_round_and_not_more_than_the_box(
    seats: int, enough: int
) -> None:
    least = Options(own_words=WORDS[:40], own_hints=PAIRS[:enough])
    for accepted in (least, Options(own_words=WORDS[:300], own_hints=PAIRS[:106])):
        assert GAME.setup(accepted, seats).phase == Shuffling()
    for words in (WORDS[:39], WORDS):
        assert refused_table(seats, own_words=words) == "WP-A19"
    for hints in (PAIRS[: enough - 1], PAIRS):
        assert refused_table(seats, own_hints=hints) == "WP-A19"


@pytest.mark.parametrize("children", [False, True])
def test_wp_a19_own_words_are_mixed_among_those_of_the_box(children: bool) -> None:
    options = Options(own_words=FEW, own_share=5, children=children)
    start = GAME.setup(options, 3)
    decks_seen = set[str]()
    for seed in range(20):
        shuffle = GAME.chance(start, Rng(seed))
        assert isinstance(shuffle, Shuffle)
        texts = [word_text(options, face, "en") for face in shuffle.words]
        assert len(set(map(str.casefold, texts))) == 40
        assert sum(text in FEW for text in texts) == 5
        assert not children or {*shuffle.words} <= {*CHICK_WORDS}
        decks_seen.update(text for text in texts if text in FEW)
    assert decks_seen == {*FEW}
    state = dealt(3, own_words=FEW, own_share=5, children=children)
    view = GAME.view(state, 0)
    for seed in range(5):
        assumed = GAME.determinize(view, Rng(seed))
        words = (*assumed.words, *assumed.word_deck)
        assert sum(own_word(options, face) is not None for face in words) == 5
        assert len({face >> 1 for face in words}) == len(words) == 40
    shown = GAME.text.show(view, 0, "en")
    assert all(word_text(options, face, "en") in shown for face in state.words)


def test_wp_a19_a_mixed_deck_has_the_right_cards() -> None:
    start = GAME.setup(Options(own_words=FEW, own_share=5), 3)
    shuffle = GAME.chance(start, Rng(1))
    assert isinstance(shuffle, Shuffle)
    own = next(face for face in shuffle.words if face >> 1 < len(FEW))
    others = [face for face in shuffle.words if face != own]
    spare = next(face for face in range(14, 300) if face >> 1 not in {one >> 1 for one in others})
    for wrong in ((), (others[0],), (spare,), (own, spare)):
        words = (*others, *wrong)
        assert refused(start, CHANCE, replace(shuffle, words=words)) == "WP-2"
    # The last card of the box has one of the own words.
    assert (*range(149),) == mixed_box(FEW)
    words = (*(face for face in others if face != others[-1]), own, 298)
    assert refused(start, CHANCE, replace(shuffle, words=words)) == "WP-2"


@pytest.mark.parametrize(("words", "share"), [(FEW[:4], 5), (WORDS[:51], 5), (WORDS[:38], 39)])
def test_wp_a19_mixed_words_are_enough_and_few(words: tuple[str, ...], share: int) -> None:
    assert refused_table(3, own_words=words, own_share=share) == "WP-A19"
    assert GAME.setup(Options(own_words=WORDS[:50], own_share=share), 3).phase == Shuffling()


NO_WORDS = {
    "empty": "",
    "blank": "  ",
    "long": "x" * 25,
    "two lines": "a\nb",
    "two lines as some write them": "a\u2028b",
    "very long": "x" * 100,
    "braces": "{0}",
    "a bar": "a|b",
    "reversed": "\u202eabc",
    "twice": "word 0",
    "twice but for its case": " WORD 0 ",
    "twice but for its width": "word ０",
}


@pytest.mark.parametrize("word", NO_WORDS.values(), ids=NO_WORDS)
def test_wp_a19_a_word_that_no_card_can_show_is_refused(word: str) -> None:
    assert refused_table(3, own_words=with_word(word)) == "WP-A19"
    assert refused_table(3, own_hints=(("more 0", word), *OWN_HINTS)) == "WP-A19"


@pytest.mark.parametrize("word", ["x" * 24, "お正月", "crème brûlée", "R2-D2", "猫 (ねこ)"])
def test_wp_a19_any_other_word_is_accepted(word: str) -> None:
    assert GAME.setup(Options(own_words=with_word(word)), 3).phase == Shuffling()


@pytest.mark.parametrize(
    "options",
    [
        {"own_words": ["x" * 201]},
        {"own_words": ["x"] * 1001},
        {"own_hints": [["x", "y"]] * 1001},
        {"own_hints": [["x"]]},
    ],
    ids=["long word", "many words", "many hints", "half a hint"],
)
def test_wp_a19_options_that_are_far_too_large_do_not_parse(options: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, Options)
