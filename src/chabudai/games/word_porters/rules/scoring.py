"""Word Porters: votes and points. IDs such as WP-38 are headings of RULES.md."""

from collections.abc import Iterator

from chabudai.core import Outcome, Seat, Why
from chabudai.games.word_porters.components import POSITIONS
from chabudai.games.word_porters.state import Number, Revealed, Votes

TRACK = 20
"""WP-4: the last space of the scoreboard."""


def against_voting(seat: Seat, seats: int, votes: Votes) -> Why | None:
    """WP-5, WP-32 to WP-34: why votes are illegal, or None: one tile for each other, none twice."""
    if len(votes) != seats:
        return Why("WP-34", "You vote for each player at the table, once.", {})
    if votes[seat]:
        return Why("WP-34", "You cannot vote for yourself.", {})
    if votes.count(0) > 1:
        return Why("WP-34", "You have not voted for everybody yet.", {})
    if min(votes) < 0 or max(votes) > POSITIONS:
        return Why("WP-5", "Your voting tiles have the numbers 1 to {most}.", {"most": POSITIONS})
    if len(set(votes)) < seats:
        twice = next(number for number in votes if votes.count(number) > 1)
        return Why(
            "WP-33", "You have one tile with a {number}, so it goes once.", {"number": twice}
        )
    return None


def blank(seats: int) -> Votes:
    """WP-A17: votes that were filled in, which match no identity."""
    return (0,) * seats


def is_blank(votes: Votes) -> bool:
    """WP-A17: whether confirmed votes were filled in."""
    return not any(votes)


def warning_of(votes: Votes, identity: Number) -> Why | None:
    """WP-36: a warning of a vote that is certainly wrong, or None."""
    return own_number(identity) if identity and identity in votes else None


def own_number(identity: Number) -> Why:
    """WP-36: why a vote with the number of one's own word is wrong."""
    text = "Number {number} is your own word, so nobody else has it."
    return Why("WP-36", text, {"number": identity})


def clockwise(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats, `first` first."""
    return (*range(first, seats), *range(first))


def reveals(
    first: Seat, identities: tuple[Number, ...], votes: tuple[Votes, ...]
) -> Iterator[Revealed]:
    """WP-37: the identities one after another, and the votes for each."""
    for seat in clockwise(first, len(identities)):
        yield Revealed(seat, identities[seat], tuple(vote[seat] for vote in votes))


def points(identities: tuple[Number, ...], votes: tuple[Votes, ...]) -> tuple[int, ...]:
    """WP-38: by seat, a point for each word found and for each player who found one's own."""
    gained = [0] * len(identities)
    for voter, vote in enumerate(votes):
        for target, number in enumerate(vote):
            if number == identities[target]:
                gained[voter] += 1
                gained[target] += 1
    return tuple(gained)


def next_first(first: Seat, scores: tuple[int, ...]) -> Seat:
    """WP-43, WP-A5: who starts the next round: the lowest score; of several, the next clockwise."""
    lowest = min(scores)
    if scores.count(lowest) == 1:
        return scores.index(lowest)
    _, *others = clockwise(first, len(scores))
    return next(seat for seat in others if scores[seat] == lowest)


def result(scores: tuple[int, ...]) -> Outcome:
    """WP-44: the most points win; a tie is shared."""
    most = max(scores)
    return Outcome(scores, tuple(seat for seat, score in enumerate(scores) if score == most))


def disc(score: int) -> tuple[bool, int]:
    """WP-40, WP-A14: whether a score disc lies on its +20 side, and on which space."""
    past = score > TRACK
    return past, score - TRACK if past else score
