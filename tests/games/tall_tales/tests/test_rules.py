"""The rules of Tall Tales, in the order of the rulebook."""

from typing import Any, Literal

import pytest

from chabudai.core import CHANCE, Illegal, Outcome, Rng, play
from tests.games.tall_tales import GAME
from tests.games.tall_tales.state import (
    Admit,
    Admitted,
    Believe,
    Believed,
    Claim,
    Claimed,
    Compared,
    Counted,
    Deal,
    Dealing,
    Dealt,
    Doubt,
    Drew,
    Ended,
    Hearing,
    Options,
    Over,
    Shown,
    Speaking,
    State,
    Unseen,
)
from tests.games.tall_tales.tests.support import after, dealt
from tests.support.moves import events, refused


def happened(state: State, action: Any) -> list[Any]:
    """What a move of those whose turn it is gives to tell."""
    return list(events(play(GAME, state, GAME.to_act(state)[0], action)))


def refusal(state: State, action: Any) -> str:
    """The rule that forbids a move of those whose turn it is."""
    return refused(GAME, state, GAME.to_act(state)[0], action)


def final(state: State) -> Outcome:
    """How a game ended that has."""
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


# --- The table


@pytest.mark.parametrize("seats", [1, 3])
def test_tt_1_only_two_is_among(seats: int) -> None:
    with pytest.raises(Illegal) as illegal:
        GAME.setup(Options(), seats)
    assert illegal.value.rule == "TT-1"


def test_tt_2_there_are_three_cards() -> None:
    assert sorted(GAME.setup(Options(), 2).cards) == [1, 2, 3]


def test_tt_3_each_player_has_six_beans() -> None:
    assert GAME.setup(Options(), 2).beans == (6, 6)


# --- A round


def test_tt_4_chance_deals_every_card_once() -> None:
    state = GAME.setup(Options(), 2)
    assert GAME.to_act(state) == (CHANCE,)
    dealt_by = {GAME.chance(state, Rng(seed)) for seed in range(60)}
    assert dealt_by == {Deal((a, b, 6 - a - b)) for a in (1, 2, 3) for b in (1, 2, 3) if a != b}
    assert refusal(state, Deal((1, 1, 2))) == "TT-4"
    assert GAME.turn(state) == "TT-4"


def test_tt_4_one_sees_the_own_card_only() -> None:
    state = dealt(3, 1, 2)
    assert [GAME.view(state, seat).cards for seat in (0, 1, None)] == [
        (3, None),
        (None, 1),
        (None, None),
    ]
    step = play(GAME, GAME.setup(Options(), 2), CHANCE, Deal((3, 1, 2)))
    assert [news.heard_by(1) for news in step.news] == [Dealt(1, 0), Drew(0, None), Drew(1, 1)]


def test_tt_4_what_is_asked_counts_the_cards_one_does_not_see() -> None:
    state = dealt(2, 1, 3)
    asked = [GAME.ask(GAME.view(state, seat), seat, Unseen()) for seat in (0, 1)]
    assert asked == [Counted(higher=1, lower=1), Counted(higher=2, lower=0)]
    gathered = after(state, Admit())
    assert GAME.ask(GAME.view(gathered, 0), 0, Unseen()) == Counted(0, 0)


def test_tt_5_the_players_take_turns_telling() -> None:
    first = dealt(1, 2, 3)
    assert (first.phase, GAME.turn(first)) == (Speaking(0), "TT-5")
    second = after(first, Admit(), Deal((1, 2, 3)))
    assert (second.phase, second.round) == (Speaking(1), 2)


def test_tt_6_who_admits_pays_a_bean_and_the_round_is_over() -> None:
    state = dealt(3, 1, 2)
    assert happened(state, Admit()) == [Admitted(0, 1)]
    assert after(state, Admit()).beans == (5, 7)
    assert after(state, Admit()).phase == Dealing()


def test_tt_7_a_claim_is_answered_by_the_other() -> None:
    claimed = after(dealt(1, 3, 2), Claim())
    assert happened(dealt(1, 3, 2), Claim()) == [Claimed(0)]
    assert (claimed.phase, GAME.turn(claimed)) == (Hearing(1), "TT-7")
    for late in (Claim(), Admit()):
        assert refusal(claimed, late) == "TT-7"


@pytest.mark.parametrize("answer", [Believe(), Doubt()])
def test_tt_7_what_is_not_claimed_cannot_be_answered(answer: Any) -> None:
    assert refusal(dealt(1, 3, 2), answer) == "TT-7"


