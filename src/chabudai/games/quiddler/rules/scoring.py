"""Quiddler: challenges and the score sheet. IDs such as QD-29 are headings of RULES.md."""

from collections.abc import Iterable
from functools import lru_cache

from chabudai.core import Outcome, Seat, Why
from chabudai.games.quiddler.components.cards import BONUS, points
from chabudai.games.quiddler.state import (
    Challenge,
    Hand,
    Laid,
    Line,
    Options,
    Tally,
    Top,
    Verdict,
)
from chabudai.words import lexicon

OWN_WORD = Why("QD-24", "You cannot challenge your own word.", {})


def against_challenge(
    options: Options, current: int, laid: tuple[Laid, ...], seat: Seat, challenge: Challenge
) -> Why | None:
    """QD-24, QD-26, QD-A9: explain why `seat` cannot challenge this word, or return None."""
    if options.validation != "challenge":
        return Why(
            "QD-A9", "Words are checked when they are laid, so you cannot challenge them.", {}
        )
    if challenge.round != current:
        return Why("QD-24", "The cards of that round have been collected.", {})
    if challenge.word not in range(len(laid)):
        return Why("QD-24", "There is no such word on the table.", {})
    return against_doubting(laid[challenge.word], seat)


def against_doubting(word: Laid, seat: Seat) -> Why | None:
    """QD-24, QD-26: explain why `seat` cannot challenge a word on the table, or return None."""
    if word.seat == seat:
        return OWN_WORD
    if word.verdict is not None:
        return Why("QD-26", "{word} has already been challenged.", {"word": word.word})
    return None


def judge(options: Options, word: Laid, challenger: Seat) -> Verdict:
    """QD-25, QD-A3: return the verdict: whether the word is allowed, and who loses its points."""
    if word.word in lexicon(options.lexicon):
        return Verdict(challenger, True, challenger, word.points)
    return Verdict(challenger, False, word.seat, cost_of_striking(options, word))


def cost_of_striking(options: Options, word: Laid) -> int:
    """QD-27, QD-A3: return the cost to the owner of a word that is not allowed."""
    return word.points if options.struck_word == "minus" else 0


@lru_cache(1 << 6)
def tally(
    options: Options,
    hands: tuple[Hand, ...],
    laid: tuple[Laid, ...],
    before: tuple[int, ...],
) -> Tally:
    """QD-29 to QD-34: return the tally of a round, given the cards kept and the words laid.

    `before` holds the totals so far. Cached because every view of every seat shows the tally while
    a round is being settled.
    """
    most, longest = tops(options, laid, len(hands))
    written = lines(options, hands, laid, winner(most), winner(longest), before)
    return Tally(written, most, longest)


def tops(options: Options, laid: Iterable[Laid], seats: int) -> tuple[Top | None, Top | None]:
    """QD-30, QD-31, QD-33: return the seats with the most words, and the seats with the longest
    word.
    """
    standing = [word for word in laid if not word.struck]
    most = [0] * seats
    longest = [0] * seats
    for word in standing:
        most[word.seat] += 1
        longest[word.seat] = max(longest[word.seat], len(word.word))
    played = options.two_player_bonus if seats == 2 else "both"
    return (
        None if played == "longest" else top(most),
        None if played == "most" else top(longest),
    )


def top(counts: list[int]) -> Top:
    """Return the seats with the highest count, or no seats if it is 0."""
    best = max(counts)
    return Top(best, tuple(seat for seat, count in enumerate(counts) if best and count == best))


def winner(first: Top | None) -> Seat | None:
    """QD-32: return the seat that gets a bonus, or None if no single seat is first."""
    return first.seats[0] if first and len(first.seats) == 1 else None


def lines(
    options: Options,
    hands: tuple[Hand, ...],
    laid: tuple[Laid, ...],
    most: Seat | None,
    longest: Seat | None,
    before: tuple[int, ...],
) -> tuple[Line, ...]:
    """QD-29 to QD-34: return the lines of a round, by seat.

    `most` and `longest` are the winners of the bonuses. `before` holds the totals so far.
    """
    return tuple(
        line(
            options,
            sum(word.points for word in laid if word.seat == seat and not word.struck),
            points(hand),
            BONUS if seat == most else 0,
            BONUS if seat == longest else 0,
            sum(word.verdict.loss for word in laid if word.verdict and word.verdict.loser == seat),
            before[seat],
        )
        for seat, hand in enumerate(hands)
    )


def line(
    options: Options, words: int, left: int, most: int, longest: int, lost: int, before: int
) -> Line:
    """QD-29, QD-34, QD-A2: return one line of the score sheet."""
    scored = base(options, words, left) + most + longest - lost
    total = before + scored
    if options.score_floor in ("round+total", "total"):
        total = max(0, total)
    return Line(words, left, most, longest, lost, scored, total)


def base(options: Options, words: int, left: int) -> int:
    """QD-29, QD-A2: return the points of words minus the points of the cards left."""
    if options.score_floor in ("round+total", "round"):
        return max(0, words - left)
    return words - left


def winners(totals: tuple[int, ...]) -> Outcome:
    """QD-36, QD-A11: return the outcome. The highest total wins, and a tie is shared."""
    best = max(totals)
    return Outcome(totals, tuple(seat for seat, total in enumerate(totals) if total == best))


def totals(sheet: tuple[tuple[Line, ...], ...], seats: int) -> tuple[int, ...]:
    """QD-35: return the score of the game so far, by seat."""
    return tuple(line.total for line in sheet[-1]) if sheet else (0,) * seats
