"""Games played at random by the numbers that adapters give to actions."""

from collections.abc import Iterator

from chabudai.adapters import episode
from chabudai.adapters.episode import Episode, Setting, setting
from chabudai.core import Illegal, Rng, Seat
from tests.support.every_room import ROOMS, Room


def place_of(room: Room) -> Setting:
    """The smallest table of a game, at which a few actions are drawn."""
    return setting(room.game, draws=12, listed=32)


SETTINGS = tuple(
    place
    for room in ROOMS
    for place in (place_of(room), setting(room.game, room.game.seats[-1], draws=12, listed=32))
)
"""Every game by the rules of the box, at its smallest and its largest table."""


def numbered(place: Setting, now: Episode, rng: Rng) -> tuple[Seat, int]:
    """A seat that owes a move, and the number of one that it is offered."""
    seat = rng.choice(episode.owing(place, now))
    return seat, rng.choice(tuple(episode.offered(place, now, seat).actions))


def played(place: Setting, seed: int, most: int = 120) -> Iterator[Episode]:
    """The moments of a game, at most so many, each after a move that was drawn by its number."""
    rng, now = Rng(seed), episode.begin(place, seed)
    yield now
    for _ in range(most):
        if not episode.owing(place, now):
            return
        seat, number = numbered(place, now, rng)
        action = episode.offered(place, now, seat).actions[number]
        now = episode.moved(place, now, seat, action)
        yield now


def setting_refused(*arguments: object, **choices: object) -> str:
    """Why there is no such setting."""
    try:
        setting(*arguments, **choices)  # type: ignore[arg-type]
    except (ValueError, Illegal) as refusal:
        return str(refusal)
    raise AssertionError(arguments, choices)
