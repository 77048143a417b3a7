"""RULES.md from WP-32 to WP-44: votes, points, and the end."""

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Outcome, events_for
from chabudai.games.word_porters import GAME, rules
from chabudai.games.word_porters.rules.scoring import disc, next_first, points
from chabudai.games.word_porters.state import (
    Dealing,
    Ended,
    Over,
    Readied,
    Ready,
    Resting,
    Revealed,
    Scored,
    State,
    Vote,
    Voted,
    Voting,
)
from chabudai.games.word_porters.tests.tables import (
    dealt,
    hand_in,
    make,
    refused,
    round_of,
    step_of,
    table,
    voting,
)
from chabudai.games.word_porters.view import Polling
from tests.support.moves import events

GOLDEN = ((0, 2, 5, 10), (7, 0, 10, 5), (7, 2, 0, 1), (3, 2, 10, 0))
"""The votes of the worked example, by seat; identities are 7, 2, 10, 5."""


def scored(*scores: int, first: int = 0, number: int = 1) -> State:
    """A round has been scored; all but seat 0 are ready for the next."""
    seats = len(scores)
    state = replace(table(seats, first=first), scores=scores, round=number)
    return replace(state, phase=Resting((False, *(True,) * (seats - 1))))


# --- Votes


def test_wp_32_all_vote_at_the_same_time_in_any_order() -> None:
    state = voting(4)
    assert GAME.to_act(state) == (0, 1, 2, 3)
    state = make(state, (2, Vote((1, 2, 0, 3))))
    assert GAME.to_act(state) == (0, 1, 3)
    assert isinstance(make(state, (0, Vote((0, 1, 2, 3)))).phase, Voting)


def test_wp_32_nobody_votes_before_the_hints_are_given() -> None:
    assert refused(table(4), 0, Vote((0, 1, 2, 3))) == "WP-32"


def test_wp_33_a_number_is_used_once() -> None:
    assert refused(voting(4), 0, Vote((0, 5, 2, 5))) == "WP-33"
    assert refused(voting(3), 1, Vote((9, 0, 9))) == "WP-33"


@pytest.mark.parametrize("votes", [(0, 1, 2, 11), (0, -1, 2, 3), (0, 300, 2, 3)])
def test_wp_5_there_are_no_other_tiles(votes: tuple[int, ...]) -> None:
    assert refused(voting(4), 0, Vote(votes)) == "WP-5"


def test_wp_34_a_vote_may_not_be_missing() -> None:
    assert refused(voting(4), 0, Vote((0, 5, 0, 2))) == "WP-34"
    assert refused(voting(4), 0, Vote((0, 0, 0, 0))) == "WP-34"


def test_wp_34_nobody_votes_for_themselves() -> None:
    assert refused(voting(4), 1, Vote((1, 2, 3, 4))) == "WP-34"
    assert refused(voting(4), 1, Vote((0, 2, 3, 4))) == "WP-34"


def test_wp_34_nobody_votes_for_empty_seats() -> None:
    assert refused(voting(4), 0, Vote((0, 1, 2))) == "WP-34"
    assert refused(voting(4), 0, Vote((0, 1, 2, 3, 4))) == "WP-34"


@pytest.mark.parametrize("voter", range(4))
def test_wp_35_others_see_only_that_a_vote_is_confirmed(voter: int) -> None:
    one, other = ((*low[:voter], 0, *low[voter:]) for low in ((3, 4, 5), (10, 9, 8)))
    step, twin = step_of(voting(4), voter, Vote(one)), step_of(voting(4), voter, Vote(other))
    confirmed = tuple(seat == voter for seat in range(4))
    for seat in (0, 1, 2, 3, None):
        assert events_for(step.news, seat) == events_for(twin.news, seat) == (Voted(voter),)
        own = one if seat == voter else ()
        assert GAME.view(step.state, seat).phase == Polling(confirmed, own)
        if seat != voter:
            assert GAME.view(step.state, seat) == GAME.view(twin.state, seat)


def test_wp_35_a_vote_is_not_changed_once_it_is_confirmed() -> None:
    state = make(voting(4), (1, Vote((3, 0, 4, 5))))
    assert refused(state, 1, Vote((4, 0, 3, 5))) == "WP-32"
    with pytest.raises(Illegal) as refusal:
        rules.apply(state, 1, Vote((4, 0, 3, 5)))
    assert refusal.value.rule == "WP-35"


def test_wp_36_ones_own_number_may_be_used_and_is_always_wrong() -> None:
    state = hand_in(voting(3), (0, 7, 1), (1, 0, 3), (1, 3, 0))
    assert state.rounds[0].votes[0] == (0, 7, 1)
    assert state.rounds[0].points == (0, 0, 0)


# --- Scoring


