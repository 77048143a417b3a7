"""What is asked of a game that knows no such question."""

from typing import Any, Never, get_args


def no_question(question: Never, questions: Any) -> TypeError:
    """The refusal of what is no question of a game, which has these."""
    kinds = get_args(questions) or (questions,)
    known = ", ".join(kind.__name__ for kind in kinds)
    return TypeError(f"{question!r} is no question of this game: there are {known}.")
