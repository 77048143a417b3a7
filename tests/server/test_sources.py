"""A real server's sources of chance and time."""

import time

import pytest

from chabudai.server.sources import Dice, clock


def test_no_two_deals_of_a_server_are_alike() -> None:
    cards = tuple(range(118))
    deals = {Dice().shuffled(cards) for _ in range(20)}
    assert len(deals) == 20
    assert all(sorted(deal) == list(cards) for deal in deals)


@pytest.mark.parametrize("hours", [1, -1])
def test_setting_the_computers_clock_does_not_change_the_servers_time(
    monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    before, told = clock(), time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: told + hours * 3_600_000_000_000)
    monkeypatch.setattr(time, "time", lambda: time.time_ns() / 1e9)
    assert 0 <= clock() - before < 60_000
    assert abs(before - told // 1_000_000) < 60_000
