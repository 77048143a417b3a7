"""Quiddler: review of the lays, discards and challenges of a game.

The solver examines each turn in which a seat laid words, or could have laid some in the last lap.
It finds two legal layouts of the seat's cards, if any exist. One is the best layout with words
of the table's dictionary that are not crude. The other is the best layout with familiar words, no
rarer than the words that the seat laid in this game. The value of a layout is its points minus the
points of the cards left (QD-29). Laid words that are not in the dictionary are worth 0 points. For
each seat

    words + choices + challenges + luck = margin,

where the margin is its lead in points over the mean of the others. `words` covers the cost of not
knowing the best layout, `choices` the cost of not laying the best known one, and `challenges` the
cost of lost challenges (QD-25). Each is the amount by which the seat's costs are below the mean of
the others. `luck` is the rest: cards, bonuses, and bluffs that stood.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from chabudai.core import AnyGame, Seat, Struct
from chabudai.core.transcript import Recorded
from chabudai.games.quiddler.bots.challenging import odds_against, odds_needed
from chabudai.games.quiddler.bots.vocabulary import Vocabulary, vocabulary
from chabudai.games.quiddler.components.cards import Face, points
from chabudai.games.quiddler.rules import scoring, to_act
from chabudai.games.quiddler.rules.laying import leftover
from chabudai.games.quiddler.solver import Layout, best_last, best_out, cover_of, layout
from chabudai.games.quiddler.state import (
    Action,
    Challenge,
    Discard,
    Draw,
    GoOut,
    Hand,
    Last,
    Options,
    State,
    Words,
)
from chabudai.games.quiddler.view import view
from chabudai.words import level, lexicon

MOMENTS = 3
"""Maximum number of a seat's lays and challenges to highlight."""
UNIT = 1000
COMMON, RAREST = 35, 80
"""SCOWL level of the words that most people know, and the highest level."""
SUSPICION = 0.5
"""Assumed probability that an unknown word made of common trigrams is invalid."""

Kind: TypeAlias = Literal["lay", "challenge"]


class Weighed(Struct):
    """A turn in which words could be laid. `at` is the number of moves before it.

    `hand` includes the drawn card. `words` lists the words laid, and `wrong` those that are
    invalid. `worth` is the value of `words` in points. `known` and `best` are better layouts, or
    None if there are none. `vocabulary` and `decision` are the costs in points, at least 0, of not
    knowing `best` and of not laying `known`.
    """

    at: int
    round: int
    seat: Seat
    hand: Hand
    words: tuple[tuple[Face, ...], ...]
    wrong: tuple[str, ...]
    worth: int
    known: Layout | None
    best: Layout | None
    vocabulary: int
    decision: int


class Doubted(Struct):
    """A challenge. `seat` lost `loss` points if the word was allowed, and otherwise its `owner`
    lost them. `odds` is the probability, in hundredths, that the word was invalid, as judged by a
    player who did not know it. If it is at least `needed`, a challenge should on average gain
    points relative to the other players. `in_turn` is true if the challenger owed a move.
    """

    at: int
    round: int
    seat: Seat
    owner: Seat
    word: str
    allowed: bool
    loss: int
    odds: int
    needed: int
    in_turn: bool


class Fed(Struct):
    """A card that `seat` discarded, and that `taker`, the next player, laid in `word`."""

    round: int
    seat: Seat
    card: Face
    taker: Seat
    word: str


class Moment(Struct):
    """A lay or challenge that cost `cost` points. `at` is its index in `lays` or `challenges`.

    A challenge out of turn is not a moment, since the seat had no other move to make.
    """

    kind: Kind
    at: int
    cost: int


class Account(Struct):
    """A seat's game: `words` + `choices` + `challenges` + `luck` = `margin`, in thousandths of a
    point.

    `level` is the SCOWL level of the rarest word that it laid, which serves as an estimate of its
    vocabulary.
    """

    seat: Seat
    level: int
    margin: int
    words: int
    choices: int
    challenges: int
    luck: int
    moments: tuple[Moment, ...]


