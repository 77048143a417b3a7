"""Quiddler encoded as numbers, for machine learning. A word is laid one card at a time. The steps
of a word follow the table's dictionary: a card is offered if the hand can complete a word that
begins with these cards. A seat goes out by forming words from all cards except one. If this turns
out to be impossible, the words can be taken back, and a card is discarded.
"""

from functools import lru_cache
from typing import NamedTuple

from chabudai.core import Seat, is_left
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
from chabudai.games.quiddler.components.cards import COLUMNS, COUNTS, DECK, DEPTH, Face
from chabudai.games.quiddler.moves import (
    DISCARD,
    DISCARDS,
    PILE,
    READY,
    barred_words,
    challenges,
    going_out,
    own_hand,
)
from chabudai.games.quiddler.moves.layouts import Cards
from chabudai.games.quiddler.rules import scoring
from chabudai.games.quiddler.state import (
    Action,
    Challenge,
    Drawing,
    GoOut,
    Last,
    Over,
    Settling,
    Spell,
    Stop,
)
from chabudai.games.quiddler.view import Choosing, Columns, View
from chabudai.words import LexiconName, lexicon

FACES: tuple[Face, ...] = tuple(COUNTS)
LAID = 40
"""Maximum number of words in a round: five of two cards for each of eight seats."""
LONGEST = 10
"""Maximum number of cards in a word: those of the last hand without the discard."""
STEPS = (
    Span("draw from the pile", 1),
    Span("draw the top discard", 1),
    Span("discard a card", len(FACES)),
    Span("put a card into the word", len(FACES)),
    Span("end the word", 1),
    Span("end the word and go out, discarding the last card", 1),
    Span("take the words back", 1),
    Span("be ready", 1),
    Span("put a column's open card into the word", COLUMNS),
    Span("stop the solo game", 1),
    Span("challenge a word of the round", LAID),
)
DISCARDING, SPELLING = 3, 3 + len(FACES)
END = SPELLING + len(FACES)
GO_OUT, TAKE_BACK, BE_READY, COLUMN = END + 1, END + 2, END + 3, END + 4
STOP = COLUMN + COLUMNS
CHALLENGE = STOP + 1
DISCARD_BIT = {face: 1 << DISCARDING + at for at, face in enumerate(FACES)}
SPELL_BIT = {face: 1 << SPELLING + at for at, face in enumerate(FACES)}
NUMBER = {face: at for at, face in enumerate(FACES, 1)}
"""Faces numbered from 1."""


class Drafted(NamedTuple):
    """A draft: complete words, the cards of the next word, and the cards left in the hand."""

    words: tuple[Cards, ...]
    word: Cards
    left: Cards


def drafted(hand: Cards, draft: Draft) -> Drafted:
    """Decode a draft as words. It is empty once the words have been taken back."""
    words, word, left = list[Cards](), list[Face](), list(hand)
    for number in draft:
        if number == TAKE_BACK:
            return Drafted((), (), hand)
        if number in (END, GO_OUT):
            words.append(tuple(word))
            word = []
        else:
            face = FACES[number - SPELLING]
            left.remove(face)
            word.append(face)
    return Drafted(tuple(words), tuple(word), tuple(left))


def offered(view: View, seat: Seat, draft: Draft) -> int:
    """Return the numbers of the steps that `seat` can take."""
    match view.phase:
        case Drawing(seat=turn) if turn == seat:
            return (6 if view.pile else 4) | doubts(view, seat)
        case Choosing(seat=turn) if turn == seat:
            lays = laying(view, seat, draft)
            return lays if draft else lays | doubts(view, seat)
        case Settling(ready=ready) if is_left(ready, seat):
            return 1 << BE_READY | doubts(view, seat)
        case Columns(columns=columns) if seat == 0:
            return clearing(view, tuple([column.open for column in columns]), draft)
        case _:
            return 0


def doubts(view: View, seat: Seat) -> int:
    """QD-24: return the numbers of the words that `seat` can challenge."""
    return bits([CHALLENGE + one.word for one in challenges(view, seat)])


def laying(view: View, seat: Seat, draft: Draft) -> int:
    """QD-10 to QD-19: return the discards, and the steps of a word."""
    hand = own_hand(view, seat)
    _, word, left = drafted(hand, draft)
    last = view.last is not None
    mask = 0
    if not word and (last or not draft or draft[-1] == TAKE_BACK):
        mask = sum([DISCARD_BIT[face] for face in dict.fromkeys(left)])
    if not draft and going_out(view):
        return mask
    if draft and draft[-1] == TAKE_BACK:
        return mask
    name, spelled = view.options.lexicon, "".join(word)
    if len(left) > (1 if word else 2):
        for face in dict.fromkeys(left):
            if completes(name, spelled + face, len(word) + 1, without(left, face)):
                mask |= SPELL_BIT[face]
    if len(word) > 1 and is_free(view, seat, spelled):
        if last or len(left) > 2:
            mask |= 1 << END
        elif len(left) == 1:
            mask |= 1 << GO_OUT
    return mask | 1 << TAKE_BACK if draft else mask


