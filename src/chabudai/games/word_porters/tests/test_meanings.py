"""Meanings of words for hints: the ratings, and estimates for a table's own words."""

from math import isclose, sqrt
from pathlib import Path

import pytest

from chabudai.games.word_porters.bots.meanings import EXTREME, PAIRS, WORDS, Board, board, rated
from chabudai.games.word_porters.bots.word_vectors import axes, guess, hint_of_box, word_of_box
from chabudai.games.word_porters.components import BOX, hints_on, word_on
from chabudai.games.word_porters.state import Options
from chabudai.games.word_porters.tests.common_sense import CARDS, OWN
from tools import rate_words

POLES = {
    word: (face, sign)
    for face in range(PAIRS)
    for word, sign in zip(hints_on(face, "en"), (1, -1), strict=True)
}
"""Map each English hint word to its face, and to 1 for the first or -1 for the second."""
OWN_WORDS = tuple("Cat ねこ 山 ocean 東京タワー pebble mansion needle elbow tuxedo".split())


def of_box(word: str) -> int:
    face = word_of_box(word)
    assert face is not None
    return face


def own_board(*pairs: tuple[str, str]) -> Board:
    options = Options(own_words=OWN_WORDS, own_hints=pairs)
    return board(options, tuple(range(10)), tuple(range(len(pairs))))


def fit(hint: str, word: str) -> float:
    face, sign = POLES[hint]
    return sign * rated(face)[of_box(word)].fit


def test_a_hint_fits_the_word_of_common_sense() -> None:
    assert [card for card in CARDS if fit(card[0], card[1]) <= fit(card[0], card[2])] == []


def test_the_ratings_by_a_pair_of_hints_are_standardised() -> None:
    for pair in range(PAIRS):
        fits = [cell.fit for cell in rated(pair)]
        assert abs(sum(fits) / WORDS) < 0.1
        assert 0.8 < sum(fit * fit for fit in fits) / WORDS < 1.01
        assert max(map(abs, fits)) <= EXTREME


def test_doubts_are_1_on_average_and_largest_for_local_knowledge() -> None:
    doubts = [cell.doubt for pair in range(PAIRS) for cell in rated(pair)]
    assert isclose(sum(doubt * doubt for doubt in doubts), len(doubts))
    local, big = POLES["Local"][0], POLES["Big"][0]
    by_pair = [sum(cell.doubt for cell in rated(pair)) / WORDS for pair in range(PAIRS)]
    assert by_pair[local] == max(by_pair) > 1.3 > by_pair[big]


def test_ratings_are_those_of_the_raters_and_in_the_order_of_the_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["rate_words", "--out", str(tmp_path)])
    rate_words.main()
    assert (tmp_path / "ratings.bin").read_bytes() == (rate_words.DATA / "ratings.bin").read_bytes()
    assert "correlation over all cells          0.876" in capsys.readouterr().out
    pairs, words = rate_words.read_ratings(rate_words.RATERS / "a.tsv")
    assert list(words) == [side.en for card in BOX.words for side in card.sides]
    assert pairs == ["/".join(side.en) for card in BOX.hints for side in card.sides]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("word\tBig/Small\ncat\t4\n", "not -3 to 3"),
        ("word\tBig/Small\ncat\t1\t1\n", "incomplete"),
        ("word\tBig/Small\ncat\t1\ncat\t1\n", "twice"),
    ],
)
def test_a_table_of_ratings_that_is_wrong_is_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "a.tsv").write_text(text)
    with pytest.raises(SystemExit, match=why):
        rate_words.read_ratings(tmp_path / "a.tsv")


def test_a_board_has_a_row_for_every_hint_word_and_opposites_are_opposites() -> None:
    there = board(Options(), tuple(range(0, 20, 2)), (0, 5, 9))
    assert there.hints == (*hints_on(0, "en"), *hints_on(5, "en"), *hints_on(9, "en"))
    assert there.words == tuple(word_on(face, "en") for face in range(0, 20, 2))
    for first, second in zip(there.fits[::2], there.fits[1::2], strict=True):
        assert first == tuple(-fit for fit in second)
    assert there.doubts[::2] == there.doubts[1::2]


def test_vectors_order_most_words_like_common_sense() -> None:
    right = 0
    for hint, better, worse in OWN:
        face, sign = POLES[hint]
        axis = axes()[face]
        right += sign * guess(better, axis).fit > sign * guess(worse, axis).fit
    assert len(OWN) >= 60
    assert right / len(OWN) >= 0.9


def test_wp_a19_a_word_that_the_box_has_is_known_in_any_tongue() -> None:
    there = own_board(("BIG", "small"), ("大きい", "小さい"), ("おおきい", "ちいさい"))
    cat, mountain = rated(0)[of_box("cat")], rated(0)[of_box("mountain")]
    for row, doubts in zip(there.fits[::2], there.doubts[::2], strict=True):
        assert row[0] == row[1] == cat.fit
        assert row[2] == mountain.fit
        assert doubts[2] == mountain.doubt
    assert hint_of_box(("small", "big")) is None


def test_wp_a19_other_words_are_guessed_and_less_is_known_of_them() -> None:
    there = own_board(("Big", "Small"))
    fits = dict(zip(there.words, there.fits[0], strict=True))
    doubts = dict(zip(there.words, there.doubts[0], strict=True))
    assert fits["mansion"] > fits["needle"]
    assert fits["ocean"] > fits["pebble"]
    assert doubts["mansion"] > 1.3 * sum(cell.doubt for cell in rated(0)) / WORDS
    assert doubts["東京タワー"] > doubts["mansion"]


def test_wp_a19_hints_that_the_box_does_not_have_lie_between_their_two_words() -> None:
    there = own_board(("wedding", "gardening"), ("kitchen", "garden"))
    fits = dict(zip(there.words, there.fits[0], strict=True))
    assert fits["tuxedo"] > fits["pebble"]
    assert max(map(abs, fits.values())) < 1


@pytest.mark.parametrize("pair", [("zxqv", "big"), ("big", "zxqv"), ("やさしい", "いじわる")])
def test_wp_a19_unknown_words_are_in_doubt(pair: tuple[str, str]) -> None:
    there = own_board(pair)
    assert set(there.fits[0]) == {0.0}
    assert set(there.doubts[0]) == {sqrt(2)}
    assert own_board(("Big", "Small")).fits[0][4] == 0.0
