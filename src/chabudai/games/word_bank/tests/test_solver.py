"""Word Bank: the solver finds the best passwords."""

import pytest
from msgspec.structs import replace

from chabudai.core import Rng
from chabudai.games.word_bank import GAME, moves, rules
from chabudai.games.word_bank.components import Safe
from chabudai.games.word_bank.moves import closing
from chabudai.games.word_bank.solver import best_passwords, ring_of, solve_ring
from chabudai.games.word_bank.state import Options, Slot, Turn
from chabudai.games.word_bank.tests.support import dealt, later
from chabudai.words import level, lexicon, relatives


def slots(letters: str, spaces: int = 3) -> tuple[Slot, ...]:
    return tuple(Slot(Safe(letter, spaces)) for letter in letters)


@pytest.mark.parametrize(
    ("seed", "turns", "stones"), [(1, 0, 20), (2, 5, 20), (3, 7, 3), (4, 6, 1)]
)
def test_the_best_passwords_are_those_that_brute_force_finds(
    seed: int, turns: int, stones: int
) -> None:
    state = later(dealt(2, seed, lexicon="casual"), turns, Rng(seed))
    state = replace(state, phase=Turn(0), stones=(stones, 20))

    def stands(word: str) -> bool:
        return rules.against_word(state.options, state.ring, state.used, word) is None

    worth: dict[str, tuple[int, int]] = {}
    for word in lexicon("casual").words():
        if len(word) <= 7 and stands(word):
            ways = moves.inputs(state.ring, word, stones)
            worth[word] = max((len(way.positions), len(way.closes)) for way in ways)
    best = best_passwords(GAME.view(state, 0), 0, 1000)
    assert len({password.word for password in best}) == 1000
    for one in best:
        ways = moves.inputs(state.ring, one.word, stones)
        assert stands(one.word)
        assert one.positions in {way.positions for way in ways}
        assert (one.closes, one.stones) == (closing(state.ring, one.positions), len(one.positions))
    short = [password for password in best if len(password.word) <= 7]
    assert [worth[p.word] for p in short] == [(p.stones, len(p.closes)) for p in short]
    assert [worth[p.word] for p in short] == sorted(worth.values(), reverse=True)[: len(short)]


def test_equally_useful_passwords_come_commonest_first() -> None:
    best = [p for p in solve_ring(slots("STREAMD"), count=200).best if p.stones == 6]
    ranks = [(level(p.word), len(relatives(p.word)), len(p.word), p.word) for p in best]
    assert len(best) > 20
    assert ranks == sorted(ranks)


def test_wb_11_a_used_password_removes_its_relatives_from_the_best() -> None:
    ring = slots("SEIRFGI")
    first = solve_ring(ring, count=1).best[0].word
    after = {password.word for password in solve_ring(ring, used=(first.lower(),), count=500).best}
    assert not after & {first, *relatives(first)}


def test_wb_17_full_safes_and_barred_words_leave_no_password() -> None:
    ring = (Slot(Safe("S", 2), (0, 1)), *slots("EIRFGI"))
    assert all(0 not in p.positions for p in solve_ring(ring, count=50).best)
    bare = solve_ring(slots("XXXXXXX"), options=Options("casual", min_length=8), used=("XE", "X"))
    assert bare.best == ()


def test_a_circle_is_read_from_letters_and_spaces() -> None:
    safes = zip("SEIRFGI", (4, 4, 3, 3, 3, 3, 4), strict=True)
    assert ring_of("s4 E4, I R3 F3 G3 I4") == tuple(Slot(Safe(*safe)) for safe in safes)


@pytest.mark.parametrize(
    "text", ["", "S4 E4", "S0 E4 I3 R3 F3 G3 I4", "44 E4 I3 R3 F3 G3 I4", "É4"]
)
def test_an_invalid_circle_is_refused_with_a_sentence(text: str) -> None:
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
