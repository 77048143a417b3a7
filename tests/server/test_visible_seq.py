"""Step numbers that skip the steps hidden from a seat."""

from hypothesis import given, strategies as st

from chabudai.server.tables.decide.visible_seq import PrivateStep, visible_seq_for

LOGS = st.lists(st.sampled_from([None, None, 0, 1]), min_size=1, max_size=30)
"""Logs: for each step, the only seat that knows of it, or None if all do."""
SEATS = st.sampled_from([None, 0, 1, 2])


@given(LOGS, SEATS, st.integers(1, 5))
def test_known_steps_are_numbered_without_gaps_and_numbers_map_back(
    log: list[int | None], seat: int | None, beyond: int
) -> None:
    asides = [PrivateStep(seq, whose) for seq, whose in enumerate(log, 1) if whose is not None]
    numbers = visible_seq_for(seat, tuple(asides))
    steps = range(len(log) + 1)
    known = [seq for seq in steps[1:] if numbers.includes(seq)]
    assert known == [seq for seq, whose in enumerate(log, 1) if whose in (None, seat)]
    assert [numbers.shown(seq) for seq in known] == list(range(1, len(known) + 1))
    # A number stands for its own step and for the hidden steps up to the next one.
    for number in range(numbers.shown(len(log)) + 1):
        assert numbers.logged(number) == max(s for s in steps if numbers.shown(s) == number)
    # Numbers beyond the last one stand for steps that do not exist.
    assert numbers.logged(numbers.shown(len(log)) + beyond) == len(log) + beyond
    assert numbers.logged(-beyond) == -beyond
