"""Options created in Python are validated like decoded ones."""

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
        (
            "word-bank",
            {"lexicon": "x" * 1000, "min_length": "x"},
            "lexicon cannot be …. It is casual, expert or standard.",
        ),
        ("quiddler", {"turn_clock": 3.5}, "turn_clock cannot be 3.5. It is off or a number from"),
        ("quiddler", {"solo": None}, "solo cannot be None. It is bots or columns."),
        ("kakapo", {"mission": 21}, "mission cannot be 21. It is a number from 1 to 20 or a"),
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


def test_valid_options_are_kept_unchanged() -> None:
    mission = mission_named("buddy/3")
    assert KakapoOptions(mission=mission).mission is mission
    assert BANK(min_length=3, first_player="random").min_length == 3


@pytest.mark.parametrize("given", [b'{"min_length":"3"}', b'{"min_length":3,"seed":7}'])
def test_json_with_wrong_types_or_unknown_fields_is_refused(given: bytes) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"Expected `int`|unknown field `seed`"):
        msgspec.json.decode(given, type=BANK)


class Slope(ValidatedStruct):
    """A struct with a type that no game's options use."""

    rise: float = 1.0


def test_a_type_without_a_description_is_called_something_else() -> None:
    with pytest.raises(TypeError, match=r"^rise cannot be 'up'\. It is something else\.$"):
        Slope(rise="up")  # type: ignore[arg-type]  # the wrong type is the test
