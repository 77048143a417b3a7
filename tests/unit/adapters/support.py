"""Random games played through the adapters' action numbers."""

from collections.abc import Iterator

from chabudai.adapters import episode
from chabudai.adapters.episode import Episode, Setting, setting
from chabudai.core import Rng, Seat
from tests.support.game_cases import CASES, Case


def place_of(room: Case) -> Setting:
    """Return the smallest table of a game, with a few random actions."""
    return setting(room.game, draws=12, listed=32)


SETTINGS = tuple(
    place
    for room in CASES
    for place in (place_of(room), setting(room.game, room.game.seats[-1], draws=12, listed=32))
)
"""Every game with default options, at its smallest and its largest table."""


def numbered(place: Setting, now: Episode, rng: Rng) -> tuple[Seat, int]:
    """Choose a seat that owes a move, and the number of one of its actions."""
    seat = rng.choice(episode.owing(place, now))
    return seat, rng.choice(tuple(episode.offered(place, now, seat).actions))


def played(place: Setting, seed: int, most: int = 120) -> Iterator[Episode]:
    """Yield the episodes of a random game of at most `most` moves."""
    rng, now = Rng(seed), episode.begin(place, seed)
    yield now
    for _ in range(most):
        if not episode.owing(place, now):
            return
        seat, number = numbered(place, now, rng)
        now = episode.moved(place, now, seat, episode.offered(place, now, seat).actions[number])
        yield now
