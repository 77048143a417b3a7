"""Word Porters: what a seat may know: its own identity and votes, and all that lies open."""

from typing import TypeAlias

from chabudai.core import Seat, Struct
from chabudai.games.word_porters.cards import HintFace, WordFace
from chabudai.games.word_porters.state import (
    Dealing,
    Finished,
    Hinting,
    Number,
    Options,
    Over,
    Placed,
    Reshuffling,
    Resting,
    Shuffling,
    State,
    Tokens,
    Votes,
    Voting,
)


class Polling(Struct, tag="voting"):
    """All vote. By seat, who has confirmed; and one's own votes, () while there are none."""

    confirmed: tuple[bool, ...]
    own: Votes


Seen: TypeAlias = Shuffling | Reshuffling | Dealing | Hinting | Polling | Resting | Over


class View(Struct):
    """The table from one seat. As State, but of the decks only how many cards they have.

    `identity` is one's own, 0 before it is dealt and for spectators. The identities and votes of
    rounds that are scored are in `rounds`, the one just scored too.
    """

    options: Options
    phase: Seen
    scores: tuple[int, ...]
    round: int
    first: Seat | None
    words: tuple[WordFace, ...]
    hints: tuple[HintFace, ...]
    identity: Number
    tokens: tuple[Tokens, ...]
    placed: tuple[Placed, ...]
    rounds: tuple[Finished, ...]
    word_deck: int
    hint_deck: int
    hint_discards: tuple[HintFace, ...]


def view(state: State, seat: Seat | None) -> View:
    """What `seat` may know; None is a spectator."""
    phase, identities = state.phase, state.identities
    return View(
        state.options,
        polling(phase, seat) if isinstance(phase, Voting) else phase,
        state.scores,
        state.round,
        state.first,
        state.words,
        state.hints,
        0 if seat is None or not identities else identities[seat],
        state.tokens,
        state.placed,
        state.rounds,
        len(state.word_deck),
        len(state.hint_deck),
        state.hint_discards,
    )


def polling(phase: Voting, seat: Seat | None) -> Polling:
    """WP-32: who has confirmed, and how oneself has voted."""
    own = () if seat is None else phase.votes[seat]
    return Polling(tuple(map(bool, phase.votes)), own)
