"""Word Bank: the Python solver and the compiled one find the best passwords and the values of
endings.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from chabudai.core import Rng
from chabudai.games.word_bank import GAME, moves, rules, state as wb
from chabudai.games.word_bank.components import RING, Safe
from chabudai.games.word_bank.moves import closing
from chabudai.games.word_bank.solver import (
    KERNEL,
    Useful,
    best_by,
    best_of,
    best_passwords,
    kernel,
    plainly_useful,
    ring_of,
    solve_ring,
)
from chabudai.games.word_bank.solver.endgame import Unproven, endgame
from chabudai.games.word_bank.tests.brute_force import every_password
from chabudai.games.word_bank.tests.support import dealt, later, make
from chabudai.games.word_bank.view import view
from chabudai.words import level, lexicon, relatives
from tools.kernels import build, compiler


def slots(letters: str) -> tuple[wb.Slot, ...]:
    return tuple(wb.Slot(Safe(letter, 3)) for letter in letters)


@pytest.mark.parametrize(("seed", "turns", "stones"), [(2, 5, 20), (3, 7, 3)])
def test_the_best_passwords_are_those_that_brute_force_finds(
    seed: int, turns: int, stones: int
) -> None:
    state = later(dealt(2, seed, lexicon="casual"), turns, Rng(seed))
    state = replace(state, phase=wb.Turn(0), stones=(stones, 20))

    worth: dict[str, tuple[int, int]] = {}
    ways: dict[str, set[tuple[int, ...]]] = {}
    for word, way in every_password(state, stones):
        now = (len(way.positions), len(way.closes))
        worth[word] = max(now, worth.get(word, now))
        ways.setdefault(word, set()).add(way.positions)
    best = best_passwords(GAME.view(state, 0), 0, 1000)
    assert len({password.word for password in best}) == 1000
    for one in best:
        assert one.positions in ways[one.word]
        assert (one.closes, one.stones) == (closing(state.ring, one.positions), len(one.positions))
    assert [(one.stones, len(one.closes)) for one in best] == [worth[one.word] for one in best]
    assert [worth[one.word] for one in best] == sorted(worth.values(), reverse=True)[:1000]


def test_equally_useful_passwords_come_commonest_first() -> None:
    best = [p for p in solve_ring(slots("STREAMD"), count=200).best if p.stones == 6]
    ranks = [(level(p.word), len(relatives(p.word)), len(p.word), p.word) for p in best]
    assert len(best) > 20
    assert ranks == sorted(ranks)


def test_wb_11_wb_17_barred_words_and_full_safes_leave_fewer_passwords() -> None:
    ring = slots("SEIRFGI")
    first = solve_ring(ring, count=1).best[0].word
    after = {password.word for password in solve_ring(ring, used=(first.lower(),), count=500).best}
    assert not after & {first, *relatives(first)}
    ring = (wb.Slot(Safe("S", 2), (0, 1)), *ring[1:])
    assert all(0 not in p.positions for p in solve_ring(ring, count=50).best)
    bare = solve_ring(
        slots("XXXXXXX"), options=wb.Options("casual", min_length=8), used=("XE", "X")
    )
    assert bare.best == ()


def test_a_circle_is_read_from_letters_and_spaces_or_refused_with_a_sentence() -> None:
    safes = zip("SEIRFGI", (4, 4, 3, 3, 3, 3, 4), strict=True)
    assert ring_of("s4 E4, I R3 F3 G3 I4") == tuple(wb.Slot(Safe(*safe)) for safe in safes)
    for text in ("", "S4 E4", "S0 E4 I3 R3 F3 G3 I4", "44 E4 I3 R3 F3 G3 I4", "É4"):
        with pytest.raises(ValueError, match=r"^A (circle|safe) .*\.$"):
            ring_of(text)


def test_an_unsolvable_request_is_refused_with_a_sentence() -> None:
    ring = slots("SEIRFGI")
    with pytest.raises(ValueError, match="7 safes, not 6"):
        solve_ring(ring[:6])
    with pytest.raises(ValueError, match="takes a stone"):
        solve_ring(ring, stones=0)
    for word in ("co-op", "", "ÜБ"):
        with pytest.raises(ValueError, match="letters A to Z"):
            solve_ring(ring, word=word)


def test_wb_12_accents_are_folded_before_solving() -> None:
    accented, plain = (solve_ring(slots("SEIRFGI"), word=word) for word in ("élégies", "ELEGIES"))
    assert plain.inputs
    assert accented == plain


# --- The compiled search

LETTERS = "EEEEAAAIIOOUSSSTTRRNNLLDDGCCPPMMBHFYWKVXZJQ"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Useful:
    """The search compiled from `kernel.c` or, if there is no compiler, the one in use."""
    found = compiler()
    if found is None:
        return plainly_useful if KERNEL is None else KERNEL.useful
    library = tmp_path_factory.mktemp("kernel") / kernel.FILE.name
    assert build(found, kernel.SOURCE, library) == ""
    built = kernel.load(library)
    assert built is not None
    return built.useful


@settings(max_examples=20)
@given(
    st.lists(
        st.builds(
            lambda letter, spaces, stones: wb.Slot(
                Safe(letter, spaces), (0,) * min(spaces, stones)
            ),
            st.sampled_from(LETTERS),
            st.integers(2, 5),
            st.integers(0, 5),
        ),
        min_size=RING,
        max_size=RING,
    ).map(tuple),
    st.lists(st.sampled_from(("GROUPIES", "SAFE", "TONES", "RAIN", "EATEN")), unique=True),
    st.builds(
        wb.Options,
        lexicon=st.sampled_from(("casual", "standard", "expert")),
        min_length=st.integers(2, 8),
    ),
    st.integers(1, 9),
    st.sampled_from((1, 25)),
)
def test_both_searches_find_the_same_passwords_in_the_same_order(
    compiled: Useful,
    ring: tuple[wb.Slot, ...],
    used: list[str],
    options: wb.Options,
    stones: int,
    count: int,
) -> None:
    one, other = (
        best_by(useful, ring, options, tuple(used), stones, count)
        for useful in (compiled, plainly_useful)
    )
    assert one == other


def test_all_words_of_a_circle_are_as_useful_by_either_search(compiled: Useful) -> None:
    spaces = (1, 2, 1, 3, 1, 4, 2)
    ring = tuple(wb.Slot(Safe(*safe)) for safe in zip("STREAMS", spaces, strict=True))
    block = lexicon("casual").block
    one, other = (
        [
            {word: path for path, words in alike for word in words}
            for alike in useful(ring, block, RING)
        ]
        for useful in (compiled, plainly_useful)
    )
    assert one == other
    assert sum(map(len, one)) > 10_000


def test_the_compiled_search_is_used_if_and_only_if_a_kernel_exists(tmp_path: Path) -> None:
    assert kernel.load(tmp_path / kernel.FILE.name) is None
    assert (KERNEL is not None) == kernel.FILE.exists()
    asked = (slots("SEIRFGI"), wb.Options(), (), RING, 10)
    assert best_of(*asked) == best_by(plainly_useful, *asked)


# --- Endings

Worths = tuple[tuple[int, int], ...]
Actions = Callable[[wb.State], Iterator[wb.Action]]


def standing(state: wb.State) -> Worths:
    """WB-27, WB-28: return each seat's lead over its best rival, in stones and in safes."""
    outcome = rules.count(state)
    ranks = [(score, -len(won)) for score, won in zip(outcome.scores, state.won, strict=True)]
    values: list[tuple[int, int]] = []
    for seat, (score, safes) in enumerate(ranks):
        rival = min(rank for other, rank in enumerate(ranks) if other != seat)
        values.append((rival[0] - score, rival[1] - safes))
    return tuple(values)


