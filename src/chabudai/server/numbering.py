"""How the steps of a table are counted by one who must not know of all of them.

In a silent game somebody may make a step of which nobody else learns anything: an aside. It stands
in the log like any other, and only the seat that made it counts it. For everybody else the steps
round it are numbered as if it had never been made.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from chabudai.core import Seat, Struct


class Aside(Struct):
    """The step `seq` of the log is `seat`'s alone."""

    seq: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Count:
    """The steps of a log as one seat numbers them. `skipped`, ascending, are those it does not."""

    skipped: tuple[int, ...]

    def counts(self, seq: int) -> bool:
        """Whether the step `seq` of the log is one that the seat knows of."""
        return seq not in self.skipped

    def shown(self, seq: int) -> int:
        """The number of the last step up to and with `seq` of the log that the seat knows of."""
        return seq - bisect_right(self.skipped, seq)

    def logged(self, number: int) -> int:
        """The last step of the log at which the seat has come no further than `number`.

        A number that the seat has not come to gives a step that the log has not come to.
        """
        seq = number
        for skipped in self.skipped:
            if skipped > seq + 1:
                break
            seq += 1
        return seq


def count_for(seat: Seat | None, asides: Iterable[Aside]) -> Count:
    """How `seat` (None: a spectator) counts, with the asides in the order of the log."""
    return Count(tuple(aside.seq for aside in asides if aside.seat != seat))
