"""Word Bank: the rules. IDs such as WB-14 are headings of RULES.md."""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import assert_never

from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Outcome, Rng, Seat, Step, Why, public, put, refuse
from chabudai.core.seats import is_among
from chabudai.games.word_bank.components import HANDICAP, RING, SAFES, STONES
from chabudai.games.word_bank.state import (
    EMPTY,
    LONGEST,
    Action,
    Closed,
    ContainsRule,
    Dealing,
    Dealt,
    Doubted,
    Ended,
    Event,
    Judged,
    Judging,
    Options,
    Over,
    Pass,
    Passed,
    Phase,
    Refilled,
    Rejected,
    RootRule,
    Said,
    Say,
    Shuffle,
    Slot,
    State,
    Turn,
    Vote,
    Voted,
)
from chabudai.words import fold, lemmas, lexicon, roots

BOX = dict(Counter(SAFES))
PLACES = frozenset(range(RING))
ROOTS: dict[RootRule, Callable[[str], frozenset[str | int]]] = {
    "derivation": roots,
    "inflection": lemmas,
    "off": lambda word: frozenset(),
}
"""WB-A10: functions that return the roots of a word, by `root_rule`. Related words share one."""


def setup(options: Options, seats: int) -> State:
    """WB-1, WB-5: return the state before the deal. Raises Illegal."""
    Options.check(options)
    if not is_among(seats, STONES):
        raise Illegal("WB-1", "Word Bank is played by two to five.")
    first = options.first_player
    if first != "random" and first >= seats:
        raise Illegal("WB-A14", "Seat {seat} cannot start: it is not at this table.", seat=first)
    return State(
        options,
        Dealing(),
        stones=(STONES[seats],) * seats,
        boxed=(0,) * seats,
        won=((),) * seats,
    )


def to_act(state: State) -> tuple[Seat, ...]:
    """WB-6: return the seat whose turn it is, or during a vote all seats that must still vote."""
    phase = state.phase
    if isinstance(phase, Turn):
        return (phase.seat,)
    match phase:
        case Dealing():
            return (CHANCE,)
        case Judging(seat=author, votes=votes):
            return tuple(seat for seat, vote in enumerate(votes) if vote is None and seat != author)
        case Over():
            return ()
        case _:
            assert_never(phase)


def turn(state: State) -> str:
    """WB-6: return "WB-6", or "WB-A18" during a vote."""
    return "WB-A18" if isinstance(state.phase, Judging) else "WB-6"


def chance(state: State, rng: Rng) -> Action:
    """WB-4, WB-6: shuffle the safes, and draw the first player if the options name none."""
    first = state.options.first_player
    return Shuffle(
        rng.shuffled(SAFES), rng.below(len(state.stones)) if first == "random" else first
    )


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """Return the next state and the news. Raises Illegal."""
    match action:
        case Say():
            return announce(state, seat, normalized(action))
        case Pass():
            return pass_turn(state, seat)
        case Vote():
            return vote(state, seat, action)
        case Shuffle():
            return deal(state, action)
        case _:
            assert_never(action)


def deal(state: State, shuffle: Shuffle) -> Step[State, Event]:
    """WB-4 to WB-6: deal the safes and hand out the stones. Raises Illegal."""
    seats = len(state.stones)
    options = state.options
    if dict(Counter(shuffle.safes)) != BOX:
        raise Illegal("WB-4", "These are not the safes of the box.")
    if shuffle.first not in range(seats):
        raise Illegal("WB-6", "The start player must be in one of the seats.")
    if options.first_player not in ("random", shuffle.first):
        raise Illegal("WB-A14", "The table has agreed on another seat to start.")
    less = HANDICAP[seats] if options.balanced_start else (0,) * seats
    dealt = shuffle.safes[:RING]
    after = replace(
        state,
        phase=Turn(shuffle.first),
        stones=tuple(STONES[seats] - less[(seat - shuffle.first) % seats] for seat in range(seats)),
        ring=tuple(map(Slot, dealt)),
        pile=shuffle.safes[RING:],
    )
    return Step(after, (public(Dealt(dealt, shuffle.first)),))


def normalized(say: Say) -> Say:
    """WB-12, WB-A12: return the action with its word in capitals without accents.

    Raises Illegal for other letters, and for positions that are missing, repeated or outside the
    circle.
    """
    word = say.word
    if not (word.isascii() and word.isupper()):
        word = fold(word)
        say = replace(say, word=word)
    if not (word.isascii() and word.isalpha()):
        raise Illegal("WB-12", "Use only the letters A to Z.")
    if len(word) > LONGEST:
        raise Illegal("WB-12", "No word is longer than {most} letters.", most=LONGEST)
    places = frozenset(say.positions)
    if not places:
        raise Illegal("WB-14", "You must place the first stone.")
    if not places <= PLACES:
        raise Illegal("WB-4", "The circle has seven places, 1 to 7.")
    if len(places) < len(say.positions):
        raise Illegal("WB-17", "Put only one stone in a safe each turn.")
    return say


