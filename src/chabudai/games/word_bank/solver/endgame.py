"""Word Bank: endings, played out to the last stone and proven.

Words are what makes an ending hard: each one said takes others out of the game. So an ending is
first searched as if words never ran out. A path is `sure` if there are so many independent words
for it that the rest of the game cannot use them up; words are independent if no single word takes
out both. Paths that are not sure are given first to one side only, then to the other: where both
searches agree, words do not matter. Where they do not, every single word is tried.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TypeAlias

from chabudai.core import Seat, Struct
from chabudai.games.word_bank import rules
from chabudai.games.word_bank.moves import closing
from chabudai.games.word_bank.moves.paths import RELATIVES, Laps, barred, letters
from chabudai.games.word_bank.state import Action, Over, Pass, Say, Slot, State, Turn
from chabudai.words import lexicon

SAFES = 100
"""A stone weighs more than all safes together (WB-28)."""
STONES = 16
"""With more stones in front than this, all seats together, nothing is tried."""
PER_CIRCLE = 400
"""How many moves could be made in the time that it takes to search a new circle for words."""
LONG = "This ending is too long to be played out."
EVERYTHING = 1 << 30
"""More than any ending is worth."""

Move: TypeAlias = Say | Pass
Choices: TypeAlias = Callable[[State], Iterable[Say]]
"""The passwords tried in a position, the most promising first."""
Identity: TypeAlias = tuple[object, ...]
"""What makes two positions of an ending the same."""
Worths: TypeAlias = tuple[int, ...]
"""By seat, what an end is worth, as one number."""


class Unproven(ValueError):
    """A position whose worth cannot be proven here. Says why in a sentence."""


class Doubtful(Exception):
    """A path may or may not run out of words."""


class Worth(Struct):
    """How a seat ends against its best rival: so many stones fewer, so many safes more.

    Compared in this order, above (0, 0) the seat wins, and at (0, 0) it shares the win.
    """

    stones: int
    safes: int


class Ending(Struct):
    """The proven worth of a position to each seat, and a move that achieves it."""

    worth: tuple[Worth, ...]
    action: Action


def endgame(state: State, limit: int = 20_000) -> Ending:
    """What a position is worth if all play as well as can be and the pile is as it is.

    Everyone plays for their own worth; of equal moves they take the one that leaves the next seat
    least, then the one after. Words that the dictionary has not are taken to be voted down. No more
    than `limit` moves are tried and words looked at. Raises Unproven if that is not enough, if more
    than STONES stones are in front, or if nobody is on turn.
    """
    turn = state.phase
    if not isinstance(turn, Turn):
        raise Unproven("Nobody is on turn.")
    if sum(state.stones) > STONES:
        raise Unproven(LONG)
    budget = Budget(limit)
    supply = Supply(state, budget)
    words = Search(budget, every_word, with_words)
    if len(state.stones) > 2:
        try:
            worths, action = melee(state, Search(budget, supply.only_sure, without_words))
        except Doubtful:
            worths, action = melee(state, words)
    else:
        low, high = (
            duel(state, supply.every, Search(budget, supply.sure_for(seat), without_words))
            for seat in (turn.seat, 1 - turn.seat)
        )
        value, action = low if low[0] == high[0] else duel(state, every_word, words)
        worths = (value, -value) if turn.seat == 0 else (-value, value)
    return Ending(tuple(map(worth, worths)), action)


class Budget:
    """Makes moves, as many as it was given."""

    __slots__ = ("_left",)

    def __init__(self, moves: int) -> None:
        self._left = moves

    def spend(self, moves: int) -> None:
        """Pay for work that takes as long as so many moves. Raises Unproven if too few are left."""
        self._left -= moves
        if self._left < 0:
            raise Unproven(LONG)

    def play(self, state: State, action: Move) -> State:
        """The position after a move. Raises Unproven if there is none left."""
        self.spend(1)
        seat = on_turn(state)
        if isinstance(action, Say):
            return rules.place(state, seat, action).state
        return rules.say_nothing(state, seat).state


class Search:
    """A search under way: what is tried, and what is known already, by position.

    In `bounds` for the seat on turn, between which bounds; in `exact` for every seat.
    """

    __slots__ = ("bounds", "budget", "choices", "exact", "identity")

    def __init__(
        self, budget: Budget, choices: Choices, identity: Callable[[State], Identity]
    ) -> None:
        self.budget = budget
        self.choices = choices
        self.identity = identity
        self.bounds: dict[Identity, tuple[int, int]] = {}
        self.exact: dict[Identity, Worths] = {}

    def moves(self, state: State) -> Iterator[Move]:
        """What is tried in a position."""
        yield from self.choices(state)
        yield Pass()


def duel(state: State, choices: Choices, search: Search) -> tuple[int, Move]:
    """For two seats: what a position is worth to the one on turn, and its best move.

    `choices` are those of this turn, those of `search` all later ones.
    """
    best: tuple[int, Move] = (-EVERYTHING, Pass())
    actions: list[Move] = [*choices(state), Pass()]
    for action in actions:
        value = follow(state, action, search, best[0], EVERYTHING)
        if value > best[0]:
            best = value, action
    return best


def follow(state: State, action: Move, search: Search, low: int, high: int) -> int:
    """For two seats: what a move is worth to who makes it; exact between `low` and `high`."""
    after = search.budget.play(state, action)
    if isinstance(after.phase, Over):
        return standing(after)[on_turn(state)]
    return -reply(after, search, -high, -low)


def reply(state: State, search: Search, low: int, high: int) -> int:
    """For two seats: what a position is worth to the one on turn (alpha-beta).

    Exact between `low` and `high`; a result outside is a bound on that side.
    """
    key = search.identity(state)
    least, most = search.bounds.get(key, (-EVERYTHING, EVERYTHING))
    low, high = max(low, least), min(high, most)
    if low >= high:
        return low
    best = -EVERYTHING
    for action in search.moves(state):
        best = max(best, follow(state, action, search, max(low, best), high))
        if best >= high:
            break
    search.bounds[key] = (best if best > low else least, best if best < high else most)
    return best


def melee(state: State, search: Search) -> tuple[Worths, Move]:
    """For any number of seats: what a position is worth to each, and the best move."""
    seat, seats = on_turn(state), len(state.stones)
    found: list[tuple[Worths, Move]] = []
    for action in search.moves(state):
        after = search.budget.play(state, action)
        key = search.identity(after)
        if key not in search.exact:
            over = isinstance(after.phase, Over)
            search.exact[key] = standing(after) if over else melee(after, search)[0]
        found.append((search.exact[key], action))

    def preference(one: tuple[Worths, Move]) -> Worths:
        own, *others = (one[0][(seat + further) % seats] for further in range(seats))
        return (own, *(-other for other in others))

    return max(found, key=preference)


class Supply:
    """The paths there are words for, and those that have more than the rest of a game can use."""

    __slots__ = ("_bad", "_budget", "_known", "_most", "_need", "_options", "_rings")

    def __init__(self, state: State, budget: Budget) -> None:
        self._budget = budget
        self._options = state.options
        self._bad = barred(state.options, state.used)
        self._most = max(state.stones)
        self._need = sum(state.stones) - len(state.stones) + 1
        self._rings: dict[tuple[str, ...], list[tuple[Say, bool]]] = {}
        self._known: dict[str, frozenset[str]] = {}

    def every(self, state: State) -> Iterator[Say]:
        """One password for each different effect, if the path still has one."""
        return distinct(state, (say for say, _ in self._ways(state.ring)))

    def sure_for(self, seat: Seat) -> Choices:
        """As `every`, but for `seat` only the paths that cannot run out of words."""

        def choices(state: State) -> Iterator[Say]:
            mine = on_turn(state) == seat
            return distinct(
                state, (say for say, sure in self._ways(state.ring) if sure or not mine)
            )

        return choices

    def only_sure(self, state: State) -> Iterator[Say]:
        """As `every`. Raises Doubtful if one of them might run out of words."""
        hand = state.stones[on_turn(state)]
        for say, sure in self._ways(state.ring):
            if not sure and len(say.positions) <= hand:
                raise Doubtful
        return self.every(state)

    def _ways(self, ring: tuple[Slot, ...]) -> list[tuple[Say, bool]]:
        """A password for each path of a circle, and whether the path is sure; longest first."""
        shown = tuple(slot.safe.letter if slot.free else "" for slot in ring)
        if shown not in self._rings:
            self._budget.spend(PER_CIRCLE)
            found = chain.from_iterable(self._ways_from(ring, first) for first in letters(ring))
            self._rings[shown] = sorted(found, key=lambda way: -len(way[0].positions))
        return self._rings[shown]

    def _ways_from(self, ring: tuple[Slot, ...], first: str) -> Iterator[tuple[Say, bool]]:
        """The ways of one first letter: collect independent words for each path till they do."""
        laps = Laps(ring, first)
        groups = laps.by_reach(lexicon(self._options.lexicon).block, self._most)
        spoken: dict[int, str] = {}
        families: dict[int, list[frozenset[str]]] = {}
        sure = 0
        for reach in sorted(groups, key=int.bit_count, reverse=True):
            for word in map(bytes.decode, chain.from_iterable(groups[reach])):
                if not (lacking := reach & ~sure):
                    break
                if self._bad(word):
                    continue
                takers = self._takers(word)
                for path in bits(lacking):
                    spoken.setdefault(path, word)
                    family = families.setdefault(path, [])
                    if all(map(takers.isdisjoint, family)):
                        family.append(takers)
                        sure |= path if len(family) == self._need else 0
        for path, word in spoken.items():
            for way in laps.paths(path):
                yield Say(word, *way), bool(path & sure)

    def _takers(self, word: str) -> frozenset[str]:
        """The words after which `word` is barred, itself included (WB-9 to WB-11)."""
        if word not in self._known:
            self._budget.spend(1)
            dictionary = lexicon(self._options.lexicon)
            shortest = rules.containable(self._options)
            parts = {
                part
                for start in range(len(word))
                for end in range(start + shortest, len(word) + 1)
                if (part := word[start:end]) in dictionary
            }
            self._known[word] = RELATIVES[self._options.root_rule](word) | parts | {word}
        return self._known[word]


def every_word(state: State) -> Iterator[Say]:
    """Every good password there is, with every path; one will do where the game ends with it."""
    hand = state.stones[on_turn(state)]
    bad = barred(state.options, state.used)
    words = lexicon(state.options.lexicon).block
    ends: list[Say] = []
    others: list[Say] = []
    for first in letters(state.ring):
        laps = Laps(state.ring, first)
        for reach, groups in laps.by_reach(words, hand).items():
            ways = list(laps.paths(reach))
            for word in map(bytes.decode, chain.from_iterable(groups)):
                if not bad(word):
                    for way in ways:
                        (ends if len(way[1]) == hand else others).append(Say(word, *way))
    yield from distinct(state, ends)
    yield from others


def distinct(state: State, says: Iterable[Say]) -> Iterator[Say]:
    """Of those that one can say, one for each effect.

    The places count, and the start only where several safes close and are refilled (WB-A5).
    """
    hand = state.stones[on_turn(state)]
    seen: set[tuple[int, frozenset[int]]] = set()
    for say in says:
        positions = say.positions
        if len(positions) <= hand:
            several = len(closing(state.ring, positions)) > 1
            effect = positions[0] if several else -1, frozenset(positions)
            if effect not in seen:
                seen.add(effect)
                yield say


def bits(paths: int) -> Iterator[int]:
    """The paths of a set, one by one, each as a set."""
    while paths:
        lowest = paths & -paths
        yield lowest
        paths ^= lowest


def on_turn(state: State) -> Seat:
    """Whose turn it is."""
    (seat,) = rules.to_act(state)
    return seat


def without_words(state: State) -> Identity:
    """What counts where words do not: the order of stones does not, nor which safes were won."""
    return (
        state.phase,
        state.stones,
        tuple(map(len, state.won)),
        tuple((slot.safe, tuple(sorted(slot.stones))) for slot in state.ring),
        len(state.pile),
        state.barren,
    )


def with_words(state: State) -> Identity:
    """What counts where words do: also which have been said, in whatever order."""
    return (*without_words(state), frozenset(state.used))


def standing(state: State) -> Worths:
    """What the end of a game is worth to each seat, as one number: WB-27, then WB-28."""
    ranks = [
        score * SAFES - len(won)
        for score, won in zip(rules.count(state).scores, state.won, strict=True)
    ]
    return tuple(
        min(rank for other, rank in enumerate(ranks) if other != seat) - own
        for seat, own in enumerate(ranks)
    )


def worth(value: int) -> Worth:
    """A number of `standing` as what it means."""
    stones = (value + SAFES // 2) // SAFES
    return Worth(stones, value - stones * SAFES)
