"""How one counts the steps of a log without those that one must not know of."""

from hypothesis import given, strategies as st

from chabudai.server.tables.decide.visible_seq import PrivateStep, visible_seq_for

LOGS = st.lists(st.sampled_from([None, None, 0, 1]), min_size=1, max_size=30)
"""Who alone knows of each step, from the first on; None: everybody does."""
SEATS = st.sampled_from([None, 0, 1, 2])


def asides(log: list[int | None]) -> tuple[PrivateStep, ...]:
    return tuple(PrivateStep(seq, seat) for seq, seat in enumerate(log, 1) if seat is not None)


@given(LOGS, SEATS)
def test_the_steps_one_knows_of_are_numbered_without_a_gap(
    log: list[int | None], seat: int | None
) -> None:
    numbers = visible_seq_for(seat, asides(log))
    known = [seq for seq in range(1, len(log) + 1) if numbers.includes(seq)]
    assert known == [seq for seq, whose in enumerate(log, 1) if whose in (None, seat)]
    assert [numbers.shown(seq) for seq in known] == list(range(1, len(known) + 1))


@given(LOGS, SEATS)
def test_a_number_stands_for_all_that_comes_before_the_next(
    log: list[int | None], seat: int | None
) -> None:
    numbers = visible_seq_for(seat, asides(log))
    steps = range(len(log) + 1)
    for number in range(numbers.shown(len(log)) + 1):
        assert numbers.logged(number) == max(s for s in steps if numbers.shown(s) == number)


@given(LOGS, SEATS, st.integers(1, 5))
def test_a_number_one_has_not_come_to_is_a_step_that_does_not_exist(
    log: list[int | None], seat: int | None, beyond: int
) -> None:
    numbers = visible_seq_for(seat, asides(log))
    assert numbers.logged(numbers.shown(len(log)) + beyond) == len(log) + beyond
    assert numbers.logged(-beyond) == -beyond
