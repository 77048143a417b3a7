"""Word Porters encoded as numbers, for machine learning. A vote is cast one number at a time."""

from functools import lru_cache

from chabudai.core import Seat
from chabudai.core.coding import (
    Coding,
    Draft,
    Layout,
    Seen,
    Span,
    ahead,
    bits,
    owners,
    packed,
    seat_flag,
    seat_flags,
    turned,
)
from chabudai.games.word_porters.components import (
    POSITIONS,
    ROUNDS,
    SEATS,
    TOKENS,
    hint_cards,
    hints_on,
    word_on,
)
from chabudai.games.word_porters.moves import PASS, READY, ballot, owes_votes, places_of
from chabudai.games.word_porters.rules.decks import own_word
from chabudai.games.word_porters.rules.placement import PLACES
from chabudai.games.word_porters.state import Action, Hinting, Options, Over, Resting
from chabudai.games.word_porters.view import Polling, View
from chabudai.words.vectors import DIMENSIONS, vector

CARDS = hint_cards(SEATS[-1])
SPOTS = 2 * CARDS
"""Hint words on the table, two on each of at most twelve cards."""
STEPS = (
    Span("put a porter on a hint word: two numbers for each card", SPOTS),
    Span("pass", 1),
    Span("be ready", 1),
    *(Span(f"vote 1 to 10 for the seat {at} further", POSITIONS) for at in range(1, SEATS[-1])),
)
PASSING, BE_READY, VOTING = SPOTS + 1, SPOTS + 2, SPOTS + 3


def offered(view: View, seat: Seat, draft: Draft) -> int:
    """Return the numbers of the steps that `seat` can take."""
    match view.phase:
        case Hinting(seat=turn) if turn == seat:
            mask = bits([1 + 2 * one.card + one.word for one in places_of(view, seat)])
            return mask | view.options.children << PASSING
        case Polling() if owes_votes(view, seat):
            first = VOTING + POSITIONS * len(draft)
            used = {(number - VOTING) % POSITIONS for number in draft}
            return bits([first + at for at in range(POSITIONS) if at not in used])
        case Resting(ready=ready) if not ready[seat]:
            return 1 << BE_READY
        case _:
            return 0


def chosen(view: View, seat: Seat, draft: Draft) -> Action | None:
    """Return the move that a draft completes, or None while votes are missing."""
    number = draft[-1]
    if number <= SPOTS:
        return PLACES[(number - 1) >> 1][(number - 1) & 1]
    if number < VOTING:
        return PASS if number == PASSING else READY
    seats = len(view.scores)
    if len(draft) < seats - 1:
        return None
    votes = {
        (seat + further) % seats: 1 + (step - VOTING) % POSITIONS
        for further, step in enumerate(draft, 1)
    }
    return ballot(seat, tuple(votes[other] for other in sorted(votes)))


# --- Observations


def layout(seats: int) -> Layout:
    """Return the phase, the identities, the porters, the votes drafted, and the cards."""
    spots = 2 * hint_cards(seats)
    return Layout(
        (
            Span("phase: hint, vote, rest, over", 4),
            Span("seat on turn", seats),
            Span("first player", seats),
            Span("seats that have passed", seats),
            Span("seats that have voted or are ready", seats),
            Span("known identities, by seat", seats * POSITIONS),
            Span("votes drafted, by other seat", (seats - 1) * POSITIONS),
            Span("porters left 1 to 3, by seat", seats * len(TOKENS)),
            Span("hint words taken, by seat", seats * spots),
        ),
        (
            Span("porters on each hint word, their numbers added", spots, 0, 9),
            Span("order of the placements, from 1", spots, 0, 18),
            Span("round", 1, 0, ROUNDS),
            Span("scores, by seat", seats, 0, 255),
            Span("points of the last round, by seat", seats, 0, 255),
        ),
        (
            Span("words from 1, by position", POSITIONS, 0, 1000),
            Span("hint cards from 1, by position", hint_cards(seats), 0, 1000),
        ),
    )


def seen(view: View, seat: Seat, draft: Draft) -> Seen:
    """Return the observation of `seat`."""
    seats = len(view.scores)
    spots = 2 * hint_cards(seats)
    turn, kind, passed, done = 0, 0, 0, 0
    match view.phase:
        case Hinting(seat=one, passed=some):
            turn, kind = seat_flag(one, seat, seats), 1
            passed = seat_flags(some, seat, seats)
        case Polling(confirmed=confirmed):
            kind, done = 2, owners(confirmed, seat, seats)
        case Resting(ready=ready):
            kind, done = 4, owners(ready, seat, seats)
        case _:
            kind = 8 * isinstance(view.phase, Over)
    taken = [0] * seats
    porters, order = bytearray(spots), bytearray(spots)
    for at, placed in enumerate(view.placed, 1):
        spot = 2 * placed.card + placed.word
        taken[(placed.seat - seat) % seats] |= 1 << spot
        porters[spot] += sum(placed.tokens)
        order[spot] = at
    identities = turned(view.identities, seat) or (0,) * seats
    flags = packed(
        (
            (4, kind),
            (seats, turn),
            (seats, seat_flag(view.first, seat, seats)),
            (seats, passed),
            (seats, done),
            *((POSITIONS, 1 << number >> 1) for number in identities),
            ((seats - 1) * POSITIONS, bits([step - VOTING for step in draft])),
            *((3, bits([token - 1 for token in held])) for held in turned(view.tokens, seat)),
            *((spots, some) for some in taken),
        )
    )
    last = view.rounds[-1].points if view.rounds else (0,) * seats
    scores = turned(view.scores, seat) + turned(last, seat)
    counts = bytes((*porters, *order, view.round, *(min(score, 255) for score in scores)))
    words = [1.0 + face for face in view.words] or [0.0] * POSITIONS
    hints = [1.0 + face for face in view.hints] or [0.0] * (spots // 2)
    return Seen(flags, counts, (*words, *hints))


def vectors(view: View) -> tuple[float, ...]:
    """Return the vectors of the English words on the table and of both words of each hint card."""
    return vectors_of(view.options, view.words, view.hints)


@lru_cache(1 << 6)
def vectors_of(
    options: Options, words: tuple[int, ...], hints: tuple[int, ...]
) -> tuple[float, ...]:
    """Return the vectors of a round's words and hints, cached for the round."""
    texts = [own_word(options, face) or word_on(face, "en") for face in words]
    for face in hints:
        texts += options.own_hints[face] if options.own_hints else hints_on(face, "en")
    nothing = (0.0,) * DIMENSIONS
    rows = [vector(text) or nothing for text in texts]
    found = [number for row in rows for number in row]
    return (*found, *(0.0,) * (VECTORS - len(found)))


VECTORS = (POSITIONS + SPOTS) * DIMENSIONS


def potential(view: View, seat: Seat) -> float:
    """Return the seat's lead over the mean of the other seats, divided by ten points."""
    return ahead(view.scores, seat) / 10


CODING: Coding[Action, View] = Coding(
    steps=STEPS,
    offered=offered,
    chosen=chosen,
    layout=layout,
    seen=seen,
    potential=potential,
    vectors=vectors,
    vector_size=VECTORS,
)
