"""Word Bank: exact solutions of endings.

Endings are hard to solve because each word bars others. So an ending is first searched on the
assumption that words never run out. A path is `sure` if it has enough independent words that the
rest of the game cannot use them up. Words are independent if no single word bars both. In one
search only one side may use paths that are not sure, and in another search only the other side. If
both searches agree, the choice of words does not matter. Otherwise every word is searched.
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
"""Weight of a stone, which is more than that of all safes together (WB-28)."""
STONES = 16
"""Maximum total of stones in front of all seats for solving an ending."""
PER_CIRCLE = 400
"""Cost of finding the words of a new circle, in moves."""
LONG = "This ending is too long to be played out."
EVERYTHING = 1 << 30
"""An upper bound on the value of any ending."""

Move: TypeAlias = Say | Pass
Choices: TypeAlias = Callable[[State], Iterable[Say]]
"""A function that returns the passwords to search in a position, the most promising first."""
Identity: TypeAlias = tuple[object, ...]
"""Key of a position in the transposition tables."""
Worths: TypeAlias = tuple[int, ...]
"""Value of a finished game for each seat, as one number."""


class Unproven(ValueError):
    """Raised if the value of a position cannot be proven. The message may be shown to players."""


class Unsure(Exception):
    """Raised if a path might run out of words."""


class Worth(Struct):
    """A seat's result against its best rival: the lead in stones, then in safes.

    Values are compared in this order. Above (0, 0), the seat wins. At (0, 0), it shares the win.
    """

    stones: int
    safes: int


class Ending(Struct):
    """The proven value of a position for each seat, and a move that achieves it."""

    worth: tuple[Worth, ...]
    action: Action


def endgame(state: State, limit: int = 20_000) -> Ending:
    """Solve a position under perfect play, with the pile known.

    Each seat maximizes its own value. Among equals, it chooses the move that is worst for the next
    seat, then for the seat after it. Words that are not in the dictionary are assumed to be
    rejected by vote. `limit` bounds the moves tried and words examined. Raises Unproven if the
    limit is reached, if players have more than STONES stones in front of them, or if no seat has
    to move.
    """
    turn = state.phase
    if not isinstance(turn, Turn):
        raise Unproven("Nobody is on turn.")
    if sum(state.stones) > STONES:
        raise Unproven(LONG)
    budget = Budget(limit)
    supply = WordSupply(state, budget)
    words = Search(budget, every_word, with_words)
    if len(state.stones) > 2:
        try:
            worths, action = search_all(state, Search(budget, supply.only_sure, without_words))
        except Unsure:
            worths, action = search_all(state, words)
    else:
        low, high = (
            search_two(state, supply.every, Search(budget, supply.sure_for(seat), without_words))
            for seat in (turn.seat, 1 - turn.seat)
        )
        value, action = low if low[0] == high[0] else search_two(state, every_word, words)
        worths = (value, -value) if turn.seat == 0 else (-value, value)
    return Ending(tuple(map(worth, worths)), action)


class Budget:
    """The number of moves that a search may still make."""

    __slots__ = ("_left",)

    def __init__(self, moves: int) -> None:
        self._left = moves

    def spend(self, moves: int) -> None:
        """Deduct `moves` moves from the budget. Raises Unproven if too few are left."""
        self._left -= moves
        if self._left < 0:
            raise Unproven(LONG)

    def play(self, state: State, action: Move) -> State:
        """Return the position after a move. Raises Unproven if the budget is used up."""
        self.spend(1)
        seat = on_turn(state)
        if isinstance(action, Say):
            return rules.place(state, seat, action).state
        return rules.pass_turn(state, seat).state


class Search:
    """The choices and transposition tables of a search.

    `bounds` maps positions to lower and upper bounds for the seat to move, and `exact` to the
    values of all seats.
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
        """Yield the moves to search in a position."""
        yield from self.choices(state)
        yield Pass()


def search_two(state: State, choices: Choices, search: Search) -> tuple[int, Move]:
    """For two seats, return the value of a position for the seat to move, and its best move.

    `choices` applies to this turn. Later turns use the choices of `search`.
    """
    best: tuple[int, Move] = (-EVERYTHING, Pass())
    actions: list[Move] = [*choices(state), Pass()]
    for action in actions:
        value = move_value(state, action, search, best[0], EVERYTHING)
        if value > best[0]:
            best = value, action
    return best


def move_value(state: State, action: Move, search: Search, low: int, high: int) -> int:
    """For two seats, return a move's value for the seat that makes it, exact between `low` and
    `high`.
    """
    after = search.budget.play(state, action)
    if isinstance(after.phase, Over):
        return final_worths(after)[on_turn(state)]
    return -position_value(after, search, -high, -low)


