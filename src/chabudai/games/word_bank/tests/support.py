"""Word Bank's test support: short notations, and a second implementation of the rulebook.

Expected results follow RULES.md, and do not come from `rules`, `view` or `moves`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat, Step, play
from chabudai.core.transcript import Transcript
from chabudai.games.word_bank import GAME, state as wb
from chabudai.games.word_bank.components import SAFES, STONES, Safe
from chabudai.games.word_bank.view import Doubt, View
from chabudai.words import lexicon
from tests.support import moves
from tests.support.moves import events, scripted

# --- Tables in one line


def table(
    letters: str,
    *,
    spaces: str = "4444444",
    stones: tuple[int, ...] = (18, 18, 18),
    lying: Mapping[int, tuple[Seat, ...]] | None = None,
    used: tuple[str, ...] = (),
    won: tuple[int, ...] = (),
    pile: str = "OATNLUDO",
    turn: Seat = 0,
    barren: int = 0,
    **options: Any,
) -> wb.State:
    """Return a running game with `letters` clockwise from place 0, and their `spaces`.

    `lying` maps places to the owners of stones, and `won` counts locked safes by seat. `pile` has
    the letters of the pile, top first, with three spaces each. Other arguments are table options.
    """
    on = lying or {}
    return wb.State(
        wb.Options(**options),
        wb.Turn(turn),
        stones=stones,
        boxed=(0,) * len(stones),
        won=tuple((Safe("T", 3),) * n for n in won or (0,) * len(stones)),
        ring=tuple(
            wb.Slot(Safe(letter, int(space)), on.get(place, ()))
            for place, (letter, space) in enumerate(zip(letters, spaces, strict=True))
        ),
        used=used,
        barren=barren,
        pile=tuple(Safe(letter, 3) for letter in pile),
    )


def clockwise(word: str, *places: int) -> wb.Say:
    return wb.Say(word, "clockwise", places)


def anticlockwise(word: str, *places: int) -> wb.Say:
    return wb.Say(word, "anticlockwise", places)


def letters(state: wb.State) -> str:
    """Return the letters of the circle, clockwise from place 0."""
    return "".join(slot.safe.letter or "-" for slot in state.ring)


make = partial(moves.make, GAME)
refused = partial(moves.refused, GAME)
refused_table = partial(moves.refused_table, GAME)


def dealt(seats: int, seed: int = 1, **options: Any) -> wb.State:
    start = GAME.setup(wb.Options(**options), seats)
    return make(start, (CHANCE, GAME.chance(start, Rng(seed))))


def later(state: wb.State, turns: int, rng: Rng) -> wb.State:
    for _ in range(turns):
        (seat,) = GAME.to_act(state)
        state = make(state, (seat, GAME.sample(GAME.view(state, seat), seat, rng)))
    return state


def said(word: str, ring: str = "SEIRFGI", place: int | None = None, **settled: Any) -> str:
    """Return the rule that rejects seat 0's word, or "". `place` defaults to its first letter."""
    at = max(0, ring.find(word[0])) if place is None else place
    first, *_ = events(play(GAME, table(ring, **settled), 0, clockwise(word, at)))
    return first.rule if isinstance(first, wb.Rejected) else ""


# --- Functions that the tests for all games need


def options(seats: int) -> st.SearchStrategy[wb.Options]:
    return st.builds(
        wb.Options,
        lexicon=st.sampled_from(("casual", "standard", "expert")),
        first_player=st.sampled_from(("random", *range(seats))),
        balanced_start=st.booleans(),
        retry_words=st.booleans(),
        contains_rule=st.sampled_from(("literal", "off", 3, 4, 5, 6, 7, 8)),
        min_length=st.integers(2, 8),
        root_rule=st.sampled_from(("derivation", "inflection", "off")),
        stalemate_rounds=st.integers(1, 9),
        word_vote=st.booleans(),
        turn_clock=st.sampled_from(("off", 10, 60, 3600)),
    )


def pieces(state: wb.State) -> Counter[Safe | Seat]:
    """WB-2, WB-3: count all cards and stones: on the table, won, and put back in the box."""
    there: Counter[Safe | Seat] = Counter(slot.safe for slot in state.ring if slot.safe.letter)
    there.update(state.pile)
    there.update(safe for row in state.won for safe in row)
    there.update(owner for slot in state.ring for owner in slot.stones)
    for seat, (front, boxed) in enumerate(zip(state.stones, state.boxed, strict=True)):
        there[seat] += front + boxed
    return there


def longest(state: wb.State) -> int:
    """WB-A9, WB-A18: return the maximum length of a game in which each turn has a vote."""
    seats = len(state.stones)
    return (seats * STONES[seats] + 1) * state.options.stalemate_rounds * seats * seats + 1


def accepted(action: wb.Action, step: Step[wb.State, wb.Event]) -> bool:
    """Whether an action had its intended effect. Only a password can fail."""
    return not isinstance(action, wb.Say) or isinstance(events(step)[0], wb.Said)


def odd(view: View, seat: Seat, rng: Rng) -> wb.Action:
    """Return a random vote, pass or password. Many passwords are not words, or are not new."""
    if isinstance(view.phase, Doubt):
        return wb.Vote(rng.below(8) > 0)
    start = rng.below(7)
    letter = view.ring[start].safe.letter or "A"
    word = rng.choice((f"{letter}QXZ", f"{letter.lower()}né", "CO-OP", "XQ", *view.used[-1:]))
    places = rng.choice(((start,), (start,), (start, (start + 3) % 7, (start + 1) % 7)))
    said = clockwise(word, *places) if rng.below(2) else anticlockwise(word, *places)
    return wb.Pass() if rng.below(2) else said