class Looked(Struct):
    """The accounts by seat (none in a solo game), and the reviewed moves in order."""

    accounts: tuple[Account, ...]
    lays: tuple[Weighed, ...]
    challenges: tuple[Doubted, ...]
    fed: tuple[Fed, ...]


class Taken(NamedTuple):
    """A move, with the states before and after it."""

    at: int
    before: State
    seat: Seat
    action: Action
    after: State


def look_back(game: AnyGame, played: Recorded) -> Looked:
    """Weigh the lays and challenges of a finished game. This takes a few tenths of a second."""
    states: tuple[State, ...] = played.states
    seats = range(len(states[-1].hands))
    if len(seats) == 1:
        return Looked((), (), (), ())
    moves = [
        Taken(at, before, entry.seat, msgspec.json.decode(entry.action, type=Action), after)
        for at, (entry, (before, after)) in enumerate(
            zip(played.transcript.entries, pairwise(states), strict=True)
        )
    ]
    levels = [rarest(moves, seat) for seat in seats]
    lays = tuple(weigh(move, words, levels[move.seat]) for move, words in lays_of(moves))
    doubted = tuple(doubts(moves))
    totals = scoring.totals(states[-1].sheet, len(seats))
    accounts = tuple(account(seat, levels[seat], totals, lays, doubted) for seat in seats)
    return Looked(accounts, lays, doubted, tuple(feedings(moves)))


def account(
    seat: Seat,
    known: int,
    totals: Sequence[int],
    lays: Sequence[Weighed],
    doubted: Sequence[Doubted],
) -> Account:
    """Return the account of a seat that knows the words up to level `known`."""
    seats = range(len(totals))
    unknown = [sum(lay.vocabulary for lay in lays if lay.seat == each) for each in seats]
    missed = [sum(lay.decision for lay in lays if lay.seat == each) for each in seats]
    lost = [sum(one.loss for one in doubted if loser(one) == each) for each in seats]
    margin = ahead(seat, totals)
    words, choices, challenges = (-ahead(seat, part) for part in (unknown, missed, lost))
    moments = [
        *(Moment("lay", at, cost(lay)) for at, lay in enumerate(lays) if lay.seat == seat),
        *(
            Moment("challenge", at, one.loss)
            for at, one in enumerate(doubted)
            if one.in_turn and one.seat == loser(one) == seat
        ),
    ]
    costly = sorted((one for one in moments if one.cost), key=lambda one: -one.cost)
    luck = margin - words - choices - challenges
    picked = tuple(costly[:MOMENTS])
    return Account(seat, known, margin, words, choices, challenges, luck, picked)


def ahead(seat: Seat, worths: Sequence[int]) -> int:
    """Return a seat's lead in points over the mean of the others, in thousandths."""
    return round(UNIT * (worths[seat] - (sum(worths) - worths[seat]) / (len(worths) - 1)))


def cost(lay: Weighed) -> int:
    """Return the cost in points of a lay compared with the best one in the whole dictionary."""
    return lay.vocabulary + lay.decision


def loser(doubted: Doubted) -> Seat:
    """Return the seat that paid for a challenge."""
    return doubted.seat if doubted.allowed else doubted.owner


# --- Lays


def lays_of(moves: Iterable[Taken]) -> Iterator[tuple[Taken, Words]]:
    """Yield the turns when words were laid or, in the last lap, could have been laid."""
    for move in moves:
        last = move.before.last is not None
        if isinstance(move.action, GoOut | Last) or (last and isinstance(move.action, Discard)):
            yield move, laid_by(move.action)


def rarest(moves: Iterable[Taken], seat: Seat) -> int:
    """Return the level of the rarest dictionary word that a seat laid."""
    said = ("".join(word) for move, words in lays_of(moves) if move.seat == seat for word in words)
    return max((level(word) or COMMON for word in said), default=COMMON)


