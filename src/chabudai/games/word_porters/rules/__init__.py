"""Word Porters: the rules. IDs such as WP-14 are headings in RULES.md.

`decks` has the decks, `placement` the hint phase, and `scoring` votes and points.
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
from chabudai.games.word_porters.components import POSITIONS, ROUNDS, SEATS, TOKENS, hint_cards
from chabudai.games.word_porters.rules import decks, placement, scoring
from chabudai.games.word_porters.state import (
    Action,
    Deal,
    Dealing,
    Dealt,
    Ended,
    Event,
    Fill,
    Filled,
    Finished,
    Hinting,
    Options,
    Over,
    Pass,
    Passed,
    Phase,
    Place,
    Placed,
    Readied,
    Ready,
    Received,
    Reshuffle,
    Reshuffled,
    Reshuffling,
    Resting,
    Scored,
    Shuffle,
    Shuffling,
    State,
    Vote,
    Voted,
    Votes,
    Voting,
)


def setup(options: Options, seats: int) -> State:
    """WP-1, WP-7, WP-A12, WP-A19: return the state before the shuffle. Raises Illegal."""
    Options.check(options)
    if not is_among(seats, SEATS):
        raise Illegal("WP-A18", "Word Porters is played by three to six.")
    first = options.first_player
    if first != "random" and first >= seats:
        raise Illegal("WP-A12", "Seat {seat} cannot start: it is not at this table.", seat=first)
    refuse(decks.against_own_cards(options, seats))
    return State(options, Shuffling(), scores=(0,) * seats)


def to_act(state: State) -> tuple[Seat, ...]:
    """WP-18, WP-32: return the seat that must give a hint, or all seats that have not voted."""
    phase = state.phase
    if isinstance(phase, Hinting):
        return (phase.seat,)
    match phase:
        case Voting(votes=votes):
            return tuple([seat for seat, own in enumerate(votes) if not own])
        case Resting(ready=ready):
            return tuple([seat for seat, one in enumerate(ready) if not one])
        case Shuffling() | Reshuffling() | Dealing():
            return (CHANCE,)
        case Over():
            return ()
        case _:
            assert_never(phase)


def turn(state: State) -> str:
    """WP-18, WP-32, WP-42: return the rule of the current phase."""
    match state.phase:
        case Voting():
            return "WP-32"
        case Resting():
            return "WP-42"
        case _:
            return "WP-18"


def chance(state: State, rng: Rng) -> Action:
    """WP-8, WP-10, WP-14, WP-15: shuffle the decks, reshuffle the hints, or deal identities."""
    options, seats = state.options, len(state.scores)
    match state.phase:
        case Shuffling():
            first = decks.first_player(options, seats, rng)
            words = decks.word_deck(options, (), rng)
            hints = decks.hint_deck(options, decks.hints_in_play(options), rng)
            return Shuffle(words, hints, first)
        case Reshuffling():
            cards = [decks.hint_card(options, face) for face in state.hint_discards]
            return Reshuffle(decks.hint_deck(options, cards, rng))
        case _:
            return Deal(decks.shuffled(decks.NUMBERS, rng)[:seats])


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """Return the next state and the news. Raises Illegal."""
    match action:
        case Place():
            return place(state, seat, action)
        case Vote():
            return vote(state, seat, action)
        case Fill():
            return fill(state, seat)
        case Pass():
            return pass_turn(state, seat)
        case Ready():
            return be_ready(state, seat)
        case Deal():
            return deal(state, action)
        case Shuffle():
            return shuffle(state, action)
        case Reshuffle():
            return reshuffle(state, action)
        case _:
            assert_never(action)


# --- Setting up a round


def shuffle(state: State, action: Shuffle) -> Step[State, Event]:
    """WP-8, WP-10: set the decks and the start player, and set up the first round. Raises
    Illegal.
    """
    if not isinstance(state.phase, Shuffling):
        raise Illegal("WP-8", "The decks have been shuffled.")
    refuse(decks.against_shuffle(state.options, len(state.scores), action))
    after = replace(state, first=action.first, word_deck=action.words, hint_deck=action.hints)
    return Step(lay_out(after))


def lay_out(state: State) -> State:
    """WP-12: put ten words on the table, then hint cards."""
    after = replace(
        state,
        round=state.round + 1,
        words=state.word_deck[:POSITIONS],
        word_deck=state.word_deck[POSITIONS:],
        identities=(),
        tokens=(TOKENS,) * len(state.scores),
        placed=(),
        hints=(),
    )
    return draw_hints(after)


def draw_hints(state: State) -> State:
    """WP-13, WP-14: draw the hint cards of the round. If this empties the deck, reshuffle."""
    missing = hint_cards(len(state.scores)) - len(state.hints)
    hints = (*state.hints, *state.hint_deck[:missing])
    deck = state.hint_deck[missing:]
    phase = Reshuffling() if not deck and state.hint_discards else Dealing()
    return replace(state, phase=phase, hints=hints, hint_deck=deck)


def reshuffle(state: State, action: Reshuffle) -> Step[State, Event]:
    """WP-14: turn the discards into the deck and continue drawing. Raises Illegal."""
    if not isinstance(state.phase, Reshuffling):
        raise Illegal("WP-14", "The hint deck has not run out.")
    refuse(decks.against_reshuffle(state.options, state.hint_discards, action))
    after = replace(state, hint_deck=action.hints, hint_discards=())
    return Step(draw_hints(after), (public(Reshuffled(len(action.hints))),))


def deal(state: State, action: Deal) -> Step[State, Event]:
    """WP-15, WP-16: deal the identity cards and begin the hint phase. Raises Illegal."""
    if not isinstance(state.phase, Dealing):
        raise Illegal("WP-15", "The identity cards have been dealt.")
    dealt = set(action.identities)
    if len(action.identities) != len(state.scores) or len(dealt) != len(state.scores):
        raise Illegal("WP-15", "Each player is dealt one identity card.")
    if not dealt <= set(decks.NUMBERS):
        raise Illegal("WP-4", "These are not the identity cards of the box.")
    after = replace(state, phase=Hinting(state.first), identities=action.identities)
    received: tuple[News[Event], ...] = tuple(
        secret(seat, Received(seat, number)) for seat, number in enumerate(action.identities)
    )
    begun = Dealt(state.round, state.words, state.hints, state.first)
    return Step(after, (public(begun), *received))


# --- Hints


def place(state: State, seat: Seat, action: Place) -> Step[State, Event]:
    """WP-18 to WP-23: place one or two porters on a hint word. Raises Illegal."""
    phase = check_hinting(state.phase)
    cards, held = len(state.hints), state.tokens[seat]
    if action.card not in range(cards) or action.word not in (0, 1):
        raise Illegal("WP-13", "That hint is not on the table.")
    there = placement.on_card(state.placed, action.card)
    refuse(placement.against_placing(state.options, there, seat, held, action.word))
    price, left = placement.paid(there, held)
    new = Placed(seat, action.card, action.word, price)
    placed, tokens = (*state.placed, new), put(state.tokens, seat, left)
    passed = phase.passed and passed_for_good(state.options, cards, placed, tokens, phase.passed)
    return next_turn(state, seat, placed, tokens, passed, new)


def pass_turn(state: State, seat: Seat) -> Step[State, Event]:
    """WP-24, WP-47: pass. Only children may pass when they can place a porter. Raises Illegal."""
    phase = check_hinting(state.phase)
    if not state.options.children:
        raise Illegal("WP-24", "You can’t pass: there is still a hint you can use.")
    passed = (*phase.passed, seat)
    return next_turn(state, seat, state.placed, state.tokens, passed, Passed(seat, forced=False))


def check_hinting(phase: Phase) -> Hinting:
    """WP-28: raise Illegal outside the hint phase."""
    if not isinstance(phase, Hinting):
        raise Illegal("WP-28", "All hints of this round have been given.")
    return phase


def passed_for_good(
    options: Options,
    cards: int,
    placed: tuple[Placed, ...],
    tokens: tuple[tuple[int, ...], ...],
    passed: tuple[Seat, ...],
) -> tuple[Seat, ...]:
    """WP-27, WP-48, WP-A6: return the seats that have passed and get no further turn after this
    placement.
    """
    if not options.children or options.kids_pass_final:
        return passed
    return tuple(
        seat
        for seat in passed
        if not placement.can_place(options, cards, placed, seat, tokens[seat])
    )


def next_turn(
    state: State,
    seat: Seat,
    placed: tuple[Placed, ...],
    tokens: tuple[tuple[int, ...], ...],
    passed: tuple[Seat, ...],
    event: Event,
) -> Step[State, Event]:
    """WP-18, WP-25, WP-28: let the next seat that can place a porter do so, or start the votes."""
    news: tuple[News[Event], ...] = (public(event),)
    options, cards, seats = state.options, len(state.hints), len(tokens)
    phase: Phase | None = None
    for further in range(1, seats + 1):
        following = (seat + further) % seats
        held = tokens[following]
        if not held or following in passed:
            continue
        if placement.can_place(options, cards, placed, following, held):
            phase = Hinting(following, passed)
            break
        passed = (*passed, following)
        news = (*news, public(Passed(following, forced=True)))
    phase = phase or Voting(((),) * seats)
    return Step(replace(state, phase=phase, placed=placed, tokens=tokens), news)


# --- Votes and points


def vote(state: State, seat: Seat, action: Vote) -> Step[State, Event]:
    """WP-32 to WP-36: confirm votes. Raises Illegal."""
    phase = check_voting(state.phase, seat)
    refuse(scoring.against_voting(seat, len(state.scores), action.votes))
    return confirm(state, put(phase.votes, seat, action.votes), Voted(seat))


def fill(state: State, seat: Seat) -> Step[State, Event]:
    """WP-A17: confirm blank votes for a player who has not voted in time. Raises Illegal."""
    phase = check_voting(state.phase, seat)
    return confirm(state, put(phase.votes, seat, scoring.blank(len(state.scores))), Filled(seat))


def check_voting(phase: Phase, seat: Seat) -> Voting:
    """WP-32, WP-35, WP-37: raise Illegal unless `seat` owes votes."""
    if isinstance(phase, Resting):
        raise Illegal("WP-37", "The votes are revealed, so they can’t be changed.")
    if not isinstance(phase, Voting):
        raise Illegal("WP-32", "You can vote when all hints have been given.")
    if phase.votes[seat]:
        raise Illegal("WP-35", "You have handed in your votes, so you can’t change them.")
    return phase


def confirm(state: State, votes: tuple[Votes, ...], event: Event) -> Step[State, Event]:
    """WP-35: store confirmed votes, and reveal them together once all players have voted."""
    news: tuple[News[Event], ...] = (public(event),)
    if not all(votes):
        return Step(replace(state, phase=Voting(votes)), news)
    return score(state, votes, news)


def score(
    state: State, votes: tuple[tuple[int, ...], ...], news: tuple[News[Event], ...]
) -> Step[State, Event]:
    """WP-37 to WP-39, WP-44: reveal, score, and end the game after the last round."""
    points = scoring.points(state.identities, votes)
    scores = tuple(map(sum, zip(state.scores, points, strict=True)))
    events: list[Event] = [*scoring.reveals(state.first, state.identities, votes)]
    events.append(Scored(state.round, points, scores))
    finished = Finished(
        state.first, state.words, state.hints, state.placed, state.identities, votes, points
    )
    after = replace(state, scores=scores, rounds=(*state.rounds, finished))
    phase: Phase = Resting((False,) * len(scores))
    if state.round == ROUNDS:
        phase = Over()
        events.append(Ended(scoring.result(scores)))
    return Step(replace(after, phase=phase), (*news, *map(public, events)))


def be_ready(state: State, seat: Seat) -> Step[State, Event]:
    """WP-42: mark a seat ready. Set up the next round once all seats are ready. Raises Illegal."""
    if not isinstance(state.phase, Resting):
        raise Illegal("WP-42", "This round is not over yet.")
    ready = put(state.phase.ready, seat, True)
    news: tuple[News[Event], ...] = (public(Readied(seat)),)
    if not all(ready):
        return Step(replace(state, phase=Resting(ready)), news)
    return Step(end_round(state), news)


def end_round(state: State) -> State:
    """WP-42, WP-43: discard the hint cards, pass on the start player card, and deal new cards."""
    first = scoring.next_first(state.first, state.scores)
    discards = (*state.hint_discards, *state.hints)
    return lay_out(replace(state, first=first, hint_discards=discards))


def outcome(state: State) -> Outcome | None:
    """WP-44: return the outcome, or None until the game is over."""
    return scoring.result(state.scores) if isinstance(state.phase, Over) else None


def talk(state: State, seat: Seat) -> Talk:
    """WP-18: allow no signs until the votes are revealed, since a reaction to a hint would be a
    hint.
    """
    return Talk.SENTENCES if isinstance(state.phase, Resting | Over) else Talk.NONE
