"""The Kakapo: rounds that select the pieces of a plan, with all hands open.

This is a depth-first search that tries the most promising way to play a round first. It follows
only a few ways, so it may miss solutions.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from chabudai.core import Seat
from chabudai.games.kakapo.components.board import Cells
from chabudai.games.kakapo.components.cards import SUITS
from chabudai.games.kakapo.rules.tricks import cards_in_a_round
from chabudai.games.kakapo.solver.card_sets import COUNT, OF_SUIT, Cards, Index, each
from chabudai.games.kakapo.state import Double, Options, Shift, Skill, Wild

WIDTH = 6
"""Number of ways to play a round that the search follows."""
COLOURS = len(SUITS)


class Slot(NamedTuple):
    """A place in a plan, for a piece of one number, with the piece's possible suits as bits.

    `rivals` lists the slots that must have another suit, since they touch this one or take pieces
    of the same number.
    """

    cells: Cells
    value: int
    suits: int
    rivals: tuple[int, ...]


Plan: TypeAlias = tuple[Slot, ...]
Filling: TypeAlias = tuple[int, ...]
"""For each slot, the suit of its piece as an index in SUITS, or FREE."""
FREE = -1
NO_CARD: Index = -1


class Table(NamedTuple):
    """The cards, and the plan's progress. `top` is the index of the top colour in SUITS."""

    hands: tuple[Cards, ...]
    revealed: tuple[Index, ...]
    start: Seat
    top: int
    rounds: int
    counters: int
    used: Cards
    filling: Filling


class Played(NamedTuple):
    """A round: its cards in order, the skill, and the slots of its pieces."""

    cards: tuple[Index, ...]
    seat: Seat
    skill: Skill | None
    pieces: tuple[tuple[Index, int], ...]


class Choice(NamedTuple):
    """A possible selection: the skill, its pieces, and the plan's filling after it.

    Each piece comes with its slot, or with FREE if it is placed out of the way.
    """

    skill: Skill | None
    pieces: tuple[tuple[Index, int], ...]
    filling: Filling


class Way(NamedTuple):
    """A way to play a round, with a heuristic value."""

    promise: float
    cards: tuple[Index, ...]
    decision: Index
    choice: Choice


