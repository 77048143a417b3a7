"""The bots: their moves and strength, and how they read and choose hints."""

from collections.abc import Callable, Sequence
from itertools import permutations
from math import exp, isclose, prod
from statistics import fmean

import msgspec
import pytest
from hypothesis import example, given, strategies as st
from msgspec.structs import replace

from chabudai.core import Bot, Rng
from chabudai.core.text import Reader
from chabudai.games.word_porters import GAME, bots
from chabudai.games.word_porters.bots import BOTS, STRENGTHS
from chabudai.games.word_porters.bots.listener import (
    DOUBLE,
    SLIP,
    Habit,
    choice_chances,
    hint_weights,
    likelihoods,
    shares,
    tables,
)
from chabudai.games.word_porters.bots.marginals import best_assignment, marginals
from chabudai.games.word_porters.bots.meanings import PAIRS, board, rated
from chabudai.games.word_porters.bots.personas import Fits
from chabudai.games.word_porters.bots.player_model import (
    GIVERS,
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
from chabudai.games.word_porters.bots.speaker import ENOUGH, Rival, best_hint, clarities, urgencies
from chabudai.games.word_porters.bots.word_vectors import axes
from chabudai.games.word_porters.components import BOX
from chabudai.games.word_porters.review.advice import advise
from chabudai.games.word_porters.review.telling import likelihood
from chabudai.games.word_porters.rules.openings import Opening, Turn, turns
from chabudai.games.word_porters.state import Action, Options, State, Vote, Voting
from chabudai.games.word_porters.tests.tables import dealt, table
from chabudai.games.word_porters.view import View
from tests.support.moves import course
from tools.fit_axes import Sample, concatenated, fit_direction, known_vector, minus, seeds
from tools.rate_words import RATERS

LEVELS = tuple(STRENGTHS)
JA_WORDS = tuple(side.ja.split("|")[0].strip("{") for card in BOX.words[:30] for side in card.sides)


def played(players: Sequence[Bot[View, Action]], seed: int, rounds: int = 1) -> State:
    plies = course(GAME, GAME.setup(Options(), len(players)), Rng(seed), *players)
    state: State = next(p.step.state for p in plies if len(p.step.state.rounds) >= rounds)
    return state


def before_votes(state: State, players: Sequence[Bot[View, Action]]) -> State:
    plies = course(GAME, state, Rng(1), *players)
    before: State = next(ply.before for ply in plies if isinstance(ply.before.phase, Voting))
    return before


def in_one_world(level: str) -> Callable[[int], Bot[View, Action]]:
    """Return a factory for bots of this level that understand words similarly."""
    mind = STRENGTHS[level]._replace(likeness=0.6, common=False)
    return lambda persona: bots.bot(mind, persona)


@pytest.mark.parametrize("level", LEVELS)
def test_wp_a19_bots_play_with_unrated_words(level: str) -> None:
    words = (*JA_WORDS[:5], "東京タワー", "おせち", "mansion", "pebble", "tuxedo", "zxqv")
    hints = (("やさしい", "いじわる"), ("Big", "Small"), ("spicy", "bland"), ("青い", "赤い"))
    options = Options(own_words=words * 2, own_hints=hints * 3)
    state = replace(dealt(3, 4), options=options, words=tuple(range(10)), hints=tuple(range(9)))
    plies = course(GAME, state, Rng(0), *map(BOTS[level], range(3)))
    state = next(ply.step.state for ply in plies if ply.step.state.rounds)
    assert len(set(state.rounds[0].votes)) == 3


@pytest.mark.parametrize("level", LEVELS)
def test_wp_36_bots_give_the_open_hint_that_people_rate_best_and_vote_for_words_of_others(
    level: str,
) -> None:
    for seed in range(4):
        state = played([BOTS[level](4 * seed + at) for at in range(4)], seed)
        (one,) = state.rounds
        leans = board(state.options, one.words, one.hints).leans
        for turn in turns(state.options, len(one.hints), one.placed):
            word = one.identities[turn.seat] - 1
            best = max(leans[hint][word] for hint in turn.opening.all)
            assert leans[turn.taken][word] >= min(ENOUGH, best)
        for seat, votes in enumerate(one.votes):
            assert one.identities[seat] not in votes
            assert len(set(votes)) == 4


def test_bots_of_one_level_have_different_senses_of_words() -> None:
    view = GAME.view(table(6), 0)
    assert len({BOTS["normal"](persona)(view, 0, Rng(0)) for persona in range(30)}) > 1


def test_the_expert_finds_more_than_half_of_the_words_and_chance_would_find_a_ninth() -> None:
    """Play only eight games. `bench/plans/word-porters-levels.toml` plays hundreds."""
    makes, hits = in_one_world("expert"), list[bool]()
    for seed in range(8):
        (one,) = played([makes(4 * seed + at) for at in range(4)], seed).rounds
        hits += [
            one.votes[voter][other] == one.identities[other]
            for voter in range(4)
            for other in range(4)
            if voter != other
        ]
    assert fmean(hits) > 0.55


def test_an_expert_learns_from_the_rounds_that_are_scored() -> None:
    """Only an expert reads the same hints differently after earlier rounds with these players."""
    players = [in_one_world("easy")(at) for at in range(4)]
    view = GAME.view(before_votes(played(players, 9, 2), players), 0)
    fresh = replace(view, rounds=())
    for level, learns in (("hard", False), ("expert", True)):
        one, other = (bots.chances(each, 0, STRENGTHS[level], 50) for each in (view, fresh))
        assert (one != other) == learns


def test_advice_is_an_experts_vote_and_says_how_likely_each_word_is() -> None:
    players = [BOTS["easy"](persona) for persona in range(4)]
    before = GAME.view(before_votes(played(players, 9), players), 0)
    vote = BOTS["expert"](50)(before, 0, Rng(0))
    assert isinstance(vote, Vote)
    advice = advise(before, 0, Rng(0))
    assert msgspec.json.decode(advice.choices[advice.best].action, type=Vote) == vote
    likely = bots.chances(before, 0, STRENGTHS["expert"], 50)
    said = Reader("en", {}, [f"P{at}" for at in range(4)].__getitem__).sentence(advice.why[0])
    for other, row in enumerate(likely, 1):
        chance = likelihood(round(1000 * row[vote.votes[other] - 1]))
        assert f" for P{other} ({chance.text})" in said


# --- Reading hints and choosing them


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
    """For the tree, a player would have taken Wood, which was open. So Big means the whale."""
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


def test_a_reader_that_is_less_like_the_others_is_less_sure() -> None:
    hint = (Turn(0, BIG, EVERY),)
    tops = [
        max(shares(likelihoods(tables(FITS, DOUBTS, likeness, 32), hint, PLAIN)))
        for likeness in (0.9, 0.6, 0.3)
    ]
    assert tops[0] > tops[1] > tops[2] > 0.25
    near, far = (max(shares(averaged(readings(lying(), hint, at), PRIOR))) for at in (1.0, 0.5))
    assert near > far > 0.25


def test_a_speaker_takes_the_most_informative_hint_and_then_one_that_complements_it() -> None:
    clear = clarities(SURE, TREE, [], EVERY)
    assert best_hint(clear, EVERY, [0.0, 0.0]) == WOOD
    assert isclose(exp(clear[WOOD]), SURE[0][WOOD][TREE])
    first, rest = clarities(SURE, SHIP, [], EVERY), Opening((BIG, SMALL), ())
    assert best_hint(first, EVERY, [0.0, 0.0]) == METAL
    both = clarities(SURE, SHIP, [METAL], rest)
    assert best_hint(both, rest, [0.0, 0.0]) == BIG
    assert both[BIG] > first[METAL]


def test_wp_22_two_porters_must_be_worth_it() -> None:
    for clear, opening, urgent, hint in (
        ({BIG: -0.5, METAL: -0.5 - DOUBLE / 2}, Opening((METAL,), (BIG,)), 0.0, METAL),
        ({BIG: -0.5, METAL: -0.5 - DOUBLE / 2}, Opening((METAL, BIG), ()), 0.0, BIG),
        # a hint that will be gone by the next turn is worth two porters
        ({BIG: -0.5, METAL: -0.5 - 0.7 * DOUBLE}, Opening((METAL,), (BIG,)), 0.0, METAL),
        ({BIG: -0.5, METAL: -0.5 - 0.7 * DOUBLE}, Opening((METAL,), (BIG,)), 1.0, BIG),
        ({BIG: -9.0}, Opening((BIG,), ()), 1.0, BIG),
    ):
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


def test_a_reader_learns_how_similar_a_players_sense_is() -> None:
    """One player gave Big for the tree, though Wood was open. The other gave it for the whale."""
    strange, alike = (
        beliefs([Past(lying(Turn(1, BIG, EVERY)), words)] * 6, 1, 1.0, PRIOR)
        for words in ((WHALE, TREE), (COIN, WHALE))
    )
    likeness = [
        sum(share * giver.likeness for giver, share in zip(GIVERS, believed, strict=True))
        for believed in (strange, PRIOR, alike)
    ]
    assert likeness == sorted(set(likeness))


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


COLUMNS = 6
Rows = list[list[float]]


def rows(least: float) -> st.SearchStrategy[Rows]:
    row = st.lists(st.floats(least, 1), min_size=COLUMNS, max_size=COLUMNS)
    return st.lists(row, min_size=1, max_size=4)


@given(rows(least=1e-6))
@example([[1, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]])
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


WORDS = [known_vector(side.en) for card in BOX.words for side in card.sides]


@pytest.mark.parametrize("pair", [0, 55, PAIRS - 1])
def test_the_axes_are_those_that_are_fitted_to_the_ratings(pair: int) -> None:
    centre = [fmean(column) for column in zip(*WORDS, strict=True)]
    words = Sample([minus(word, centre) for word in WORDS], [cell.fit for cell in rated(pair)])
    direction = fit_direction(concatenated(words, seeds(RATERS / "seeds.tsv", centre)[pair]))
    assert axes()[pair].direction == pytest.approx(direction, abs=1e-4)
