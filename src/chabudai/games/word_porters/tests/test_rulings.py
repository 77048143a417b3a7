"""RULES.md from WP-A1 to WP-A18: what the printed rules leave open."""

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.components import BOX, hint_cards
from chabudai.games.word_porters.rules.scoring import disc, next_first
from chabudai.games.word_porters.state import (
    Fill,
    Filled,
    Hinting,
    Options,
    Passed,
    Place,
    Placed,
    Ready,
    Reshuffled,
    Resting,
    Revealed,
    Shuffle,
    State,
    Vote,
)
from chabudai.games.word_porters.tests.tables import (
    dealt,
    make,
    refused,
    refused_table,
    round_of,
    spot,
    stacked,
    step_of,
    table,
    voting,
)
from chabudai.games.word_porters.tests.test_votes import GOLDEN
from chabudai.games.word_porters.view import Polling
from tests.support.moves import events

TEN = " ".join(f"{at % 2 + 2}{card}1:1" for at, card in enumerate("ABCDEFGHIJ"))
"""A porter of seat 2 or 3 on every card of a table of four."""


def test_wp_a1_a_hint_word_may_be_shared_where_the_table_agrees() -> None:
    state = table(4, "0A1:1", turn=1, shared_hint_words=True)
    step = step_of(state, 1, spot("A1"))
    assert events(step) == (Placed(1, 0, 0, (1, 3)),)
    assert refused(replace(state, phase=Hinting(0)), 0, spot("A1")) == "WP-20"
    assert refused(table(4, "0A1:1", turn=1), 1, spot("A1")) == "WP-19"
    poor = table(4, "0A1:1", turn=1, tokens="23 2 123 123", shared_hint_words=True)
    assert refused(poor, 1, spot("A1")) == "WP-22"


def test_wp_a2_a_3_alone_cannot_pay_for_a_taken_card() -> None:
    state = table(4, TEN.replace("3J1:1", ""), tokens="23 3 3 3")
    step = step_of(state, 0, spot("J1"))
    assert Passed(1, forced=True) in events(step)


def test_wp_a3_the_other_word_of_a_taken_card_costs_two() -> None:
    step = step_of(table(4, "1A1:1"), 0, spot("A2"))
    assert events(step) == (Placed(0, 0, 1, (1, 3)),)


def test_wp_a4_two_may_be_paid_while_a_card_is_free() -> None:
    legal = GAME.menu(GAME.view(table(4, "1A1:1"), 0), 0)
    assert {spot("A2"), spot("B1"), spot("B2")} <= set(legal)


def test_wp_a5_the_start_player_stays_if_alone_at_the_bottom() -> None:
    assert next_first(0, (2, 5, 3, 3)) == 0


def test_wp_a8_a_3_alone_goes_on_a_free_card() -> None:
    step = step_of(table(4, "1A1:1", tokens="3 23 123 123"), 0, spot("B1"))
    assert events(step) == (Placed(0, 1, 0, (3,)),)


def test_wp_a9_ones_own_number_is_a_vote() -> None:
    assert make(voting(4), (0, Vote((0, 7, 1, 2)))).identities[0] == 7


def test_wp_a10_the_number_of_players_says_how_many_hint_cards_there_are() -> None:
    assert [len(dealt(seats).hints) for seats in (3, 4, 5, 6)] == [9, 10, 11, 12]


def test_wp_a11_all_cards_never_run_out_and_those_with_a_chick_do() -> None:
    assert 4 * hint_cards(6) <= len(BOX.hints)
    assert 4 * hint_cards(6) > sum(card.chick for card in BOX.hints) >= hint_cards(6)
    for children, reshuffles in ((False, 0), (True, 1)):
        told = 0
        state, rng = GAME.setup(Options(children=children), 6), Rng(3)
        while seats := GAME.to_act(state):
            seat = seats[0]
            if seat == CHANCE:
                action = GAME.chance(state, rng)
            else:
                action = GAME.sample(GAME.view(state, seat), seat, rng)
            step = step_of(state, seat, action)
            told += sum(isinstance(event, Reshuffled) for event in events(step))
            state = step.state
        assert told == reshuffles


