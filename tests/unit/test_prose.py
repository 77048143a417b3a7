"""The lint for odd English, `make prose`: no pattern occurs more often than recorded."""

import pytest

from tools import check_prose


@pytest.mark.parametrize("pattern", check_prose.patterns(), ids=lambda pattern: pattern.instead)
def test_a_pattern_says_what_to_write_instead_and_does_not_match_it(
    pattern: check_prose.Pattern,
) -> None:
    assert pattern.instead
    assert check_prose.matches(pattern.expression, [("page.md", pattern.instead)]) == []


LOT = "by" + " lot.\n"  # in two parts, because this file is also checked


def test_one_occurrence_more_than_allowed_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (pattern,) = (each for each in check_prose.patterns() if each.instead == "at random")
    monkeypatch.setattr(check_prose, "texts", lambda: [("a.md", LOT * pattern.allowed)])
    assert check_prose.main([]) == 0
    monkeypatch.setattr(check_prose, "texts", lambda: [("a.md", LOT * (pattern.allowed + 1))])
    assert check_prose.main([]) == 1
    assert f"{pattern.allowed + 1}, not {pattern.allowed}" in capsys.readouterr().out
