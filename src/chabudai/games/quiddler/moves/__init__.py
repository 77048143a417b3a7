"""Quiddler: a seat's legal actions, and answers to its questions. `rules` decides whether an action
is legal.
"""

from collections import Counter
from collections.abc import Iterator

from chabudai.core import NotToMove, Rng, Seat, Why, check_seat, is_left
from chabudai.core.asking import no_question
from chabudai.games.quiddler.components.cards import COUNTS, POINTS, Face
from chabudai.games.quiddler.components.word_index import key_of
from chabudai.games.quiddler.moves.dictionary import look_up
from chabudai.games.quiddler.moves.layouts import (
    Cards,
    cut_at_random,
    layouts,
    short_layout,
    short_words,
    spell_with,
    ways_to_spell,
    word_of,
)
from chabudai.games.quiddler.questions import (
    Answer,
    Lookup,
    Pick,
    Picked,
    Plan,
    Planned,
    Question,
    Stake,
    Staked,
)
from chabudai.games.quiddler.rules import laying, scoring
from chabudai.games.quiddler.state import (
    Action,
    Challenge,
    Discard,
    Draw,
    Drawing,
    GoOut,
    Hand,
    Last,
    Ready,
    Settling,
    Spell,
    Stop,
)
from chabudai.games.quiddler.view import Choosing, Columns, View
from chabudai.words import fold

PILE, DISCARDS = Draw("pile"), Draw("discards")
READY = Ready()
DISCARD: dict[Face, Discard] = {face: Discard(face) for face in COUNTS}
CHALLENGES = frozenset((Drawing, Choosing, Settling))
"""Phases that allow challenges (QD-24)."""


def legal_actions(view: View, seat: Seat) -> Iterator[Action]:
    """Yield one action per effect: the menu, and lays of words in the table's dictionary.

    Two lays have the same effect if they use the same cards, discard the same card, and have the
    same number of words and a longest word of the same length. Only one of them is listed. In the
    solo game, words from the same columns have the same effect. Words outside the dictionary are
    not listed, although they can be laid (QD-A9).
    """
    yield from menu(view, seat)
    match view.phase:
        case Choosing(seat=turn) if turn == seat:
            yield from ways_to_lay(view, seat)
        case Columns() if seat == 0:
            yield from ways_to_clear(view)
        case _:
            return


def ways_to_lay(view: View, seat: Seat) -> Iterator[Action]:
    """QD-12, QD-15: yield the ways to go out, or to lay words in the last lap."""
    hand = own_hand(view, seat)
    name, barred = view.options.lexicon, barred_words(view, seat)
    if view.last is not None:
        for words in layouts(name, hand, barred):
            left = without(hand, words)
            for card in dict.fromkeys(left):
                yield Last(words, card)
    elif not going_out(view):
        for words in layouts(name, hand, barred):
            left = without(hand, words)
            if len(left) == 1:
                yield GoOut(words, left[0])


def ways_to_clear(view: View) -> Iterator[Spell]:
    """QD-A18: yield one word for each set of columns whose open cards spell one."""
    open_cards = own_hand(view, 0)
    places = [place for place, card in enumerate(open_cards) if card]
    for mask in range(1, 1 << len(places)):
        columns = [place for at, place in enumerate(places) if mask >> at & 1]
        if spelled := spelling(view, tuple(columns)):
            yield spelled


def spelling(view: View, columns: tuple[int, ...]) -> Spell | None:
    """Return a word that uses the open cards of all these columns, or None."""
    cards = [own_hand(view, 0)[column] for column in columns]
    word = word_of(view.options.lexicon, key_of(cards), ())
    if not word:
        return None
    left = list(columns)
    order: list[int] = []
    for card in spell_with(word, cards):
        column = next(column for column in left if own_hand(view, 0)[column] == card)
        left.remove(column)
        order.append(column)
    return Spell(tuple(order))


