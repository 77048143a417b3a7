"""The history shown after the end, compared with the states of the same game."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from chabudai.core import Rng
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.cards import SUIT
from chabudai.games.kakapo.rules.history import Moment
from chabudai.games.kakapo.state import Concede, Dealing, Double, Options, Over, State
from chabudai.games.kakapo.tests.reviews import GOLDEN, states
from chabudai.games.kakapo.tests.support import options
from chabudai.games.kakapo.tests.tables import make, round_of, table
from chabudai.search import playout

data = st.data()
a_seed = st.integers(0, 2**32)


def going_on(state: State, seed: int) -> list[State]:
    """Play on at random, and return all states, beginning with this one."""
    return [state, *(step.state for _, _, step in playout(GAME, state, Rng(seed)))]


def moments_seen(state: State) -> tuple[Moment, ...]:
    """Return the moments in the view, which must be the same for all seats and a spectator."""
    first, *others = [GAME.view(state, seat).moments for seat in (*range(len(state.hands)), None)]
    assert all(other == first for other in others)
    return first


def as_it_went(states: Sequence[State]) -> tuple[Moment, ...]:
    """Return a finished game's rounds, each built from the states at its start and after it."""
    dealt = [state for state in states if not isinstance(state.phase, Dealing)]
    starts = [next(s for s in dealt if s.round == n) for n in range(1, dealt[-1].round + 1)]
    ends = (*starts[1:], dealt[-1])
    return tuple(
        Moment(
            round=after.rounds[at] if len(after.rounds) > at else None,
            start=before.start,
            cards=max((state.revealed for state in dealt if state.round == at + 1), key=len),
            hands=before.hands,
            top=SUIT[before.rounds[-1].decision] if before.rounds else "P",
            counters=before.counters,
            board=after.board,
            edges=after.edges,
            laid=after.board[len(before.board) :],
        )
        for at, (before, after) in enumerate(zip(starts, ends, strict=True))
    )


def is_told_as_it_went(states: Sequence[State]) -> bool:
    """KK-13: whether no round is shown before the end, and all are shown as played after it."""
    *before, last = states
    assert isinstance(last.phase, Over)
    return not any(map(moments_seen, before)) and moments_seen(last) == as_it_went(states)


@pytest.mark.parametrize("seats", [2, 3, 4])
@settings(max_examples=8)
@given(data)
def test_kk_13_kk_14_every_round_is_shown_after_the_end_as_played(
    seats: int, data: st.DataObject
) -> None:
    state = GAME.setup(data.draw(options(seats)), seats)
    assert is_told_as_it_went(going_on(state, data.draw(a_seed)))


@pytest.mark.parametrize("seats", [2, 3, 4])
@settings(max_examples=12)
@given(data)
def test_kk_a21_the_rounds_of_a_mission_given_up_are_shown_as_played(
    seats: int, data: st.DataObject
) -> None:
    agreed = replace(data.draw(options(seats)), concession=True)
    whole = going_on(GAME.setup(agreed, seats), data.draw(a_seed))
    states = whole[: data.draw(st.integers(2, len(whole) - 1))]
    for seat in range(seats):
        if not states[-1].wishes[seat]:
            states.append(make(states[-1], (seat, Concede(wish=True))))
    assert is_told_as_it_went(states)


@pytest.mark.parametrize("name", GOLDEN)
def test_kk_1_the_rounds_of_every_ending_are_shown_as_played(name: str) -> None:
    *before, last = states(name)
    assert is_told_as_it_went([*before, *going_on(last, 1)])


def test_kk_a7_a_piece_that_was_put_back_is_shown_from_the_round_of_its_placement() -> None:
    first = replace(round_of("O8 O1 O2 O3", "O8", pieces="O8 O1"), skill=Double())
    second = round_of("P8 O4 O5 O6", "P8", pieces="O8")
    state = table(
        *("", ""),
        phase=Over("conceded"),
        options=Options(double_scan_forgiving=True),
        board={"O1": "A1", "O8": "C1 D1 E1 F1 C2 D2 E2 F2"},
        rounds=(first, second),
        round=2,
        counters=4,
    )
    one, eight = state.board
    assert [moment.laid for moment in moments_seen(state)] == [(one,), (eight,)]
    assert [moment.board for moment in moments_seen(state)] == [(one,), (one, eight)]
    assert [moment.counters for moment in moments_seen(state)] == [5, 4]
