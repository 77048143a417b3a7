"""All proofs with their sizes. The docstring of each says what its size counts."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from tests.nightly.proof.calls import calls
from tests.nightly.proof.fuzz import fuzz
from tests.nightly.proof.kills import fleet, kills
from tests.nightly.proof.network import network
from tests.nightly.proof.power import power
from tests.nightly.proof.resends import resends
from tests.nightly.proof.reviews import reviews
from tests.nightly.proof.run_config import Figures, Order
from tests.nightly.proof.worlds import worlds


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof, its size in `make test`, and its size in `make record`."""

    run: Callable[[Order], Coroutine[Any, Any, Figures]]
    test: int
    record: int


PROOFS = {
    "kills": Proof(kills, 80, 10_000),
    "power": Proof(power, 200, 100_000),
    "fleet": Proof(fleet, 40, 1_000_000),
    "network": Proof(network, 40, 20_000),
    "resends": Proof(resends, 4_000, 1_000_000),
    "fuzz": Proof(fuzz, 6_000, 1_000_000),
    "calls": Proof(calls, 120, 20_000),
    "worlds": Proof(worlds, 30, 100_000),
    "reviews": Proof(reviews, 1, 1_000),
}
