"""Word Porters: a seat's view, with its own identity and votes, and everything public."""

from typing import Annotated, TypeAlias

from chabudai.core import Disclosure, Rng, Seat, Struct, check_seat
from chabudai.core.bounds import between, most
from chabudai.games.word_porters.components import ROUNDS, HintFace, WordFace
from chabudai.games.word_porters.rules import decks
from chabudai.games.word_porters.state import (
    Action,
    Dealing,
    Event,
    Finished,
    Hinting,
    Hints,
    Number,
    Numbers,
    Options,
    Over,
    Pass,
    Place,
    Placements,
    Reshuffling,
    Resting,
    Scored,
    Scores,
    Shuffling,
    State,
    Tokens,
    Vote,
    Votes,
    Voting,
    Words,
)


class Polling(Struct, tag="voting"):
    """All players are voting. `confirmed` is indexed by seat. `own` has the viewer's votes, or is
    () until they are confirmed.
    """

    confirmed: Annotated[tuple[bool, ...], most(6)]
    own: Votes


Seen: TypeAlias = Shuffling | Reshuffling | Dealing | Hinting | Polling | Resting | Over


class View(Struct):
    """The table as one seat sees it. Like State, but decks are only counted.

    `identities` is () before the deal. After the deal, only the viewer's own is visible, and the
    others are 0. Once the round is scored, all are visible. `first` is -1 until it is drawn.
    """

    options: Options
    phase: Seen
    scores: Scores
    round: Annotated[int, between(0, ROUNDS)]
    first: Seat
    words: Words
    hints: Hints
    identities: Numbers
    tokens: Annotated[tuple[Tokens, ...], most(6)]
    placed: Placements
    rounds: Annotated[tuple[Finished, ...], most(ROUNDS)]
    word_deck: Annotated[int, between(0, decks.MOST_WORDS)]  # words, face down
    hint_deck: Annotated[int, between(0, decks.MOST_HINTS)]  # hint cards, face down
    hint_discards: Annotated[tuple[HintFace, ...], most(decks.MOST_HINTS)]


def reason_disclosure(action: Action) -> Disclosure | None:
    """WP-37: disclose reasons, which reveal the bot's word, once the round is scored."""
    return "kept" if isinstance(action, Place | Pass | Vote) else None


def discloses_reasons(event: Event) -> bool:
    """Whether this event reveals the words of a round."""
    return isinstance(event, Scored)


def view(state: State, seat: Seat | None) -> View:
    """Return the view of `seat`, or of a spectator if None."""
    check_seat(seat, len(state.scores))
    phase = state.phase
    return View(
        state.options,
        polling(phase, seat) if isinstance(phase, Voting) else phase,
        state.scores,
        state.round,
        state.first,
        state.words,
        state.hints,
        identities_seen(state, seat),
        state.tokens,
        state.placed,
        state.rounds,
        len(state.word_deck),
        len(state.hint_deck),
        state.hint_discards,
    )


def identities_seen(state: State, seat: Seat | None) -> tuple[Number, ...]:
    """WP-15, WP-37: return the viewer's identity, or all identities once the round is scored."""
    if len(state.rounds) == state.round:
        return state.identities
    return tuple([number if at == seat else 0 for at, number in enumerate(state.identities)])


def polling(phase: Voting, seat: Seat | None) -> Polling:
    """WP-32: return the seats that have confirmed, and the viewer's own votes."""
    own = () if seat is None else phase.votes[seat]
    return Polling(tuple(map(bool, phase.votes)), own)


def determinize(view: View, rng: Rng) -> State:
    """Return a random state that agrees with this view, with random decks, identities and votes."""
    return State(
        view.options,
        imagined_votes(view, view.phase, rng) if isinstance(view.phase, Polling) else view.phase,
        view.scores,
        view.round,
        view.first,
        view.words,
        view.hints,
        imagined_identities(view, rng),
        view.tokens,
        view.placed,
        view.rounds,
        imagined_words(view, rng),
        imagined_hints(view, rng),
        view.hint_discards,
    )


def imagined_identities(view: View, rng: Rng) -> tuple[Number, ...]:
    """WP-15: return the known identities, and different random numbers for the other seats."""
    known = view.identities
    if 0 not in known:
        return known
    hidden = iter(rng.shuffled([number for number in decks.NUMBERS if number not in known]))
    return tuple(number or next(hidden) for number in known)


def imagined_votes(view: View, phase: Polling, rng: Rng) -> Voting:
    """WP-32: return the viewer's own votes, and random votes for other seats that have
    confirmed.
    """
    seats = len(phase.confirmed)
    # Blank votes do not identify their seat, but the only visible identity is the viewer's own.
    own = view.identities.index(max(view.identities)) if phase.own else None
    return Voting(
        tuple(
            phase.own if seat == own else any_votes(seat, seats, rng) if confirmed else ()
            for seat, confirmed in enumerate(phase.confirmed)
        )
    )


def any_votes(seat: Seat, seats: int, rng: Rng) -> Votes:
    """WP-33: return random numbers for all other seats, all different."""
    numbers = rng.shuffled(decks.NUMBERS)[: seats - 1]
    return (*numbers[:seat], 0, *numbers[seat:])


def imagined_words(view: View, rng: Rng) -> tuple[WordFace, ...]:
    """WP-8: return the words that have not been used, in random order."""
    if not view.word_deck:
        return ()
    options = view.options
    out = {decks.word_card(options, face) for face in view.words}
    for finished in view.rounds:
        out.update(decks.word_card(options, face) for face in finished.words)
    return decks.word_deck(options, out, rng)


def imagined_hints(view: View, rng: Rng) -> tuple[HintFace, ...]:
    """WP-8, WP-14: return the hint cards that are neither on the table nor discarded, in random
    order.
    """
    if not view.hint_deck:
        return ()
    options = view.options
    out = {decks.hint_card(options, face) for face in (*view.hints, *view.hint_discards)}
    cards = [card for card in decks.hints_in_play(options) if card not in out]
    return decks.hint_deck(options, cards, rng)
