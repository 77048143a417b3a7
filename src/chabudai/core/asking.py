"""Errors for invalid questions."""

from typing import Any, Never, get_args


def no_question(question: Never, questions: Any) -> TypeError:
    """Return the error for a value that is not one of a game's questions."""
    kinds = get_args(questions) or (questions,)
    known = ", ".join(kind.__name__ for kind in kinds)
    return TypeError(f"{question!r} is not a question of this game. Its questions: {known}.")
