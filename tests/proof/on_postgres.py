"""Kills and resends once more, on a real PostgreSQL: the tests' own, which itself is not killed.

Its files are in memory and it waits for no disk; that its commits survive is its own promise.
"""

from dataclasses import replace

from tests.proof.kills import kills_at
from tests.proof.order import Figures, Order
from tests.proof.resends import resends_at
from tests.server import postgres

SENDS_EACH = 20
"""So many sends are tried for each move,"""
TABLES = 2
"""at so many tables at a time."""


async def on_postgres(order: Order) -> Figures:
    """Play until `size` moves were acknowledged, then send commands again. Raises Wrong."""
    with postgres.cluster() as url:
        killed = await kills_at(url, replace(order, most_s=order.most_s / 2))
        sent = await resends_at(url, replace(order, size=SENDS_EACH * order.size), TABLES)
    return {**killed, **sent}