def own_hand(view: View, seat: Seat) -> Hand:
    """Return the cards that `seat` holds. In the solo game, return each column's open card."""
    if isinstance(view.phase, Columns):
        return tuple([column.open for column in view.phase.columns])
    hand = view.hands[seat]
    return () if isinstance(hand, int) else hand


def without(hand: Hand, words: tuple[Cards, ...]) -> Hand:
    """Return the cards of a hand that are not in `words`."""
    left = list(hand)
    for word in words:
        for card in word:
            left.remove(card)
    return tuple(left)


def barred_words(view: View, seat: Seat) -> frozenset[str]:
    """QD-19: return the words that other players have laid in this round."""
    return frozenset(word.word for word in view.laid if word.seat != seat)


def menu(view: View, seat: Seat) -> tuple[Action, ...]:
    """Return the actions that lay no words: draw, discard, ready, stop, and challenges (QD-24)."""
    return (*duties(view, seat), *challenges(view, seat))


def duties(view: View, seat: Seat) -> tuple[Action, ...]:
    """If `seat` owes a move, return the possible actions that lay no words."""
    match view.phase:
        case Drawing(seat=turn) if turn == seat:
            return (PILE, DISCARDS) if view.pile else (DISCARDS,)
        case Choosing(seat=turn) if turn == seat:
            return tuple([DISCARD[card] for card in dict.fromkeys(own_hand(view, seat))])
        case Settling(ready=ready) if is_left(ready, seat):
            return (READY,)
        case Columns() if seat == 0:
            return (Stop(),)
        case _:
            return ()


def challenges(view: View, seat: Seat) -> tuple[Challenge, ...]:
    """QD-24: return a challenge for each word that `seat` may challenge now."""
    laid = view.laid
    if not laid or type(view.phase) not in CHALLENGES or view.options.validation != "challenge":
        return ()
    if seat not in range(len(view.hands)):
        return ()
    doubtful = [at for at, word in enumerate(laid) if scoring.against_doubting(word, seat) is None]
    return tuple([Challenge(view.round, at) for at in doubtful])


def against_challenge(view: View, seat: Seat, challenge: Challenge) -> Why | None:
    """QD-24, QD-26, QD-A9: explain why a word cannot be challenged now, or return None."""
    if type(view.phase) not in CHALLENGES:
        return Why("QD-24", "There is no word on the table to challenge.", {})
    return scoring.against_challenge(view.options, view.round, view.laid, seat, challenge)


def idle(view: View, seat: Seat) -> Action:
    """QD-A7, QD-A23: return the move made on a timeout: draw, discard the drawn card, be ready, or
    stop.
    """
    match view.phase:
        case Choosing(seat=turn, card=card) if turn == seat and card is not None:
            return Discard(card)
        case _:
            owed = duties(view, seat)
            if not owed:
                raise NotToMove(seat)
            return owed[0]


def clock(view: View, seat: Seat) -> int | None:
    """QD-A7, QD-A23: return the seconds for each step of a turn or for challenges, or None."""
    options = view.options
    limit = options.challenge_clock if isinstance(view.phase, Settling) else options.turn_clock
    return None if limit == "off" else limit


def sample(view: View, seat: Seat, rng: Rng) -> Action:
    """Return a random draw or discard, or sometimes a challenge or words, valid or not."""
    bits, phase, laid = rng.bits(), view.phase, view.laid
    common = bits & 15 or not laid
    if isinstance(phase, Drawing) and phase.seat == seat and common:
        return PILE if bits & 16 and view.pile else DISCARDS
    mine = isinstance(phase, Choosing) and phase.seat == seat
    if mine and common and (hand := own_hand(view, seat)):
        words = None if bits & 48 else lay_at_random(view, seat, hand, rng)
        return words or Discard(hand[(bits >> 8) % len(hand)])
    if isinstance(phase, Settling) and is_left(phase.ready, seat) and bits & 7:
        return READY
    if isinstance(phase, Columns) and seat == 0:
        return clear_at_random(view, rng)
    choices = challenges(view, seat) or duties(view, seat)
    if not choices:
        raise NotToMove(seat)
    return rng.choice(choices)


