"""Word Bank: a seat's legal actions, and the ways to place a word. `rules` decides whether an
action is legal.
"""

from collections.abc import Iterator

from chabudai.core import NotToMove, Rng, Seat, Why, owned
from chabudai.core.asking import no_question
from chabudai.games.word_bank.components import RING
from chabudai.games.word_bank.moves.paths import LAP, ROUTES, WAYS, barred, passwords
from chabudai.games.word_bank.rules import against_word
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
    """Yield one action per effect: the menu, and a legal password for each path that has one.

    A single stone is listed once per start, as clockwise. Wrong passwords are not listed: they have
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
    """Return the actions other than passwords: Pass, or the two votes."""
    match view.phase:
        case Turn(seat=turn) if turn == seat:
            return (Pass(),)
        case Doubt() if owes_vote(view.phase, seat):
            return (Vote(True), Vote(False))
        case _:
            return ()


def owes_vote(doubt: Doubt, seat: Seat) -> bool:
    """WB-A18: whether `seat` has not voted yet."""
    voters = range(len(doubt.votes))
    return seat in voters and seat != doubt.seat and doubt.votes[seat] is None


def idle(view: View, seat: Seat) -> Action:
    """WB-A19: return Pass, or a vote that rejects the word."""
    check_to_move(view, seat)
    return Vote(False) if isinstance(view.phase, Doubt) else Pass()


def check_to_move(view: View, seat: Seat) -> None:
    """Raise NotToMove if `seat` owes no move."""
    if not menu(view, seat):
        raise NotToMove(seat)


def clock(view: View, seat: Seat) -> int | None:
    """WB-A19: return the time limit in seconds for a turn or a vote, or None."""
    return None if view.options.turn_clock == "off" else view.options.turn_clock


def sample(view: View, seat: Seat, rng: Rng) -> Action:
    """Return a random legal password on a random path, or Pass if none is found in eight tries."""
    phase = view.phase
    if isinstance(phase, Doubt) and owes_vote(phase, seat):
        return Vote(bool(rng.below(2)))
    if not isinstance(phase, Turn) or phase.seat != seat:
        raise NotToMove(seat)
    options, ring, used = view.options, view.ring, view.used
    words = lexicon(options.lexicon)
    for _ in range(8):
        bits = rng.bits()
        start = bits % RING
        letter = ring[start].safe.letter
        if not letter:
            continue
        word = words.pick_starting(letter, (bits >> 16) % words.count_starting(letter))
        if against_word(options, ring, used, word) is None:
            way = bits >> 3 & 1
            path = ROUTES[way][start][bits >> 5 & LAP - 1]
            positions = fitting(ring, word, path, view.stones[seat])
            return Say(word, WAYS[way][0], positions)
    return Pass()


def fitting(
    ring: tuple[Slot, ...], word: str, path: tuple[int, ...], stones: int
) -> tuple[int, ...]:
    """Return up to `stones` positions of a path: the first ones that can take a stone (WB-16,
    WB-17).
    """
    positions = [path[0]]
    spelled = 0
    for position in path[1:]:
        if len(positions) == stones:
            break
        slot = ring[position]
        safe = slot.safe
        if len(slot.stones) < safe.spaces:
            there = word.find(safe.letter, spelled + 1)
            if there > 0:
                positions.append(position)
                spelled = there
    return tuple(positions)


def ask(view: View, seat: Seat, question: Question) -> Answer:
    """WB-18: return the ways to place a word, before it is said.

    The dictionary is consulted only if players may try again (WB-A7) and do not vote on words
    (WB-A18).
    """
    options, stones = view.options, owned(view.stones, seat)
    match question:
        case Inputs(word=typed):
            word = fold(typed)
            if not (word.isascii() and word.isalpha()):
                text = "Use only the letters A to Z."
                return Ways(word, (), Why("WB-12", text, {}))
            against = against_word(options, view.ring, view.used, word)
            open_dictionary = options.retry_words and not options.word_vote
            if open_dictionary and against is None and word not in lexicon(options.lexicon):
                against = Why("WB-8", "{word} is not in the dictionary.", {"word": word})
            return Ways(word, inputs(view.ring, word, stones), against)
        case _:
            raise no_question(question, Question)


def inputs(ring: tuple[Slot, ...], word: str, stones: int) -> tuple[Input, ...]:
    """WB-14 to WB-19: return every way to place `word`, most stones first.

    A way uses at most `stones` stones. A single stone has no direction and is listed once, as
    clockwise.
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
    """Yield `positions`, and all their extensions in the same direction.

    `gone` is the distance from the start, and `spelled` the index of the last letter used.
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
    """WB-20: return the positions where a stone would fill the last space."""
    return tuple(position for position in positions if ring[position].free == 1)