def weigh(move: Taken, words: Words, known: int) -> Weighed:
    """Weigh a turn of a seat that knows the words up to level `known`."""
    before, seat = move.before, move.seat
    hand, options = before.hands[seat], before.options
    worth = value(before, seat, move.action)
    own, best = (
        best_of(before, seat, vocabulary(options.lexicon, up_to(rank), 1.0, 0))
        for rank in (known, RAREST)
    )
    of_own = max(worth, worth_of(options, own) if own else worth)
    of_best = max(of_own, worth_of(options, best) if best else worth)
    return Weighed(
        move.at,
        before.round,
        seat,
        hand,
        words,
        invalid(options, words),
        worth,
        own if of_own > worth else None,
        best if of_best > of_own else None,
        of_best - of_own,
        of_own - worth,
    )


def up_to(rank: int) -> tuple[tuple[int, float], ...]:
    """Return the `shares` of a vocabulary that has all words up to a level."""
    return tuple((each, 1.0) for each in range(rank + 1))


def value(before: State, seat: Seat, action: Action) -> int:
    """QD-29: return the value of laying words and discarding a card."""
    words, card = laid_by(action), discarded(action)
    if card is None:
        raise ValueError(f"{action} ends no turn.")
    left = leftover(before.hands[seat], words, card)
    wrong = invalid(before.options, words)
    right = [word for word in words if "".join(word) not in wrong]
    return scoring.base(before.options, sum(map(points, right)), points(left))


def invalid(options: Options, words: Words) -> tuple[str, ...]:
    """Return the words that are not in the table's dictionary."""
    return tuple(word for word in map("".join, words) if word not in lexicon(options.lexicon))


def best_of(before: State, seat: Seat, words: Vocabulary) -> Layout | None:
    """Return the best layout in known words that are not barred (QD-19), with a discard.

    Return None if this is not the last lap and the seat cannot go out.
    """
    barred = frozenset(word.word for word in before.laid if word.seat != seat)

    def spell(key: int) -> str:
        return words.spell(key, barred)

    cover = cover_of(before.hands[seat], words.index, spell)
    best = best_out(cover) if before.last is None else best_last(cover)
    return best and layout(cover, best, spell)


def worth_of(options: Options, best: Layout) -> int:
    """QD-29: return the value of a layout."""
    return scoring.base(options, best.points, points(best.left))


# --- Challenges and discards


def doubts(moves: Iterable[Taken]) -> Iterator[Doubted]:
    """Yield the challenges of a game."""
    for move in moves:
        if not isinstance(move.action, Challenge):
            continue
        before, number = move.before, move.action.word
        verdict, word = move.after.laid[number].verdict, before.laid[number]
        if verdict is None:
            continue
        odds = odds_against(view(before, move.seat), number, SUSPICION)
        needed = odds_needed(before.options, len(before.hands))
        yield Doubted(
            move.at,
            before.round,
            move.seat,
            word.seat,
            word.word,
            verdict.allowed,
            verdict.loss,
            hundredths(odds),
            hundredths(needed),
            move.seat in to_act(before),
        )


def hundredths(odds: float) -> int:
    """Return odds as a probability in hundredths."""
    return round(100 * odds / (1 + odds))


def feedings(moves: Sequence[Taken]) -> Iterator[Fed]:
    """Yield cards that the next player took from the discards and laid in a valid word."""
    turns = [move for move in moves if isinstance(move.action, Draw | Discard | GoOut | Last)]
    for gave, took in pairwise(turns):
        card, round_ = discarded(gave.action), gave.before.round
        if card is None or not isinstance(took.action, Draw) or took.action.source == "pile":
            continue
        later = (move for move in moves[took.at + 1 :] if move.before.round == round_)
        laid = next((words for move, words in lays_of(later) if move.seat == took.seat), ())
        dictionary = lexicon(gave.before.options.lexicon)
        spelt = ("".join(word) for word in laid if card in word)
        word = next((each for each in spelt if each in dictionary), None)
        if word is not None:
            yield Fed(round_, gave.seat, card, took.seat, word)


def discarded(action: Action) -> Face | None:
    """Return the card that a move discarded at the end of a turn, or None."""
    match action:
        case Discard(card=card) | GoOut(discard=card) | Last(discard=card):
            return card
        case _:
            return None


def laid_by(action: Action) -> Words:
    """Return the words that a move laid, or ()."""
    return action.words if isinstance(action, GoOut | Last) else ()
