"""Every proof, and its two sizes. What a size counts, the proof says."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tests.proof.calls import calls
from tests.proof.fleet import fleet
from tests.proof.fuzz import fuzz
from tests.proof.guides import guides
from tests.proof.kills import kills
from tests.proof.network import network
from tests.proof.on_postgres import on_postgres
from tests.proof.power import power
from tests.proof.resends import resends
from tests.proof.reviews import reviews
from tests.proof.run_config import Figures, Order
from tests.proof.soak import soak
from tests.proof.votes import votes
from tests.proof.worlds import worlds


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof, its size in `make test`, where 0 leaves it out, and its size in `make record`."""

    run: Callable[[Order], Awaitable[Figures]]
    test: int
    record: int


PROOFS = {
    "kills": Proof(kills, 200, 10_000),
    "power": Proof(power, 500, 100_000),
    "postgres": Proof(on_postgres, 20, 5_000),
    "fleet": Proof(fleet, 40, 1_000_000),
    "network": Proof(network, 60, 20_000),
    "resends": Proof(resends, 20_000, 1_000_000),
    "votes": Proof(votes, 400, 100_000),
    "fuzz": Proof(fuzz, 20_000, 1_000_000),
    "calls": Proof(calls, 120, 20_000),
    "worlds": Proof(worlds, 60, 100_000),
    "reviews": Proof(reviews, 1, 1_000),
    "guides": Proof(guides, 0, 1),
    "soak": Proof(soak, 1, 3600),
}
