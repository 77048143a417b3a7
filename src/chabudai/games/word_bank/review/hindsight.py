"""Word Bank: review of a game, with the cost of each turn, and words that would have been better.

The value of a position for a seat is its predicted margin at the end: the mean of its rivals'
stones minus its own (`valuation`). Each turn changes it in three steps:

- `vocabulary`: from the value of the dictionary's best password to the value of the best password
  that the seat knows;
- `decisions`: from there to the value of the password that was said;
- `luck`: from there to the value of the next turn's best password.

The value before the deal is 0. Luck includes everything that was not chosen: the first player, the
new safes, and anything that the lookahead did not foresee. So for each seat, over all turns
including those of its rivals,

    vocabulary + decisions + luck = margin,

where the margin is the actual margin at the end (WB-27). In its own turns, a seat can only lose
margin by vocabulary and decisions. In its rivals' turns, it gains what they lose.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import msgspec

from chabudai.core import AnyGame, Seat, Struct
from chabudai.core.transcript import Recorded, Transcript
from chabudai.games.word_bank.bots import mask_of
from chabudai.games.word_bank.bots.lookahead import Mask, Reach, margins, position
from chabudai.games.word_bank.components import SAFES
from chabudai.games.word_bank.moves import closing
from chabudai.games.word_bank.review.passwords import COMMONEST, RAREST, Password, Passwords
from chabudai.games.word_bank.review.valuation import Moves, Worths, thousandths
from chabudai.games.word_bank.rules import count
from chabudai.games.word_bank.state import Action, Over, Pass, Say, State, Turn
from chabudai.games.word_bank.view import view
from chabudai.words import fold, level

MOMENTS = 3
"""Maximum number of a seat's turns to highlight."""
NOTABLE = 250
"""Minimum cost, in thousandths of a stone, of a highlighted turn."""
EXTREMES = tuple(pick(safe.spaces for safe in SAFES) for pick in (min, max))
"""The minimum and maximum number of spaces on a safe."""


class Weighed(Struct):
    """One turn. `at` is the number of moves before it, including chance moves.

    `ring` lists the letters of the circle, "" for an empty position. `word` is the word that was
    said, or "" if the seat passed. Its stones were put on `positions` and locked `closes`. A wrong
    word placed no stones. `best` is the best password in the dictionary, except crude words.
    `known` is the best password that is not rarer than the words that its seat said. Either is None
    if nothing was better.

    Costs are in thousandths of a stone, at least 0: `vocabulary` for not knowing `best`, `decision`
    for not saying `known`. They assume that new safes have an average number of spaces. `least` and
    `most` are the minimum and maximum of their sum in three cases: new safes with the smallest, the
    average and the largest number of spaces.
    """

    at: int
    seat: Seat
    ring: tuple[str, ...]
    word: str
    positions: tuple[int, ...]
    closes: tuple[int, ...]
    known: Password | None
    best: Password | None
    vocabulary: int
    decision: int
    least: int
    most: int


class Account(Struct):
    """A seat's game: `vocabulary` + `decisions` + `luck` = `margin`, in thousandths of a stone.

    `level` is the SCOWL level of the rarest word that it said, which serves as an estimate of its
    vocabulary. `moments` lists its costliest turns as indices of `turns`, the costliest first.
    """

    seat: Seat
    level: int
    margin: int
    vocabulary: int
    decisions: int
    luck: int
    moments: tuple[int, ...]


class Looked(Struct):
    """The accounts by seat, and all turns in order."""

    accounts: tuple[Account, ...]
    turns: tuple[Weighed, ...]


Steps: TypeAlias = tuple[Worths, Worths, Worths]
"""Values of the best password in the dictionary, the best known one, and the one said."""


class Taken(NamedTuple):
    """A completed turn, including its vote if there was one: the states before and after it."""

    at: int
    before: State
    seat: Seat
    action: Say | Pass
    after: State

    @property
    def positions(self) -> tuple[int, ...]:
        """The positions that got a stone."""
        said = isinstance(self.action, Say) and len(self.after.used) > len(self.before.used)
        return self.action.positions if said and isinstance(self.action, Say) else ()


