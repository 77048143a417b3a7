"""Word Porters: a seat's legal actions. `rules` decides whether an action is legal."""

from collections.abc import Iterator
from itertools import permutations

from chabudai.core import NotToMove, Rng, Seat, is_left
from chabudai.games.word_porters.rules import placement
from chabudai.games.word_porters.rules.decks import NUMBERS
from chabudai.games.word_porters.state import (
    Action,
    Fill,
    Hinting,
    Pass,
    Place,
    Ready,
    Resting,
    Vote,
)
from chabudai.games.word_porters.view import Polling, View

READY = Ready()
PASS = Pass()


def legal_actions(view: View, seat: Seat) -> Iterator[Action]:
    """Yield every legal action. During the votes, yield every assignment of the seat's tiles."""
    if owes_votes(view, seat):
        for numbers in permutations(NUMBERS, len(view.scores) - 1):
            yield ballot(seat, numbers)
    else:
        yield from menu(view, seat)


def menu(view: View, seat: Seat) -> tuple[Action, ...]:
    """Return placements, Pass if it is allowed, Ready, and one vote.

    Players compose their votes themselves, so the menu contains only one example.
    """
    match view.phase:
        case Hinting(seat=turn) if turn == seat:
            places = tuple(places_of(view, seat))
            return (*places, PASS) if view.options.children else places
        case Polling() if owes_votes(view, seat):
            return (lowest_vote(view, seat),)
        case Resting(ready=ready) if is_left(ready, seat):
            return (READY,)
        case _:
            return ()


def places_of(view: View, seat: Seat) -> Iterator[Place]:
    """WP-23: yield the placements that would be open to `seat` if it were its turn."""
    held = view.tokens[seat]
    return placement.open_places(view.options, len(view.hints), view.placed, seat, held)


def owes_votes(view: View, seat: Seat) -> bool:
    """WP-35: whether `seat` must still confirm its votes."""
    return isinstance(view.phase, Polling) and is_left(view.phase.confirmed, seat)


def check_to_move(view: View, seat: Seat) -> None:
    """Raise NotToMove if `seat` owes no move."""
    match view.phase:
        case Hinting(seat=turn):
            owes = turn == seat
        case Polling(confirmed=done) | Resting(ready=done):
            owes = is_left(done, seat)
        case _:
            owes = False
    if not owes:
        raise NotToMove(seat)


def ballot(seat: Seat, numbers: tuple[int, ...]) -> Vote:
    """WP-32: return a vote with `numbers` for the other seats, in order."""
    return Vote((*numbers[:seat], 0, *numbers[seat:]))


def sample(view: View, seat: Seat, rng: Rng) -> Action:
    """Return a random placement or vote, or Ready. Children pass one time in four."""
    phase = view.phase
    if isinstance(phase, Hinting) and phase.seat == seat:
        return sample_place(view, seat, rng)
    if owes_votes(view, seat):
        return sample_vote(view, seat, rng)
    if isinstance(phase, Resting) and is_left(phase.ready, seat):
        return READY
    raise NotToMove(seat)


def sample_place(view: View, seat: Seat, rng: Rng) -> Action:
    """Return a uniformly random legal placement or, at a children's table, sometimes Pass."""
    options, placed, held = view.options, view.placed, view.tokens[seat]
    if options.children and not rng.below(4):
        return PASS
    cards = len(view.hints)
    while True:
        at = rng.below(2 * cards)
        place = placement.PLACES[at >> 1][at & 1]
        there = placement.on_card(placed, place.card)
        if placement.against_placing(options, there, seat, held, place.word) is None:
            return place


def sample_vote(view: View, seat: Seat, rng: Rng) -> Vote:
    """Return a vote with different random numbers for the other seats."""
    left = list(NUMBERS)
    bits = rng.bits()
    votes: list[int] = []
    for other in range(len(view.scores)):
        if other == seat:
            votes.append(0)
        else:
            bits, at = divmod(bits, len(left))
            votes.append(left.pop(at))
    return Vote(tuple(votes))


def idle(view: View, seat: Seat) -> Action:
    """WP-A17: return Ready, blank votes, or a legal placement, but never Pass."""
    check_to_move(view, seat)
    match view.phase:
        case Hinting():
            places = tuple(places_of(view, seat))
            return places[(sum(view.hints) + 7 * len(view.placed)) % len(places)]
        case Polling():
            return Fill()
        case _:
            return READY


def lowest_vote(view: View, seat: Seat) -> Vote:
    """Return a vote that gives the lowest tiles to the other seats in order, without the seat's own
    number (WP-36).
    """
    own = view.identities[seat]
    numbers = [number for number in NUMBERS if number != own]
    return ballot(seat, tuple(numbers[: len(view.scores) - 1]))


def clock(view: View, seat: Seat) -> int | None:
    """WP-A17: return the time limit in seconds for a hint, for votes or for getting ready, or
    None.
    """
    limit = view.options.turn_clock
    return None if limit == "off" else limit
