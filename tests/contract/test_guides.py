"""Guides: their scripts follow the rules to the end, and their texts mention only visible facts."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from chabudai.core import CHANCE, Anytime, Guide
from chabudai.server.credentials import BOT_NAMES, IN_KANA
from chabudai.server.ws.guide import Script, script
from tests.support.game_cases import ADDED, CASES, EXTERNAL, Case

SCRIPTS = [
    pytest.param(room, name, id=f"{room}-{name}")
    for room in CASES
    for name in room.game.extras.guides
]
each_script = pytest.mark.parametrize(("room", "name"), SCRIPTS)
WITHOUT = {room.game.name for room in ADDED if room not in EXTERNAL}
"""Games without a guide: the examples in this repository. External games may have one."""
LONGEST = {"en": 330, "ja": 190}
"""Maximum number of characters in a lesson, so that a phone shows it above the table."""


def test_every_shipped_game_has_a_guide() -> None:
    without = {
        room.game.name for room in CASES if not room.game.extras.guides and room not in EXTERNAL
    }
    assert without == WITHOUT


@pytest.mark.parametrize("room", CASES, ids=str)
def test_guides_have_their_names_and_no_translation_is_left_over(room: Case) -> None:
    guides = room.game.extras.guides
    assert tuple(guides.load()) == guides.names
    texts = {text for guide in guides.values() for text in texts_of(guide)}
    assert {text for guide in guides.values() for text in guide.japanese} == texts


def texts_of(guide: Guide) -> list[str]:
    """Return the title and the lessons' texts, for the screen and the terminal."""
    said = [text for one in guide.lessons for text in (one.text, one.terminal) if text]
    return [guide.title, *said]


def lessons(played: Script) -> Iterator[tuple[Any, Any]]:
    """Yield each lesson with its first state."""
    for lesson, begins in zip(played.guide.lessons, played.begins, strict=True):
        yield lesson, played.scenes[begins][0]


@each_script
def test_a_script_is_legal_and_waits_for_the_reader_at_every_lesson(room: Case, name: str) -> None:
    played = script(room.game.name, name)
    guide, game = played.guide, room.game
    assert 6 <= len(guide.lessons) <= 10
    *doing, last = guide.lessons
    assert last.do is None
    assert last.then == ()
    assert played.begins[-1] == len(played.scenes) - 1
    for lesson, state in lessons(played):
        owes = guide.seat in game.to_act(state)
        assert owes or isinstance(lesson.do, Anytime) or lesson is last
        assert owes or not game.to_act(state) or lesson is not last
        assert game.outcome(state) is None or lesson is last
    assert all(lesson.do is not None for lesson in doing)
    assert [seat for seat, _ in guide.before if seat == CHANCE] or room in EXTERNAL
    assert [seat for lesson in doing for seat, _ in lesson.then if seat == guide.seat] == []


BY_LETTER = re.compile(r"\b[A-H] (?:put|says|said|found|laid)\b")


@each_script
def test_sentences_are_short_in_both_languages_and_call_other_seats_by_the_bots_names(
    room: Case, name: str
) -> None:
    guide = room.game.extras.guides[name]
    texts = texts_of(guide)
    assert len(set(texts)) == len(texts)
    for text in texts:
        translations = guide.translations(text)
        for lang, said in translations.items():
            assert 0 < len(said) <= LONGEST[lang], said
        assert re.search("[ぁ-んァ-ヶ]", translations["ja"])
        called = [at for at, bot in enumerate(BOT_NAMES) if bot in text]
        assert not BY_LETTER.search(text)
        assert all(at + 1 < guide.seats for at in called)
        assert all(IN_KANA[at] in translations["ja"] for at in called)


def words_in(value: Any) -> set[str]:
    """Return all texts in a value that have at least two letters."""
    match value:
        case str():
            return {value} if len(value) > 1 else set()
        case dict():
            return set().union(*map(words_in, value.values()))
        case list() | tuple():
            return set().union(*map(words_in, value))
        case _:
            return set()


@each_script
def test_no_lesson_tells_what_the_reader_cannot_see(room: Case, name: str) -> None:
    played = script(room.game.name, name)
    for lesson, state in lessons(played):
        seen = (room.game.view(state, played.guide.seat), lesson.do)
        hidden = words_in(msgspec.to_builtins(state)) - words_in(msgspec.to_builtins(seen))
        for text in (lesson.text, lesson.terminal or lesson.text):
            for said in played.guide.translations(text).values():
                assert hidden & set(re.findall(r"\w+", said, re.ASCII)) == set()
