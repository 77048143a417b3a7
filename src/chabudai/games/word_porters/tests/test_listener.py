"""Reading hints and choosing them: axes, marginals, and other players' habits."""

from itertools import permutations
from math import exp, isclose, prod
from statistics import fmean

import pytest
from hypothesis import given, strategies as st

from chabudai.games.word_porters.bots.listener import (
    DOUBLE,
    SLIP,
    Habit,
    choice_chances,
    hint_weights,
    likelihoods,
    noise,
    shares,
    tables,
)
from chabudai.games.word_porters.bots.marginals import best_assignment, marginals
from chabudai.games.word_porters.bots.meanings import PAIRS, rated
from chabudai.games.word_porters.bots.personas import Fits
from chabudai.games.word_porters.bots.player_model import (
    GIVERS,
    USUAL,
    Giver,
    Past,
    Scene,
    Way,
    averaged,
    beliefs,
    readings,
    said,
    senses,
)
from chabudai.games.word_porters.bots.speaker import Rival, best_hint, clarities, urgencies
from chabudai.games.word_porters.bots.word_vectors import axes, axis_of, projection
from chabudai.games.word_porters.components import BOX, hints_on
from chabudai.games.word_porters.rules.openings import Opening, Turn
from tools.fit_axes import Sample, concatenated, fit_direction, known_vector, minus, seeds
from tools.rate_words import RATERS

PLAIN = Habit(likeness=1.0, reason=1.0, weighing=0.0)
THINKING = Habit(likeness=1.0, reason=4.0, weighing=1.0)
BIG, SMALL, METAL, WOOD = range(4)
WHALE, COIN, SHIP, TREE = range(4)
FITS: Fits = (
    (2.0, -2.0, 1.5, 1.0),
    (-2.0, 2.0, -1.5, -1.0),
    (-1.0, 1.5, 1.0, -2.0),
    (1.0, -1.5, -1.0, 2.0),
)
"""Two cards, Big/Small and Metal/Wood, and four words."""
DOUBTS: Fits = ((1.0,) * 4,) * 4
EVERY = Opening((BIG, SMALL, METAL, WOOD), ())
SURE = tables(FITS, DOUBTS, 1.0, 1)
"""The table of players who all have the same sense of words."""


def best(row: list[float]) -> int:
    return row.index(max(row))


def test_an_open_hint_that_was_not_taken_speaks_against_the_words_it_fits() -> None:
    """For the tree, a player would have taken Wood if it was open. So Big means the whale."""
    said_big = [Turn(0, BIG, opening) for opening in (Opening((BIG, SMALL), ()), EVERY)]
    without, with_wood = (likelihoods(SURE, [turn], THINKING) for turn in said_big)
    assert shares(with_wood)[TREE] < 0.2 * shares(without)[TREE]
    assert best(with_wood) == WHALE
    without, with_wood = (averaged(readings(lying(), (turn,), 1.0), PRIOR) for turn in said_big)
    assert shares(with_wood)[TREE] < 0.5 * shares(without)[TREE]
    assert best(with_wood) == WHALE


def test_a_further_hint_counts_for_what_it_adds() -> None:
    """After Big, a player takes Metal for the ship rather than for the whale."""
    assert best(likelihoods(SURE, [Turn(0, BIG, EVERY), Turn(0, METAL, EVERY)], THINKING)) == SHIP


def test_chances_to_take_a_hint_add_up_to_one_and_none_is_zero() -> None:
    keen = hint_weights(SURE[0], [1.0] * 4, Opening((BIG, METAL), (WOOD,)), 2.0)
    rows = [choice_chances(keen, hint) for hint in keen]
    assert [sum(column) for column in zip(*rows, strict=True)] == pytest.approx([1.0] * 4)
    assert min(map(min, rows)) >= SLIP / 3


def test_a_player_without_hints_reveals_nothing() -> None:
    assert len(set(likelihoods(SURE, [], USUAL))) == 1
    assert len(set(averaged(readings(lying(), (), 1.0), PRIOR))) == 1


def test_a_reader_that_is_less_like_the_others_is_less_sure() -> None:
    hint = (Turn(0, BIG, EVERY),)
    tops = [
        max(shares(likelihoods(tables(FITS, DOUBTS, likeness, 32), hint, PLAIN)))
        for likeness in (0.9, 0.6, 0.3)
    ]
    assert tops[0] > tops[1] > tops[2] > 0.25
    near, far = (max(shares(averaged(readings(lying(), hint, at), PRIOR))) for at in (1.0, 0.5))
    assert near > far > 0.25


def test_a_hint_is_less_informative_if_people_differ_more() -> None:
    vague: Fits = ((2.0,) * 4, *DOUBTS[1:])
    hint = [Turn(0, BIG, EVERY)]
    sure, unsure = (
        max(shares(likelihoods(tables(FITS, doubts, 0.7, 32), hint, PLAIN)))
        for doubts in (DOUBTS, vague)
    )
    assert unsure < sure