def test_wp_37_identities_and_votes_are_revealed_from_the_start_player_on() -> None:
    state = replace(voting(4), first=2)
    step = step_of(
        make(state, *zip((0, 1, 2), map(Vote, GOLDEN[:3]), strict=True)), 3, Vote(GOLDEN[3])
    )
    assert events(step) == (
        Voted(3),
        Revealed(2, 10, (5, 10, 0, 10)),
        Revealed(3, 5, (10, 5, 1, 0)),
        Revealed(0, 7, (0, 7, 7, 3)),
        Revealed(1, 2, (2, 0, 2, 2)),
        Scored(1, (3, 6, 4, 3), (3, 6, 4, 3)),
    )
    assert all(events_for(step.news, seat) == events(step) for seat in (0, 1, 2, 3, None))


def test_wp_37_a_vote_after_the_reveal_is_refused() -> None:
    assert refused(hand_in(voting(4), *GOLDEN), 0, Vote((0, 1, 2, 3))) == "WP-37"


def test_wp_38_finding_a_word_gives_a_point_to_both() -> None:
    state = hand_in(voting(4), *GOLDEN)
    assert state.scores == state.rounds[0].points == (3, 6, 4, 3)


def test_wp_38_points_of_a_round_are_twice_the_hits() -> None:
    for seed in range(40):
        state = round_of(dealt(3 + seed % 4, seed))
        finished = state.rounds[0]
        hits = sum(
            vote == finished.identities[target]
            for votes in finished.votes
            for target, vote in enumerate(votes)
        )
        assert sum(finished.points) == 2 * hits


def test_wp_39_the_order_changes_no_points_and_other_identities_stay_hidden() -> None:
    results = {hand_in(replace(voting(4), first=first), *GOLDEN).scores for first in range(4)}
    assert results == {(3, 6, 4, 3)}
    assert hand_in(voting(4), *GOLDEN).rounds[0].identities == (7, 2, 10, 5)


@pytest.mark.parametrize(
    ("score", "shown"),
    [(0, (False, 0)), (20, (False, 20)), (21, (True, 1)), (40, (True, 20))],
)
def test_wp_40_past_twenty_the_disc_is_turned_over(score: int, shown: tuple[bool, int]) -> None:
    assert disc(score) == shown


def test_wp_40_a_score_is_the_sum_of_all_points() -> None:
    state = hand_in(replace(voting(4), scores=(19, 1, 0, 20)), *GOLDEN)
    assert state.scores == (22, 7, 4, 23)


def test_wp_41_nobody_gains_more_than_two_points_for_each_of_the_others() -> None:
    everyone = (1, 2, 3, 4, 5, 6)
    all_right = tuple(
        tuple(0 if target == seat else number for target, number in enumerate(everyone))
        for seat in range(6)
    )
    assert points(everyone, all_right) == (10,) * 6


# --- The end


def test_wp_42_all_cards_go_to_the_discards_and_porters_go_back() -> None:
    before = scored(3, 5, 4, 9)
    step = step_of(before, 0, Ready())
    assert events(step) == (Readied(0),)
    after = step.state
    assert after.phase == Dealing()
    assert after.round == 2
    assert after.hint_discards == before.hints
    assert set(after.words).isdisjoint(before.words)
    assert set(after.hints).isdisjoint(before.hints)
    assert after.identities == ()
    assert after.placed == ()
    assert GAME.view(after, 0).identities == ()


def test_wp_42_the_next_round_waits_until_all_are_ready() -> None:
    state = hand_in(voting(3), (0, 1, 2), (1, 0, 2), (1, 2, 0))
    assert GAME.to_act(state) == (0, 1, 2)
    state = make(state, (1, Ready()))
    assert GAME.to_act(state) == (0, 2)
    assert GAME.to_act(make(state, (0, Ready()), (2, Ready()))) == (CHANCE,)
    assert refused(voting(3), 0, Ready()) == "WP-42"
    assert refused(table(3), 0, Ready()) == "WP-42"


@pytest.mark.parametrize(
    ("first", "scores", "expected"),
    [
        pytest.param(0, (3, 5, 3, 3), 2, id="tied with the start player"),
        pytest.param(0, (2, 5, 3, 3), 0, id="the start player alone"),
        pytest.param(2, (3, 5, 3, 5), 0, id="round the corner"),
        pytest.param(1, (0, 0, 0, 0), 2, id="all tied"),
        pytest.param(3, (4, 1, 1, 5), 1, id="tied without the start player"),
    ],
)
def test_wp_43_who_has_least_starts(first: int, scores: tuple[int, ...], expected: int) -> None:
    assert next_first(first, scores) == expected
    assert make(scored(*scores, first=first), (0, Ready())).first == expected


def test_wp_44_all_who_have_most_points_win() -> None:
    last = replace(voting(4), round=4, scores=(3, 0, 2, 3))
    *early, _ = enumerate(map(Vote, GOLDEN))
    step = step_of(make(last, *early), 3, Vote(GOLDEN[3]))
    outcome = Outcome((6, 6, 6, 6), (0, 1, 2, 3))
    assert events(step)[-1] == Ended(outcome)
    assert step.state.phase == Over()
    assert GAME.outcome(step.state) == outcome
    assert GAME.to_act(step.state) == ()
    one = hand_in(replace(last, scores=(0, 0, 0, 0)), *GOLDEN)
    assert GAME.outcome(one) == Outcome((3, 6, 4, 3), (1,))
    assert GAME.outcome(voting(4)) is None
