"""Quiddler: look back on a game: what the lays, the discards and the challenges were worth.

Of each turn in which a seat laid words, or could have, two layouts of its cards are found by the
solver: the best in all words of the table's dictionary but crude ones, and the best in words no
rarer than those the seat laid in this game. A layout is worth its points less those of the cards
left (QD-29), and so is what was laid, of which words that are none count nothing. For each seat

    words + choices + challenges + luck = margin,

in points more than the mean of the others: `words` for not knowing the best layout, `choices` for
not laying the best it knew, `challenges` for those it lost (QD-25), each by how much less it cost
the seat than the mean of the others. `luck` is the rest: cards, bonuses, bluffs that stood.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from chabudai.core import AnyGame, Seat, Struct
from chabudai.core.transcript import Recorded
from chabudai.games.quiddler.bots.challenging import odds_against, odds_needed
from chabudai.games.quiddler.bots.vocabulary import Vocabulary, vocabulary
from chabudai.games.quiddler.components.cards import Face, points
from chabudai.games.quiddler.rules import scoring
from chabudai.games.quiddler.solver import Layout, best_last, cover_of, layout
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
"""Lays and challenges of a seat that are picked out."""
UNIT = 1000
COMMON, RAREST = 35, 80
"""The SCOWL level of the words that everybody knows, and the greatest there is."""
SUSPICION = 0.5
"""How likely a word of common trigrams that somebody does not know is none; as an expert bot."""

Kind: TypeAlias = Literal["lay", "challenge"]


class Weighed(Struct):
    """A turn in which words could be laid. `at` is the number of moves before it, `hand` the cards
    with the one drawn; `words` were laid, `wrong` of them are in no dictionary.

    `worth`, in points, is that of `words`; `known` and `best` are better layouts, None where there
    is none. `vocabulary` and `decision` are the points that it cost not to know `best`, and not to
    lay `known`; both are at least 0.
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
    """A challenge. The word cost `loss` points: `seat`, if it is one, and else its `owner`.

    `odds` is how likely it was none to somebody who did not know it, in hundredths; from `needed`
    on a challenge gains on the others.
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


class Fed(Struct):
    """A card that `seat` discarded, and that `taker`, who came next, laid in `word`."""

    round: int
    seat: Seat
    card: Face
    taker: Seat
    word: str


class Moment(Struct):
    """A lay or a challenge that cost `cost` points: number `at` of `lays` or `challenges`."""

    kind: Kind
    at: int
    cost: int


class Account(Struct):
    """A seat's game: `words` + `choices` + `challenges` + `luck` = `margin`, in thousandths of a
    point. `level` is the SCOWL level of the rarest word it laid, which stands for those it knows.
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
    """The accounts by seat, none in the game for one, and all that they were made of, in order."""

    accounts: tuple[Account, ...]
    lays: tuple[Weighed, ...]
    challenges: tuple[Doubted, ...]
    fed: tuple[Fed, ...]


class Taken(NamedTuple):
    """A move that was made, with the states before and after it."""

    at: int
    before: State
    seat: Seat
    action: Action
    after: State


def look_back(game: AnyGame, played: Recorded) -> Looked:
    """Weigh the lays and challenges of a game that is over. Takes some tenths of a second."""
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
    """The account of a seat that knows the words up to a level."""
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
            if one.seat == loser(one) == seat
        ),
    ]
    costly = sorted((one for one in moments if one.cost), key=lambda one: -one.cost)
    luck = margin - words - choices - challenges
    picked = tuple(costly[:MOMENTS])
    return Account(seat, known, margin, words, choices, challenges, luck, picked)


def ahead(seat: Seat, worths: Sequence[int]) -> int:
    """How many points more than the mean of the others a seat has, in thousandths."""
    return round(UNIT * (worths[seat] - (sum(worths) - worths[seat]) / (len(worths) - 1)))


def cost(lay: Weighed) -> int:
    """What a lay cost its seat against the best in all words, in points."""
    return lay.vocabulary + lay.decision


def loser(doubted: Doubted) -> Seat:
    """Who paid for a challenge."""
    return doubted.seat if doubted.allowed else doubted.owner


# --- Lays


def lays_of(moves: Iterable[Taken]) -> Iterator[tuple[Taken, Words]]:
    """The turns in which words were laid or, in the last lap, could have been."""
    for move in moves:
        if isinstance(move.action, GoOut | Last):
            yield move, move.action.words
        elif isinstance(move.action, Discard) and move.before.last is not None:
            yield move, ()


def rarest(moves: Iterable[Taken], seat: Seat) -> int:
    """The level of the rarest word of the dictionary that a seat laid."""
    said = ("".join(word) for move, words in lays_of(moves) if move.seat == seat for word in words)
    return max((level(word) or COMMON for word in said), default=COMMON)


def weigh(move: Taken, words: Words, known: int) -> Weighed:
    """Weigh a turn of a seat that knows the words up to a level."""
    before, seat = move.before, move.seat
    hand, options = before.hands[seat], before.options
    allowed = lexicon(options.lexicon)
    right = [word for word in words if "".join(word) in allowed]
    wrong = tuple("".join(word) for word in words if "".join(word) not in allowed)
    worth = scoring.base(options, sum(map(points, right)), points(move.after.hands[seat]))
    barred = frozenset(word.word for word in before.laid if word.seat != seat)
    own, best = (
        best_of(hand, vocabulary(options.lexicon, up_to(rank), 1.0, 0), barred)
        for rank in (known, RAREST)
    )
    of_own = max(worth, worth_of(options, own))
    of_best = max(of_own, worth_of(options, best))
    return Weighed(
        move.at,
        before.round,
        seat,
        hand,
        words,
        wrong,
        worth,
        own if of_own > worth else None,
        best if of_best > of_own else None,
        of_best - of_own,
        of_own - worth,
    )


def up_to(rank: int) -> tuple[tuple[int, float], ...]:
    """All words up to a level, as shares of a vocabulary."""
    return tuple((each, 1.0) for each in range(rank + 1))


def best_of(hand: Hand, words: Vocabulary, barred: Collection[str]) -> Layout:
    """The best layout in words that are known and not barred (QD-19), with a discard."""

    def spell(key: int) -> str:
        return words.spell(key, barred)

    cover = cover_of(hand, words.index, spell)
    return layout(cover, best_last(cover), spell)


def worth_of(options: Options, best: Layout) -> int:
    """QD-29: what a layout is worth."""
    return scoring.base(options, best.points, points(best.left))


# --- Challenges and discards


def doubts(moves: Iterable[Taken]) -> Iterator[Doubted]:
    """The challenges of a game."""
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
        )


def hundredths(odds: float) -> int:
    """Odds as a probability in hundredths."""
    return round(100 * odds / (1 + odds))


def feedings(moves: Sequence[Taken]) -> Iterator[Fed]:
    """Cards that the next player took from the discards and laid in a word that is one."""
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
    """The card with which a move ended a turn."""
    match action:
        case Discard(card=card) | GoOut(discard=card) | Last(discard=card):
            return card
        case _:
            return None
