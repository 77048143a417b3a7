"""The rules of Tall Tales, in the order of the rulebook."""

from typing import Any, Literal

import pytest

from chabudai.core import CHANCE, Illegal, Outcome, Rng, play
from examples.games.tall_tales import GAME, state as tt
from examples.games.tall_tales.tests.support import after, dealt
from tests.support.moves import events, refused

NEXT = tt.Deal((1, 3, 2))
LOST = (tt.Claim(), tt.Doubt())
CLAIMED = after(dealt(1, 3, 2), tt.Claim())


def happened(state: tt.State, action: Any) -> list[Any]:
    return list(events(play(GAME, state, GAME.to_act(state)[0], action)))


@pytest.mark.parametrize("seats", [1, 3])
def test_tt_1_only_two_play(seats: int) -> None:
    with pytest.raises(Illegal, match="TT-1"):
        GAME.setup(tt.Options(), seats)


def test_tt_2_tt_3_there_are_three_cards_and_six_beans_each() -> None:
    state = GAME.setup(tt.Options(), 2)
    assert (sorted(state.cards), state.beans) == ([1, 2, 3], (6, 6))


# --- A round


def test_tt_4_chance_deals_every_card_once() -> None:
    state = GAME.setup(tt.Options(), 2)
    assert (GAME.to_act(state), GAME.turn(state)) == ((CHANCE,), "TT-4")
    deals = {GAME.chance(state, Rng(seed)) for seed in range(60)}
    assert deals == {tt.Deal((a, b, 6 - a - b)) for a in (1, 2, 3) for b in (1, 2, 3) if a != b}


@pytest.mark.parametrize(("seat", "seen"), [(0, (3, None)), (1, (None, 1)), (None, (None, None))])
def test_tt_4_a_seat_sees_its_own_card_only(seat: int | None, seen: tuple[int | None, ...]) -> None:
    assert GAME.view(dealt(3, 1, 2), seat).cards == seen
    step = play(GAME, GAME.setup(tt.Options(), 2), CHANCE, tt.Deal((3, 1, 2)))
    heard = [news.heard_by(seat) for news in step.news]
    assert heard == [tt.Dealt(1, 0), *(tt.Drew(at, card) for at, card in enumerate(seen))]


def test_tt_4_an_answer_counts_the_cards_that_a_seat_does_not_see() -> None:
    state = dealt(2, 1, 3)
    asked = [GAME.ask(GAME.view(state, seat), seat, tt.Unseen()) for seat in (0, 1)]
    assert asked == [tt.Counted(higher=1, lower=1), tt.Counted(higher=2, lower=0)]
    assert GAME.ask(GAME.view(after(state, tt.Admit()), 0), 0, tt.Unseen()) == tt.Counted(0, 0)


def test_tt_5_the_players_take_turns_telling() -> None:
    first = dealt(1, 2, 3)
    assert (first.phase, GAME.turn(first)) == (tt.Speaking(0), "TT-5")
    second = after(first, tt.Admit(), NEXT)
    assert (second.phase, second.round) == (tt.Speaking(1), 2)


@pytest.mark.parametrize(
    ("rule", "state", "actions"),
    [
        ("TT-4", GAME.setup(tt.Options(), 2), [tt.Deal((1, 1, 2))]),
        ("TT-7", CLAIMED, [tt.Claim(), tt.Admit()]),
        ("TT-7", dealt(1, 3, 2), [tt.Believe(), tt.Doubt()]),
    ],
)
def test_tt_4_tt_7_these_moves_are_refused(
    rule: str, state: tt.State, actions: list[tt.Action]
) -> None:
    (seat,) = GAME.to_act(state)
    assert {refused(GAME, state, seat, action) for action in actions} == {rule}


def test_tt_6_tt_8_tt_9_a_round_costs_a_bean_or_after_a_doubt_the_lower_card_two() -> None:
    for state, action, event, beans in (
        (dealt(3, 1, 2), tt.Admit(), tt.Admitted(0, 1), (5, 7)),
        (CLAIMED, tt.Believe(), tt.Believed(1, 1), (7, 5)),
        (CLAIMED, tt.Doubt(), tt.Compared(1, (1, 3), 0, 2), (4, 8)),
        (after(dealt(3, 2, 1), tt.Claim()), tt.Doubt(), tt.Compared(1, (3, 2), 1, 2), (8, 4)),
    ):
        assert happened(state, action) == [event]
        over = after(state, action)
        assert (over.beans, over.phase) == (beans, tt.Dealing())
        shown = event.cards if isinstance(event, tt.Compared) else (None, None)
        assert GAME.view(over, 1).cards == shown