def test_wp_a12_chance_or_the_table_says_who_starts() -> None:
    starts = {dealt(4, seed).first for seed in range(40)}
    assert starts == {0, 1, 2, 3}
    assert {dealt(4, seed, first_player=2).first for seed in range(10)} == {2}
    assert refused_table(3, first_player=3) == "WP-A12"
    agreed = GAME.setup(Options(first_player=1), 3)
    assert refused(agreed, CHANCE, stacked(3)[0]) == "WP-A12"
    assert isinstance(make(agreed, (CHANCE, stacked(3, first=1)[0])), State)


def test_wp_a13_the_same_piece_has_one_name() -> None:
    """Porters and player boards are called so in every sentence of the page."""
    sentences = " ".join(GAME.text.usage("en").split())
    assert "porter" in sentences
    assert "token" not in sentences


def test_wp_a14_twenty_points_lie_on_the_plain_side() -> None:
    assert disc(20) == (False, 20)
    assert disc(21) == (True, 1)


def test_wp_a15_every_word_card_has_a_chick_on_one_side() -> None:
    assert {card.chick for card in BOX.words} <= {0, 1}
    shuffle = GAME.chance(GAME.setup(Options(children=True), 3), Rng(1))
    assert isinstance(shuffle, Shuffle)
    assert len(shuffle.words) == len(BOX.words)


def test_wp_a16_the_order_of_hints_and_the_3_underneath_are_seen_by_all() -> None:
    state = make(table(4, "1A1:1"), (0, spot("A2")))
    assert GAME.view(state, None).placed[-1] == Placed(0, 0, 1, (1, 3))


@pytest.mark.parametrize("clock", [10, 3600])
def test_wp_a17_a_clock_limits_hints_votes_and_rests(clock: int) -> None:
    for state in (table(4, turn_clock=clock), voting(4), round_of(dealt(4))):
        limit = clock if state.options.turn_clock == clock else None
        assert GAME.clock(GAME.view(state, 0), 0) == limit


def test_wp_a17_in_whose_place_a_hint_is_given_it_is_never_a_pass() -> None:
    seen = set()
    for seed in range(20):
        state = dealt(4, seed, children=True, first_player=0)
        action = GAME.idle(GAME.view(state, 0), 0)
        assert isinstance(action, Place)
        make(state, (0, action))
        seen.add(action)
    assert len(seen) > 5


def test_wp_a17_filled_in_votes_score_for_nobody() -> None:
    state = make(voting(4), *((seat, Vote(GOLDEN[seat])) for seat in (0, 1, 3)))
    action = GAME.idle(GAME.view(state, 2), 2)
    step = step_of(state, 2, action)
    assert action == Fill()
    assert events(step)[:2] == (Filled(2), Revealed(0, 7, (0, 7, 0, 3)))
    assert step.state.rounds[0].votes[2] == (0, 0, 0, 0)
    assert step.state.scores == (2, 5, 2, 3)  # with the votes of seat 2: 3, 6, 4 and 3
    shown = GAME.text.show(GAME.view(step.state, 0), 0, "en")
    assert "Votes filled in, for no points: {2}." in shown


@pytest.mark.parametrize("seat", range(4))
def test_wp_a17_filled_in_votes_are_seen_by_their_seat_until_the_reveal(seat: int) -> None:
    state = make(voting(4), (seat, Fill()))
    view = GAME.view(state, seat)
    assert view.phase == Polling(tuple(at == seat for at in range(4)), (0, 0, 0, 0))
    assert GAME.view(GAME.determinize(view, Rng(seat)), seat) == view
    assert "Your votes were filled in and score for nobody." in GAME.text.show(view, seat, "en")
    assert GAME.menu(view, seat) == ()
    assert refused(state, seat, Fill()) == refused(state, seat, Vote(GOLDEN[seat])) == "WP-32"


def test_wp_a17_no_player_chooses_to_have_votes_filled_in() -> None:
    view = GAME.view(voting(3), 0)
    assert Fill() not in (*GAME.menu(view, 0), *GAME.legal_actions(view, 0))
    assert refused(table(4), 0, Fill()) == "WP-32"


def test_wp_a17_in_whose_place_nobody_is_ready_they_go_on() -> None:
    rest = replace(voting(4), phase=Resting((False,) * 4))
    assert GAME.idle(GAME.view(rest, 3), 3) == Ready()


@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_wp_a18_others_than_three_to_six_cannot_play(seats: int) -> None:
    assert refused_table(seats) == "WP-A18"