def test_tt_8_who_believes_pays_a_bean_and_nobody_looks() -> None:
    claimed = after(dealt(1, 3, 2), Claim())
    assert happened(claimed, Believe()) == [Believed(1, 1)]
    believed = after(claimed, Believe())
    assert believed.beans == (7, 5)
    assert GAME.view(believed, 1).cards == (None, None)


@pytest.mark.parametrize(
    ("cards", "payer", "beans"), [((1, 3, 2), 0, (4, 8)), ((3, 2, 1), 1, (8, 4))]
)
def test_tt_9_after_a_doubt_the_lower_card_pays_two(
    cards: tuple[int, int, int], payer: int, beans: tuple[int, int]
) -> None:
    claimed = after(dealt(*cards), Claim())
    assert happened(claimed, Doubt()) == [Compared(1, cards[:2], payer, 2)]
    assert after(claimed, Doubt()).beans == beans
    assert GAME.view(after(claimed, Doubt()), None).cards == cards[:2]


# --- The end


def test_tt_10_the_game_ends_after_the_last_round() -> None:
    round_ = (Admit(), Deal((1, 2, 3)))
    last = after(dealt(1, 2, 3, rounds=2), *round_)
    assert GAME.outcome(last) is None
    over = after(last, Admit())
    assert (over.phase, GAME.to_act(over), GAME.turn(over)) == (Over(), (), "TT-10")
    assert happened(last, Admit()) == [Admitted(1, 1), Ended(None, final(over))]


def test_tt_10_the_game_ends_when_somebody_has_no_bean_left() -> None:
    lost = (Claim(), Doubt())
    state = after(dealt(1, 3, 2), *lost, Deal((1, 3, 2)), *lost, Deal((1, 3, 2)), Claim())
    assert state.beans == (2, 10)
    assert happened(state, Doubt())[-1] == Ended(0, Outcome((0, 12), (1,)))


def test_tt_11_more_beans_win_and_as_many_share_the_win() -> None:
    shared = after(dealt(1, 2, 3, rounds=2), Admit(), Deal((1, 2, 3)), Admit())
    assert final(shared) == Outcome((6, 6), (0, 1))
    won = after(dealt(1, 2, 3, rounds=2), Admit(), Deal((1, 2, 3)), Claim(), Believe())
    assert final(won) == Outcome((4, 8), (1,))


# --- Rulings


def test_tt_a1_who_cannot_pay_in_full_pays_what_is_there() -> None:
    lost = (Claim(), Doubt())
    state = after(
        dealt(1, 3, 2), *lost, Deal((1, 3, 2)), *lost, Deal((1, 3, 2)), Admit(), Deal((1, 3, 2))
    )
    assert state.beans == (1, 11)
    assert happened(after(state, Claim()), Doubt())[0] == Compared(0, (1, 3), 0, 1)


def test_tt_a2_with_the_option_the_cards_are_shown_after_every_round() -> None:
    state = dealt(3, 1, 2, shown=True)
    assert happened(state, Admit()) == [Admitted(0, 1), Shown((3, 1))]
    assert GAME.view(after(state, Admit()), None).cards == (3, 1)
    assert len(happened(after(state, Claim()), Doubt())) == 1


def test_tt_a3_with_the_option_nobody_admits_twice_in_a_row() -> None:
    again = (Admit(), Deal((1, 2, 3)), Claim(), Believe(), Deal((1, 2, 3)))
    bold = after(dealt(1, 2, 3, bold=True), *again)
    assert refusal(bold, Admit()) == "TT-A3"
    assert GAME.menu(GAME.view(bold, 0), 0) == (Claim(),)
    assert after(after(dealt(1, 2, 3), *again), Admit()).beans == (3, 9)


def test_tt_a4_who_is_too_slow_admits_or_believes() -> None:
    telling = dealt(1, 2, 3, bold=True)
    hearing = after(telling, Claim())
    late = after(telling, Admit(), Deal((1, 2, 3)), Admit(), Deal((1, 2, 3)))
    assert [
        GAME.idle(GAME.view(state, seat), seat)
        for state, seat in ((telling, 0), (hearing, 1), (late, 0))
    ] == [Admit(), Believe(), Claim()]
    clocks = [GAME.clock(GAME.view(dealt(1, 2, 3, turn_clock=each), 0), 0) for each in ("off", 30)]
    assert clocks == [None, 30]


@pytest.mark.parametrize("rounds", [2, 4, 6])
def test_tt_a5_so_many_rounds_are_played(rounds: Literal[2, 4, 6]) -> None:
    state = GAME.setup(Options(rounds=rounds), 2)
    for _ in range(rounds):
        assert GAME.outcome(state) is None
        state = after(state, Deal((1, 2, 3)), Admit())
    assert GAME.outcome(state) is not None
