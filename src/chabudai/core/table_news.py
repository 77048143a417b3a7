"""Sentences about changes at a table that can occur in every game."""

from chabudai.core.telling import Seat, SeatName, Telling, telling


def became_host(seat: Seat, by: Seat | None) -> Telling:
    """Return the sentence about a new host. `by` is the previous host if that guest chose."""
    if by is None:
        return telling("{seat} became the host.", seat=SeatName(seat))
    return telling("{by} made {seat} the host.", by=SeatName(by), seat=SeatName(seat))


def rejoined(seat: Seat) -> Telling:
    """Return the sentence about a guest whose seat was given to another browser."""
    return telling("{seat} came back on another device.", seat=SeatName(seat))
