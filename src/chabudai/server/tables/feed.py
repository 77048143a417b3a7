"""Publications and their subscribers."""

from collections.abc import Callable
from typing import Generic, TypeVar

from chabudai.server.logs import fault

T = TypeVar("T")


class Feed(Generic[T]):
    """Publications of one kind."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[T], None]] = []

    def subscribe(self, subscriber: Callable[[T], None]) -> None:
        """Call a function with each publication from now on."""
        self._subscribers.append(subscriber)

    def publish(self, item: T) -> None:
        """Call all subscribers in order. A failure is logged and does not stop the others."""
        for subscriber in self._subscribers:
            try:
                subscriber(item)
            except Exception as error:  # noqa: BLE001 - the fault of a subscriber stays its own
                fault("subscriber", error)
