"""Personas, for whom the same hint means something different, and the openings of each player."""

from math import sqrt
from statistics import correlation, pvariance

import pytest

from chabudai.core import Rng
from chabudai.games.word_porters import GAME, moves
from chabudai.games.word_porters.bots.meanings import Board, board
from chabudai.games.word_porters.bots.personas import Fits, mirrored, sense, text_noise
from chabudai.games.word_porters.rules.openings import Opening, Turn, opening, turns
from chabudai.games.word_porters.state import Options, Place, Placed
from chabudai.games.word_porters.tests.tables import table
from tests.support.moves import course


def dealt(seed: int) -> Board:
    rng = Rng(seed)
    return board(Options(), rng.shuffled(range(300))[:10], rng.shuffled(range(106))[:10])


BOARDS = [dealt(seed) for seed in range(80)]


def cells(senses: list[Fits]) -> list[float]:
    return [cell for fits in senses for row in fits for cell in row]


def test_text_noise_is_normally_distributed() -> None:
    drawn = [text_noise(str(number)) for number in range(4000)]
    assert abs(sum(drawn) / len(drawn)) < 0.05
    assert abs(pvariance(drawn) - 1) < 0.06
    assert 0.66 < sum(abs(one) < 1 for one in drawn) / len(drawn) < 0.70


def test_a_persona_always_has_the_same_sense() -> None:
    there = BOARDS[0]
    first = sense(there, 0.6, 7)
    sense.cache_clear()
    assert sense(there, 0.6, 7) == first != sense(there, 0.6, 8)


@pytest.mark.parametrize("likeness", [0.45, 0.6, 0.9])
def test_two_personas_are_as_alike_as_they_should_be(likeness: float) -> None:
    one, other = (
        cells([sense(there, likeness, at) for at, there in enumerate(BOARDS, n)])
        for n in (1000, 5000)
    )
    assert abs(correlation(one, other) - likeness) < 0.05


def test_a_persona_with_full_likeness_has_the_common_sense() -> None:
    there = BOARDS[0]
    assert sense(there, 1.0, 3) == there.fits


def test_knowing_opposites_brings_personas_closer() -> None:
    likeness = 0.6
    one, other = (
        cells(
            [mirrored(sense(there, likeness, at), likeness) for at, there in enumerate(BOARDS, n)]
        )
        for n in (0, 99)
    )
    assert abs(correlation(one, other) - 2 * likeness / (1 + likeness)) < 0.05
    assert abs(sqrt(pvariance(one)) - 1) < 0.1


def test_a_word_that_fits_a_hint_does_not_fit_its_opposite() -> None:
    fits = mirrored(sense(BOARDS[0], 0.6, 1), 0.6)
    for first, second in zip(fits[::2], fits[1::2], strict=True):
        assert first == tuple(-fit for fit in second)


def test_a_tendency_applies_to_all_words() -> None:
    """A persona's deviations for one hint predict those for another."""
    there = BOARDS[0]
    alone = [
        [cell - fit for cell, fit in zip(row, common, strict=True)]
        for persona in range(300)
        for row, common in zip(sense(there, 0.0001, persona)[:2], there.fits[:2], strict=True)
    ]
    pairs = [
        abs(correlation([row[a] for row in alone[::2]], [row[b] for row in alone[1::2]]))
        for a in range(10)
        for b in range(10)
    ]
    assert sum(pairs) / len(pairs) > 0.08


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize("options", [Options(), Options(children=True, shared_hint_words=True)])
def test_wp_23_openings_are_the_places_of_the_menu(seats: int, options: Options) -> None:
    menus: list[set[int]] = []
    for ply in course(GAME, GAME.setup(options, seats), Rng(seats)):
        if isinstance(ply.action, Place):
            places = moves.places_of(GAME.view(ply.before, ply.seat), ply.seat)
            menus.append({2 * one.card + one.word for one in places})
        if ply.step.state.rounds:
            break
    finished = ply.step.state.rounds[0]
    made = list(turns(options, len(finished.hints), finished.placed))
    assert [set(turn.opening.all) for turn in made] == menus
    for one, turn in zip(finished.placed, made, strict=True):
        assert (turn.seat, turn.taken >> 1, turn.taken & 1) == (one.seat, one.card, one.word)
        assert (turn.taken in turn.opening.dear) == (len(one.tokens) == 2)


def test_wp_22_the_second_hint_word_of_a_card_costs_two_porters() -> None:
    state = table(3, "0A1:1", turn=1)
    found = opening(state.options, 9, state.placed, 1, (1, 2, 3))
    assert found == Opening(tuple(range(2, 18)), (1,))
    assert opening(state.options, 9, state.placed, 1, (2,)).dear == ()
    assert opening(state.options, 9, state.placed, 0, (2, 3)).dear == ()


def test_wp_26_a_player_without_porters_has_no_openings() -> None:
    assert opening(Options(), 9, (), 0, ()) == Opening((), ())
    assert list(turns(Options(), 9, ())) == []


def test_wp_21_the_porters_that_were_paid_are_gone() -> None:
    placed = (Placed(0, 0, 0, (1,)), Placed(1, 0, 1, (1, 3)), Placed(1, 1, 0, (2,)))
    *_, last = turns(Options(), 9, placed)
    assert last == Turn(1, 2, Opening(tuple(range(2, 18)), ()))
