"""`chabudai solve quiddler`: the words of a hand."""

from tests.unit.cli.support import here

SOLVE = ("solve", "quiddler", "--hand")


def test_solve_quiddler_prints_the_fixed_shape() -> None:
    assert here(*SOLVE, "QU I T V", "--keep", "1", "--json").document == {
        "words": [["QU", "I", "T"]],
        "discard": "V",
        "left": [],
        "points": 14,
        "net": 14,
    }


def test_the_discard_is_the_card_that_leaves_the_most_points() -> None:
    found = here(*SOLVE, "QU I T Z", "--json").document
    assert (found["words"], found["discard"], found["net"]) == ([["QU", "I", "Z"]], "T", 25)
    barred = here(*SOLVE, "QU I T Z", "--laid", "quiz, Zit", "--json").document
    assert (barred["words"], barred["discard"], barred["net"]) == ([["QU", "I", "T"]], "Z", 14)


def test_keep_0_lays_from_the_whole_hand_without_a_discard() -> None:
    found = here(*SOLVE, "qu,i,t", "--keep", "0", "--json").document
    assert (found["words"], found["discard"], found["left"]) == ([["QU", "I", "T"]], None, [])
    found = here(*SOLVE, "QU I T V", "--keep", "0", "--json").document
    assert (found["discard"], found["left"], found["points"], found["net"]) == (None, ["V"], 14, 3)


def test_the_aim_is_many_words_or_a_long_one() -> None:
    hand = (*SOLVE, "C A T S O N", "--keep", "0", "--json")
    words = here(*hand, "--aim", "words").document["words"]
    letters = here(*hand, "--aim", "letters").document["words"]
    assert len(words) > len(letters)
    assert max(map(len, letters)) > max(map(len, words))


def test_the_dictionary_can_be_chosen() -> None:
    hand = (*SOLVE, "S T A R E", "--keep", "0", "--json", "--laid", "rates,stare,tears")
    casual = here(*hand, "--lexicon", "casual").document["words"]
    expert = here(*hand, "--lexicon", "expert").document["words"]
    assert casual == expert == [["A", "S", "T", "E", "R"]]
    rare = (*SOLVE, "T E R A S", "--keep", "0", "--json", "--aim", "letters", "--laid")
    others = "rates,stare,tears,aster,tares,taser,resat,arets,reast,stear,strae"
    assert here(*rare, others, "--lexicon", "expert").document["words"] == [list("TERAS")]
    assert len(here(*rare, others, "--lexicon", "casual").document["words"][0]) < 5


def test_without_json_it_prints_lines() -> None:
    assert here(*SOLVE, "QU I T V").out.splitlines() == [
        "QUIT: QU I T",
        "Discard V.",
        "14 points laid, 14 with what is left taken off.",
    ]
    assert here(*SOLVE, "V V", "--keep", "0").out.splitlines() == [
        "These cards spell no word.",
        "Left: V V.",
        "0 points laid, -22 with what is left taken off.",
    ]
