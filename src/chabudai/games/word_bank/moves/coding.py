"""Word Bank encoded as numbers, for machine learning. Stones are placed one at a time, then the
word is said.

A stone is offered only if some legal word in the table's dictionary fits the letters so far. The
last step says the first word that fits. Short and everyday words come first.
"""

from collections import Counter
from string import ascii_uppercase
from typing import NamedTuple

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
    turned,
)
from chabudai.games.word_bank.components import RING, SAFES
from chabudai.games.word_bank.moves import owes_vote
from chabudai.games.word_bank.moves.paths import WAYS
from chabudai.games.word_bank.moves.spellable import password
from chabudai.games.word_bank.state import EMPTY, Action, Over, Pass, Say, Turn, Vote
from chabudai.games.word_bank.view import Doubt, View

STEPS = (
    Span("pass", 1),
    Span("accept the word", 1),
    Span("reject the word", 1),
    Span("put the next stone on position 1 to 7", RING),
    Span("go clockwise", 1),
    Span("go anticlockwise", 1),
    Span("say the word", 1),
)
STONE = 4
CLOCKWISE, ANTICLOCKWISE, SAY = STONE + RING, STONE + RING + 1, STONE + RING + 2
SINGLE: dict[int, Action] = {1: Pass(), 2: Vote(True), 3: Vote(False)}
LETTER = {letter: at for at, letter in enumerate(ascii_uppercase)}


class Path(NamedTuple):
    """A draft: the positions of its stones in visiting order, and `way` (1, -1, or 0 if open)."""

    positions: tuple[int, ...]
    way: int


def path_of(draft: Draft) -> Path:
    """Decode a draft as a path."""
    way = CLOCKWISE in draft or -(ANTICLOCKWISE in draft)
    return Path(tuple([step - STONE for step in draft if step < CLOCKWISE]), int(way))


def offered(view: View, seat: Seat, draft: Draft) -> int:
    """Return the numbers of the steps that `seat` can take."""
    match view.phase:
        case Turn(seat=turn) if turn == seat:
            return stones(view, seat, path_of(draft)) if draft else 2 | starts(view)
        case Doubt() if owes_vote(view.phase, seat):
            return 0b1100
        case _:
            return 0


def starts(view: View) -> int:
    """WB-14: return the positions for a first stone."""
    return bits(STONE + at for at in range(RING) if is_open(view, at, ""))


def stones(view: View, seat: Seat, path: Path) -> int:
    """WB-15 to WB-19: return the steps after a first stone."""
    positions, way = path
    mask = 0 if way and len(positions) == 1 else 1 << SAY
    if len(positions) >= view.stones[seat]:
        return mask
    start = positions[0]
    gone = (positions[-1] - start) * (way or 1) % RING
    ahead = [(start + (way or 1) * further) % RING for further in range(gone + 1, RING)]
    letters = "".join([view.ring[at].safe.letter for at in positions])
    free = bits(STONE + at for at in ahead if is_open(view, at, letters))
    if way:
        return mask | free
    return mask | (1 << CLOCKWISE | 1 << ANTICLOCKWISE if free else 0)


def is_open(view: View, at: int, letters: str) -> bool:
    """WB-16, WB-17: whether a safe has a free space, and a legal word has its letter after
    `letters`.
    """
    slot = view.ring[at]
    if slot.free <= 0:
        return False
    return password(view.options, view.used, letters + slot.safe.letter) is not None


def chosen(view: View, seat: Seat, draft: Draft) -> Action | None:
    """Return the move that a draft completes, or None."""
    if draft[-1] != SAY:
        return SINGLE.get(draft[-1])
    positions, way = path_of(draft[:-1])
    letters = "".join([view.ring[at].safe.letter for at in positions])
    # A stone was offered only if there is a word.
    word = password(view.options, view.used, letters) or ""
    return Say(word, WAYS[way == -1][0], positions)


# --- Observations


def layout(seats: int) -> Layout:
    """Return the phase, the circle, the draft, the stones and the safes."""
    return Layout(
        (
            Span("phase: turn, vote, over", 3),
            Span("seat on turn, or whose word is voted on", seats),
            Span("letters in the circle, by position", RING * len(LETTER)),
            Span("positions with a stone of the draft, or of the word that is voted on", RING),
            Span("first stone of these", RING),
            Span("way of these: clockwise, anticlockwise", 2),
            Span("seats that have voted", seats),
        ),
        (
            Span("spaces of safes, by position", RING, 0, 5),
            Span("free spaces, by position", RING, 0, 5),
            Span("stones on safes, by seat and position", seats * RING, 0, 5),
            Span("stones in front, by seat", seats, 0, 20),
            Span("stones in the box, by seat", seats, 0, 20),
            Span("safes won, by seat", seats, 0, len(SAFES)),
            Span("safes in the pile, by letter", len(LETTER), 0, 5),
            Span("turns without a stone", 1, 0, 45),
            Span("words used", 1, 0, 60),
        ),
    )


def seen(view: View, seat: Seat, draft: Draft) -> Seen:
    """Return the observation of `seat`."""
    seats = len(view.stones)
    turn, kind, voted, path = 0, 0, 0, path_of(draft)
    match view.phase:
        case Turn(seat=one):
            turn, kind = seat_flag(one, seat, seats), 1
        case Doubt(seat=one, say=say, votes=votes):
            turn, kind = seat_flag(one, seat, seats), 2
            voted = owners([vote is not None for vote in votes], seat, seats)
            path = Path(say.positions, dict(WAYS)[say.direction])
        case _:
            kind = 4 * isinstance(view.phase, Over)
    slots = view.ring or (EMPTY,) * RING  # before the deal
    flags = packed(
        (
            (3, kind),
            (seats, turn),
            *((26, 1 << LETTER[slot.safe.letter] if slot.safe.letter else 0) for slot in slots),
            (RING, bits(path.positions)),
            (RING, 1 << path.positions[0] if path.positions else 0),
            (2, (0, 1, 2)[path.way]),
            (seats, voted),
        )
    )
    lying = bytearray(seats * RING)
    for at, slot in enumerate(slots):
        for owner in slot.stones:
            lying[(owner - seat) % seats * RING + at] += 1
    won = tuple(map(len, view.won))
    counts = (
        *(slot.safe.spaces for slot in slots),
        *(slot.free for slot in slots),
        *lying,
        *turned(view.stones, seat),
        *turned(view.boxed, seat),
        *turned(won, seat),
        *unseen(view),
        view.barren,
        len(view.used),
    )
    return Seen(flags, bytes(counts))


def unseen(view: View) -> bytes:
    """Return the safes that are neither in the circle nor won, by letter."""
    found = bytearray(BOX)
    for slot in view.ring:
        if slot.safe.letter:
            found[LETTER[slot.safe.letter]] -= 1
    for safes in view.won:
        for safe in safes:
            found[LETTER[safe.letter]] -= 1
    return bytes(found)


COUNTS = Counter(safe.letter for safe in SAFES)
BOX = bytes(COUNTS[letter] for letter in ascii_uppercase)
"""All safes, by letter."""


def potential(view: View, seat: Seat) -> float:
    """WB-27: return the other seats' mean number of stones minus the seat's own, divided by 20."""
    left = list(view.stones)
    for slot in view.ring:
        for owner in slot.stones:
            left[owner] += 1
    return ahead([-count for count in left], seat) / 20


CODING: Coding[Action, View] = Coding(
    steps=STEPS,
    offered=offered,
    chosen=chosen,
    layout=layout,
    seen=seen,
    potential=potential,
)
