"""Menus, sampled moves and questions."""

from collections import Counter

import pytest
from msgspec.structs import replace

from chabudai.core import Rng, Why
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.questions import Spot, Survey, Weigh
from chabudai.games.word_porters.state import Pass, Place, Ready, Vote
from chabudai.games.word_porters.tests.tables import PASS, dealt, hand_in, make, table, voting
from tests.support.moves import course


def test_every_free_hint_word_is_open_at_first() -> None:
    legal = list(GAME.legal_actions(GAME.view(table(4), 0), 0))
    assert legal == [Place(card, word) for card in range(10) for word in (0, 1)]


@pytest.mark.parametrize(("seats", "ways"), [(3, 90), (4, 720), (5, 5040)])
def test_every_way_to_lay_the_tiles_is_legal_and_the_menu_has_one(seats: int, ways: int) -> None:
    view = GAME.view(voting(seats), 1)
    legal = list(GAME.legal_actions(view, 1))
    assert len(set(legal)) == len(legal) == ways
    assert all(isinstance(action, Vote) and action.votes[1] == 0 for action in legal)
    assert GAME.menu(view, 1) == (Vote((1, 0, *range(3, seats + 1))),)


def test_a_rest_ends_with_ready() -> None:
    state = hand_in(voting(3), (0, 1, 2), (1, 0, 2), (1, 2, 0))
    view = GAME.view(state, 1)
    assert [*GAME.legal_actions(view, 1), GAME.sample(view, 1, Rng(1))] == [Ready()] * 2
    assert GAME.menu(GAME.view(make(state, (1, Ready())), 1), 1) == ()


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
    there = Why("WP-19", "Another player is already on this hint.", {})
    assert spots[1, 0] == Spot(1, 0, (), there)
    assert {spots[0, word].against.rule for word in (0, 1)} == {"WP-20"}
    poor = GAME.view(table(4, tokens="- 123 123 123", turn=1), 0)
    assert {one.against.rule for one in GAME.ask(poor, 0, Survey()).spots} == {"WP-26"}


def test_a_survey_agrees_with_the_menu() -> None:
    for seed in range(8):
        for ply in course(GAME, dealt(3 + seed % 4, seed, children=True), Rng(2)):
            view = GAME.view(ply.before, ply.seat)
            if not isinstance(ply.action, Place | Pass) or view.round > 1:
                break
            spots = GAME.ask(view, ply.seat, Survey()).spots
            free = [Place(one.card, one.word) for one in spots if one.against is None]
            assert (*free, Pass()) == GAME.menu(view, ply.seat)


@pytest.mark.parametrize(
    ("votes", "rule", "warned"),
    [
        ((0, 1, 2, 3), None, None),
        ((0, 7, 2, 3), None, "WP-36"),
        ((0, 1, 1, 3), "WP-33", None),
        ((0, 7, 0, 3), "WP-34", "WP-36"),
        ((5, 1, 2, 3), "WP-34", None),
    ],
)
def test_votes_are_weighed_before_they_are_confirmed(
    votes: tuple[int, ...], rule: str | None, warned: str | None
) -> None:
    weighed = GAME.ask(GAME.view(voting(4), 0), 0, Weigh(Vote(votes)))
    assert (weighed.against and weighed.against.rule) == rule
    assert (weighed.warning and weighed.warning.rule) == warned
    undealt = GAME.view(replace(voting(4), identities=()), 0)
    assert GAME.ask(undealt, 0, Weigh(Vote(votes))).warning is None
