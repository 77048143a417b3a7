"""What a seat may do, and what it may ask."""

from collections import Counter

import pytest
from msgspec.structs import replace

from chabudai.core import Rng, Why
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.questions import Spot, Survey, Weigh
from chabudai.games.word_porters.state import Hinting, Pass, Place, Ready, Vote
from chabudai.games.word_porters.tests.tables import (
    PASS,
    dealt,
    hand_in,
    make,
    refused,
    table,
    voting,
)


def test_every_free_hint_word_is_open_at_first() -> None:
    legal = list(GAME.legal_actions(GAME.view(table(4), 0), 0))
    assert legal == [Place(card, word) for card in range(10) for word in (0, 1)]


def test_nobody_else_has_anything_to_do() -> None:
    for state, seat in ((table(4), 1), (make(voting(4), (2, Vote((1, 2, 0, 3)))), 2)):
        assert GAME.menu(GAME.view(state, seat), seat) == ()
        assert list(GAME.legal_actions(GAME.view(state, seat), seat)) == []


@pytest.mark.parametrize(("seats", "ways"), [(3, 90), (4, 720), (5, 5040), (6, 30240)])
def test_every_way_to_lay_the_tiles_is_legal(seats: int, ways: int) -> None:
    legal = list(GAME.legal_actions(GAME.view(voting(seats), 1), 1))
    assert len(set(legal)) == len(legal) == ways
    assert all(isinstance(action, Vote) and action.votes[1] == 0 for action in legal)


def test_of_all_votes_the_menu_has_one() -> None:
    view = GAME.view(voting(5), 3)
    assert GAME.menu(view, 3) == (Vote((1, 2, 3, 0, 4)),)


def test_a_rest_ends_with_ready() -> None:
    state = hand_in(voting(3), (0, 1, 2), (1, 0, 2), (1, 2, 0))
    view = GAME.view(state, 1)
    assert list(GAME.legal_actions(view, 1)) == [Ready()]
    assert GAME.sample(view, 1, Rng(1)) == Ready()
    ready = make(state, (1, Ready()))
    assert GAME.menu(GAME.view(ready, 1), 1) == ()
    assert refused(ready, 1, Ready()) == "WP-42"


def test_every_hint_word_is_sampled_and_children_pass_now_and_then() -> None:
    state = table(3, "1A1:1 2B2:13", children=True)
    rng = Rng(4)
    seen = Counter(GAME.sample(GAME.view(state, 0), 0, rng) for _ in range(900))
    assert set(seen) == set(GAME.menu(GAME.view(state, 0), 0))
    assert seen[PASS] == pytest.approx(225, abs=60)


def test_every_tile_is_sampled_for_everybody() -> None:
    view, rng = GAME.view(voting(4), 2), Rng(7)
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(500):
        vote = GAME.sample(view, 2, rng)
        assert isinstance(vote, Vote)
        seen.update(enumerate(vote.votes))
    assert seen.pop((2, 0)) == 500
    assert len(seen) == 30
    assert max(seen.values()) < 90


def test_a_survey_says_what_each_hint_word_takes_or_why_it_cannot_be_used() -> None:
    view = GAME.view(table(4, "0A1:1 1B1:1", turn=2), 0)
    spots = {(one.card, one.word): one for one in GAME.ask(view, 0, Survey()).spots}
    assert len(spots) == 20
    assert spots[2, 0] == Spot(2, 0, (2,), None)
    assert spots[1, 1] == Spot(1, 1, (2, 3), None)
    text = "Somebody's porter stands on this hint word."
    assert spots[1, 0] == Spot(1, 0, (), Why("WP-19", text, {}))
    assert {spots[0, word].against.rule for word in (0, 1)} == {"WP-20"}


def test_a_survey_agrees_with_the_menu() -> None:
    rng = Rng(2)
    for seed in range(20):
        state = dealt(3 + seed % 4, seed, children=True)
        while isinstance(state.phase, Hinting):
            seat = state.phase.seat
            view = GAME.view(state, seat)
            free = [
                Place(one.card, one.word)
                for one in GAME.ask(view, seat, Survey()).spots
                if one.against is None
            ]
            assert (*free, Pass()) == GAME.menu(view, seat)
            state = make(state, (seat, GAME.sample(view, seat, rng)))


def test_who_has_no_porters_is_told_so() -> None:
    view = GAME.view(table(4, tokens="- 123 123 123", turn=1), 0)
    assert {one.against.rule for one in GAME.ask(view, 0, Survey()).spots} == {"WP-26"}


@pytest.mark.parametrize(
    ("votes", "rule", "warned"),
    [
        pytest.param((0, 1, 2, 3), None, None, id="fine"),
        pytest.param((0, 7, 2, 3), None, "WP-36", id="one's own number"),
        pytest.param((0, 1, 1, 3), "WP-33", None, id="a tile twice"),
        pytest.param((0, 7, 0, 3), "WP-34", "WP-36", id="not done yet"),
        pytest.param((5, 1, 2, 3), "WP-34", None, id="for oneself"),
    ],
)
def test_votes_are_weighed_before_they_are_confirmed(
    votes: tuple[int, ...], rule: str | None, warned: str | None
) -> None:
    weighed = GAME.ask(GAME.view(voting(4), 0), 0, Weigh(Vote(votes)))
    assert (weighed.against and weighed.against.rule) == rule
    assert (weighed.warning and weighed.warning.rule) == warned


def test_before_the_deal_nothing_is_known_to_warn_of() -> None:
    state = replace(voting(4), identities=())
    weighed = GAME.ask(GAME.view(state, 0), 0, Weigh(Vote((0, 7, 2, 3))))
    assert weighed.warning is None
