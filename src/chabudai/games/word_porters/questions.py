"""Word Porters: what a screen may ask before acting and about scored rounds, and the answers."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from chabudai.core import Seat, Slow, Struct, Why
from chabudai.games.word_porters.components import ROUNDS
from chabudai.games.word_porters.state import Number, Tokens, Vote


class Survey(Struct, tag="survey"):
    """What would a porter of mine do on each hint word, if it were my turn?"""


class Weigh(Struct, tag="weigh"):
    """What speaks against these votes?"""

    vote: Vote


Question: TypeAlias = Survey | Weigh
"""What a screen may ask before acting."""


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
    """Why votes cannot be confirmed, and what is foolish about them although they can (WP-36)."""

    against: Why | None
    warning: Why | None


Answer: TypeAlias = Surveyed | Weighed


# --- about a round that has been scored -------------------------------------------------------
#
# Chances are whole numbers in thousandths. They are those of a reader who knows what hints usually
# mean, sees the porters as they were placed and what was open to each player, and knows nothing of
# the identities.


class Review(Slow, tag="review"):
    """What did the hints of this round say, and what did the votes make of them?"""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)]


class VoteReview(Struct):
    """One vote: `seat` took `guess` for the word of `target`, which was `number`.

    `chances`: for the words 1 … 10, how likely each was to somebody with the identity of `seat`;
    they add up to some 1000. `best` is what the likeliest votes, all of that seat's together, would
    have said of `target`.
    """

    seat: Seat
    target: Seat
    guess: Number
    number: Number
    best: Number
    chances: tuple[int, ...]


class Considered(Struct):
    """A hint word that could have been taken: `word` of hint card `card`.

    `chance`: how likely the right word would have been, had it been taken then. `moved`: by how
    much the right word became likelier, or less likely, because it was passed over.
    """

    card: int
    word: int
    chance: int
    moved: int


class HintReview(Struct):
    """One placement: the right word was `before` and `after` it so likely.

    `hint` is the one that was taken, its `chance` the one `after` it. `others`: what else was open,
    what would have said most first.
    """

    seat: Seat
    hint: Considered
    before: int
    after: int
    others: tuple[Considered, ...]


class Reviewed(Struct, tag="reviewed"):
    """A round in hindsight: the placements, oldest first, and the votes, seat by seat.

    Both are empty while the round has not been scored.
    """

    round: int
    hints: tuple[HintReview, ...]
    votes: tuple[VoteReview, ...]


AnyQuestion: TypeAlias = Question | Review
"""All that a screen may ask."""
AnyAnswer: TypeAlias = Answer | Reviewed
"""All that it may be told."""