def announce(state: State, seat: Seat, say: Say) -> Step[State, Event]:
    """WB-7 to WB-25: place a legal password's stones, or lose the turn. Raises Illegal."""
    if isinstance(state.phase, Judging):
        raise Illegal("WB-A18", "First vote on {word}.", word=state.phase.say.word)
    options = state.options
    why = against_word(options, state.ring, state.used, say.word)
    doubtful = why is None and say.word not in lexicon(options.lexicon)
    if doubtful:
        why = Why("WB-8", "{word} is not in the dictionary.", {"word": say.word})
    if why is None:
        check_placement(state, seat, say)
        return place(state, seat, say)
    if doubtful and options.word_vote:
        check_placement(state, seat, say)
        phase = Judging(seat, say, (None,) * len(state.stones))
        return Step(replace(state, phase=phase), (public(Doubted(seat, say.word)),))
    if options.retry_words:
        refuse(why)
    return lose_turn(state, seat, Rejected(seat, say.word, why.rule, why.text, why.facts))


def against_word(
    options: Options, ring: tuple[Slot, ...], used: tuple[str, ...], word: str
) -> Why | None:
    """WB-7, WB-9 to WB-11: explain why the rules refuse a word, or return None. Ignores the
    dictionary.
    """
    if not is_shown(ring, word[0]):
        text = "Your word starts with {letter}, but no safe shows {letter}."
        return Why("WB-7", text, {"letter": word[0]})
    if len(word) < options.min_length:
        least = options.min_length
        return Why("WB-A8", "A password has at least {least} letters here.", {"least": least})
    return against_again(options.contains_rule, options.root_rule, used, word)


@lru_cache(1 << 4)
def against_again(
    contains: ContainsRule, root_rule: RootRule, used: tuple[str, ...], word: str
) -> Why | None:
    """WB-9 to WB-11: explain why used passwords bar a word, or return None.

    Cached because a word is judged when a bot considers it and again when it is said.
    """
    if word in used:
        return Why("WB-9", "{word} has already been used.", {"word": word})
    shortest = shortest_containable(contains)
    for earlier in used:
        if earlier in word and len(earlier) >= shortest:
            text = "{word} contains {earlier}, already used."
            return Why("WB-10", text, {"word": word, "earlier": earlier})
    roots_of = ROOTS[root_rule]
    mine = roots_of(word)
    if mine.isdisjoint(roots_of_all(root_rule, used)):
        return None
    earlier = next(one for one in used if not mine.isdisjoint(roots_of(one)))
    text = "{word} has the same root as {earlier}, already used."
    return Why("WB-11", text, {"word": word, "earlier": earlier})


@lru_cache(1 << 10)
def roots_of_all(rule: RootRule, words: tuple[str, ...]) -> tuple[str | int, ...]:
    """WB-11: return the roots of `words` as a tuple, which takes less memory than a set."""
    return (*roots_of_all(rule, words[:-1]), *ROOTS[rule](words[-1])) if words else ()


def is_shown(ring: tuple[Slot, ...], letter: str) -> bool:
    """Whether a safe in the circle shows a letter."""
    for slot in ring:  # noqa: SIM110 - a generator would take twice as long
        if slot.safe.letter == letter:
            return True
    return False


def shortest_containable(rule: ContainsRule) -> int:
    """WB-A8: return the minimum length of a used password that bars the words containing it."""
    match rule:
        case "literal":
            return 1
        case "off":
            return 1 << 30
        case shortest:
            return shortest


def check_placement(state: State, seat: Seat, say: Say) -> None:
    """WB-14 to WB-19: raise Illegal if the stones cannot be placed there."""
    ring, word, positions = state.ring, say.word, say.positions
    if len(positions) > state.stones[seat]:
        text = "You have only {stones} {stones|stone|stones} left in front of you."
        raise Illegal("WB-19", text, stones=state.stones[seat])
    start = positions[0]
    if ring[start].safe.letter != word[0]:
        raise Illegal("WB-14", "The first stone goes on a safe showing {letter}.", letter=word[0])
    way = 1 if say.direction == "clockwise" else -1
    gone, spelled = -1, -1
    for position in positions:
        slot = ring[position]
        safe = slot.safe
        letter = safe.letter
        if (there := (position - start) * way % RING) <= gone:
            raise Illegal("WB-15", "Go round once only, without turning back.")
        spelled = word.find(letter, spelled + 1)
        if spelled < 0:
            raise Illegal(
                "WB-16", "In {word}, {letter} does not come next.", letter=letter, word=word
            )
        if len(slot.stones) >= safe.spaces:
            raise Illegal("WB-17", "Safe {letter} is full.", letter=letter)
        gone = there


