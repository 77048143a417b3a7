"""Word Porters: votes and points. IDs such as WP-38 are headings in RULES.md."""

from collections.abc import Iterator

from chabudai.core import Outcome, Seat, Why
from chabudai.games.word_porters.components import POSITIONS
from chabudai.games.word_porters.state import Number, Revealed, Votes

TRACK = 20
"""WP-4: last space of the scoreboard."""


def against_voting(seat: Seat, seats: int, votes: Votes) -> Why | None:
    """WP-5, WP-32 to WP-34: explain why votes are illegal, or return None.

    Each other seat must get one tile, and no tile may be used twice.
    """
    if len(votes) != seats:
        return Why("WP-34", "Vote once for each of the other players.", {})
    if votes[seat]:
        return Why("WP-34", "You cannot vote for yourself.", {})
    if votes.count(0) > 1:
        return Why("WP-34", "You have not voted for everybody yet.", {})
    if min(votes) < 0 or max(votes) > POSITIONS:
        return Why("WP-5", "Your voting tiles have the numbers 1 to {most}.", {"most": POSITIONS})
    if len(set(votes)) < seats:
        twice = next(number for number in votes if votes.count(number) > 1)
        return Why(
            "WP-33", "You have only one tile with a {number}, so use it once.", {"number": twice}
        )
    return None


def blank(seats: int) -> Votes:
    """WP-A17: return filled-in votes, which match no identity."""
    return (0,) * seats


def is_blank(votes: Votes) -> bool:
    """WP-A17: whether confirmed votes were filled in."""
    return not any(votes)


def warning_of(votes: Votes, identity: Number) -> Why | None:
    """WP-36: return a warning if a vote is certainly wrong, or None."""
    return own_number(identity) if identity and identity in votes else None


def own_number(identity: Number) -> Why:
    """WP-36: explain why a vote with the player's own number is wrong."""
    text = "Number {number} is your own word, so nobody else has it."
    return Why("WP-36", text, {"number": identity})


def clockwise(first: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all seats, starting with `first`."""
    return (*range(first, seats), *range(first))


def reveals(
    first: Seat, identities: tuple[Number, ...], votes: tuple[Votes, ...]
) -> Iterator[Revealed]:
    """WP-37: yield the identities one by one, with the votes for each."""
    for seat in clockwise(first, len(identities)):
        yield Revealed(seat, identities[seat], tuple(vote[seat] for vote in votes))


def points(identities: tuple[Number, ...], votes: tuple[Votes, ...]) -> tuple[int, ...]:
    """WP-38: return the points by seat.

    A player gets a point for each word that they found, and for each player who found theirs.
    """
    gained = [0] * len(identities)
    for voter, vote in enumerate(votes):
        for target, number in enumerate(vote):
            if number == identities[target]:
                gained[voter] += 1
                gained[target] += 1
    return tuple(gained)


def next_first(first: Seat, scores: tuple[int, ...]) -> Seat:
    """WP-43, WP-A5: return the next start player, who has the lowest score. On a tie, it is the
    next of these seats clockwise.
    """
    lowest = min(scores)
    if scores.count(lowest) == 1:
        return scores.index(lowest)
    _, *others = clockwise(first, len(scores))
    return next(seat for seat in others if scores[seat] == lowest)


def result(scores: tuple[int, ...]) -> Outcome:
    """WP-44: return the outcome. The most points win, and a tie is shared."""
    most = max(scores)
    return Outcome(scores, tuple(seat for seat, score in enumerate(scores) if score == most))


def disc(score: int) -> tuple[bool, int]:
    """WP-40, WP-A14: return whether a score disc is on its +20 side, and its space."""
    past = score > TRACK
    return past, score - TRACK if past else score
