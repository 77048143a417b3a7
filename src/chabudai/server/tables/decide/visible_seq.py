"""Step numbers as one seat sees them if some steps in the log are hidden from it.

In a silent game a seat may make a hidden step (an aside). The log contains the step, but only the
seat that made it can see it. For other seats, the steps are numbered as if it did not exist.
"""

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass

from chabudai.core import Seat, Struct


class PrivateStep(Struct):
    """A hidden step: step `seq` in the log, visible only to `seat`."""

    seq: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class VisibleSeq:
    """A log's step numbers as one seat sees them. `skipped` lists the hidden steps in order."""

    skipped: tuple[int, ...]

    def includes(self, seq: int) -> bool:
        """Whether the seat can see the log's step `seq`."""
        return seq not in self.skipped

    def shown(self, seq: int) -> int:
        """Return the seat's number for the last visible step up to the log's step `seq`."""
        return seq - bisect_right(self.skipped, seq) if self.skipped else seq

    def logged(self, number: int) -> int:
        """Return the last step in the log up to which the seat has seen `number` steps."""
        seq = number
        for skipped in self.skipped:
            if skipped > seq + 1:
                break
            seq += 1
        return seq


def visible_seq_for(seat: Seat | None, asides: Collection[PrivateStep]) -> VisibleSeq:
    """Return the numbering for `seat`, or for a spectator if None. `asides` are in log order."""
    return VisibleSeq(tuple([aside.seq for aside in asides if aside.seat != seat]))