def test_tt_7_a_claim_is_answered_by_the_other_player() -> None:
    assert happened(dealt(1, 3, 2), tt.Claim()) == [tt.Claimed(0)]
    assert (CLAIMED.phase, GAME.turn(CLAIMED)) == (tt.Hearing(1), "TT-7")


# --- The end


def test_tt_10_tt_11_the_game_ends_after_the_last_round_or_bean() -> None:
    for state, action, ended in (
        # TT-11: players with equally many beans share the win
        (
            after(dealt(1, 2, 3, rounds=2), tt.Admit(), NEXT),
            tt.Admit(),
            tt.Ended(None, Outcome((6, 6), (0, 1))),
        ),
        (
            after(dealt(1, 2, 3, rounds=2), tt.Admit(), NEXT, tt.Claim()),
            tt.Believe(),
            tt.Ended(None, Outcome((4, 8), (1,))),
        ),
        # one player has no bean left
        (
            after(dealt(1, 3, 2), *LOST, NEXT, *LOST, NEXT, tt.Claim()),
            tt.Doubt(),
            tt.Ended(0, Outcome((0, 12), (1,))),
        ),
    ):
        assert GAME.outcome(state) is None
        assert happened(state, action)[-1] == ended
        over = after(state, action)
        assert (over.phase, GAME.to_act(over), GAME.turn(over)) == (tt.Over(), (), "TT-10")
        assert GAME.outcome(over) == ended.outcome


# --- Rulings


def test_tt_a1_a_player_with_too_few_beans_pays_the_rest() -> None:
    state = after(dealt(1, 3, 2), *LOST, NEXT, *LOST, NEXT, tt.Admit(), NEXT)
    assert state.beans == (1, 11)
    assert happened(after(state, tt.Claim()), tt.Doubt())[0] == tt.Compared(0, (1, 3), 0, 1)


def test_tt_a2_with_the_option_the_cards_are_shown_after_every_round() -> None:
    state = dealt(3, 1, 2, shown=True)
    assert happened(state, tt.Admit()) == [tt.Admitted(0, 1), tt.Shown((3, 1))]
    assert GAME.view(after(state, tt.Admit()), None).cards == (3, 1)
    assert len(happened(after(state, tt.Claim()), tt.Doubt())) == 1


def test_tt_a3_with_the_option_no_player_admits_twice_in_a_row() -> None:
    again = (tt.Admit(), NEXT, tt.Claim(), tt.Believe(), NEXT)
    bold = after(dealt(1, 2, 3, bold=True), *again)
    assert refused(GAME, bold, 0, tt.Admit()) == "TT-A3"
    assert GAME.menu(GAME.view(bold, 0), 0) == (tt.Claim(),)
    assert after(after(dealt(1, 2, 3), *again), tt.Admit()).beans == (3, 9)


TELLING = dealt(1, 2, 3, bold=True)


def test_tt_a4_a_slow_player_admits_or_believes() -> None:
    for state, seat, action in (
        (TELLING, 0, tt.Admit()),
        (after(TELLING, tt.Claim()), 1, tt.Believe()),
        (after(TELLING, tt.Admit(), NEXT, tt.Admit(), NEXT), 0, tt.Claim()),
    ):
        assert GAME.idle(GAME.view(state, seat), seat) == action
    clocks = [GAME.clock(GAME.view(dealt(1, 2, 3, turn_clock=each), 0), 0) for each in ("off", 30)]
    assert clocks == [None, 30]


@pytest.mark.parametrize("rounds", [2, 4, 6])
def test_tt_a5_the_table_agrees_on_the_number_of_rounds(rounds: Literal[2, 4, 6]) -> None:
    state = GAME.setup(tt.Options(rounds=rounds), 2)
    for _ in range(rounds):
        assert GAME.outcome(state) is None
        state = after(state, NEXT, tt.Admit())
    assert GAME.outcome(state) is not None