class Search:
    """A search for ways to get a plan's pieces. It tries the most promising rounds first."""

    def __init__(self, options: Options, seats: int, plan: Plan) -> None:
        self.options = options
        self.seats = seats
        self.plan = plan
        self.size = cards_in_a_round(seats)

    def ways(self, table: Table, turns: int) -> Iterator[tuple[Played, ...]]:
        """Yield sequences of rounds that fill the plan, expanding at most `turns` rounds."""
        stack: list[tuple[Table, tuple[Played, ...]]] = [(table, ())]
        while stack and turns:
            now, before = stack.pop()
            if FREE not in now.filling:
                yield before
                continue
            if not now.rounds or not self.is_open(now):
                continue
            turns -= 1
            best = sorted(self.next_rounds(now).values(), key=lambda way: way.promise)
            for way in best[-WIDTH:]:
                later, played = self.after(now, way)
                stack.append((later, (*before, played)))

    def next_rounds(self, table: Table) -> dict[tuple[Index, Filling, Cards], Way]:
        """Return the best way to reach each combination of decision card, filling and lost
        cards.
        """
        useful = self.useful(table)
        found: dict[tuple[Index, Filling, Cards], Way] = {}
        choices: dict[tuple[Index, Index], list[Choice]] = {}
        seen = set[tuple[Index, Index, Cards]]()
        for cards in self.every_round(table):
            decision = decides(cards, table.top)
            low = lowest_of_one_suit(cards)
            if (decision, low) not in choices:
                choices[decision, low] = list(self.selections(table, decision, low))
            burnt = useful & set_of_indices(cards) & ~(1 << decision)
            if (decision, low, burnt) in seen:
                continue
            seen.add((decision, low, burnt))
            for choice in choices[decision, low]:
                promise = self.promise(choice, burnt)
                key = (decision, choice.filling, burnt)
                if key not in found or found[key].promise < promise:
                    found[key] = Way(promise, cards, decision, choice)
        return found

    def promise(self, choice: Choice, burnt: Cards) -> float:
        """Return the heuristic value of a round: slots filled, useful cards lost, counters
        spent.
        """
        fills = sum(slot != FREE for _, slot in choice.pieces)
        cost = burnt.bit_count() * (0.4 if self.seats == 2 else 1.0)
        return 3.0 * fills - cost - 0.6 * (choice.skill is not None)

    def after(self, table: Table, way: Way) -> tuple[Table, Played]:
        """Return the table after a round, and the played round."""
        seat = (table.start + way.cards.index(way.decision)) % self.seats
        gone = set_of_indices(way.cards)
        choice = way.choice
        later = Table(
            tuple(hand & ~gone for hand in table.hands),
            (),
            seat,
            way.decision % COLOURS,
            table.rounds - 1,
            table.counters - (choice.skill is not None),
            table.used | set_of_indices(tuple(piece for piece, _ in choice.pieces)),
            choice.filling,
        )
        return later, Played(way.cards, seat, choice.skill, choice.pieces)

    def every_round(self, table: Table) -> Iterator[tuple[Index, ...]]:
        """KK-15, KK-17: yield all ways to reveal the rest of a round's cards."""
        hands = list(table.hands)

        def more(cards: tuple[Index, ...]) -> Iterator[tuple[Index, ...]]:
            if len(cards) == self.size:
                yield cards
                return
            seat = (table.start + len(cards)) % self.seats
            hand = hands[seat]
            follow = hand & OF_SUIT[cards[0] % COLOURS] if cards else hand
            for card in each(follow or hand):
                hands[seat] = hand & ~card
                yield from more((*cards, card.bit_length() - 1))
            hands[seat] = hand

        yield from more(table.revealed)

    def selections(self, table: Table, decision: Index, low: Index) -> Iterator[Choice]:
        """KK-22 to KK-25, KK-A4: yield the selections that are useful or compulsory.

        `low` is the lowest card if all have the same colour.
        """
        skills = list(self.skills_open(table, decision, low))
        rescued = self.options.rescue_forced and table.used >> decision & 1 and skills
        if not rescued:
            yield self.choice(table, None, (decision,))
        for skill, pieces in skills:
            if rescued or self.slot_for(table.filling, table.used, pieces[-1]) != FREE:
                yield self.choice(table, skill, pieces)

    def skills_open(
        self, table: Table, decision: Index, low: Index
    ) -> Iterator[tuple[Skill, tuple[Index, ...]]]:
        """Yield the usable skills, each with its pieces. The last piece is the one that the skill
        takes.
        """
        if not table.counters:
            return
        skills: list[tuple[Skill, tuple[Index, ...]]] = []
        if low != NO_CARD:
            skills.append((Double(), (decision, low)))
        if self.seats == 2:
            here = decision % COLOURS
            skills += [
                (Wild(suit), (decision - here + at,)) for at, suit in enumerate(SUITS) if at != here
            ]
            if decision + COLOURS < COUNT:
                skills.append((Shift(1), (decision + COLOURS,)))
            if decision >= COLOURS:
                skills.append((Shift(-1), (decision - COLOURS,)))
        yield from [each for each in skills if not table.used >> each[1][-1] & 1]

    def choice(self, table: Table, skill: Skill | None, pieces: tuple[Index, ...]) -> Choice:
        """Return a selection with the slots for its unused pieces."""
        filling = table.filling
        found: list[tuple[Index, int]] = []
        for piece in pieces:
            if not table.used >> piece & 1:
                slot = self.slot_for(filling, table.used, piece)
                found.append((piece, slot))
                if slot != FREE:
                    filling = (*filling[:slot], piece % COLOURS, *filling[slot + 1 :])
        return Choice(skill, tuple(found), filling)

    def slot_for(self, filling: Filling, used: Cards, piece: Index) -> int:
        """Return a slot that a piece can fill so that the others can still be coloured, or FREE."""
        value, suit = piece // COLOURS + 1, piece % COLOURS
        for at, slot in enumerate(self.plan):
            if slot.value == value and filling[at] == FREE and slot.suits >> suit & 1:
                with_it = (*filling[:at], suit, *filling[at + 1 :])
                if self.can_be_coloured(with_it, used):
                    return at
        return FREE

    def can_be_coloured(self, filling: Filling, gone: Cards) -> bool:
        """Whether the free slots can be assigned suits of pieces that are not in `gone`."""
        if FREE not in filling:
            return self.is_sound(filling)
        at = filling.index(FREE)
        slot = self.plan[at]
        if not self.is_sound(filling):
            return False
        barred = {filling[rival] for rival in slot.rivals}
        return any(
            self.can_be_coloured((*filling[:at], suit, *filling[at + 1 :]), gone)
            for suit in range(COLOURS)
            if slot.suits >> suit & 1
            and suit not in barred
            and not gone >> COLOURS * (slot.value - 1) + suit & 1
        )

    def is_sound(self, filling: Filling) -> bool:
        """Whether no two rival slots have the same suit."""
        return not any(
            suit != FREE and suit == filling[rival]
            for slot, suit in zip(self.plan, filling, strict=True)
            for rival in slot.rivals
        )

    def useful(self, table: Table) -> Cards:
        """Return the cards whose pieces could fill a slot."""
        found = 0
        for hand in table.hands:
            for card in each(hand):
                index = card.bit_length() - 1
                if (
                    not table.used & card
                    and self.slot_for(table.filling, table.used, index) != FREE
                ):
                    found |= card
        return found

    def is_open(self, table: Table) -> bool:
        """Whether the remaining cards and rounds suffice to fill the plan."""
        missing = table.filling.count(FREE)
        if missing > table.rounds + min(table.counters, table.rounds):
            return False
        held = set_of_indices(table.revealed)
        for hand in table.hands:
            held |= hand
        if self.seats == 2 and table.counters:
            return True
        return self.can_be_coloured(table.filling, table.used | ~held)


def set_of_indices(cards: tuple[Index, ...]) -> Cards:
    """Return `cards` as a set of bits."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def lowest_of_one_suit(cards: tuple[Index, ...]) -> Index:
    """KK-23: return the lowest card if all cards have the same colour, or NO_CARD."""
    suit = cards[0] % COLOURS
    return min(cards) if all(card % COLOURS == suit for card in cards) else NO_CARD


def decides(cards: tuple[Index, ...], top: int) -> Index:
    """KK-19: return the decision card."""
    tops = [card for card in cards if card % COLOURS == top]
    return max(tops or [card for card in cards if card % COLOURS == cards[0] % COLOURS])