def test_the_dice_are_always_the_same_and_normally_distributed() -> None:
    drawn = [cell for draw in noise(40, 100) for cell in draw]
    noise.cache_clear()
    assert [cell for draw in noise(40, 100) for cell in draw] == drawn
    assert abs(sum(drawn) / len(drawn)) < 0.05
    assert abs(sum(cell * cell for cell in drawn) / len(drawn) - 1) < 0.06


def test_a_speaker_takes_the_most_informative_hint_and_then_one_that_complements_it() -> None:
    clear = clarities(SURE, TREE, [], EVERY)
    assert best_hint(clear, EVERY, [0.0, 0.0]) == WOOD
    assert isclose(exp(clear[WOOD]), SURE[0][WOOD][TREE])
    first, rest = clarities(SURE, SHIP, [], EVERY), Opening((BIG, SMALL), ())
    assert best_hint(first, EVERY, [0.0, 0.0]) == METAL
    both = clarities(SURE, SHIP, [METAL], rest)
    assert best_hint(both, rest, [0.0, 0.0]) == BIG
    assert both[BIG] > first[METAL]


@pytest.mark.parametrize(
    ("clear", "opening", "urgent", "hint"),
    [
        ({BIG: -0.5, METAL: -0.5 - DOUBLE / 2}, Opening((METAL,), (BIG,)), 0.0, METAL),
        ({BIG: -0.5, METAL: -0.5 - DOUBLE / 2}, Opening((METAL, BIG), ()), 0.0, BIG),
        # a hint that will be gone by the next turn is worth two porters
        ({BIG: -0.5, METAL: -0.5 - 0.7 * DOUBLE}, Opening((METAL,), (BIG,)), 0.0, METAL),
        ({BIG: -0.5, METAL: -0.5 - 0.7 * DOUBLE}, Opening((METAL,), (BIG,)), 1.0, BIG),
        ({BIG: -9.0}, Opening((BIG,), ()), 1.0, BIG),
    ],
)
def test_wp_22_two_porters_must_be_worth_it(
    clear: dict[int, float], opening: Opening, urgent: float, hint: int
) -> None:
    assert best_hint(clear, opening, [urgent, 0.0]) == hint


def test_the_card_that_a_rival_needs_is_urgent() -> None:
    rival = Rival(EVERY, [0.25] * 4, [0.0, 0.0, 0.0, 1.0])
    none = Rival(Opening((BIG, SMALL), ()), [0.25] * 4, [0.0, 0.0, 0.0, 1.0])
    big, wood = urgencies(SURE[0], [rival], 4.0)
    assert wood > 0.9 > 0.1 > big
    assert urgencies(SURE[0], [none], 4.0)[1] == 0.0
    assert urgencies(SURE[0], [rival, rival], 4.0)[0] > big


PRIOR = tuple(GIVERS.values())


def lying(*turns: Turn, fits: Fits = FITS) -> Scene:
    """Return a round with these turns. A hint can be taken literally for the words that it fits."""
    return Scene(fits, DOUBTS, tuple(tuple(fit > 0 for fit in row) for row in fits), turns)


def way_shares(believed: list[float]) -> dict[Way, float]:
    found: dict[Way, float] = {"fits": 0.0, "tells": 0.0, "adds": 0.0}
    for giver, share in zip(GIVERS, believed, strict=True):
        found[giver.way] += share
    return found


def likeness(believed: list[float]) -> float:
    return sum(share * giver.likeness for giver, share in zip(GIVERS, believed, strict=True))


def test_a_reader_learns_how_similar_a_players_sense_is() -> None:
    """One player kept taking Big for the tree although Wood was open, the other for the whale."""
    new = likeness(list(PRIOR))
    strange, alike = (
        likeness(beliefs([Past(lying(Turn(1, BIG, EVERY)), words)] * 6, 1, 1.0, PRIOR))
        for words in ((WHALE, TREE), (COIN, WHALE))
    )
    assert strange < new < alike


SHOUT: Fits = (
    (2.0, 1.9, 1.9, 1.9),
    (-2.0, -1.9, -1.9, -1.9),
    (1.0, -2.0, -2.0, -2.0),
    (-1.0, 2.0, 2.0, 2.0),
)
"""The first hint fits the first word best. The third fits it less well, but fits no other word."""


def test_players_who_take_fitting_and_informative_hints_are_distinguished() -> None:
    new = way_shares(list(PRIOR))["fits"]
    literal, telling = (
        way_shares(
            beliefs([Past(lying(Turn(0, hint, EVERY), fits=SHOUT), (0,))] * 3, 0, 1.0, PRIOR)
        )
        for hint in (0, 2)
    )
    assert telling["fits"] < new < literal["fits"]


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("way", ["fits", "tells", "adds"])
def test_a_giver_takes_one_of_the_open_hints(way: Way, plain: bool) -> None:
    opening = Opening((BIG, METAL), (WOOD,))
    giver = Giver(way, 0.9, 2.0, plain)
    now = lying()
    for sense in senses(now, giver, 1.0, 8):
        before = Turn(0, SMALL, EVERY)
        made = [[before, Turn(0, hint, opening)] for hint in opening.all]
        rows = [said(sense, each, giver, now.literal).likely for each in made]
        first = said(sense, [before], giver, now.literal).likely
        assert [sum(column) for column in zip(*rows, strict=True)] == pytest.approx(first)