def without(cards: Cards, face: Face) -> Cards:
    """Remove one card of this face, and keep the order of the others."""
    at = cards.index(face)
    return cards[:at] + cards[at + 1 :]


def is_free(view: View, seat: Seat, word: str) -> bool:
    """QD-19, QD-22: whether a word is in the dictionary and no other seat has laid it."""
    return word in lexicon(view.options.lexicon) and word not in barred_words(view, seat)


def completes(name: LexiconName, start: str, count: int, left: Cards) -> bool:
    """QD-10, QD-18: whether `count` cards that spell `start` are a word of two or more cards, or
    the beginning of a word that continues with cards from `left`. One card of `left`, which is
    sorted, must remain.
    """
    found = standing(name, start)
    if found == WORD and count > 1:
        return True
    if found == NOTHING or len(left) < 2:
        return False
    before = ""
    for at, face in enumerate(left):
        if face != before:
            before = face
            if completes(name, start + face, count + 1, left[:at] + left[at + 1 :]):
                return True
    return False


NOTHING, BEGINNING, WORD = range(3)


@lru_cache(1 << 16)
def standing(name: LexiconName, letters: str) -> int:
    """Return WORD for a word of the dictionary, BEGINNING for the beginning of one, and otherwise
    NOTHING.
    """
    words = lexicon(name)
    return WORD if letters in words else BEGINNING if words.has_start(letters) else NOTHING


def clearing(view: View, open_cards: Cards, draft: Draft) -> int:
    """QD-A18: return the steps of a word from open cards, or stop."""
    name = view.options.lexicon
    used = [step - COLUMN for step in draft]
    spelled = "".join([open_cards[at] for at in used])
    mask = 0 if used else 1 << STOP
    free = tuple(sorted(face for at, face in enumerate(open_cards) if face and at not in used))
    for at, face in enumerate(open_cards):
        if face and at not in used:
            # In the solo game no card is kept: an empty face stands for that card.
            left = ("", *without(free, face))
            if completes(name, spelled + face, len(used) + 1, left):
                mask |= 1 << COLUMN + at
    if len(used) > 1 and spelled in lexicon(name):
        mask |= 1 << END
    return mask


def chosen(view: View, seat: Seat, draft: Draft) -> Action | None:
    """Return the move that a draft completes, or None."""
    number = draft[-1]
    if DISCARDING <= number < SPELLING:
        words = drafted(own_hand(view, seat), draft[:-1]).words
        card = FACES[number - DISCARDING]
        return Last(words, card) if words else DISCARD[card]
    if number >= CHALLENGE:
        return Challenge(view.round, number - CHALLENGE)
    if number == GO_OUT:
        words, _, (card,) = drafted(own_hand(view, seat), draft)
        return GoOut(words, card)
    if number == END and isinstance(view.phase, Columns):
        return Spell(tuple([step - COLUMN for step in draft[:-1]]))
    return SINGLE.get(number)


SINGLE: dict[int, Action] = {1: PILE, 2: DISCARDS, BE_READY: READY, STOP: Stop()}
"""Moves of one step without a card."""


# --- Observations


def layout(seats: int) -> Layout:
    """Return the phase, the cards, the draft, the words of the round, and the points."""
    faces = len(FACES)
    if seats == 1:
        return Layout(
            (Span("open cards, by column and face", COLUMNS * faces),),
            (
                Span("cards below, by column", COLUMNS, 0, DEPTH - 1),
                Span("cards of the word, faces from 1", COLUMNS, 0, faces),
            ),
            (Span("points", 1, 0, 99_999),),
        )
    return Layout(
        (
            Span("phase: draw, discard, challenge, over", 4),
            Span("seat on turn", seats),
            Span("dealer", seats),
            Span("seat that went out", seats),
            Span("last lap", 1),
            Span("seats ready", seats),
            Span("card drawn, if seen", faces),
            Span("top discard", faces),
            Span("words taken back", 1),
        ),
        (
            Span("own cards left, by face", faces, 0, 12),
            Span("discards, by face", faces, 0, 12),
            Span("cards taken openly, by other seat and face", (seats - 1) * faces, 0, 12),
            Span("cards of the word, faces from 1", LONGEST, 0, faces),
            Span("complete words of the draft", 1, 0, 5),
            Span("cards in hand, by seat", seats, 0, 11),
            Span("pile", 1, 0, len(DECK)),
            Span("round", 1, 1, 8),
            Span("completed turns", 1, 0, 255),
            Span("words: seat from 1, cards, verdict from 1, faces from 1", 65 * seats, 0, faces),
        ),
        (
            Span("totals, by seat", seats, -99_999, 99_999),
            Span("points on the table, by seat", seats, -99_999, 99_999),
        ),
    )


