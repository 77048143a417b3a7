"""Step numbers as one seat sees them, if steps of the log are hidden from it.

In a silent game a seat may make a hidden step (an aside). The log contains it, but only the seat
that made it is shown its number. For other seats the steps are numbered as if it did not exist.
"""

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass

from chabudai.core import Seat, Struct


class PrivateStep(Struct):
    """Step `seq` of the log, visible only to `seat`."""

    seq: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class VisibleSeq:
    """A log's step numbers as one seat sees them, without the `skipped` ones (ascending)."""

    skipped: tuple[int, ...]

    def includes(self, seq: int) -> bool:
        """Whether the seat can see step `seq` of the log."""
        return seq not in self.skipped

    def shown(self, seq: int) -> int:
        """Return the number shown for the last visible step up to step `seq` of the log."""
        return seq - bisect_right(self.skipped, seq) if self.skipped else seq

    def logged(self, number: int) -> int:
        """Return the last step of the log shown as at most `number`, or one beyond the log."""
        seq = number
        for skipped in self.skipped:
            if skipped > seq + 1:
                break
            seq += 1
        return seq


def visible_seq_for(seat: Seat | None, asides: Collection[PrivateStep]) -> VisibleSeq:
    """Return the step numbers for `seat`, or for a spectator if None. `asides` are in the log's
    order.
    """
    return VisibleSeq(tuple([aside.seq for aside in asides if aside.seat != seat]))
