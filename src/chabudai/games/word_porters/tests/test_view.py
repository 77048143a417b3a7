"""A seat's view, and tables imagined from it."""

from collections import Counter

import pytest

from chabudai.core import Rng, Seat, Why
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.questions import Spot, Survey
from chabudai.games.word_porters.state import Options, Ready, Vote, Voting
from chabudai.games.word_porters.tests.tables import (
    PASS,
    REST,
    make,
    table,
    voting,
)


def test_decks_are_seen_as_numbers_of_cards_and_not_imagined_before_the_shuffle() -> None:
    view = GAME.view(table(4), 0)
    assert (view.word_deck, view.hint_deck) == (140, 43)
    start = GAME.setup(Options(), 3)
    assert GAME.determinize(GAME.view(start, 0), Rng(1)) == start


@pytest.mark.parametrize("seat", [0, None])
def test_an_imagined_table_keeps_known_facts_and_deals_the_rest_again(seat: Seat | None) -> None:
    view = GAME.view(make(voting(4), (0, Vote((0, 1, 2, 3))), (3, Vote((4, 5, 6, 0)))), seat)
    imagined = [GAME.determinize(view, Rng(number)) for number in range(40)]
    every = set(range(1, 11))
    assert {one.identities[0] for one in imagined} == ({7} if seat == 0 else every)
    assert {one.identities[1] for one in imagined} - {1} == every - {1, 7 if seat == 0 else 1}
    for one in imagined:
        assert isinstance(one.phase, Voting)
        assert one.phase.votes[1:3] == ((), ())
        assert one.phase.votes[0] == (0, 1, 2, 3) or seat is None
        assert (one.phase.votes[0][0], one.phase.votes[3][3]) == (0, 0)
        assert len(set(one.phase.votes[3])) == 4
        assert sorted(face // 2 for face in (*one.words, *one.word_deck)) == list(range(150))
    assert len({one.word_deck for one in imagined}) == 40
    assert len({one.hint_deck for one in imagined}) == 40


def test_cards_that_have_been_seen_do_not_come_up_in_an_imagined_deck() -> None:
    state = make(REST, *((seat, Ready()) for seat in range(3)))
    words = {face // 2 for face in (*state.words, *state.rounds[0].words)}
    hints = {face // 2 for face in (*state.hints, *state.hint_discards)}
    for seed in range(20):
        imagined = GAME.determinize(GAME.view(state, 0), Rng(seed))
        assert {face // 2 for face in imagined.word_deck} == set(range(150)) - words
        assert {face // 2 for face in imagined.hint_deck} == set(range(53)) - hints


@pytest.mark.parametrize(("seats", "ways"), [(3, 90), (4, 720), (5, 5040)])
def test_every_way_to_lay_the_tiles_is_legal_and_the_menu_has_one(seats: int, ways: int) -> None:
    view = GAME.view(voting(seats), 1)
    legal = list(GAME.legal_actions(view, 1))
    assert len(set(legal)) == len(legal) == ways
    assert all(isinstance(action, Vote) and action.votes[1] == 0 for action in legal)
    assert GAME.menu(view, 1) == (Vote((1, 0, *range(3, seats + 1))),)


def test_every_hint_word_is_sampled_and_children_sometimes_pass() -> None:
    view, rng = GAME.view(table(3, "1A1:1 2B2:13", children=True), 0), Rng(4)
    seen = Counter(GAME.sample(view, 0, rng) for _ in range(900))
    assert set(seen) == set(GAME.menu(view, 0))
    assert seen[PASS] == pytest.approx(225, abs=60)


def test_every_tile_is_sampled_for_every_other_seat() -> None:
    view, rng = GAME.view(voting(4), 2), Rng(7)
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(500):
        vote = GAME.sample(view, 2, rng)
        assert isinstance(vote, Vote)
        seen.update(enumerate(vote.votes))
    assert seen.pop((2, 0)) == 500
    assert len(seen) == 30
    assert max(seen.values()) < 90


def test_a_survey_has_the_cost_of_each_hint_word_or_the_rule_against_it() -> None:
    view = GAME.view(table(4, "0A1:1 1B1:1", turn=2), 0)
    spots = {(one.card, one.word): one for one in GAME.ask(view, 0, Survey()).spots}
    assert len(spots) == 20
    assert spots[2, 0] == Spot(2, 0, (2,), None)
    assert spots[1, 1] == Spot(1, 1, (2, 3), None)
    there = Why("WP-19", "Somebody is already on this hint.", {})
    assert spots[1, 0] == Spot(1, 0, (), there)
    assert {spots[0, word].against.rule for word in (0, 1)} == {"WP-20"}
    poor = GAME.view(table(4, tokens="- 123 123 123", turn=1), 0)
    assert {one.against.rule for one in GAME.ask(poor, 0, Survey()).spots} == {"WP-26"}
