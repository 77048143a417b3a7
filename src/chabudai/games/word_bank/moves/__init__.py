"""Word Bank: what a seat may do, and how a word could be placed. `rules` remains the judge."""

from collections.abc import Iterator

from chabudai.core import Rng, Seat, Why
from chabudai.games.word_bank.components import RING
from chabudai.games.word_bank.moves.paths import LAP, STOPS, WAYS, barred, passwords
from chabudai.games.word_bank.rules import forbidden
from chabudai.games.word_bank.state import (
    Action,
    Answer,
    Input,
    Inputs,
    Pass,
    Question,
    Say,
    Slot,
    Turn,
    Vote,
    Ways,
)
from chabudai.games.word_bank.view import Doubt, View
from chabudai.words import fold, lexicon


def legal_actions(view: View, seat: Seat) -> Iterator[Action]:
    """Every effect a seat can have: the menu, and one good password for each path that has one.

    A single stone is listed once per start, as clockwise. A wrong password is not listed: it has
    the effect of Pass (WB-24).
    """
    yield from menu(view, seat)
    if view.phase != Turn(seat):
        return
    dictionary = lexicon(view.options.lexicon)
    bad = barred(view.options, view.used)
    for word, path in passwords(view.ring, view.stones[seat], dictionary.block, bad):
        yield Say(word, *path)


def menu(view: View, seat: Seat) -> tuple[Action, ...]:
    """Pass, or the two votes: what needs no word."""
    match view.phase:
        case Turn(seat=turn) if turn == seat:
            return (Pass(),)
        case Doubt(seat=author, votes=votes) if seat != author and votes[seat] is None:
            return (Vote(True), Vote(False))
        case _:
            return ()


def idle(view: View, seat: Seat) -> Action:
    """WB-A19: when the clock runs out one passes; an absent voter accepts nothing."""
    return Vote(False) if isinstance(view.phase, Doubt) else Pass()


def clock(view: View, seat: Seat) -> int | None:
    """WB-A19: seconds for a turn or a vote, or None."""
    return None if view.options.turn_clock == "off" else view.options.turn_clock


def sample(view: View, seat: Seat, rng: Rng) -> Action:
    """A random good password, placed at random; Pass when luck finds none."""
    if isinstance(view.phase, Doubt):
        return Vote(bool(rng.below(2)))
    words = lexicon(view.options.lexicon)
    for _ in range(8):
        bits = rng.bits()
        start = bits % RING
        slot = view.ring[start]
        letter = slot.safe.letter
        if not letter:
            continue
        word = words.pick_starting(letter, (bits >> 16) % words.count_starting(letter))
        if forbidden(view.options, view.ring, view.used, word) is None:
            direction, way = WAYS[bits >> 3 & 1]
            return Say(
                word, direction, stroll(view.ring, word, start, way, view.stones[seat], bits)
            )
    return Pass()


def stroll(
    ring: tuple[Slot, ...], word: str, start: int, way: int, stones: int, bits: int
) -> tuple[int, ...]:
    """Go round once from `start`, leaving stones where they fit and a bit of `bits` agrees."""
    positions = [start]
    spelled = 0
    for gone in STOPS[bits >> 5 & LAP - 1]:
        if len(positions) == stones:
            break
        position = (start + way * gone) % RING
        slot = ring[position]
        if len(slot.stones) < slot.safe.spaces:
            there = word.find(slot.safe.letter, spelled + 1)
            if there > 0:
                positions.append(position)
                spelled = there
    return tuple(positions)


def ask(view: View, seat: Seat, question: Question) -> Answer:
    """WB-18: the ways to place a word, before it is said.

    Whether the dictionary has it is told only where players may try again (WB-A7) and where it is
    not for the others to decide (WB-A18).
    """
    options = view.options
    match question:
        case Inputs(word=typed):
            word = fold(typed)
            if not (word.isascii() and word.isalpha()):
                text = "A password is written with the letters A to Z only."
                return Ways(word, (), Why("WB-12", text, {}))
            against = forbidden(options, view.ring, view.used, word)
            open_dictionary = options.retry_words and not options.word_vote
            if open_dictionary and against is None and word not in lexicon(options.lexicon):
                against = Why("WB-8", "{word} is not in the dictionary.", {"word": word})
            return Ways(word, inputs(view.ring, word, view.stones[seat]), against)


def inputs(ring: tuple[Slot, ...], word: str, stones: int) -> tuple[Input, ...]:
    """WB-14 to WB-19: every way to place `word` with at most `stones` stones, most stones first.

    A single stone has no direction and is listed once, as clockwise.
    """
    found = [
        Input(direction, positions, closing(ring, positions))
        for start, slot in enumerate(ring)
        if slot.free and slot.safe.letter == word[0] and stones
        for direction, way in WAYS
        for positions in laps(ring, word, (start,), way, 0, 0, stones)
        if len(positions) > 1 or way == 1
    ]
    return tuple(sorted(found, key=lambda way: -len(way.positions)))


def laps(
    ring: tuple[Slot, ...],
    word: str,
    positions: tuple[int, ...],
    way: int,
    gone: int,
    spelled: int,
    stones: int,
) -> Iterator[tuple[int, ...]]:
    """`positions`, and all that go further on the same way round.

    `gone` places lie behind, `spelled` is the index of the last letter used.
    """
    yield positions
    if len(positions) == stones:
        return
    for further in range(gone + 1, RING):
        position = (positions[0] + way * further) % RING
        slot = ring[position]
        there = word.find(slot.safe.letter, spelled + 1) if slot.free > 0 else -1
        if there > 0:
            yield from laps(ring, word, (*positions, position), way, further, there, stones)


def closing(ring: tuple[Slot, ...], positions: tuple[int, ...]) -> tuple[int, ...]:
    """WB-20: those of `positions` whose last space would be taken."""
    return tuple(position for position in positions if ring[position].free == 1)