def seen(view: View, seat: Seat, draft: Draft) -> Seen:
    """Return the observation of `seat`."""
    seats, faces = len(view.hands), len(FACES)
    if seats == 1:
        return seen_alone(view, draft)
    turn, kind, ready = 0, 0, 0
    card: Face | None = None
    match view.phase:
        case Drawing(seat=one):
            turn, kind = seat_flag(one, seat, seats), 1
        case Choosing(seat=one, card=card):
            turn, kind = seat_flag(one, seat, seats), 2
        case Settling(ready=done):
            kind, ready = 4, owners(done, seat, seats)
        case _:
            kind = 8 * isinstance(view.phase, Over)
    out = view.last.out if view.last else None
    flags = packed(
        (
            (4, kind),
            (seats, turn),
            (seats, seat_flag(view.dealer, seat, seats)),
            (seats, seat_flag(out, seat, seats)),
            (1, view.last is not None),
            (seats, ready),
            (faces, 1 << NUMBER[card] - 1 if card else 0),
            (faces, 1 << NUMBER[view.discards[-1]] - 1 if view.discards else 0),
            (1, TAKE_BACK in draft),
        )
    )
    return Seen(flags, counted(view, seat, draft), points(view, seat))


def counted(view: View, seat: Seat, draft: Draft) -> bytes:
    """Return the counts of an observation."""
    seats = len(view.hands)
    mine = drafted(own_hand(view, seat), draft)
    held = turned(openly(view), seat)[1:]
    sizes = tuple([hand if isinstance(hand, int) else len(hand) for hand in view.hands])
    found = bytearray(tally(mine.left))
    found += tally(view.discards)
    for cards in held:
        found += tally(cards)
    found += faces_of(mine.word, LONGEST)
    found += bytes((len(mine.words), *turned(sizes, seat), view.pile, view.round))
    found.append(min(view.turns, 255))
    for laid in view.laid:
        verdict = 0 if laid.verdict is None else 1 + laid.verdict.allowed
        found += bytes((1 + (laid.seat - seat) % seats, len(laid.cards), verdict))
        found += faces_of(laid.cards, LONGEST)
    return bytes(found + bytes(13 * (5 * seats - len(view.laid))))


def openly(view: View) -> tuple[Cards, ...]:
    """QD-9: return the cards that each seat took openly and still holds."""
    held: list[list[Face]] = [[] for _ in view.hands]
    for one in view.held:
        held[one.seat].append(one.card)
    return tuple(map(tuple, held))


def seen_alone(view: View, draft: Draft) -> Seen:
    """QD-A18: return the observation of the solo game: the columns, the word, and the points."""
    phase = view.phase
    columns = phase.columns if isinstance(phase, Columns) else ()
    used = [step - COLUMN for step in draft]
    tops = [column.open if at not in used else "" for at, column in enumerate(columns)]
    flags = packed((len(FACES), 1 << NUMBER[face] - 1 if face else 0) for face in tops)
    below = bytes([column.under for column in columns]).ljust(COLUMNS, b"\0")
    word = tuple([columns[at].open for at in used])
    return Seen(flags, below + faces_of(word, COLUMNS), (sum(laid.points for laid in view.laid),))


def tally(cards: Cards) -> bytes:
    """Return the number of cards of each face."""
    found = bytearray(len(FACES))
    for card in cards:
        found[NUMBER[card] - 1] += 1
    return bytes(found)


def faces_of(cards: Cards, size: int) -> bytes:
    """Return the faces of cards as numbers from 1, padded with zeros."""
    return bytes([NUMBER[card] for card in cards]).ljust(size, b"\0")


def points(view: View, seat: Seat) -> tuple[float, ...]:
    """Return the seats' totals, and the points of their words on the table."""
    seats = len(view.hands)
    table = [0] * seats
    for laid in view.laid:
        table[laid.seat] += 0 if laid.struck else laid.points
    return (*turned(scoring.totals(view.sheet, seats), seat), *turned(tuple(table), seat))


def potential(view: View, seat: Seat) -> float:
    """Return the seat's lead over the mean of the other seats or, in the solo game, the points of
    its words, divided by 100.
    """
    if len(view.hands) == 1:
        return sum(laid.points for laid in view.laid) / 100
    return ahead(scoring.totals(view.sheet, len(view.hands)), seat) / 100


CODING: Coding[Action, View] = Coding(
    steps=STEPS,
    offered=offered,
    chosen=chosen,
    layout=layout,
    seen=seen,
    potential=potential,
)