def look_back(game: AnyGame, played: Recorded) -> Looked:
    """Weigh every turn of a finished game. This takes a few tenths of a second."""
    states: tuple[State, ...] = played.states
    taken = tuple(turns_of(played.transcript, states))
    seats = range(len(states[-1].stones))
    levels = tuple(rarest(taken, seat) for seat in seats)
    weighed = [weigh(turn, levels[turn.seat]) for turn in taken]
    turns = tuple(turn for turn, _ in weighed)
    steps = [step for _, step in weighed]
    return Looked(
        tuple(
            account(
                seat, levels[seat], turns, steps, thousandths(margins(count(states[-1]).scores))
            )
            for seat in seats
        ),
        turns,
    )


def account(
    seat: Seat, known: int, turns: Sequence[Weighed], steps: Sequence[Steps], end: Worths
) -> Account:
    """Return the account of a seat. `end` holds the final margins."""
    # Luck covers the deal, the step from each turn to the next, and the step to the end.
    begun = [0, *(said[seat] for _, _, said in steps)]
    found = [*(best[seat] for best, _, _ in steps), end[seat]]
    costly = sorted(
        (at for at, turn in enumerate(turns) if turn.seat == seat and cost(turn) >= NOTABLE),
        key=lambda at: -cost(turns[at]),
    )
    return Account(
        seat,
        known,
        end[seat],
        sum(words[seat] - best[seat] for best, words, _ in steps),
        sum(said[seat] - words[seat] for _, words, said in steps),
        sum(after - before for before, after in zip(begun, found, strict=True)),
        tuple(costly[:MOMENTS]),
    )


def cost(turn: Weighed) -> int:
    """Return the cost of a turn compared with the best password in the dictionary."""
    return turn.vocabulary + turn.decision


def turns_of(transcript: Transcript, states: Sequence[State]) -> Iterator[Taken]:
    """Yield the turns of a game. A vote belongs to the turn of its word."""
    between = [at for at, state in enumerate(states) if isinstance(state.phase, Turn | Over)]
    for at, then in pairwise(between):
        entry = transcript.entries[at]
        action = msgspec.json.decode(entry.action, type=Action)
        if isinstance(action, Say | Pass):
            yield Taken(at, states[at], entry.seat, action, states[then])


def rarest(taken: Sequence[Taken], seat: Seat) -> int:
    """Return the level of the rarest dictionary word that a seat said."""
    said = (turn.after.used[-1] for turn in taken if turn.seat == seat and turn.positions)
    return max((level(word) or COMMONEST for word in said), default=COMMONEST)


# --- One turn


class Scales(NamedTuple):
    """The passwords of a turn, their sets of positions, and the values of its moves."""

    words: Passwords
    every: set[Mask]
    moves: Moves
    worth: Callable[..., Worths]


def scales(turn: Taken) -> Scales:
    """Return the data for weighing the moves of a turn."""
    words = Passwords(turn.before)
    every = words.masks(RAREST)
    moves = Moves(position(view(turn.before, turn.seat), turn.seat), Reach(every))
    return Scales(words, every, moves, worth_of_said(turn, moves))


def weigh(turn: Taken, known: int) -> tuple[Weighed, Steps]:
    """Weigh a turn of a seat that knows the words up to level `known`."""
    before, seat = turn.before, turn.seat
    words, every, moves, worth = scales(turn)
    said = mask_of(turn.positions)

    def better(mask: Mask, other: Mask) -> Mask:
        return mask if worth(mask)[seat] > worth(other)[seat] else other

    own = better(moves.best(words.masks(known)), said)
    best = better(moves.best(every), own)
    costs = [moves.worths(best, n)[seat] - worth(said, n)[seat] for n in (None, *EXTREMES)]
    after_best, after_own, after_said = worth(best), worth(own), worth(said)
    return (
        Weighed(
            turn.at,
            seat,
            tuple(slot.safe.letter for slot in before.ring),
            fold(turn.action.word) if isinstance(turn.action, Say) else "",
            turn.positions,
            closing(before.ring, turn.positions),
            None if own == said else words.commonest(own),
            None if best == said else words.commonest(best),
            after_best[seat] - after_own[seat],
            after_own[seat] - after_said[seat],
            min(costs),
            max(costs),
        ),
        (after_best, after_own, after_said),
    )


def worth_of_said(turn: Taken, moves: Moves) -> Callable[..., Worths]:
    """Return a function that values moves. The value of a move that ended the game is the final
    result.
    """
    said = mask_of(turn.positions)
    over = isinstance(turn.after.phase, Over)
    end = thousandths(margins(count(turn.after).scores))

    def worth(mask: Mask, spaces: int | None = None) -> Worths:
        return end if over and mask == said else moves.worths(mask, spaces)

    return worth
