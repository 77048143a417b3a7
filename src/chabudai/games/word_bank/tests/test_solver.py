"""Word Bank: the best passwords are the best there are."""

import pytest

from chabudai.core import CHANCE, Rng
from chabudai.games.word_bank import moves, rules
from chabudai.games.word_bank.components import Safe
from chabudai.games.word_bank.moves import closing
from chabudai.games.word_bank.solver import best_passwords, ring_of, solve_ring
from chabudai.games.word_bank.state import Options, Slot, State, Turn
from chabudai.games.word_bank.view import view
from chabudai.words import level, lexicon, relatives

RINGS = {
    "SEIRFGI": ((5, 3, 2, 1, 0), (0, 1, 2, 4, 6), (4, 6, 1, 2, 3)),
    "SEIRFIG": ((6, 3, 2, 1, 0), (0, 1, 2, 4, 5), (4, 5, 1, 2, 3)),
    "SEIRGFI": ((4, 3, 2, 1, 0), (0, 1, 2, 5, 6), (5, 6, 1, 2, 3)),
}
SPOKEN = (
    ("GROUPIES", "anticlockwise"),
    ("SPECIFIC", "clockwise"),
    ("FIREFIGHTER", "clockwise"),
)
LONGEST = {
    "SEIRFGI": ((3, 5), (5, 4), (5, 5)),
    "SEIRFIG": ((3, 5), (5, 4), (5, 4)),
    "SEIRGFI": ((3, 5), (5, 4), (5, 4)),
}


def slots(letters: str, spaces: int = 3) -> tuple[Slot, ...]:
    return tuple(Slot(Safe(letter, spaces)) for letter in letters)


@pytest.mark.parametrize("letters", RINGS)
def test_the_example_passwords_go_where_the_players_put_them(letters: str) -> None:
    for (word, direction), positions in zip(SPOKEN, RINGS[letters], strict=True):
        solved = solve_ring(slots(letters), word=word.lower())
        assert solved.inputs
        same_way = [way.positions for way in solved.inputs if way.direction == direction]
        assert [way for way in same_way if len(way) == len(positions)].count(positions) == 1


@pytest.mark.parametrize("letters", LONGEST)
def test_the_example_passwords_place_as_many_stones_each_way_as_counted(letters: str) -> None:
    for (word, _), counted in zip(SPOKEN, LONGEST[letters], strict=True):
        inputs = solve_ring(slots(letters), word=word).inputs or ()
        longest = tuple(
            max(len(way.positions) for way in inputs if way.direction == direction)
            for direction in ("clockwise", "anticlockwise")
        )
        assert longest == counted


def position(seed: int, options: Options, turns: int) -> State:
    """The game after some random turns, with its first stones placed."""
    rng = Rng(seed)
    state = rules.setup(options, 2)
    state = rules.apply(state, CHANCE, rules.chance(state, rng)).state
    for _ in range(turns):
        assert isinstance(state.phase, Turn)
        seat = state.phase.seat
        state = rules.apply(state, seat, moves.sample(view(state, seat), seat, rng)).state
    return state


@pytest.mark.parametrize(
    ("seed", "turns", "stones"), [(1, 0, 20), (2, 5, 20), (3, 7, 3), (4, 6, 1)]
)
def test_the_best_passwords_are_those_that_trying_every_word_finds(
    seed: int, turns: int, stones: int
) -> None:
    start = position(seed, Options("casual"), turns)
    state = State(
        start.options, Turn(0), (stones, 20), start.boxed, start.won, start.ring, start.used
    )
    worth: dict[str, tuple[int, int]] = {}
    for word in lexicon("casual").words():
        if (
            len(word) <= 7
            and rules.against_word(state.options, state.ring, state.used, word) is None
        ):
            ways = moves.inputs(state.ring, word, stones)
            worth[word] = max((len(way.positions), len(way.closes)) for way in ways)
    best = best_passwords(view(state, 0), 0, 1000)
    short = [password for password in best if len(password.word) <= 7]
    assert len({password.word for password in best}) == 1000
    for password in best:
        assert password.closes == closing(state.ring, password.positions)
        assert password.stones == len(password.positions)
        assert rules.against_word(state.options, state.ring, state.used, password.word) is None
        assert password.positions in {
            way.positions for way in moves.inputs(state.ring, password.word, stones)
        }
    assert [worth[p.word] for p in short] == [(p.stones, len(p.closes)) for p in short]
    assert [worth[p.word] for p in short] == sorted(worth.values(), reverse=True)[: len(short)]


def test_equally_useful_passwords_come_commonest_first() -> None:
    best = [p for p in solve_ring(slots("STREAMD"), count=200).best if p.stones == 6]
    ranks = [(level(p.word), len(relatives(p.word)), len(p.word), p.word) for p in best]
    assert len(best) > 20
    assert ranks == sorted(ranks)


def test_wb_11_a_used_password_takes_its_relatives_out_of_the_best() -> None:
    ring = slots("SEIRFGI")
    first = solve_ring(ring, count=1).best[0].word
    after = {password.word for password in solve_ring(ring, used=(first.lower(),), count=500).best}
    assert not after & {first, *relatives(first)}


def test_wb_17_a_full_safe_is_left_out() -> None:
    ring = (Slot(Safe("S", 2), (0, 1)), *slots("EIRFGI"))
    assert all(0 not in p.positions for p in solve_ring(ring, count=50).best)


def test_no_password_is_found_where_none_exists() -> None:
    assert solve_ring(slots("SEIRFGI"), options=Options(min_length=8), stones=1).best
    bare = solve_ring(slots("XXXXXXX"), options=Options("casual", min_length=8), used=("XE", "X"))
    assert bare.best == ()


def test_a_circle_is_read_from_letters_and_spaces() -> None:
    ring = ring_of("s4 E4, I R3 F3 G3 I4")
    assert ring == tuple(
        Slot(Safe(*safe)) for safe in zip("SEIRFGI", (4, 4, 3, 3, 3, 3, 4), strict=True)
    )


@pytest.mark.parametrize(
    "text", ["", "S4 E4", "S0 E4 I3 R3 F3 G3 I4", "44 E4 I3 R3 F3 G3 I4", "É4"]
)
def test_what_is_no_circle_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^A (circle|safe) .*\.$"):
        ring_of(text)


def test_what_cannot_be_solved_is_refused_with_a_sentence() -> None:
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
