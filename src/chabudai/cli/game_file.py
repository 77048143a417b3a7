"""Files of games between one person and bots, which can be resumed."""

import io
import os
import shlex
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from chabudai.arena.atomic_write import write_on
from chabudai.cli.arguments import read_bytes
from chabudai.cli.data_folder import folder_of, new_file, unwritten
from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.transcript_reader import recorded_in
from chabudai.cli.verify import describe_fault
from chabudai.core import Seat
from chabudai.core.transcript import (
    Corrupt,
    Entry,
    Recorded,
    Seating,
    Transcript,
    decode,
    dumps,
    loads,
)


@dataclass(slots=True)
class Recording:
    """A transcript that is extended while its game is played. `written` counts the bytes that are
    already in the file `opened`, if any. A draft is deleted when its game ends. `unsaved` is the
    reason why the game has no file.
    """

    game: str
    lines: list[bytes]
    written: int = 0
    name: str | None = None
    opened: io.FileIO | None = None
    is_draft: bool = False
    unsaved: Unusable | None = None

    @property
    def transcript(self) -> Transcript:
        """The recorded game so far."""
        return loads(b"".join(self.lines))

    def add(self, seat: Seat, action: object) -> None:
        """Record a move, and write it to the file if one is open. Raises Unusable."""
        entry = Entry(seat, msgspec.Raw(msgspec.json.encode(action)))
        self.lines.append(msgspec.json.encode(entry) + b"\n")
        self.write()

    def write(self) -> None:
        """Write the remaining lines to the file, if one is open. Raises Unusable."""
        if self.opened is None:
            return
        text = b"".join(self.lines)
        try:
            self.opened.seek(self.written)  # Ctrl-C may have come after the last write
            write_on(self.opened, text[self.written :])
        except OSError as error:
            raise unwritten(self.name or "", error) from None
        self.written = len(text)

    def save(self) -> str:
        """Save the game in its file, or in a new file in the data folder, and return the file's
        name. Raises Unusable.
        """
        if self.opened is None:
            self.open(new_file("games", self.game), "r+b")
            self.is_draft = True
        self.write()
        return self.name or ""

    def begin_draft(self) -> None:
        """Save the game in a new file in the data folder, if the folder is writable."""
        try:
            self.save()
        except Unusable as error:
            self.close()
            self.name, self.unsaved = None, error

    def close(self) -> None:
        """Close the file, if one is open."""
        if self.opened is not None:
            self.opened.close()
        self.opened = None

    def end_draft(self) -> None:
        """Delete the file if it is a draft."""
        if self.is_draft and self.name is not None:
            self.close()
            Path(self.name).unlink(missing_ok=True)
            self.name = None

    def open(self, name: str, mode: str) -> None:
        """Open a file. Raises Unusable."""
        try:
            self.opened = io.FileIO(name, mode)
            lock(self.opened)
        except BlockingIOError:
            self.close()
            raise Unusable(f"{name} is being played in another window.") from None
        except (OSError, ValueError) as error:
            raise unwritten(name, error) from None
        self.name = name


def lock(file: io.FileIO) -> None:
    """Lock a file until it is closed. Raises BlockingIOError if another process has locked it."""
    if os.name != "posix":
        return
    import fcntl  # POSIX only

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # a disk without locks
        return


def check_folder(file: str | None) -> None:
    """Raise Unusable if `file` is a folder."""
    if file is not None and Path(file).is_dir():
        raise Unusable(f"{file} is a folder: name a file in it.")


@contextmanager
def recording(
    transcript: Transcript, file: str | None, resumed: str | None
) -> Generator[Recording]:
    """Yield a recording that begins with `transcript`. It is saved in `file`, which must not exist
    yet, or in `resumed`, the file that contains the transcript. If neither is given, it is saved in
    a draft.

    Raises Unusable.
    """
    check_folder(file)
    if file is not None and Path(file).exists():
        raise Unusable(
            f"{file} already exists. To continue a game saved in it: chabudai "
            f"play --resume {shlex.quote(file)}. For a new game, choose another name."
        )
    kept = Recording(transcript.header.game, dumps(transcript).splitlines(keepends=True))
    try:
        if file is not None:
            kept.open(file, "xb")
        elif resumed is not None:
            kept.open(resumed, "r+b")
            kept.is_draft = Path(resumed).absolute().parent == folder_of("games")
        else:
            kept.begin_draft()
        kept.write()
        yield kept
    finally:
        kept.close()


class Saved(NamedTuple):
    """A saved game, and the players at its table. `is_cut` is true if its last move was incomplete
    and is left out.
    """

    recorded: Recorded
    seating: Seating
    is_cut: bool


def load_saved(file: str) -> Saved:
    """Read a saved game. Raises Unusable, or Refused if the game breaks a rule."""
    text = read_bytes(file)
    whole = without_cut_line(text)
    try:
        recorded = recorded_in(whole)
    except Corrupt as fault:
        raise Refused(f"{file}: {describe_fault(fault)}") from None
    header, levels = recorded.transcript.header, recorded.game.bots
    seating = header.seating
    if seating is msgspec.UNSET:
        raise Unusable(f"{file} does not name the players: it was not saved by chabudai play.")
    fits = (
        len(seating.names) == len(seating.bots) == header.seats
        and seating.person in range(header.seats)
        and all((bot in levels) != (at == seating.person) for at, bot in enumerate(seating.bots))
    )
    if not fits:
        raise Unusable(f"The seats in {file} do not fit the game.")
    return Saved(recorded, seating, whole != text)


def without_cut_line(text: bytes) -> bytes:
    """Return a transcript without its last line if that is incomplete, for example after a power
    failure.
    """
    before, line_break, last = text.rpartition(b"\n")
    try:
        if line_break and last:
            decode(last, Entry, 0)
    except Corrupt:
        return before + line_break
    return text
