"""Input files of the games' commands."""

import re
from pathlib import Path

import pytest

from chabudai.core.command import LARGEST_FILE, read_file


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"cards")
    assert read_file(str(path)) == b"cards"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere", "nowhere cannot be read: No such file or directory."),
        ("", "The name of a file is empty."),
        ("-", "directory. For piped input, use /dev/stdin."),
        ("a\0b", "cannot be read: embedded null byte."),
        ("large", "large is too large."),
    ],
)
def test_an_unreadable_file_is_refused_in_a_sentence(
    name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with (tmp_path / "large").open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(ValueError, match=re.escape(why)):
        read_file(name)
