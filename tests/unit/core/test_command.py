"""Input files of the games' commands."""

import re
from pathlib import Path

import pytest

from chabudai.core.command import LARGEST_FILE, read_file


def test_a_file_is_read_whole_or_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game").write_bytes(b"cards")
    assert read_file("game") == b"cards"
    with (tmp_path / "large").open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    for name, why in {
        "nowhere": "nowhere cannot be read: No such file or directory.",
        "": "The name of a file is empty.",
        "-": "directory. For piped input, use /dev/stdin.",
        "a\0b": "cannot be read: embedded null byte.",
        "large": "large is too large.",
    }.items():
        with pytest.raises(ValueError, match=re.escape(why)):
            read_file(name)
