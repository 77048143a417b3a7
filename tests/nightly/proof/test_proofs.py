"""Every proof at the size that fits into `make test`; `make record` runs them larger."""

from pathlib import Path

import pytest

from tests.nightly.proof.proofs import PROOFS
from tests.nightly.proof.run_config import Order

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", PROOFS)
async def test_what_is_promised_holds(name: str, tmp_path: Path) -> None:
    proof = PROOFS[name]
    assert await proof.run(Order(tmp_path, proof.test))
