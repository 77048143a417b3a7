"""Quiddler: the rules. IDs such as QD-14 are headings of RULES.md.

`laying` is about laying words, `settling` and `scoring` about the end of a round, and `solo` about
the solo game.
"""

from bisect import insort
from collections import Counter
from itertools import chain
from typing import assert_never

from msgspec.structs import replace

from chabudai.core import (
    CHANCE,
    Illegal,
    News,
    Outcome,
    Rng,
    Seat,
    Step,
    is_among,
    public,
    put,
    refuse,
    secret,
)
from chabudai.games.quiddler.components.cards import DECK, FIRST_HAND, Face
from chabudai.games.quiddler.rules import laying, scoring, settling, solo
from chabudai.games.quiddler.state import (
    Acting,
    Action,
    Added,
    Capped,
    Challenge,
    Dealing,
    Dealt,
    Discard,
    Discarded,
    Draw,
    Drawing,
    Drew,
    Event,
    GoOut,
    Held,
    Last,
    LastLap,
    Options,
    Over,
    Phase,
    Ready,
    Received,
    Refill,
    Refilled,
    Refilling,
    Settling,
    Shuffle,
    Solo,
    Spell,
    State,
    Stop,
    Took,
    WentOut,
    Words,
)

BOX = dict(Counter(DECK))
SEATS = range(1, 9)
TURN = (Drawing, Acting)
"""Phases of a turn."""


def setup(options: Options, seats: int) -> State:
    """QD-1, QD-33, QD-A1, QD-A18: return the state before the deal. Raises Illegal."""
    Options.check(options)
    if not is_among(seats, SEATS):
        raise Illegal("QD-1", "Quiddler is played by one to eight.")
    if seats == 1 and options.solo == "bots":
        raise Illegal("QD-A18", "Alone, you play with bots, or clear the columns.")
    first = options.first_dealer
    if first != "random" and first >= seats:
        raise Illegal("QD-A1", "Seat {seat} cannot deal: it is not at this table.", seat=first)
    if seats == 2 and options.two_player_bonus == "both":
        raise Illegal("QD-33", "Two players choose one of the two bonuses.")
    return State(options, Dealing(), hands=((),) * seats, pile=DECK)


def to_act(state: State) -> tuple[Seat, ...]:
    """QD-7: return the seat whose turn it is, or all seats that are not ready for scoring."""
    phase = state.phase
    if isinstance(phase, TURN):
        return (phase.seat,)
    match phase:
        case Settling(ready=ready):
            return tuple([seat for seat, one in enumerate(ready) if not one])
        case Dealing() | Refilling():
            return (CHANCE,)
        case Solo():
            return (solo.OWNER,)
        case Over():
            return ()
        case _:
            assert_never(phase)


def turn(state: State) -> str:
    """QD-7, QD-A7, QD-A18: return the ID of the rule for the current phase."""
    match state.phase:
        case Settling():
            return "QD-A7"
        case Solo():
            return "QD-A18"
        case _:
            return "QD-7"


def may_act(state: State) -> tuple[Seat, ...]:
    """QD-24: return the seats that owe no move but have a word to challenge."""
    if (
        not state.laid
        or state.options.validation != "challenge"
        or not isinstance(state.phase, Drawing | Acting | Settling)
    ):
        return ()
    owners = {word.seat for word in state.laid if word.verdict is None}
    owing = to_act(state)
    return tuple(seat for seat in range(len(state.hands)) if seat not in owing and owners - {seat})


def chance(state: State, rng: Rng) -> Action:
    """QD-6, QD-A1, QD-A6: shuffle the cards and draw the first dealer, or shuffle the discards."""
    if isinstance(state.phase, Refilling):
        return Refill(rng.shuffled(state.discards[:-1]))
    dealer = state.dealer
    if dealer is None:
        first = state.options.first_dealer
        dealer = rng.below(len(state.hands)) if first == "random" else first
    return Shuffle(rng.shuffled(DECK), dealer)


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """Return the next state and the news. Raises Illegal."""
    match action:
        case Draw():
            return draw(state, seat, action)
        case Discard():
            return discard(state, seat, action)
        case GoOut():
            return go_out(state, seat, action)
        case Last():
            return lay_last(state, seat, action)
        case Challenge():
            return settling.challenge(state, seat, action)
        case Ready():
            return settling.be_ready(state, seat)
        case Shuffle() | Refill():
            return apply_chance(state, action)
        case Spell() | Stop():
            return apply_solo(state, action)
        case _:
            assert_never(action)


