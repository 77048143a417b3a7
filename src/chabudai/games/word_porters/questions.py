"""Word Porters: questions that a screen may ask, and their answers."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from chabudai.core import Seat, Slow, Struct, Why
from chabudai.games.word_porters.components import ROUNDS
from chabudai.games.word_porters.state import Number, Tokens, Vote


class Survey(Struct, tag="survey"):
    """Which of my porters would each hint word take, if it were my turn?"""


class Weigh(Struct, tag="weigh"):
    """Can these votes be confirmed, and is one of them certainly wrong?"""

    vote: Vote


Question: TypeAlias = Survey | Weigh
"""Questions before acting."""


class Spot(Struct):
    """A hint word: the porters it would take, or why none may be placed there."""

    card: int
    word: int
    tokens: Tokens
    against: Why | None


class Surveyed(Struct, tag="surveyed"):
    """Every hint word on the table, card by card."""

    spots: tuple[Spot, ...]


class Weighed(Struct, tag="weighed"):
    """Why votes cannot be confirmed, and a warning if one is certainly wrong (WP-36)."""

    against: Why | None
    warning: Why | None


Answer: TypeAlias = Surveyed | Weighed


# --- about a round that has been scored -------------------------------------------------------
#
# Probabilities are whole numbers in thousandths. They are those of an expert who sees the porters
# as they were placed and what was open to each player, and knows the identities of the rounds
# before, not those of this one.


class Review(Slow, tag="review"):
    """How much did the hints of this round say, and how good were the votes?"""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)]


class VoteReview(Struct):
    """One vote: `seat` voted `guess` for `target`, whose word was `number`.

    `chances`: the probabilities of the words 1 … 10 to somebody with the identity of `seat`; they
    add up to about 1000. `best` is the number for `target` in the likeliest votes of that seat.
    """

    seat: Seat
    target: Seat
    guess: Number
    number: Number
    best: Number
    chances: tuple[int, ...]


class Considered(Struct):
    """A hint word that could have been taken: `word` of hint card `card`.

    `chance`: the probability of the right word, had it been taken then. `moved`: the change in the
    probability of the right word because it was passed over. `by_elimination`: with it, the right
    word is likelier than before or than with the hint taken, but only as it fits others less:
    nobody would say it of the word.
    """

    card: int
    word: int
    chance: int
    moved: int
    by_elimination: bool


class HintReview(Struct):
    """One placement: `before` and `after` are the probabilities of the right word.

    `hint` is the one that was taken, its `chance` the one `after` it. `others` are those that were
    open, too, by descending `chance`.
    """

    seat: Seat
    hint: Considered
    before: int
    after: int
    others: tuple[Considered, ...]


class Reviewed(Struct, tag="reviewed"):
    """The review of a round: the placements, oldest first, and the votes, seat by seat.

    Both are empty while the round has not been scored.
    """

    round: int
    hints: tuple[HintReview, ...]
    votes: tuple[VoteReview, ...]


AnyQuestion: TypeAlias = Question | Review
"""Every question that a screen may ask."""
AnyAnswer: TypeAlias = Answer | Reviewed
"""Every answer."""