def lay_at_random(view: View, seat: Seat, hand: Hand, rng: Rng) -> Action | None:
    """Return random words from a hand, or None. They are in the dictionary if the table checks
    words when they are laid.
    """
    options, last = view.options, view.last
    if going_out(view):
        return None
    card, *mixed = rng.shuffled(hand)
    size = len(mixed) if last is None else rng.below(len(mixed) + 1)
    if size < 2:
        return None
    cards = tuple(mixed[:size])
    barred = barred_words(view, seat)
    if options.validation != "challenge" or not rng.below(8):
        words = short_layout(options.lexicon, cards, barred)
    else:
        words = cut_at_random(cards, rng)
    if not words or any("".join(word) in barred for word in words):
        return None
    return GoOut(words, card) if last is None else Last(words, card)


def clear_at_random(view: View, rng: Rng) -> Action:
    """Return a random short word from the open cards, or Stop if none exists."""
    open_cards = own_hand(view, 0)
    places = tuple(place for place, card in enumerate(open_cards) if card)
    words = short_words(view.options.lexicon, [open_cards[place] for place in places])
    if not words:
        return Stop()
    columns = tuple(places[at] for at in rng.choice(words))
    return spelling(view, columns) or Stop()


def ask(view: View, seat: Seat, question: Question) -> Answer:
    """Answer a client's question. During the seat's own turn, the dictionary is closed (QD-23)."""
    check_seat(seat, len(view.hands))
    match question:
        case Lookup(word=typed):
            return look_up(view, seat, fold(typed))
        case Pick(word=typed, cards=cards):
            held = not Counter(cards) - Counter(own_hand(view, seat))
            word = fold(typed)
            return Picked(word, ways_to_spell(word, cards) if held else ())
        case Plan(words=words, discard=card):
            return plan(view, seat, words, card)
        case Stake(word=at):
            return stake(view, seat, at)
        case _:
            raise no_question(question, Question)


def plan(view: View, seat: Seat, words: tuple[Cards, ...], card: Face | None) -> Planned:
    """QD-10 to QD-21: return the points of words, and the reason if they cannot be laid.

    The dictionary is not consulted. Leftover cards are not an error if no discard is given, or
    during another player's turn.
    """
    hand = own_hand(view, seat)
    acting = isinstance(view.phase, Choosing) and view.phase.seat == seat
    against = laying.against_words(hand, view.laid, seat, words, card)
    if acting and words:
        against = going_out(view) or against
    placed = Counter(face for word in words for face in word)
    left = Counter(hand) - placed - Counter((card,) if card else ())
    if acting and not against and words and card and view.last is None:
        against = laying.against_leftovers(tuple(left.elements()))
    laid, kept = worth(placed), worth(left)
    return Planned(laid, kept, scoring.base(view.options, laid, kept), against)


def going_out(view: View) -> Why | None:
    """QD-A14: explain why words cannot be laid in this turn, or return None. In the last lap they
    can always be laid.
    """
    if view.last is not None:
        return None
    return laying.against_going_out(view.options, None, view.turns, len(view.hands))


def worth(cards: Counter[Face]) -> int:
    """Return the points of cards. Unknown cards are worth 0."""
    return sum(POINTS.get(face, 0) * count for face, count in cards.items())


def stake(view: View, seat: Seat, at: int) -> Staked:
    """QD-25, QD-A3: return the points that a challenge may cost the challenger or the owner."""
    against = against_challenge(view, seat, Challenge(view.round, at))
    if at >= len(view.laid):
        return Staked(None, 0, 0, against)
    word = view.laid[at]
    cost = scoring.cost_of_striking(view.options, word)
    return Staked(word.seat, word.points, cost, against)
