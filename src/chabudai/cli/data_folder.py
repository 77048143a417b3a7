"""The folder of stored games. Folders in it are created when needed, and only their owner can
access them.
"""

import os
from itertools import count
from pathlib import Path
from typing import Literal, TypeAlias

from chabudai.cli.errors import Unusable
from chabudai.cli.settings import data_folder
from chabudai.core.command import reason

Kind: TypeAlias = Literal["games", "series"]
"""Kinds of stored files, and the names of their folders."""
LATEST = ""
"""The file name that stands for the latest stored file."""


def folder_of(kind: Kind) -> Path:
    """Return the folder for files of this kind, which need not exist yet. Raises Unusable."""
    return data_folder() / kind


def make_folder(folder: Path) -> None:
    """Create a folder if it is missing. Raises Unusable."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable(
            "The folder {folder} cannot be made: {why}.", folder=str(folder), why=reason(error)
        ) from None


def unwritable(folder: Path) -> bool:
    """Whether a folder cannot be created or written to. The check changes nothing."""
    nearest = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    return not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK)


def new_file(kind: Kind, start: str) -> str:
    """Create an empty file named `start`, with a number appended if needed, in the folder for its
    kind. Return its name. Raises Unusable.
    """
    folder = folder_of(kind)
    make_folder(folder)
    names = (f"{start}{f'-{number}' if number > 1 else ''}.jsonl" for number in count(1))
    while True:
        file = folder / next(names)
        try:
            file.touch(exist_ok=False)
        except FileExistsError:
            continue
        except OSError as error:
            raise unwritten(str(file), error) from None
        return str(file)


def unwritten(name: str, error: Exception) -> Unusable:
    """Return the error for a file that cannot be written."""
    return Unusable("{file} cannot be written: {why}.", file=name, why=reason(error))


def latest(kind: Kind, start: str, command: str) -> str:
    """Return the name of the latest file whose name begins with `start`. Raises Unusable if there
    is none.
    """
    folder = folder_of(kind)
    try:
        files = [(each.stat().st_mtime_ns, str(each)) for each in folder.glob(f"{start}*.jsonl")]
    except OSError as error:
        raise Unusable(f"The folder {folder} cannot be read: {reason(error)}.") from None
    if not files:
        raise Unusable(f"No game is saved in {folder}: name a file, {command} --resume FILE.")
    return max(files)[1]
