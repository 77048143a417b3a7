"""Publish–subscribe within a server."""

from collections.abc import Callable
from typing import Generic, TypeVar

from chabudai.server.logs import fault

T = TypeVar("T")


class Feed(Generic[T]):
    """A topic with its subscribers."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[T], None]] = []

    def subscribe(self, subscriber: Callable[[T], None]) -> None:
        """Subscribe a function to all later publications."""
        self._subscribers.append(subscriber)

    def publish(self, item: T) -> None:
        """Call all subscribers in order. If one fails, log it and continue."""
        for subscriber in self._subscribers:
            try:
                subscriber(item)
            except Exception as error:  # noqa: BLE001 - a fault affects only its own subscriber
                fault("subscriber", error)