def by_trying_everything(state: wb.State, actions: Actions, known: dict[object, Worths]) -> Worths:
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
    (seat,) = rules.to_act(state)
    yield wb.Pass()
    for word, way in every_password(state, state.stones[seat]):
        yield wb.Say(word, way.direction, way.positions)


def listed_moves(state: wb.State) -> Iterator[wb.Action]:
    (seat,) = rules.to_act(state)
    yield from moves.legal_actions(view(state, seat), seat)


def worths(state: wb.State) -> Worths:
    return tuple((worth.stones, worth.safes) for worth in endgame(state).worth)


def ending(
    letters: str, spaces: str, hands: tuple[int, ...], seed: int, used: str = "", least: int = 8
) -> wb.State:
    """Return a game with few stones in front and random stones on safes; dots are empty places."""
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
    options = wb.Options("casual", min_length=least, stalemate_rounds=1)
    turn, boxed = wb.Turn(rng.below(seats)), (0,) * seats
    return wb.State(options, turn, hands, boxed, won, ring, tuple(used.split()), 0, pile)


FEW = "IN IE ES AN EN PP ZZ ING ZOOL XYLOPHONES"
"""Used passwords that leave very few words with X or Z."""


@pytest.mark.parametrize(
    ("state", "actions"),
    [
        *((ending("X.Z.X..", "2020300", (2, 2), seed, FEW), every_move) for seed in range(3)),
        *((ending("X.Z.X..", "2020300", (2, 1, 1), seed, FEW), every_move) for seed in range(3)),
        # words run out, so each one matters
        *((ending("X.X....", "2030000", (1, 4), seed, "XEN XER"), every_move) for seed in (0, 1)),
        *(
            (ending("X.X....", "2030000", (2, 1, 1), seed, "XEN XER"), every_move)
            for seed in (0, 1)
        ),
        # many words
        (ending("STREAMD", "2323233", (2, 1), 1, least=2), listed_moves),
        (ending("STREAMD", "2323233", (1, 1, 2), 0, least=2), listed_moves),
    ],
)
def test_wb_10_wb_28_wb_29_an_ending_has_the_value_that_brute_force_finds(
    state: wb.State, actions: Actions
) -> None:
    assert worths(state) == by_trying_everything(state, actions, {})


@pytest.mark.parametrize("seed", range(2))
def test_the_best_move_of_an_ending_keeps_its_value(seed: int) -> None:
    state = ending("STREAMD", "2323233", (2, 2), seed)
    while rules.outcome(state) is None:
        proven = endgame(state)
        state = make(state, (rules.to_act(state)[0], proven.action))
        here = standing(state) if rules.outcome(state) else worths(state)
        assert here == tuple((worth.stones, worth.safes) for worth in proven.worth)


def test_an_ending_that_is_too_long_or_not_a_turn_is_refused() -> None:
    for hands, limit in (((12, 12), 20_000), ((3, 3), 10)):
        with pytest.raises(Unproven, match="too long"):
            endgame(ending("STREAMD", "3333333", hands, 1), limit)
    with pytest.raises(Unproven, match="on turn"):
        endgame(replace(ending("STREAMD", "3333333", (1, 1), 1), phase=wb.Dealing()))
