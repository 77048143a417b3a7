"""`chabudai learn`: the guided first games, played by typing."""

import re

import pytest

from chabudai.core.rulebook import LANGUAGES
from chabudai.games import GAMES
from tests.unit.cli.support import CTRL_C, here

GUIDES = [(game, name) for game in GAMES for name in GAMES[game].extras.guides]
POINTING = re.compile(r"\b(tap|press|button)\b|押|ボタン", re.IGNORECASE)
"""Words that only make sense to readers of a guide on a page."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), GUIDES)
def test_each_guide_is_completed_by_the_lines_that_its_lessons_name(
    game: str, name: str, lang: str
) -> None:
    guide = GAMES[game].extras.guides[name]
    typed = [lesson.typed for lesson in guide.lessons[:-1]]
    done = here("learn", game, name, "--lang", lang, typed="".join(f"{line}\n" for line in typed))
    assert (done.code, done.err) == (0, "")
    lesson, line = {"en": ("Lesson {}", "Type: "), "ja": ("レッスン{}", "打つ行：")}[lang]
    read = [row for row in done.out.splitlines() if row.startswith(line)]
    assert read == [f"{line}{each}" for each in typed]
    _, rest = done.out.split(guide.translations(guide.title)[lang], 1)
    for number, each in enumerate(guide.lessons, 1):
        text = guide.translations(each.terminal or each.text)[lang]
        assert not POINTING.search(text)
        before, rest = rest.split(text, 1)
        assert lesson.format(number) in before.splitlines()[-1]
    others = [other for other in GAMES[game].extras.guides if other != name]
    assert all(f"chabudai learn {game} {other}" in rest for other in others)
    assert f"\nchabudai play {game}" in rest


def test_a_line_that_is_not_the_lesson_is_answered_and_changes_nothing() -> None:
    typed = "\nhello\ntake\ndiscard q\ndraw\ndiscard a\nhint\ndiscard z\n?\nlog\nquit\n"
    done = here("learn", "quiddler", typed=typed)
    assert (done.code, done.err) == (0, "")
    out = done.out
    assert "> Type draw or take. A question mark shows what else there is.\nType: draw\n" in out
    other = "> The rules allow that; this lesson is about something else.\nType: "
    assert out.count(f"{other}draw\n") == 1
    assert out.count(f"{other}discard Z\n") == 1
    assert "> Not allowed: " in out
    assert out.count("Lesson 2 of 9: ") == 2
    assert "hint (or lesson) says the lesson again." in out
    assert "hint says what to look at" not in out
    assert out.count("You drew Z.") == 2
    assert "You took" not in out


@pytest.mark.parametrize(("left", "code"), [("quit\n", 0), ("", 0), (CTRL_C, 130)])
def test_a_reader_who_leaves_resumes_at_that_lesson(left: str, code: int) -> None:
    done = here("learn", "quiddler", "--lang", "ja", typed=f"draw\ndiscard z\n{left}")
    assert (done.code, done.err) == (code, "")
    *_, left_at, line = done.out.splitlines()
    assert left_at.endswith("ガイドをやめました。続きから始めるには：")
    assert line == "chabudai learn quiddler first --lesson 3 --lang ja"
    again = here("learn", *line.split()[2:], typed="log\ntake\n")
    assert "レッスン3/9" in again.out
    assert "レッスン2/9" not in again.out
    assert "Zを捨て" in again.out
    assert "レッスン4/9" in again.out
