"""What chance comes from at a real server."""

from chabudai.server.sources import Dice


def test_no_two_deals_of_a_server_are_alike() -> None:
    cards = tuple(range(118))
    deals = {Dice().shuffled(cards) for _ in range(20)}
    assert len(deals) == 20
    assert all(sorted(deal) == list(cards) for deal in deals)
