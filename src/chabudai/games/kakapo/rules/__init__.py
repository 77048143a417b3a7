"""The Kakapo: the rules. IDs such as KK-14 are headings of RULES.md.

Each phase of a round has a module: `tricks`, `selection`, `placement`, `scanning`.
"""

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
    Talk,
    is_among,
    public,
    put,
    refuse,
    secret,
)
from chabudai.games.kakapo.components.cards import (
    COUNTERS,
    FIRST,
    HAND,
    MODES,
    ORDER,
    Card,
    cards_for,
)
from chabudai.games.kakapo.components.mission_lint import lint
from chabudai.games.kakapo.components.missions import Mission, mission_named
from chabudai.games.kakapo.rules import scanning
from chabudai.games.kakapo.rules.placement import place
from chabudai.games.kakapo.rules.selection import select
from chabudai.games.kakapo.rules.tricks import reveal
from chabudai.games.kakapo.state import (
    Action,
    Concede,
    Dealing,
    Dealt,
    Event,
    Options,
    Over,
    Place,
    Placing,
    Received,
    Reveal,
    Revealing,
    Select,
    Selecting,
    Shuffle,
    State,
    Wished,
)

SEATS = range(2, 5)
MOVING = (Revealing, Selecting, Placing)
"""Phases in which a player owes a move."""


def setup(options: Options, seats: int) -> State:
    """KK-1, KK-7, KK-8: return the state before the deal. Raises Illegal."""
    Options.check(options)
    if not is_among(seats, SEATS):
        raise Illegal("KK-1", "The Kakapo is played by two, three or four.")
    mission = agreed_mission(options, seats)
    mode = MODES[seats]
    if mission.mode != mode:
        text = "A mission for two cannot be played by {seats}."
        if mode == "buddy":
            text = "A mission for three or four cannot be played by {seats}."
        raise Illegal("KK-6", text, seats=seats)
    return State(
        options,
        mission,
        Dealing(),
        hands=((),) * seats,
        wishes=(False,) * seats,
        counters=COUNTERS[mode],
        edges=scanning.open_edges(mission),
    )


def agreed_mission(options: Options, seats: int) -> Mission:
    """KK-7: return the agreed mission. Raises Illegal if it is impossible."""
    match options.mission:
        case int(number):
            return mission_named(f"{MODES[seats]}/{number}")
        case str(name):
            return mission_named(name)
        case Mission() as mission:
            for why in lint(mission):
                refuse(why)
            return replace(mission, number=0)
        case _:
            assert_never(options.mission)


def to_act(state: State) -> tuple[Seat, ...]:
    """KK-15, KK-21, KK-32: return the seat that must reveal, select or place, or CHANCE."""
    phase = state.phase
    if isinstance(phase, MOVING):
        return (phase.seat,)
    return (CHANCE,) if isinstance(phase, Dealing) else ()


def turn(state: State) -> str:
    """KK-15, KK-21, KK-32: return the rule of the current phase."""
    match state.phase:
        case Selecting():
            return "KK-21"
        case Placing():
            return "KK-32"
        case _:
            return "KK-15"


def may_act(state: State) -> tuple[Seat, ...]:
    """KK-A21: return the seats that owe no move. They may still wish to give up at any time."""
    if not state.options.concession or isinstance(state.phase, Dealing | Over):
        return ()
    owing = to_act(state)
    return tuple(seat for seat in range(len(state.hands)) if seat not in owing)


def chance(state: State, rng: Rng) -> Action:
    """KK-9, KK-10, KK-12: shuffle the cards. Draw the start player if no seat has purple 8."""
    seats = len(state.hands)
    deck = rng.shuffled(cards_for(seats))
    holder = holder_of_first(deck, seats)
    return Shuffle(deck, rng.below(seats) if holder is None else holder)


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """Return the next state and the news. Raises Illegal."""
    match action:
        case Reveal():
            return reveal(state, seat, action)
        case Select():
            return select(state, seat, action)
        case Place():
            return place(state, seat, action)
        case Concede():
            return concede(state, seat, action)
        case Shuffle():
            return deal(state, action)
        case _:
            assert_never(action)


def outcome(state: State) -> Outcome | None:
    """KK-1: return the outcome, or None until the mission is over."""
    return scanning.result(state.phase, len(state.hands)) if isinstance(state.phase, Over) else None


def talk(state: State, seat: Seat) -> Talk:
    """KK-13: allow no signs until the mission is over."""
    return Talk.SENTENCES if isinstance(state.phase, Over) else Talk.NONE


# --- Dealing


def hand_size(deck: tuple[Card, ...], seats: int) -> int:
    """KK-9, KK-10: return the number of cards that each player is dealt."""
    return HAND if seats == 2 else len(deck) // seats


def holder_of_first(deck: tuple[Card, ...], seats: int) -> Seat | None:
    """KK-11: return the seat that is dealt purple 8, or None if no seat is."""
    seat = deck.index(FIRST) // hand_size(deck, seats)
    return seat if seat < seats else None


def deal(state: State, shuffle: Shuffle) -> Step[State, Event]:
    """KK-9 to KK-12: deal the hands (and the box if there are two players), and announce the start
    player.
    """
    seats = len(state.hands)
    check_shuffle(state, shuffle)
    deck, start, size = shuffle.deck, shuffle.start, hand_size(shuffle.deck, seats)
    *hands, box = (
        tuple(sorted(deck[size * at : size * (at + 1)], key=ORDER.__getitem__))
        for at in range(seats + 1)
    )
    declared = holder_of_first(deck, seats)
    after = replace(
        state, phase=Revealing(start), hands=tuple(hands), box=box, declared=declared, start=start
    )
    received: tuple[News[Event], ...] = tuple(
        secret(seat, Received(seat, hand)) for seat, hand in enumerate(hands)
    )
    return Step(after, (public(Dealt(size, len(box), declared, start)), *received))


def check_shuffle(state: State, shuffle: Shuffle) -> None:
    """KK-2, KK-9 to KK-12: check that all cards are dealt and that the right player starts.

    Raises Illegal.
    """
    seats = len(state.hands)
    if not isinstance(state.phase, Dealing):
        raise Illegal("KK-9", "The cards have been dealt.")
    if sorted(shuffle.deck) != sorted(cards_for(seats)):
        raise Illegal("KK-2", "These are not the cards of the box.")
    if shuffle.start not in range(seats):
        raise Illegal("KK-12", "The start player must be in one of the seats.")
    if holder_of_first(shuffle.deck, seats) not in (None, shuffle.start):
        raise Illegal("KK-11", "The holder of purple 8 starts.")


# --- Giving up


def concede(state: State, seat: Seat, action: Concede) -> Step[State, Event]:
    """KK-A21: record a secret wish to give up. The mission fails once all seats wish to give up."""
    if not state.options.concession:
        raise Illegal("KK-A21", "This table has agreed not to give up.")
    if isinstance(state.phase, Dealing | Over) or seat not in range(len(state.hands)):
        raise Illegal("KK-A21", "There is no mission to give up now.")
    if state.wishes[seat] == action.wish:
        raise Illegal("KK-A21", "You already chose that.")
    after = replace(state, wishes=put(state.wishes, seat, action.wish))
    news: tuple[News[Event], ...] = (secret(seat, Wished(seat, action.wish)),)
    if all(after.wishes):
        return scanning.end(after, "conceded", None, news)
    return Step(after, news)
