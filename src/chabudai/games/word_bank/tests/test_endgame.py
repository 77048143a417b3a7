"""Word Bank: the value of endings, compared with a brute-force search by the rules."""

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from chabudai.core import Rng
from chabudai.games.word_bank import moves, rules, state as wb
from chabudai.games.word_bank.components import Safe
from chabudai.games.word_bank.solver.endgame import Unproven, Worth, endgame
from chabudai.games.word_bank.tests.support import make
from chabudai.games.word_bank.view import view
from chabudai.words import lexicon

Worths = tuple[tuple[int, int], ...]


def standing(state: wb.State) -> Worths:
    """WB-27, WB-28: return each seat's lead over its best rival, in stones and in safes."""
    outcome = rules.count(state)
    ranks = [(score, -len(won)) for score, won in zip(outcome.scores, state.won, strict=True)]
    values: list[tuple[int, int]] = []
    for seat, (score, safes) in enumerate(ranks):
        rival = min(rank for other, rank in enumerate(ranks) if other != seat)
        values.append((rival[0] - score, rival[1] - safes))
    return tuple(values)


def by_trying_everything(
    state: wb.State, actions: Callable[[wb.State], Iterator[wb.Action]], known: dict[object, Worths]
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


def every_move(state: wb.State) -> Iterator[wb.Action]:
    """Yield a pass, and every way to place every word of the dictionary."""
    (seat,) = rules.to_act(state)
    yield wb.Pass()
    for letter in {slot.safe.letter for slot in state.ring if slot.safe.letter}:
        for word in lexicon(state.options.lexicon).containing(letter, ""):
            if rules.against_word(state.options, state.ring, state.used, word) is None:
                for way in moves.inputs(state.ring, word, state.stones[seat]):
                    yield wb.Say(word, way.direction, way.positions)


def listed_moves(state: wb.State) -> Iterator[wb.Action]:
    (seat,) = rules.to_act(state)
    yield from moves.legal_actions(view(state, seat), seat)


def worths(state: wb.State) -> Worths:
    return tuple((worth.stones, worth.safes) for worth in endgame(state).worth)


def ending(
    letters: str, spaces: str, hands: tuple[int, ...], seed: int, used: str = ""
) -> wb.State:
    """Return a game with few stones in front and random ones on safes. A dot is an empty place."""
    rng = Rng(seed)
    seats = len(hands)
    ring = tuple(
        wb.EMPTY
        if letter == "."
        else wb.Slot(
            Safe(letter, int(room)), tuple(rng.below(seats) for _ in range(rng.below(int(room))))
        )
        for letter, room in zip(letters, spaces, strict=True)
    )
    won = tuple((Safe("A", 3),) * rng.below(3) for _ in hands)
    pile = tuple(Safe(rng.choice("XZ"), 2) for _ in range(rng.below(4)))
    options = wb.Options("casual", min_length=8, stalemate_rounds=1)
    turn, boxed = wb.Turn(rng.below(seats)), (0,) * seats
    return wb.State(options, turn, hands, boxed, won, ring, tuple(used.split()), 0, pile)


FEW = "IN IE ES AN EN PP ZZ ING ZOOL XYLOPHONES"
"""Used passwords that leave very few words with X or Z."""


@pytest.mark.parametrize(
    ("letters", "spaces", "used", "hands", "seeds"),
    [
        ("X.Z.X..", "2020300", FEW, (1, 1), 3),
        ("X.Z.X..", "2020300", FEW, (2, 1), 3),
        ("X.Z.X..", "2020300", FEW, (2, 2), 3),
        ("X.Z.X..", "2020300", FEW, (1, 1, 1), 3),
        ("X.Z.X..", "2020300", FEW, (2, 1, 1), 3),
        # words run out, so each one matters
        ("X.X....", "2030000", "XEN XER", (2, 2), 2),
        ("X.X....", "2030000", "XEN XER", (1, 4), 2),
        ("X.X....", "2030000", "XEN XER", (2, 1, 1), 2),
    ],
)
def test_wb_10_wb_28_an_ending_has_the_value_that_brute_force_finds(
    letters: str, spaces: str, used: str, hands: tuple[int, ...], seeds: int
) -> None:
    for seed in range(seeds):
        state = ending(letters, spaces, hands, seed, used)
        assert worths(state) == by_trying_everything(state, every_move, {})


@pytest.mark.parametrize(("hands", "seed"), [((1, 2), 0), ((2, 1), 1), ((1, 1, 2), 0)])
def test_with_many_words_an_ending_has_the_value_that_listed_moves_find(
    hands: tuple[int, ...], seed: int
) -> None:
    state = ending("STREAMD", "2323233", hands, seed)
    state = replace(state, options=wb.Options("casual", stalemate_rounds=1))
    assert worths(state) == by_trying_everything(state, listed_moves, {})


@pytest.mark.parametrize("seed", range(2))
def test_the_best_move_of_an_ending_keeps_its_value(seed: int) -> None:
    state = ending("STREAMD", "2323233", (2, 2), seed)
    while rules.outcome(state) is None:
        proven = endgame(state)
        state = make(state, (rules.to_act(state)[0], proven.action))
        here = standing(state) if rules.outcome(state) else worths(state)
        assert here == tuple((worth.stones, worth.safes) for worth in proven.worth)


def test_wb_29_the_last_stone_is_kept_if_ending_would_lose() -> None:
    ring = (wb.Slot(Safe("S", 5), (0, 0, 0)), wb.Slot(Safe("T", 4)), *(wb.EMPTY,) * 5)
    state = ending("ST.....", "5400000", (2, 3), 0)
    proven = endgame(replace(state, ring=ring, phase=wb.Turn(0), won=((), ())))
    assert isinstance(proven.action, wb.Say)
    assert proven.action.positions == (0,)
    assert proven.worth[0].stones > 0


def test_an_ending_that_is_too_long_or_not_a_turn_is_refused() -> None:
    state = ending("STREAMD", "3333333", (12, 12), 1)
    with pytest.raises(Unproven, match="too long"):
        endgame(state, 2000)
    with pytest.raises(Unproven, match="too long"):
        endgame(ending("STREAMD", "3333333", (3, 3), 1), 10)
    state = ending("STREAMD", "3333333", (1, 1), 1)
    with pytest.raises(Unproven, match="on turn"):
        endgame(replace(state, phase=wb.Dealing()))


def test_values_are_compared_by_stones_then_safes() -> None:
    state = ending("STREAMD", "3333333", (1, 1), 1)
    state = replace(state, won=((Safe("A", 3),), ()), phase=wb.Turn(0))
    worth = endgame(replace(state, ring=tuple(wb.Slot(slot.safe) for slot in state.ring))).worth
    assert worth == (Worth(0, 1), Worth(0, -1))
