"""Guides: their scripts follow the rules to the end, and their texts mention only visible facts."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from chabudai.core import CHANCE, Anytime, Guide, Guides
from chabudai.server.credentials import BOT_NAMES, IN_KANA
from chabudai.server.ws.guide import Script, script
from tests.support.every_client import ROOT
from tests.support.game_cases import ADDED, CASES, EXTERNAL, WITHOUT_PAGE, Case

SCRIPTS = [
    pytest.param(room, name, id=f"{room}-{name}")
    for room in CASES
    for name in room.game.extras.guides
]
each_script = pytest.mark.parametrize(("room", "name"), SCRIPTS)
WITHOUT = {room.game.name for room in ADDED if room not in EXTERNAL}
"""Rooms without a guide: the examples in this repository. External games may have one."""
LONGEST = {"en": 330, "ja": 190}
"""Maximum number of characters in a lesson, so that a phone shows it above the table."""


def test_every_product_has_a_guide() -> None:
    without = {
        room.game.name for room in CASES if not room.game.extras.guides and room not in EXTERNAL
    }
    assert without == WITHOUT


@pytest.mark.parametrize("room", CASES, ids=str)
def test_guides_are_known_by_name_and_no_translation_is_left_over(room: Case) -> None:
    guides = room.game.extras.guides
    assert len(guides) == len(guides.names)
    assert tuple(guides.load()) == tuple(guides) == guides.names
    with pytest.raises(KeyError):
        guides["no such guide"]
    texts = {text for guide in guides.values() for text in texts_of(guide)}
    assert {text for guide in guides.values() for text in guide.japanese} == texts
    assert dict(Guides()) == {}


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


@each_script
def test_every_sentence_exists_in_both_languages_and_is_short(room: Case, name: str) -> None:
    guide = room.game.extras.guides[name]
    texts = texts_of(guide)
    assert len(set(texts)) == len(texts)
    for text in texts:
        for lang, said in guide.translations(text).items():
            assert 0 < len(said) <= LONGEST[lang], said
        assert re.search("[ぁ-んァ-ヶ]", guide.translations(text)["ja"])


BY_LETTER = re.compile(r"\b[A-H] (?:put|says|said|found|laid)\b")


@each_script
def test_lessons_call_other_seats_by_the_bots_names(room: Case, name: str) -> None:
    guide = room.game.extras.guides[name]
    for text in texts_of(guide):
        called = [at for at, bot in enumerate(BOT_NAMES) if bot in text]
        assert not BY_LETTER.search(text)
        assert all(at + 1 < guide.seats for at in called)
        assert all(IN_KANA[at] in guide.translations(text)["ja"] for at in called)


def words_in(value: Any) -> set[str]:
    """Return the texts of at least two letters in a value."""
    match value:
        case str():
            return {value} if len(value) > 1 else set()
        case dict():
            return set().union(*map(words_in, value.values()))
        case list() | tuple():
            return set().union(*map(words_in, value))
        case _:
            return set()


def hidden_words(guide: Guide, room: Case, state: Any) -> set[str]:
    """Return the state's texts that the reader's view does not contain."""
    view = room.game.view(state, guide.seat)
    return words_in(msgspec.to_builtins(state)) - words_in(msgspec.to_builtins(view))


@each_script
def test_no_lesson_tells_what_the_reader_cannot_see(room: Case, name: str) -> None:
    played = script(room.game.name, name)
    for lesson, state in lessons(played):
        hidden = hidden_words(played.guide, room, state)
        hidden -= words_in(msgspec.to_builtins(lesson.do))
        for text in (lesson.text, lesson.terminal or lesson.text):
            for said in played.guide.translations(text).values():
                assert hidden & set(re.findall(r"\w+", said, re.ASCII)) == set()


def names_on_screen(room: Case) -> re.Pattern[str]:
    """Return the test IDs (`data-testid`) of elements that the shell and the room draw."""
    folders = (room.folder / "web", ROOT / "web")
    named: set[str] = set()
    for path in (path for folder in folders for path in folder.rglob("*.tsx")):
        source = path.read_text(encoding="utf-8")
        named |= set(re.findall(r'(?:testid|name)="([\w-]+)"', source))
        named |= set(re.findall(r"testid=\{`([^`]+)`\}", source))
    named = {name for name in named if not name.startswith("$")}
    return re.compile("|".join(re.sub(r"\$\{[^}]+\}", r"[\\w-]+", name) for name in named))


@pytest.mark.parametrize(
    ("room", "name"), [one for one in SCRIPTS if one.values[0] not in WITHOUT_PAGE]
)
def test_the_page_draws_the_targets_of_lessons(room: Case, name: str) -> None:
    known = names_on_screen(room)
    assert known.fullmatch("guide-text")
    assert not known.fullmatch("no-such-thing")
    for lesson in room.game.extras.guides[name].lessons:
        assert [point for point in lesson.point if not known.fullmatch(point)] == []
