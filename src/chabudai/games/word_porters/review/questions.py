"""Word Porters: what a screen may ask about a round that has been scored, and the answer.

Chances are whole numbers in thousandths. They are those of a reader who knows what hints usually
mean, sees the porters as they were placed and what was open to each player, and knows nothing of
the identities.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

from chabudai.core import Seat, Struct
from chabudai.games.word_porters.components import ROUNDS
from chabudai.games.word_porters.questions import Answer, Question
from chabudai.games.word_porters.state import Number


class Review(Struct, tag="review"):
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


Asked: TypeAlias = Question | Review
"""All that a screen may ask."""
Told: TypeAlias = Answer | Reviewed
"""All that it may be told."""
