"""Random games played through the adapters' action numbers."""

from collections.abc import Iterator

from chabudai.adapters import episode
from chabudai.adapters.episode import Episode, Setting, setting
from chabudai.core import Rng, Seat
from tests.support.game_cases import CASES, Case


def place_of(room: Case) -> Setting:
    """Return the smallest table of a game, with rounds that end even if all moves are random."""
    return setting(room.game, options={"turn_cap": 2} if room.game.name == "quiddler" else None)


SETTINGS = (
    *(
        place
        for room in CASES
        for place in (place_of(room), setting(room.game, room.game.seats[-1]))
    ),
    setting("quiddler", options={"solo": "columns"}),
    setting("quiddler", 3, {"turn_cap": 2, "validation": "when-laid", "no_first_turn_out": True}),
    setting("word-bank", 3, {"word_vote": True}),
    setting("word-porters", 4, {"children": True}, words="vectors"),
    setting("kakapo", 4, {"mission": "party/20"}),
)
"""Every game at its smallest and its largest table, and tables with other phases."""


def named(place: Setting) -> str:
    return f"{place.game.name}-{place.seats}"


def numbered(place: Setting, now: Episode, rng: Rng) -> tuple[Seat, int]:
    """Choose a seat that owes a move, and the number of one of its steps."""
    seat = rng.choice(episode.owing(place, now))
    return seat, rng.choice(episode.offered(place, now, seat).numbers)


def after(place: Setting, now: Episode, seat: Seat, number: int) -> Episode:
    return episode.stepped(place, now, seat, episode.offered(place, now, seat), number)


def played(place: Setting, seed: int, most: int = 120) -> Iterator[Episode]:
    """Yield the episodes of a random game of at most `most` steps."""
    rng, now = Rng(seed), episode.begin(place, seed)
    yield now
    for _ in range(most):
        if not episode.owing(place, now):
            return
        now = after(place, now, *numbered(place, now, rng))
        yield now
