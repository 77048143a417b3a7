"""Kills once more, on a real PostgreSQL: the tests' own, which itself is not killed.

Its files are in memory and it waits for no disk; that its commits survive is its own promise.
"""

from tests.nightly.proof.kills import kills_at
from tests.nightly.proof.run_config import Figures, Order
from tests.server import postgres


async def on_postgres(order: Order) -> Figures:
    """Play until `size` moves were acknowledged. Raises Wrong."""
    return await kills_at(postgres.cluster(), order)
