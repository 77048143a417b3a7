"""Word Porters: questions that a client may ask, and their answers."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from chabudai.core import Seat, Slow, Struct, Why
from chabudai.games.word_porters.components import ROUNDS
from chabudai.games.word_porters.state import Number, Tokens, Vote


class Survey(Struct, tag="survey"):
    """Question: which porters would each hint word take if it were the seat's turn?"""


class Weigh(Struct, tag="weigh"):
    """Question: can these votes be confirmed, and is one of them certainly wrong?"""

    vote: Vote


Question: TypeAlias = Survey | Weigh
"""Questions before acting."""


class Spot(Struct):
    """A hint word: the porters that it would take, or the reason why it takes none."""

    card: int
    word: int
    tokens: Tokens
    against: Why | None


class Surveyed(Struct, tag="surveyed"):
    """Every hint word on the table, card by card."""

    spots: tuple[Spot, ...]


class Weighed(Struct, tag="weighed"):
    """The reason why votes are illegal, and a warning if one is certainly wrong (WP-36)."""

    against: Why | None
    warning: Why | None


Answer: TypeAlias = Surveyed | Weighed


# --- About a scored round -------------------------------------------------------
#
# Probabilities are whole numbers in thousandths. They are those of an expert who sees the placed
# porters and each player's open hints, and knows the identities of previous rounds, but not those
# of this one.


class Review(Slow, tag="review"):
    """Question: how informative were this round's hints, and how good were the votes?"""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)]


class VoteReview(Struct):
    """One vote: `seat` voted `guess` for `target`, whose word was `number`.

    `chances` has the probabilities of the words 1 … 10 for a player with the identity of `seat`.
    They are in thousandths. `best` is the number for `target` in the likeliest votes of `seat`.
    """

    seat: Seat
    target: Seat
    guess: Number
    number: Number
    best: Number
    chances: tuple[int, ...]


class Considered(Struct):
    """A hint word that could have been taken: `word` of hint card `card`.

    `chance` is the probability of the right word if this hint had been taken. `moved` is how much
    the actual probability of the right word changed because this hint was not taken. A hint helps
    if the right word is likelier with it than before the turn, or than with the hint that was
    taken. `by_elimination` is true if this hint helps only because it fits other words even less. A
    person would not use such a hint.
    """

    card: int
    word: int
    chance: int
    moved: int
    by_elimination: bool


class HintReview(Struct):
    """One placement. `before` and `after` are the probabilities of the right word.

    `hint` is the one that was taken, and its `chance` equals `after`. `others` lists the other open
    hints, by descending `chance`.
    """

    seat: Seat
    hint: Considered
    before: int
    after: int
    others: tuple[Considered, ...]


class Reviewed(Struct, tag="reviewed"):
    """The review of a round: the placements, oldest first, and the votes, seat by seat.

    Both are empty until the round has been scored. `least_bad` has indices into `hints`. At these
    placements, no open hint fitted the word by people's ratings, and the best of the open hints was
    taken.
    """

    round: int
    hints: tuple[HintReview, ...]
    votes: tuple[VoteReview, ...]
    least_bad: tuple[int, ...] = ()


AnyQuestion: TypeAlias = Question | Review
"""All questions that a client may ask."""
AnyAnswer: TypeAlias = Answer | Reviewed
"""All answers to a client's questions."""
