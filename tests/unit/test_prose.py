"""The lint of English, `make prose`: no pattern occurs more often than recorded."""

import pytest

from tools import check_prose


def test_a_pattern_says_what_to_write_instead_and_does_not_match_it() -> None:
    for pattern in check_prose.patterns():
        assert pattern.instead
        assert check_prose.matches(pattern.expression, [("page.md", pattern.instead)]) == []


def test_one_occurrence_more_than_allowed_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (pattern,) = (each for each in check_prose.patterns() if each.instead == "at random")
    for count, code in ((pattern.allowed, 0), (pattern.allowed + 1, 1)):
        found = [("a.md", "by lot.\n" * count)]
        monkeypatch.setattr(check_prose, "texts", lambda found=found: found)
        assert check_prose.main([]) == code
    assert f"{pattern.allowed + 1}, not {pattern.allowed}" in capsys.readouterr().out


def test_docstrings_comments_and_documents_are_checked_but_not_strings() -> None:
    for path, text, found in (
        ("a.py", 'def deal():\n    """Deal afar."""\n', 1),
        ("a.py", "# Deal afar.\ndeal()  # afar\n", 2),
        ("a.py", 'TEXT = """\nDeal afar.\n"""\nSHORT = "Deal afar."\n', 0),
        ("a.ts", '/** Deal afar. */\ndeal(); // afar\nsay("afar");\n', 2),
        ("a.md", "Deal afar.\n", 1),
    ):
        checked = [(path, check_prose.prose(path, text))]
        assert len(check_prose.matches(r"\bafar\b", checked)) == found
