"""What the commands of games share."""

from pathlib import Path

import pytest

from chabudai.core.command import LARGEST_FILE, read_file


def test_a_file_is_read_whole_and_one_that_cannot_be_read_is_refused_in_a_sentence(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game"
    with pytest.raises(ValueError, match=r"game cannot be read: No such file or directory\."):
        read_file(str(path))
    with pytest.raises(ValueError, match=r"The name of a file is empty\."):
        read_file("")
    with pytest.raises(ValueError, match=r"directory\. What is piped in is /dev/stdin\."):
        read_file("-")
    path.write_bytes(b"cards")
    assert read_file(str(path)) == b"cards"
    with pytest.raises(ValueError, match=r"cannot be read: embedded null byte\."):
        read_file("a\0b")


def test_a_file_larger_than_any_that_is_needed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(ValueError, match=r"game is too large\."):
        read_file(str(path))
