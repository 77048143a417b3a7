"""The Kakapo: a model of a person who has played three times.

The person follows suit with any card, selects without a skill, and puts the piece in the first
place where it touches a bird with the right colour.
"""

from chabudai.core import Rng, Seat
from chabudai.games.kakapo import moves
from chabudai.games.kakapo.state import Action, Place, Placing, Revealing
from chabudai.games.kakapo.view import View


def person(view: View, seat: Seat, rng: Rng) -> Action:
    """Reveal a random card, select without a skill if that is allowed, or place a piece."""
    match view.phase:
        case Revealing():
            return moves.sample(view, seat, rng)
        case Placing(pieces=(piece, *_)):
            return first_touching(view, tuple(moves.placements(view, piece)))
        case _:
            return moves.idle(view, seat)


def first_touching(view: View, places: tuple[Place, ...]) -> Place:
    """Return the first place that scans an edge and spoils none. If none does, return the first
    place.
    """
    spoilt = edges(view.edges, "wrong")
    for place in places:
        after = moves.attempt(view, place).edges
        if after != view.edges and edges(after, "wrong") == spoilt:
            return place
    return places[0]


def edges(birds: tuple[tuple[str, ...], ...], facing: str) -> int:
    """Return how many of the birds' edges are in the state `facing`."""
    return sum(bird.count(facing) for bird in birds)
