"""Step numbers as one seat sees them, where it must not know of every step in the log.

In a silent game a seat may make a step of which nobody else learns anything: an aside. The log
holds it like any other step, but only the seat that made it is shown its number. Everybody else is
shown the other steps numbered as if it did not exist.
"""

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass

from chabudai.core import Seat, Struct


class PrivateStep(Struct):
    """Only `seat` knows of step `seq` of the log."""

    seq: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class VisibleSeq:
    """A log's step numbers as one seat is shown them, which knows none of `skipped`, ascending."""

    skipped: tuple[int, ...]

    def includes(self, seq: int) -> bool:
        """Whether the seat knows of step `seq` of the log."""
        return seq not in self.skipped

    def shown(self, seq: int) -> int:
        """The number shown for the last step the seat knows of, up to step `seq` of the log."""
        return seq - bisect_right(self.skipped, seq) if self.skipped else seq

    def logged(self, number: int) -> int:
        """The last step of the log that is shown as at most `number`, or one beyond the log."""
        seq = number
        for skipped in self.skipped:
            if skipped > seq + 1:
                break
            seq += 1
        return seq


def visible_seq_for(seat: Seat | None, asides: Collection[PrivateStep]) -> VisibleSeq:
    """The step numbers for `seat` (None: a spectator). `asides` are in the order of the log."""
    return VisibleSeq(tuple([aside.seq for aside in asides if aside.seat != seat]))