def apply_chance(state: State, action: Shuffle | Refill) -> Step[State, Event]:
    """Apply a chance move."""
    return deal(state, action) if isinstance(action, Shuffle) else refill(state, action)


def apply_solo(state: State, action: Spell | Stop) -> Step[State, Event]:
    """QD-A18: apply a move in the solo game."""
    return solo.spell(state, action) if isinstance(action, Spell) else solo.stop(state)


# --- Dealing


def deal(state: State, shuffle: Shuffle) -> Step[State, Event]:
    """QD-5 to QD-8: deal the hands clockwise, set up the draw pile, and turn up one card.

    Raises Illegal.
    """
    check_shuffle(state, shuffle)
    seats = len(state.hands)
    if seats == 1:
        return solo.lay_out(state, shuffle)
    deck, dealer = shuffle.deck, shuffle.dealer
    dealt = seats * cards_in(state.round)
    first = (dealer + 1) % seats
    hands = tuple(
        tuple(sorted(deck[(seat - first) % seats : dealt : seats])) for seat in range(seats)
    )
    after = replace(
        state,
        phase=Drawing(first),
        hands=hands,
        dealer=dealer,
        turns=0,
        last=None,
        pile=deck[dealt + 1 :],
        discards=(deck[dealt],),
        laid=(),
        held=(),
    )
    received: tuple[News[Event], ...] = tuple(
        secret(seat, Received(seat, hand)) for seat, hand in enumerate(hands)
    )
    return Step(after, (public(Dealt(state.round, dealer, first, deck[dealt])), *received))


def check_shuffle(state: State, shuffle: Shuffle) -> None:
    """QD-2, QD-8, QD-A1: check that all cards are dealt, and that the dealer is the right one.
    Raises Illegal.
    """
    if not isinstance(state.phase, Dealing):
        raise Illegal("QD-6", "The cards have been dealt.")
    if dict(Counter(shuffle.deck)) != BOX:
        raise Illegal("QD-2", "These are not the cards of the box.")
    if shuffle.dealer not in range(len(state.hands)):
        raise Illegal("QD-8", "The dealer must be in one of the seats.")
    if state.dealer not in (None, shuffle.dealer):
        raise Illegal("QD-8", "The deal passes to the left.")
    if state.dealer is None and state.options.first_dealer not in ("random", shuffle.dealer):
        raise Illegal("QD-A1", "The table has agreed on another seat to deal.")


def cards_in(number: int) -> int:
    """QD-5: return the number of cards in each hand of a round."""
    return FIRST_HAND + number - 1


def refill(state: State, action: Refill) -> Step[State, Event]:
    """QD-A6: make a new draw pile of all discards except the top one. Raises Illegal."""
    phase = state.phase
    if not isinstance(phase, Refilling):
        raise Illegal("QD-A6", "The draw pile is not empty.")
    *under, top = state.discards
    if dict(Counter(action.pile)) != dict(Counter(under)):
        raise Illegal("QD-A6", "These are not the discards under the top one.")
    after = replace(state, phase=Drawing(phase.seat), pile=action.pile, discards=(top,))
    return Step(after, (public(Refilled(len(under))),))


# --- The turn


def draw(state: State, seat: Seat, action: Draw) -> Step[State, Event]:
    """QD-9: draw the hidden top card of the draw pile, or the top discard. Raises Illegal."""
    if not isinstance(state.phase, Drawing):
        raise not_drawing(state.phase)
    news: News[Event]
    pile, discards, held = state.pile, state.discards, state.held
    if action.source == "discards":
        card = discards[-1]
        discards = discards[:-1]
        held = (*held, Held(seat, card))
        news = public(Took(seat, card))
    elif pile:
        card = pile[0]
        pile = pile[1:]
        news = secret(seat, Drew(seat, card), Drew(seat, None))
    else:
        raise Illegal("QD-A6", "The draw pile is empty: take the top discard.")
    hand = list(state.hands[seat])
    insort(hand, card)
    hands = put(state.hands, seat, tuple(hand))
    phase = Acting(seat, card, action.source)
    after = replace(state, phase=phase, hands=hands, pile=pile, discards=discards, held=held)
    return Step(after, (news,))


def not_drawing(phase: Phase) -> Illegal:
    """Explain why nothing can be drawn now."""
    if isinstance(phase, Acting):
        return Illegal("QD-10", "You have drawn a card: end your turn with a discard.")
    return not_a_turn(phase)