def position_value(state: State, search: Search, low: int, high: int) -> int:
    """For two seats, return the value of a position for the seat to move (alpha-beta).

    The value is exact between `low` and `high`. A value below or above is only a bound.
    """
    key = search.identity(state)
    least, most = search.bounds.get(key, (-EVERYTHING, EVERYTHING))
    low, high = max(low, least), min(high, most)
    if low >= high:
        return low
    best = -EVERYTHING
    for action in search.moves(state):
        best = max(best, move_value(state, action, search, max(low, best), high))
        if best >= high:
            break
    search.bounds[key] = (best if best > low else least, best if best < high else most)
    return best


def search_all(state: State, search: Search) -> tuple[Worths, Move]:
    """For any number of seats, return the values of a position, and the best move (max^n)."""
    seat, seats = on_turn(state), len(state.stones)
    found: list[tuple[Worths, Move]] = []
    for action in search.moves(state):
        after = search.budget.play(state, action)
        key = search.identity(after)
        if key not in search.exact:
            over = isinstance(after.phase, Over)
            search.exact[key] = final_worths(after) if over else search_all(after, search)[0]
        found.append((search.exact[key], action))

    def preference(one: tuple[Worths, Move]) -> Worths:
        own, *others = (one[0][(seat + further) % seats] for further in range(seats))
        return (own, *(-other for other in others))

    return max(found, key=preference)


class WordSupply:
    """The paths that have words, and those that cannot run out of words."""

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
        """Return one password for each effect, from the words allowed when the search began."""
        return distinct(state, (say for say, _ in self._ways(state.ring)))

    def sure_for(self, seat: Seat) -> Choices:
        """Like `every`, but uses only sure paths when it is the turn of `seat`."""

        def choices(state: State) -> Iterator[Say]:
            mine = on_turn(state) == seat
            return distinct(
                state, (say for say, sure in self._ways(state.ring) if sure or not mine)
            )

        return choices

    def only_sure(self, state: State) -> Iterator[Say]:
        """Like `every`, but raises Unsure if a path might run out of words."""
        hand = state.stones[on_turn(state)]
        for say, sure in self._ways(state.ring):
            if not sure and len(say.positions) <= hand:
                raise Unsure
        return self.every(state)

    def _ways(self, ring: tuple[Slot, ...]) -> list[tuple[Say, bool]]:
        """Return a password for each path of a circle, longest path first, and whether the path is
        sure.
        """
        shown = tuple(slot.safe.letter if slot.free else "" for slot in ring)
        if shown not in self._rings:
            self._budget.spend(PER_CIRCLE)
            found = chain.from_iterable(self._ways_from(ring, first) for first in letters(ring))
            self._rings[shown] = sorted(found, key=lambda way: -len(way[0].positions))
        return self._rings[shown]

    def _ways_from(self, ring: tuple[Slot, ...], first: str) -> Iterator[tuple[Say, bool]]:
        """Yield a password for each path with this first letter, and whether the path is sure.

        Independent words for a path are collected until it is sure.
        """
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
        """Return the words that bar `word` once they have been said, including `word` (WB-9 to
        WB-11).
        """
        if word not in self._known:
            self._budget.spend(1)
            dictionary = lexicon(self._options.lexicon)
            shortest = rules.shortest_containable(self._options.contains_rule)
            parts = {
                part
                for start in range(len(word))
                for end in range(start + shortest, len(word) + 1)
                if (part := word[start:end]) in dictionary
            }
            self._known[word] = RELATIVES[self._options.root_rule](word) | parts | {word}
        return self._known[word]


def every_word(state: State) -> Iterator[Say]:
    """Yield every legal password on every path. Of passwords that end the game, yield only one per
    effect.
    """
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
    """Yield one password for each effect, if the seat to move has enough stones for it.

    The effect is the set of positions, and also the start if several safes are refilled (WB-A5).
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
    """Yield each path of a set, as a set that contains only this path."""
    while paths:
        lowest = paths & -paths
        yield lowest
        paths ^= lowest


def on_turn(state: State) -> Seat:
    """Return the seat whose turn it is."""
    (seat,) = rules.to_act(state)
    return seat


def without_words(state: State) -> Identity:
    """Return a position's key if words do not matter.

    It ignores the order of stones and the identity of won safes.
    """
    return (
        state.phase,
        state.stones,
        tuple(map(len, state.won)),
        tuple((slot.safe, tuple(sorted(slot.stones))) for slot in state.ring),
        len(state.pile),
        state.barren,
    )


def with_words(state: State) -> Identity:
    """Return a position's key if words matter. It includes the set of words said."""
    return (*without_words(state), frozenset(state.used))


def final_worths(state: State) -> Worths:
    """Return the value of a finished game for each seat, as one number: WB-27, then WB-28."""
    ranks = [
        score * SAFES - len(won)
        for score, won in zip(rules.count(state).scores, state.won, strict=True)
    ]
    return tuple(
        min(rank for other, rank in enumerate(ranks) if other != seat) - own
        for seat, own in enumerate(ranks)
    )


def worth(value: int) -> Worth:
    """Decode a number from `final_worths`."""
    stones = (value + SAFES // 2) // SAFES
    return Worth(stones, value - stones * SAFES)
