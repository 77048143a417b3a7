"""The WebSocket messages of guides and of a review's moments."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Raw

from chabudai.core import Struct, Telling

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[^\\x00-\\x1f]*$")]
"""Id that the client chooses for each command. A command sent twice with the same id runs once."""


class Show(Struct, tag="show"):
    """In a review's moment: make the best move."""

    id: Id


class Guided(Struct, tag="guided"):
    """Lesson `at` of a guide, counted from 0, which is shown with step `seq`. `of` is the number of
    lessons.

    `text` is the lesson's text by language. `point` names the screen elements that it mentions.
    """

    seq: int
    at: int
    of: int
    text: dict[str, str]
    point: tuple[str, ...]


class Judged(Struct, tag="judged"):
    """The judgement of the action in step `seq` of a review's moment. `best` is true if no move is
    better, except moves that the player might not know. `said` has sentences that compare the
    action with the original move and with the best one.
    """

    seq: int
    action: Raw
    best: bool
    said: tuple[Telling, ...]
