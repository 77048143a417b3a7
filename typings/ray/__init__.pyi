"""The part of Ray that chabudai uses."""

from collections.abc import Callable
from typing import Any

from ray import exceptions as exceptions

class Remote:
    def remote(self, *given: Any) -> Any: ...

def init(
    address: str | None = None,
    *,
    num_cpus: int | None = None,
    include_dashboard: bool | None = None,
    log_to_driver: bool = True,
    configure_logging: bool = True,
) -> object: ...
def is_initialized() -> bool: ...
def shutdown() -> None: ...
def get(reference: Any) -> Any: ...
def remote(*, max_retries: int) -> Callable[[Callable[..., Any]], Remote]: ...
