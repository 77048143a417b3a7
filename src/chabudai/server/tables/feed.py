"""Publish–subscribe within a server process."""

from collections.abc import Callable
from typing import Generic, TypeVar

from chabudai.server.logs import fault

T = TypeVar("T")


class Feed(Generic[T]):
    """A topic with its subscribers."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[T], None]] = []

    def subscribe(self, subscriber: Callable[[T], None]) -> None:
        """Subscribe a function to everything published from now on."""
        self._subscribers.append(subscriber)

    def publish(self, item: T) -> None:
        """Call all subscribers in order. If one fails, log the error and continue."""
        for subscriber in self._subscribers:
            try:
                subscriber(item)
            except Exception as error:  # noqa: BLE001 - a fault affects only its own subscriber
                fault("subscriber", error)
