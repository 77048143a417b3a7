"""Word Bank: the worth of an ending is what trying everything by the rules gives."""

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from chabudai.core import Rng
from chabudai.games.word_bank import moves, rules
from chabudai.games.word_bank.components import Safe
from chabudai.games.word_bank.solver.endgame import Unproven, Worth, endgame
from chabudai.games.word_bank.state import (
    EMPTY,
    Action,
    Dealing,
    Options,
    Pass,
    Say,
    Slot,
    State,
    Turn,
)
from chabudai.games.word_bank.view import view
from chabudai.words import lexicon

Worths = tuple[tuple[int, int], ...]


def standing(state: State) -> Worths:
    """WB-27, WB-28: stones fewer and safes more than the best rival, by seat."""
    outcome = rules.count(state)
    ranks = [(score, -len(won)) for score, won in zip(outcome.scores, state.won, strict=True)]
    values: list[tuple[int, int]] = []
    for seat, (score, safes) in enumerate(ranks):
        rival = min(rank for other, rank in enumerate(ranks) if other != seat)
        values.append((rival[0] - score, rival[1] - safes))
    return tuple(values)


def by_trying_everything(
    state: State, actions: Callable[[State], Iterator[Action]], known: dict[object, Worths]
) -> Worths:
    owing = rules.to_act(state)
    if not owing:
        return standing(state)
    key = replace(state, used=tuple(sorted(state.used)))
    if key not in known:
        (seat,) = owing
        seats = len(state.stones)
        results = [
            by_trying_everything(rules.apply(state, seat, action).state, actions, known)
            for action in actions(state)
        ]

        def preference(values: Worths) -> list[tuple[int, int]]:
            own, *others = (values[(seat + further) % seats] for further in range(seats))
            return [own, *((-stones, -safes) for stones, safes in others)]

        known[key] = max(results, key=preference)
    return known[key]


def every_move(state: State) -> Iterator[Action]:
    """All words of the dictionary in all ways, and to pass."""
    (seat,) = rules.to_act(state)
    yield Pass()
    for letter in {slot.safe.letter for slot in state.ring if slot.safe.letter}:
        for word in lexicon(state.options.lexicon).containing(letter, ""):
            if rules.against_word(state.options, state.ring, state.used, word) is None:
                for way in moves.inputs(state.ring, word, state.stones[seat]):
                    yield Say(word, way.direction, way.positions)


def listed_moves(state: State) -> Iterator[Action]:
    (seat,) = rules.to_act(state)
    yield from moves.legal_actions(view(state, seat), seat)


def worths(state: State) -> Worths:
    return tuple((worth.stones, worth.safes) for worth in endgame(state).worth)


def ending(letters: str, spaces: str, hands: tuple[int, ...], seed: int, used: str = "") -> State:
    """Few stones in front, some on the safes as `seed` has it; a dot is an empty place."""
    rng = Rng(seed)
    seats = len(hands)
    ring = tuple(
        EMPTY
        if letter == "."
        else Slot(
            Safe(letter, int(room)),
            tuple(rng.below(seats) for _ in range(rng.below(int(room)))),
        )
        for letter, room in zip(letters, spaces, strict=True)
    )
    won = tuple((Safe("A", 3),) * rng.below(3) for _ in hands)
    pile = tuple(Safe(rng.choice("XZ"), 2) for _ in range(rng.below(4)))
    options = Options("casual", min_length=8, stalemate_rounds=1)
    return State(
        options,
        Turn(rng.below(seats)),
        hands,
        (0,) * seats,
        won,
        ring,
        tuple(used.split()),
        0,
        pile,
    )


FEW = "IN IE ES AN EN PP ZZ ING ZOOL XYLOPHONES"
"""Used passwords that leave hardly a word with X or Z."""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("hands", [(1, 1), (2, 1), (2, 2), (1, 1, 1), (2, 1, 1)])
def test_wb_28_an_ending_is_worth_what_trying_every_word_in_every_way_gives(
    hands: tuple[int, ...], seed: int
) -> None:
    state = ending("X.Z.X..", "2020300", hands, seed, FEW)
    assert worths(state) == by_trying_everything(state, every_move, {})


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("hands", [(2, 2), (1, 4), (2, 1, 1)])
def test_wb_10_where_words_run_out_an_ending_counts_every_one(
    hands: tuple[int, ...], seed: int
) -> None:
    state = ending("X.X....", "2030000", hands, seed, "XEN XER")
    assert worths(state) == by_trying_everything(state, every_move, {})


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("hands", [(1, 2), (2, 1), (1, 1, 2)])
def test_where_words_abound_an_ending_is_worth_what_the_listed_moves_give(
    hands: tuple[int, ...], seed: int
) -> None:
    state = ending("STREAMD", "2323233", hands, seed)
    state = replace(state, options=Options("casual", stalemate_rounds=1))
    assert worths(state) == by_trying_everything(state, listed_moves, {})


@pytest.mark.parametrize("seed", range(2))
def test_the_move_of_an_ending_keeps_its_worth(seed: int) -> None:
    state = ending("STREAMD", "2323233", (2, 2), seed)
    while rules.outcome(state) is None:
        proven = endgame(state)
        (seat,) = rules.to_act(state)
        state = rules.apply(state, seat, proven.action).state
        here = standing(state) if rules.outcome(state) else worths(state)
        assert here == tuple((worth.stones, worth.safes) for worth in proven.worth)


def test_wb_29_the_last_stone_is_kept_when_to_end_would_be_to_lose() -> None:
    state = ending("ST.....", "5400000", (2, 3), 0)
    mine = Slot(Safe("S", 5), (0, 0, 0))
    state = replace(
        state, ring=(mine, Slot(Safe("T", 4)), *state.ring[2:]), phase=Turn(0), won=((), ())
    )
    proven = endgame(state)
    assert isinstance(proven.action, Say)
    assert proven.action.positions == (0,)
    assert proven.worth[0].stones > 0


def test_what_is_too_long_is_refused_and_not_guessed() -> None:
    state = ending("STREAMD", "3333333", (12, 12), 1)
    with pytest.raises(Unproven, match="too long"):
        endgame(state, 2000)
    with pytest.raises(Unproven, match="too long"):
        endgame(ending("STREAMD", "3333333", (3, 3), 1), 10)


def test_only_a_turn_is_an_ending() -> None:
    state = ending("STREAMD", "3333333", (1, 1), 1)
    with pytest.raises(Unproven, match="on turn"):
        endgame(replace(state, phase=Dealing()))


def test_worths_are_compared_by_stones_then_safes() -> None:
    state = ending("STREAMD", "3333333", (1, 1), 1)
    state = replace(state, won=((Safe("A", 3),), ()), phase=Turn(0))
    worth = endgame(replace(state, ring=tuple(Slot(slot.safe) for slot in state.ring))).worth
    assert worth == (Worth(0, 1), Worth(0, -1))