def test_a_literal_player_gives_true_hints_while_they_are_open() -> None:
    """Small can be taken literally for the coin, but Big and Wood cannot."""
    giver, now = Giver("fits", 0.7, 2.0, plain=True), lying()
    either, neither = ([Turn(0, BIG, Opening((BIG, hint), ()))] for hint in (SMALL, WOOD))
    for sense in senses(now, giver, 1.0, 8):
        row = said(sense, either, giver, now.literal).likely
        assert row[COIN] == pytest.approx(SLIP / 2)
        assert row[WHALE] == pytest.approx(1 - SLIP / 2)
        assert SLIP / 2 < said(sense, neither, giver, now.literal).likely[COIN] < 1 - SLIP / 2


def test_a_word_that_fits_a_hint_more_fits_its_opposite_less() -> None:
    for table, keen, _ in senses(lying(), Giver("fits", 0.8, 2.0), 1.0, 8):
        for one, other in ((BIG, SMALL), (METAL, WOOD)):
            assert list(map(float.__mul__, table[one], table[other])) == pytest.approx([1.0] * 4)
        assert [row[BIG] for row in keen] == pytest.approx([value**2 for value in table[BIG]])


COLUMNS = 6
Rows = list[list[float]]


def rows(least: float) -> st.SearchStrategy[Rows]:
    row = st.lists(st.floats(least, 1), min_size=COLUMNS, max_size=COLUMNS)
    return st.lists(row, min_size=1, max_size=4)


@given(rows(least=1e-6))
def test_marginals_are_those_of_all_assignments(likelihoods: Rows) -> None:
    weights = {
        taken: prod(row[at] for row, at in zip(likelihoods, taken, strict=True))
        for taken in permutations(range(COLUMNS), len(likelihoods))
    }
    total = sum(weights.values())
    for row, found in enumerate(marginals(likelihoods)):
        for column, value in enumerate(found):
            true = sum(weight for taken, weight in weights.items() if taken[row] == column)
            assert isclose(value, true / total, rel_tol=1e-6, abs_tol=1e-9)


@given(rows(least=0))
def test_wp_33_the_best_assignment_is_the_best_of_all_and_repeats_nothing(values: Rows) -> None:
    found = best_assignment(values)
    assert len(set(found)) == len(values)
    best = max(
        sum(row[at] for row, at in zip(values, taken, strict=True))
        for taken in permutations(range(COLUMNS), len(values))
    )
    assert isclose(sum(row[at] for row, at in zip(values, found, strict=True)), best)


def test_a_word_that_is_certainly_one_players_is_no_other_players() -> None:
    assert marginals([[1, 1, 0], [0, 1, 0]]) == [[1, 0, 0], [0, 1, 0]]


@pytest.mark.parametrize("likelihoods", [[[1.0, 0.0], [1.0, 0.0]], [[0.0, 0.0]]])
def test_impossible_likelihoods_are_refused(likelihoods: Rows) -> None:
    with pytest.raises(ValueError, match="no assignment"):
        marginals(likelihoods)


WORDS = [known_vector(side.en) for card in BOX.words for side in card.sides]


@pytest.mark.parametrize("pair", [0, 55, PAIRS - 1])
def test_the_axes_are_those_that_are_fitted_to_the_ratings(pair: int) -> None:
    centre = [fmean(column) for column in zip(*WORDS, strict=True)]
    words = Sample([minus(word, centre) for word in WORDS], [cell.fit for cell in rated(pair)])
    direction = fit_direction(concatenated(words, seeds(RATERS / "seeds.tsv", centre)[pair]))
    assert axes()[pair].direction == pytest.approx(direction, abs=1e-4)


def test_there_is_an_axis_for_every_pair_of_hints_and_none_is_trusted_fully() -> None:
    assert len(axes()) == PAIRS
    worths = [axis.worth for axis in axes()]
    assert 0 < min(worths) < max(worths) < 1
    assert 0.45 < fmean(worths) < 0.5


def test_two_hint_words_tell_less_than_many_ratings() -> None:
    plain = axis_of(hints_on(0, "en"))
    assert plain is not None
    assert plain.worth < axes()[0].worth
    fits = [projection(plain, word) for word in WORDS]
    assert fmean(fits) == pytest.approx(0, abs=1e-6)
    assert fmean(fit * fit for fit in fits) == pytest.approx(plain.worth**2)


def test_an_unknown_seed_is_refused() -> None:
    with pytest.raises(SystemExit, match="zxqv has no vector"):
        known_vector("zxqv")
