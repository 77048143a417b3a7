"""`chabudai solve quiddler`: what a hand can lay."""

import pytest

from tests.unit.cli.support import chabudai, here, refused

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


def test_one_may_aim_at_many_words_or_at_a_long_one() -> None:
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


def test_without_json_it_answers_in_lines() -> None:
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


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("",), "What follows --hand is empty: say what, or leave it out."),
        (("A B C D E F G H I J K L",), "A hand has 1 to 11 cards, not 12."),
        (("CAT",), "There is no card 'CAT'."),
        (("A 1",), "There is no card '1'."),
        (("Z Z Z",), "The deck has 2 cards Z, not 3."),
        (("A T", "--keep", "2"), "2 is not from 0 to 1"),
        (("A T", "--lexicon", "huge"), "--lexicon: invalid choice: 'huge'"),
        (("A T", "--aim", "fun"), "invalid choice: 'fun'"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_sentence(
    args: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refused(*SOLVE, *args)


def test_it_runs_as_a_command_and_says_nothing_else() -> None:
    done = chabudai(*SOLVE, "QU I T V", "--json")
    assert (done.code, done.err) == (0, "")
    assert done.document["net"] == 14
