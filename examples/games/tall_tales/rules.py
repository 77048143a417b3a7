"""Tall Tales: the rules, in the order of the rulebook. Only `apply` decides whether a move is
legal.
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
    Why,
    is_among,
    public,
    refuse,
    secret,
)
from examples.games.tall_tales.components import BEANS, BELIEVED, CARDS, DOUBTED
from examples.games.tall_tales.state import (
    Action,
    Admit,
    Admitted,
    Believe,
    Believed,
    Claim,
    Claimed,
    Compared,
    Deal,
    Dealing,
    Dealt,
    Doubt,
    Drew,
    Ended,
    Event,
    Hearing,
    Options,
    Over,
    Phase,
    Shown,
    Speaking,
    State,
)

SEATS = range(2, 3)


def setup(options: Options, seats: int) -> State:
    """TT-1, TT-3: give two players their beans. Raises Illegal for any other number of seats."""
    Options.check(options)
    if not is_among(seats, SEATS):
        raise Illegal("TT-1", "Two people play, no more and no fewer.")
    return State(options, beans=(BEANS, BEANS))


def to_act(state: State) -> tuple[Seat, ...]:
    """Return CHANCE before a deal, then the teller, then the hearer of a claim."""
    match state.phase:
        case Dealing():
            return (CHANCE,)
        case Speaking(seat=seat) | Hearing(seat=seat):
            return (seat,)
        case Over():
            return ()
        case _:
            assert_never(state.phase)


def turn(state: State) -> str:
    """Return the rule that says whose turn it is."""
    match state.phase:
        case Dealing():
            return "TT-4"
        case Speaking():
            return "TT-5"
        case Hearing():
            return "TT-7"
        case Over():
            return "TT-10"
        case _:
            assert_never(state.phase)


def chance(state: State, rng: Rng) -> Deal:
    """TT-4: deal one card to each player, and leave one over."""
    first, second, rest = rng.shuffled(CARDS)
    return Deal((first, second, rest))


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """Make a move for the seat whose turn it is. Raises Illegal."""
    if not isinstance(action, Deal):
        refuse(against(state.options, state.phase, state.admitted, seat, action))
    match action:
        case Deal():
            return dealt(state, action)
        case Admit():
            return admitted(state, seat)
        case Claim():
            return claimed(state, seat)
        case Believe():
            return believed(state, seat)
        case Doubt():
            return compared(state, seat)
        case _:
            assert_never(action)


# --- TT-4, TT-5: the start of a round


def dealt(state: State, deal: Deal) -> Step[State, Event]:
    """TT-4: each player sees their own card. TT-5: the players take turns telling."""
    if sorted(deal.cards) != list(CARDS):
        raise Illegal("TT-4", "Every card is dealt once.")
    number = state.round + 1
    teller = (number - 1) % 2
    drawn: list[News[Event]] = [
        secret(seat, Drew(seat, deal.cards[seat]), Drew(seat, None)) for seat in (0, 1)
    ]
    after = replace(state, phase=Speaking(teller), round=number, compared=False, cards=deal.cards)
    return Step(after, (public(Dealt(number, teller)), *drawn))


# --- TT-6 to TT-9: claims and payments


def against(
    options: Options, phase: Phase, admitted: tuple[bool, bool], seat: Seat, action: Action
) -> Why | None:
    """Return why the seat whose turn it is cannot make this move, or None if it can."""
    if isinstance(phase, Speaking) == isinstance(action, Believe | Doubt):
        if isinstance(phase, Speaking):
            return Why("TT-7", "There is no claim to believe or to doubt yet.", {})
        return Why("TT-7", "The claim is made: believe it or doubt it.", {})
    if options.bold and isinstance(action, Admit) and admitted[seat]:
        return Why("TT-A3", "You admitted the last time, so now you claim.", {})
    return None


def admitted(state: State, seat: Seat) -> Step[State, Event]:
    """TT-6: a teller who admits pays one bean."""
    after, paid = pay(state, seat, BELIEVED)
    told = replace(after, admitted=noted(state, seat, Admit()))
    return settled(told, public(Admitted(seat, paid)))


def claimed(state: State, seat: Seat) -> Step[State, Event]:
    """TT-7: the other player believes or doubts the claim."""
    after = replace(state, phase=Hearing(1 - seat), admitted=noted(state, seat, Claim()))
    return Step(after, (public(Claimed(seat)),))


def noted(state: State, seat: Seat, said: Claim | Admit) -> tuple[bool, bool]:
    """TT-A3: record which players admitted when they last told."""
    now = isinstance(said, Admit)
    return (now, state.admitted[1]) if seat == 0 else (state.admitted[0], now)


def believed(state: State, seat: Seat) -> Step[State, Event]:
    """TT-8: a player who believes pays one bean."""
    after, paid = pay(state, seat, BELIEVED)
    return settled(after, public(Believed(seat, paid)))


def compared(state: State, seat: Seat) -> Step[State, Event]:
    """TT-9: both cards are turned up, and the holder of the lower one pays two beans."""
    first, second, _ = state.cards
    payer = 0 if first < second else 1
    after, paid = pay(state, payer, DOUBTED)
    opened = replace(after, compared=True)
    return settled(opened, public(Compared(seat, (first, second), payer, paid)))


def pay(state: State, seat: Seat, beans: int) -> tuple[State, int]:
    """Pay `beans` from `seat` to the other player, or all it has if that is less (TT-A1)."""
    paid = min(beans, state.beans[seat])
    change = -paid if seat == 0 else paid
    return replace(state, beans=(state.beans[0] + change, state.beans[1] - change)), paid


# --- TT-10, TT-11: the end


def settled(state: State, news: News[Event]) -> Step[State, Event]:
    """TT-10: the game ends after the last round, or as soon as a player has no beans left."""
    first, second, _ = state.cards
    opened = state.options.shown and not state.compared
    shown: tuple[News[Event], ...] = (public(Shown((first, second))),) if opened else ()
    after = replace(state, compared=state.compared or opened)
    if 0 not in after.beans and after.round < after.options.rounds:
        return Step(replace(after, phase=Dealing()), (news, *shown))
    over = replace(after, phase=Over())
    out = over.beans.index(0) if 0 in over.beans else None
    return Step(over, (news, *shown, public(Ended(out, result(over)))))


def outcome(state: State) -> Outcome | None:
    """Return the game's outcome, or None while it continues."""
    return result(state) if isinstance(state.phase, Over) else None


def result(state: State) -> Outcome:
    """TT-11: the player with more beans wins. Both win if they have the same number."""
    most = max(state.beans)
    return Outcome(state.beans, tuple(seat for seat in (0, 1) if state.beans[seat] == most))