def questions(view: View, rng: Rng) -> Iterator[wb.Question]:
    words = lexicon(view.options.lexicon)
    for _ in range(3):
        letter = rng.choice(view.ring).safe.letter if view.ring else "A"
        yield wb.Inputs(words.pick_starting(letter, rng.below(words.count_starting(letter))))
    yield from map(wb.Inputs, ("groupys", "Émigré", "co-op", "¿", *view.used[-2:]))


# --- Secrets: the pile is face down (WB-4), votes are secret until all are in (WB-A18)


def scramble(
    state: wb.State, seat: Seat | None, rng: Rng, about: wb.Action | None = None
) -> wb.State:
    last = is_last_vote(state, about)
    shown = turned_up(
        state, state.phase.say if last and isinstance(state.phase, wb.Judging) else about
    )
    phase = state.phase
    if isinstance(phase, wb.Judging) and not last:
        votes = tuple(
            vote if vote is None or voter == seat else bool(rng.below(2))
            for voter, vote in enumerate(phase.votes)
        )
        phase = replace(phase, votes=votes)
    pile = (*state.pile[:shown], *rng.shuffled(state.pile[shown:]))
    return replace(state, phase=phase, pile=pile)


def turned_up(state: wb.State, about: wb.Action | None) -> int:
    """WB-20, WB-23: return the maximum number of cards that a password turns up, one per full
    safe.
    """
    if not isinstance(about, wb.Say):
        return 0
    full = [len(slot.stones) + 1 == slot.safe.spaces for slot in state.ring]
    return sum(full[place] for place in set(about.positions) if place in range(7))


def is_last_vote(state: wb.State, about: wb.Action | None) -> bool:
    """Whether `about` is the last vote, after which all votes are revealed."""
    phase = state.phase
    return (
        isinstance(about, wb.Vote)
        and isinstance(phase, wb.Judging)
        and phase.votes.count(None) <= 2
    )


def disguise(state: wb.State, seat: Seat | None, actor: Seat, action: wb.Action) -> wb.Action:
    if isinstance(action, wb.Vote) and actor != seat and not is_last_vote(state, action):
        return wb.Vote(not action.accept)
    return action


def canary(state: wb.State) -> tuple[wb.State, str]:
    return replace(state, pile=(*state.pile[:-1], Safe("☠", 8))), "☠"


# --- Recorded games


def by(final: wb.State) -> Seat | None:
    assert isinstance(final.phase, wb.Over)
    return final.phase.by


def winners(final: wb.State) -> tuple[Seat, ...]:
    outcome = GAME.outcome(final)
    assert outcome is not None
    return outcome.winners


def tied(final: wb.State) -> int:
    """WB-27: return the number of seats that are tied for the fewest stones."""
    outcome = GAME.outcome(final)
    assert outcome is not None
    return outcome.scores.count(min(outcome.scores))


ENDINGS: Mapping[str, Callable[[Sequence[wb.State]], bool]] = {
    "the last stone wins": lambda game: winners(game[-1]) == (by(game[-1]),),
    "the last stone loses": lambda game: by(game[-1]) not in (None, *winners(game[-1])),
    "the last stone closes a safe": lambda game: (
        by(game[-1]) is not None and game[-1].won != game[-2].won
    ),
    "a tie is broken by safes": lambda game: tied(game[-1]) > 1 == len(winners(game[-1])),
    "several win": lambda game: by(game[-1]) is not None and len(winners(game[-1])) > 1,
    "nobody says a word": lambda game: by(game[-1]) is None and game[-1].used != (),
}
"""The ways a game can end, as predicates on all its states in order."""

UNTOLD = ()
MOST_MOVES = 80
"""Maximum number of moves in a recorded game, to keep it readable."""

TABLES: Sequence[wb.Options] = (
    wb.Options(),
    wb.Options(word_vote=True),
    wb.Options(lexicon="casual", retry_words=True, first_player=1),
    wb.Options(balanced_start=True, root_rule="inflection"),
    wb.Options(lexicon="expert", contains_rule=4, stalemate_rounds=1),
    wb.Options(contains_rule="off", root_rule="off", min_length=4, turn_clock=60),
    wb.Options(word_vote=True, retry_words=True, first_player=0),
)
"""Table options of the recorded games."""

RING = "SEIRFGI"
"""A circle, clockwise from S, on which the printed example can be played."""

TURNS = (
    wb.Say("GROUPIES", "anticlockwise", (5, 3, 2, 1, 0)),
    wb.Say("SPECIFIC", "clockwise", (0, 1, 2, 4, 6)),
    wb.Say("FIREFIGHTER", "clockwise", (4, 6, 1, 2, 3)),
)
"""The example's three turns."""


def examples() -> Iterator[tuple[str, Transcript]]:
    """Yield a recording of the printed example. The I between E and R has three spaces."""
    top = [Safe(letter, 3 if letter in "SRFG" else 4) for letter in RING]
    top[2:3] = [Safe("I", 3)]
    top.append(Safe("O", 3))
    rest = Counter(SAFES)
    rest.subtract(top)
    moves = [(CHANCE, wb.Shuffle((*top, *rest.elements()), 0)), *enumerate(TURNS)]
    note = f"The printed example on the circle {RING}, clockwise from S."
    yield "example", scripted(GAME, 3, wb.Options(), moves, note)
