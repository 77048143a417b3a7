"""Options made in Python are held to their types, as those that are decoded."""

from typing import Any

import msgspec
import pytest

from chabudai.core import ValidatedStruct
from chabudai.games import GAMES
from chabudai.games.kakapo.components.missions import mission_named
from chabudai.games.kakapo.state import Options as KakapoOptions

BANK = GAMES["word-bank"].options


@pytest.mark.parametrize(
    ("game", "given", "says"),
    [
        ("word-bank", {"min_length": "3"}, "min_length cannot be '3'. It is a number from 2 to 8."),
        ("word-bank", {"min_length": 9}, "min_length cannot be 9. It is a number from 2 to 8."),
        ("word-bank", {"min_length": True}, "min_length cannot be True. It is a number from 2"),
        ("word-bank", {"word_vote": "no"}, "word_vote cannot be 'no'. It is true or false."),
        ("word-bank", {"word_vote": 1}, "word_vote cannot be 1. It is true or false."),
        ("quiddler", {"turn_clock": 3.5}, "turn_clock cannot be 3.5. It is off or a number from"),
        ("quiddler", {"solo": None}, "solo cannot be None. It is bots or columns."),
        (
            "kakapo",
            {"mission": 21},
            "mission cannot be 21. It is a number from 1 to 20 or a",
        ),
        ("kakapo", {"mission": [1]}, "[1]. It is a number from 1 to 20 or a name or a mission."),
        ("word-porters", {"own_words": ["cat"]}, "own_words cannot be ['cat']. It is a tuple."),
        ("word-porters", {"own_hints": (["a", "b"],)}, "(['a', 'b'],). It is a tuple."),
    ],
)
def test_options_of_a_wrong_type_are_refused_in_a_sentence(
    game: str, given: dict[str, Any], says: str
) -> None:
    with pytest.raises(TypeError) as refusal:
        GAMES[game].options(**given)
    assert says in str(refusal.value)
    with pytest.raises(TypeError) as refusal:
        msgspec.structs.replace(GAMES[game].options(), **given)
    assert says in str(refusal.value)


def test_the_first_wrong_one_is_named_as_long_as_fits_a_line() -> None:
    with pytest.raises(
        TypeError, match=r"^lexicon cannot be …\. It is casual, expert or standard.$"
    ):
        BANK(lexicon="x" * 1000, min_length="x")


def test_options_that_are_possible_stay_as_they_are() -> None:
    mission = mission_named("buddy/3")
    assert KakapoOptions(mission=mission).mission is mission
    assert BANK(min_length=3, first_player="random").min_length == 3
    for game in GAMES.values():
        assert msgspec.json.decode(msgspec.json.encode(game.options()), type=game.options)


def test_a_wrong_type_in_json_is_refused_as_before() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"Expected `int`, got `str`"):
        msgspec.json.decode(b'{"min_length":"3"}', type=BANK)


class Slope(ValidatedStruct):
    """A record of one's own, with a kind of value that no option of ours has."""

    rise: float = 1.0


def test_a_kind_of_value_that_has_no_words_is_something_else() -> None:
    with pytest.raises(TypeError, match=r"^rise cannot be 'up'\. It is something else\.$"):
        Slope(rise="up")  # type: ignore[arg-type]  # that is what is asked