def not_a_turn(phase: Phase) -> Illegal:
    """Explain why no player has a turn now."""
    if isinstance(phase, Solo):
        return Illegal("QD-A18", "In the solo game, you use only the open cards.")
    return Illegal("QD-14", "The last turns of this round are over.")


def check_acting(phase: Phase) -> None:
    """QD-9: raise Illegal unless a card has been drawn."""
    if isinstance(phase, Drawing):
        raise Illegal("QD-9", "First draw a card.")
    if not isinstance(phase, Acting):
        raise not_a_turn(phase)


def discard(state: State, seat: Seat, action: Discard) -> Step[State, Event]:
    """QD-13: end a turn without laying words. Raises Illegal."""
    check_acting(state.phase)
    hand = state.hands[seat]
    refuse(laying.against_words(hand, state.laid, seat, (), action.card))
    hands = put(state.hands, seat, laying.leftover(hand, (), action.card))
    held = laying.still_held(state.held, seat, (action.card,))
    return end_turn(replace(state, hands=hands, held=held), seat, action.card, ())


def go_out(state: State, seat: Seat, action: GoOut) -> Step[State, Event]:
    """QD-12, QD-14: lay all cards except the discard. The others each have one more turn. Raises
    Illegal.
    """
    check_acting(state.phase)
    seats = len(state.hands)
    refuse(laying.against_going_out(state.options, state.last, state.turns, seats))
    after = lay(state, seat, action.words, action.discard)
    refuse(laying.against_leftovers(after.hands[seat]))
    refuse(laying.against_unknown(state.options, action.words))
    lap = LastLap(seat, clockwise(seat, seats))
    news: tuple[News[Event], ...] = (public(WentOut(seat, action.words)),)
    return end_turn(replace(after, last=lap), seat, action.discard, news)


def lay_last(state: State, seat: Seat, action: Last) -> Step[State, Event]:
    """QD-15: in the last lap, lay any words and discard a card. Raises Illegal."""
    check_acting(state.phase)
    refuse(laying.against_early_words(state.last))
    after = lay(state, seat, action.words, action.discard)
    refuse(laying.against_unknown(state.options, action.words))
    added = Added(seat, action.words)
    news: tuple[News[Event], ...] = (public(added),) if action.words else ()
    return end_turn(after, seat, action.discard, news)


def lay(state: State, seat: Seat, words: Words, card: Face) -> State:
    """QD-18 to QD-21: put words on the table and set `card` aside for the discard. Raises
    Illegal.
    """
    hand = state.hands[seat]
    refuse(laying.against_words(hand, state.laid, seat, words, card))
    return replace(
        state,
        hands=put(state.hands, seat, laying.leftover(hand, words, card)),
        laid=(*state.laid, *laying.laid_words(seat, words)),
        held=laying.still_held(state.held, seat, (card, *chain.from_iterable(words))),
    )


def clockwise(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """QD-14: return the other seats, starting with the left neighbour of `seat`."""
    return tuple((seat + further) % seats for further in range(1, seats))


def end_turn(
    state: State, seat: Seat, card: Face, news: tuple[News[Event], ...]
) -> Step[State, Event]:
    """QD-10, QD-14, QD-17: discard, and pass the turn to the left unless the round is over."""
    news = (*news, public(Discarded(seat, card)))
    seats, turns, last = len(state.hands), state.turns + 1, state.last
    if last is not None and seat in last.left:
        last = LastLap(last.out, last.left[1:])
    elif last is None and turns == turn_limit(state.options, seats):
        last = LastLap(None, (*clockwise(seat, seats), seat))
        news = (*news, public(Capped()))
    discards = (*state.discards, card)
    following = (seat + 1) % seats
    dry = not state.pile and len(discards) > 1
    phase = Refilling(following) if dry else Drawing(following)
    after = replace(state, phase=phase, turns=turns, last=last, discards=discards)
    return settling.end_lap(after, news) if last and not last.left else Step(after, news)


def turn_limit(options: Options, seats: int) -> int | None:
    """QD-A21: return the maximum number of turns before the last lap, or None."""
    return None if options.turn_cap == "off" else options.turn_cap * seats


# --- The end of the game


def outcome(state: State) -> Outcome | None:
    """QD-36, QD-A18: return the outcome, or None until the game is over."""
    phase = state.phase
    if not isinstance(phase, Over):
        return None
    if len(state.hands) == 1:
        return solo.result(state.laid, phase.columns)
    return scoring.winners(scoring.totals(state.sheet, len(state.hands)))
