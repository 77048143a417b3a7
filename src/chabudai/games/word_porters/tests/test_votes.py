"""Votes, points, and the end: WP-32 to WP-44, and the rulings on them."""

from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Outcome, Rng, Seat, Talk, events_for
from chabudai.games.word_porters import GAME, rules, state as wp
from chabudai.games.word_porters.questions import Weigh
from chabudai.games.word_porters.rules.scoring import disc, next_first, points
from chabudai.games.word_porters.tests.support import VOTES
from chabudai.games.word_porters.tests.tables import (
    REST,
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


def test_wp_32_all_vote_simultaneously_in_any_order() -> None:
    state = voting(4)
    assert GAME.to_act(state) == (0, 1, 2, 3)
    state = make(state, (2, wp.Vote((1, 2, 0, 3))))
    assert GAME.to_act(state) == (0, 1, 3)
    assert isinstance(make(state, (0, wp.Vote((0, 1, 2, 3)))).phase, wp.Voting)


@pytest.mark.parametrize(
    ("rule", "state", "seat", "action"),
    [
        ("WP-32", table(4), 0, wp.Vote((0, 1, 2, 3))),
        ("WP-32", make(voting(4), (1, wp.Vote((3, 0, 4, 5)))), 1, wp.Vote((4, 0, 3, 5))),
        ("WP-33", voting(4), 0, wp.Vote((0, 5, 2, 5))),
        ("WP-33", voting(3), 1, wp.Vote((9, 0, 9))),
        *(("WP-5", voting(4), 0, wp.Vote((0, tile, 2, 3))) for tile in (11, -1, 300)),
        # WP-34: missing votes, and votes for the voter's own seat or for seats that do not exist
        ("WP-34", voting(4), 0, wp.Vote((0, 5, 0, 2))),
        ("WP-34", voting(4), 1, wp.Vote((1, 2, 3, 4))),
        ("WP-34", voting(4), 0, wp.Vote((0, 1, 2))),
        ("WP-34", voting(4), 0, wp.Vote((0, 1, 2, 3, 4))),
        ("WP-37", hand_in(voting(4), *VOTES), 0, wp.Vote((0, 1, 2, 3))),
        ("WP-42", table(3), 0, wp.Ready()),
        ("WP-42", make(REST, (1, wp.Ready())), 1, wp.Ready()),
        # WP-A17: players cannot choose to have their votes filled in
        ("WP-32", table(4), 0, wp.Fill()),
    ],
)
def test_wp_5_wp_32_wp_33_wp_34_wp_37_wp_42_these_votes_are_refused(
    rule: str, state: wp.State, seat: Seat, action: wp.Action
) -> None:
    assert refused(state, seat, action) == rule
    if isinstance(action, wp.Vote) and rule in ("WP-5", "WP-33", "WP-34"):
        weighed = GAME.ask(GAME.view(state, seat), seat, Weigh(action))
        assert weighed.against.rule == rule


def test_wp_18_wp_37_no_sign_is_allowed_between_the_deal_and_the_reveal() -> None:
    quiet, free = (table(3), voting(3)), (REST, make(REST, (1, wp.Ready())))
    signs = [[GAME.talk(state, 0) for state in states] for states in (quiet, free)]
    assert signs == [[Talk.NONE] * 2, [Talk.SENTENCES] * 2]


@pytest.mark.parametrize("voter", range(4))
def test_wp_35_other_seats_see_only_that_a_vote_is_confirmed(voter: int) -> None:
    one, other = ((*low[:voter], 0, *low[voter:]) for low in ((3, 4, 5), (10, 9, 8)))
    step, twin = (step_of(voting(4), voter, wp.Vote(votes)) for votes in (one, other))
    confirmed = tuple(seat == voter for seat in range(4))
    for seat in (0, 1, 2, 3, None):
        assert events_for(step.news, seat) == events_for(twin.news, seat) == (wp.Voted(voter),)
        own = one if seat == voter else ()
        assert GAME.view(step.state, seat).phase == Polling(confirmed, own)
        assert seat == voter or GAME.view(step.state, seat) == GAME.view(twin.state, seat)
    with pytest.raises(Illegal) as refusal:
        rules.apply(step.state, voter, wp.Vote(other))
    assert refusal.value.rule == "WP-35"


def test_wp_36_wp_a9_a_vote_for_the_voters_own_number_gets_a_warning_and_is_always_wrong() -> None:
    state = hand_in(voting(3), (0, 7, 1), (1, 0, 3), (1, 3, 0))
    assert (state.rounds[0].votes[0], state.rounds[0].points) == ((0, 7, 1), (0, 0, 0))
    own, undealt = wp.Vote((0, 7, 1)), replace(voting(3), identities=())
    for at, vote, warned in (
        (voting(3), own, "WP-36"),
        (voting(3), wp.Vote((0, 1, 2)), None),
        (undealt, own, None),
    ):
        weighed = GAME.ask(GAME.view(at, 0), 0, Weigh(vote))
        assert weighed.against is None
        assert (weighed.warning and weighed.warning.rule) == warned


# --- Scoring


def test_wp_37_wp_38_identities_and_votes_are_revealed_from_the_start_player_on() -> None:
    *early, last = enumerate(map(wp.Vote, VOTES))
    step = step_of(make(replace(voting(4), first=2), *early), *last)
    assert events(step) == (
        wp.Voted(3),
        wp.Revealed(2, 10, (5, 10, 0, 10)),
        wp.Revealed(3, 5, (10, 5, 1, 0)),
        wp.Revealed(0, 7, (0, 7, 7, 3)),
        wp.Revealed(1, 2, (2, 0, 2, 2)),
        wp.Scored(1, (3, 6, 4, 3), (3, 6, 4, 3)),
    )
    for seat in (0, 1, 2, 3, None):
        assert events_for(step.news, seat) == events(step)
        assert GAME.view(step.state, seat).identities == (7, 2, 10, 5)


def test_wp_39_wp_40_the_order_changes_no_points_and_scores_add_up() -> None:
    for first in range(4):
        state = hand_in(replace(voting(4), first=first, scores=(19, 1, 0, 20)), *VOTES)
        assert (state.rounds[0].points, state.scores) == ((3, 6, 4, 3), (22, 7, 4, 23))
        assert state.rounds[0].identities == (7, 2, 10, 5)


@pytest.mark.parametrize(
    ("score", "shown"), [(0, (False, 0)), (20, (False, 20)), (21, (True, 1)), (40, (True, 20))]
)
def test_wp_40_wp_a14_past_twenty_the_disc_is_turned_over(
    score: int, shown: tuple[bool, int]
) -> None:
    assert disc(score) == shown


def test_wp_41_a_player_gains_at_most_two_points_for_each_of_the_others() -> None:
    numbers = (1, 2, 3, 4, 5, 6)
    all_right = tuple((*numbers[:seat], 0, *numbers[seat + 1 :]) for seat in range(6))
    assert points(numbers, all_right) == (10,) * 6


# --- The end


def test_wp_42_the_next_round_has_new_cards_and_waits_until_all_are_ready() -> None:
    assert GAME.to_act(REST) == (0, 1, 2)
    state = make(REST, (1, wp.Ready()), (2, wp.Ready()))
    assert GAME.to_act(state) == (0,)
    step = step_of(state, 0, wp.Ready())
    assert events(step) == (wp.Readied(0),)
    after = step.state
    assert (after.phase, after.round, GAME.to_act(after)) == (wp.Dealing(), 2, (CHANCE,))
    assert after.hint_discards == REST.hints
    assert set(after.words).isdisjoint(REST.words)
    assert set(after.hints).isdisjoint(REST.hints)
    assert (after.identities, after.placed, GAME.view(after, 0).identities) == ((), (), ())


def test_wp_43_wp_a5_the_player_with_the_fewest_points_starts() -> None:
    for first, scores, expected in (
        (0, (3, 5, 3, 3), 2),  # tied with the start player
        (0, (2, 5, 3, 3), 0),  # WP-A5: the start player alone
        (2, (3, 5, 3, 5), 0),  # past the last seat
        (1, (0, 0, 0, 0), 2),  # all tied
        (3, (4, 1, 1, 5), 1),  # tied without the start player,
    ):
        assert next_first(first, scores) == expected
        rest = replace(
            table(4, first=first), scores=scores, phase=wp.Resting((False, True, True, True))
        )
        assert make(rest, (0, wp.Ready())).first == expected


def test_wp_44_all_players_with_the_most_points_win() -> None:
    for scores, outcome in (
        ((3, 0, 2, 3), Outcome((6, 6, 6, 6), (0, 1, 2, 3))),
        ((0,) * 4, Outcome((3, 6, 4, 3), (1,))),
    ):
        *early, last = enumerate(map(wp.Vote, VOTES))
        before = make(replace(voting(4), round=4, scores=scores), *early)
        assert GAME.outcome(before) is None
        step = step_of(before, *last)
        assert events(step)[-1] == wp.Ended(outcome)
        assert (step.state.phase, GAME.to_act(step.state)) == (wp.Over(), ())
        assert GAME.outcome(step.state) == outcome


# --- Time


@pytest.mark.parametrize("clock", [10, 3600])
def test_wp_a17_a_clock_limits_hints_votes_and_rests(clock: Any) -> None:
    for state in (table(4), voting(4), round_of(dealt(4))):
        timed = replace(state, options=replace(state.options, turn_clock=clock))
        assert GAME.clock(GAME.view(timed, 0), 0) == clock
        assert GAME.clock(GAME.view(state, 0), 0) is None


def test_wp_a17_a_slow_player_places_at_random_votes_nothing_and_is_ready() -> None:
    seen = set()
    for seed in range(20):
        state = dealt(4, seed, children=True, first_player=0)
        seen.add(GAME.idle(GAME.view(state, 0), 0))
        make(state, (0, GAME.idle(GAME.view(state, 0), 0)))
    assert len(seen) > 5
    assert GAME.idle(GAME.view(voting(4), 2), 2) == wp.Fill()
    assert GAME.idle(GAME.view(REST, 2), 2) == wp.Ready()
    for legal in (GAME.menu, GAME.legal_actions):
        assert wp.Fill() not in legal(GAME.view(voting(3), 0), 0)


def test_wp_a17_filled_in_votes_score_for_no_player() -> None:
    state = make(voting(4), *((seat, wp.Vote(VOTES[seat])) for seat in (0, 1, 3)))
    step = step_of(state, 2, wp.Fill())
    assert events(step)[:2] == (wp.Filled(2), wp.Revealed(0, 7, (0, 7, 0, 3)))
    assert step.state.rounds[0].votes[2] == (0, 0, 0, 0)
    assert step.state.scores == (2, 5, 2, 3)  # with the votes of seat 2: 3, 6, 4 and 3
    shown = GAME.text.show(GAME.view(step.state, 0), 0, "en")
    assert "Blank votes, for no points: {2}." in shown


@pytest.mark.parametrize("seat", range(4))
def test_wp_a17_a_seat_sees_that_its_votes_were_filled_in(seat: int) -> None:
    state = make(voting(4), (seat, wp.Fill()))
    view = GAME.view(state, seat)
    assert view.phase == Polling(tuple(at == seat for at in range(4)), (0, 0, 0, 0))
    assert GAME.view(GAME.determinize(view, Rng(seat)), seat) == view
    assert "Your votes are blank and score nothing." in GAME.text.show(view, seat, "en")
    assert GAME.menu(view, seat) == ()
    assert refused(state, seat, wp.Fill()) == refused(state, seat, wp.Vote(VOTES[seat])) == "WP-32"