def place(state: State, seat: Seat, say: Say) -> Step[State, Event]:
    """WB-13 to WB-18: place the stones, lock full safes, and end the game if it is over."""
    ring = list(state.ring)
    full: list[int] = []
    for position in say.positions:
        slot = ring[position]
        safe, stones = slot.safe, (*slot.stones, seat)
        ring[position] = Slot(safe, stones)
        if len(stones) == safe.spaces:
            full.append(position)
    left = state.stones[seat] - len(say.positions)
    after = State(
        state.options,
        following(state, seat),
        put(state.stones, seat, left),
        state.boxed,
        state.won,
        tuple(ring),
        (*state.used, say.word),
        0,
        state.pile,
    )
    events: list[Event] = [Said(seat, say.word, say.direction, say.positions)]
    if full:
        after = lock(after, seat, say.positions[0], full, events)
    if not left:
        after = end(after, seat, events)
    elif not after.pile and not any(slot.safe.letter for slot in after.ring):
        after = end(after, None, events)
    return Step(after, tuple(map(public, events)))


def following(state: State, seat: Seat) -> Phase:
    """WB-6: return the phase of the next seat's turn, clockwise."""
    return Turn((seat + 1) % len(state.stones))


def lock(state: State, seat: Seat, start: int, full: list[int], events: list[Event]) -> State:
    """WB-20 to WB-23: lock full safes.

    Their stones go to the box and their cards to `seat`, and new safes take their places. Positions
    are refilled clockwise from the first safe of the password (WB-A5).
    """
    ring, pile, boxed = list(state.ring), state.pile, list(state.boxed)
    full.sort(key=lambda position: (position - start) % RING)
    for position in full:
        slot = ring[position]
        for owner in slot.stones:
            boxed[owner] += 1
        events.append(Closed(seat, position, slot.safe, slot.stones))
    safes = tuple([ring[position].safe for position in full])
    for drawn, position in enumerate(full):
        new = pile[drawn] if drawn < len(pile) else None
        ring[position] = Slot(new) if new else EMPTY
        events.append(Refilled(position, new))
    return replace(
        state,
        boxed=tuple(boxed),
        won=put(state.won, seat, state.won[seat] + safes),
        ring=tuple(ring),
        pile=pile[len(full) :],
    )


def end(state: State, by: Seat | None, events: list[Event]) -> State:
    """WB-26: end the game and count the stones."""
    final = replace(state, phase=Over(by))
    events.append(Ended(by, count(final)))
    return final


def pass_turn(state: State, seat: Seat) -> Step[State, Event]:
    """WB-A9: pass."""
    if isinstance(state.phase, Judging):
        raise Illegal("WB-A18", "First vote on {word}.", word=state.phase.say.word)
    return lose_turn(state, seat, Passed(seat))


def lose_turn(state: State, seat: Seat, *why: Event) -> Step[State, Event]:
    """WB-24, WB-25: end the turn without placing a stone, locking a safe, or marking the word as
    used.

    The game ends after `stalemate_rounds` rounds without a stone (WB-A9).
    """
    events = list(why)
    barren = state.barren + 1
    after = replace(state, phase=following(state, seat), barren=barren)
    if barren == state.options.stalemate_rounds * len(state.stones):
        after = end(after, None, events)
    return Step(after, tuple(map(public, events)))


def vote(state: State, seat: Seat, ballot: Vote) -> Step[State, Event]:
    """WB-A18: record a vote. A word is accepted if all other players accept it. Raises Illegal."""
    judging = state.phase
    if not isinstance(judging, Judging):
        raise Illegal("WB-A18", "There is no word to vote on.")
    votes = put(judging.votes, seat, ballot.accept)
    if votes.count(None) > 1:
        phase = replace(judging, votes=votes)
        return Step(replace(state, phase=phase), (public(Voted(seat)),))
    author, say = judging.seat, judging.say
    accepted = False not in votes
    judged = Judged(author, say.word, accepted, votes)
    if accepted:
        placed = place(state, author, say)
        return Step(placed.state, (public(judged), *placed.news))
    text = "{word} is not in the dictionary."
    return lose_turn(
        state, author, judged, Rejected(author, say.word, "WB-8", text, {"word": say.word})
    )


def outcome(state: State) -> Outcome | None:
    """WB-27 to WB-29: return the outcome, or None until the game is over."""
    return count(state) if isinstance(state.phase, Over) else None


def count(state: State) -> Outcome:
    """WB-27, WB-28: return the outcome. The fewest stones win, then the most safes. Ties are
    shared.
    """
    lying = [owner for slot in state.ring for owner in slot.stones]
    scores = tuple(front + lying.count(seat) for seat, front in enumerate(state.stones))
    ranks = [(score, -len(safes)) for score, safes in zip(scores, state.won, strict=True)]
    best = min(ranks)
    return Outcome(scores, tuple(seat for seat, rank in enumerate(ranks) if rank == best))
