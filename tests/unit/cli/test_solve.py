"""`chabudai solve`: positions solved exactly."""

import pytest

from chabudai.games.word_bank.solver import ring_of, solve_ring
from tests.unit.cli.support import here

RINGS = ("S4 E4 I3 R3 F3 G3 I4", "S4 E4 I3 R3 F3 I4 G3", "S4 E4 I3 R3 G3 F3 I4")
"""Possible circles of the publisher's example (rules/word-bank.md, 4)."""


@pytest.mark.parametrize(
    ("ring", "ways"),
    [
        (RINGS[0], (8 + 18, 16 + 9, 20 + 27)),
        (RINGS[1], (7 + 20, 16 + 9, 24 + 21)),
        (RINGS[2], (8 + 18, 16 + 9, 27 + 17)),
    ],
)
def test_wb_t5_every_input_of_a_word_is_found(ring: str, ways: tuple[int, ...]) -> None:
    for word, both_directions in zip(("groupies", "specific", "firefighter"), ways, strict=True):
        solved = solve_ring(ring_of(ring), word=word)
        assert solved.inputs is not None
        single = [one for one in solved.inputs if len(one.positions) == 1]
        # The numbers count a single stone once for each direction.
        assert len(solved.inputs) + len(single) == both_directions
        assert len({(one.direction, one.positions) for one in solved.inputs}) == len(solved.inputs)


@pytest.mark.parametrize("ring", RINGS)
def test_solve_prints_the_fixed_shape(ring: str) -> None:
    args = ("solve", "word-bank", "--ring", ring, "--word", "Groupies", "--top", "4", "--json")
    found = here(*args).document
    assert len(found["best"]) == 4
    for best in found["best"]:
        assert best["direction"] in ("clockwise", "anticlockwise")
        assert best["stones"] == len(best["positions"])
        assert set(best["positions"]) <= set(range(7))
    letters = [safe[0] for safe in ring.split()]
    longest = [one for one in found["inputs"] if len(one["positions"]) == 5]
    assert [one["direction"] for one in longest] == ["anticlockwise"]
    assert [letters[at] for at in longest[0]["positions"]] == list("GRIES")
    assert [one for one in found["inputs"] if len(one["positions"]) == 1] == [
        {"direction": "clockwise", "positions": [letters.index("G")], "closes": []}
    ]
    assert found["against"] is None


def test_solve_honours_used_words_stones_and_the_dictionary() -> None:
    ring = ("solve", "word-bank", "--ring", RINGS[0], "--json")
    best = here(*ring, "--top", "1").document["best"][0]
    used = here(*ring, "--used", f"{best['word']},protect", "--top", "9").document["best"]
    assert best["word"] not in [one["word"] for one in used]
    few = here(*ring, "--stones", "2", "--lexicon", "casual").document["best"]
    assert {one["stones"] for one in few} == {2}
    against = here(*ring, "--used", "group", "--word", "groupies").document["against"]
    assert against["rule"] == "WB-10"
    assert here(*ring, "--word", "griesf").document["against"]["rule"] == "WB-8"


def test_solve_answers_in_sentences() -> None:
    out = here("solve", "word-bank", "--ring", RINGS[0], "--word", "zoo", "--top", "1").out
    assert "stones" in out.splitlines()[0]
    assert "It cannot be said. No safe shows Z to start with. Rule WB-7." in out
