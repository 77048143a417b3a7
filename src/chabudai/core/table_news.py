"""Sentences about changes at a table that can occur in every game."""

from chabudai.core.telling import Seat, SeatName, Telling, telling


def became_host(seat: Seat, by: Seat | None) -> Telling:
    """Return the sentence about a new host. `by` is the previous host if that guest made the
    change.
    """
    if by is None:
        return telling("{seat} became the host.", seat=SeatName(seat))
    return telling("{by} made {seat} the host.", by=SeatName(by), seat=SeatName(seat))


def rejoined(seat: Seat) -> Telling:
    """Return the sentence about a guest whose seat was given to another browser."""
    return telling("{seat} came back on another device.", seat=SeatName(seat))


WATCHING = {
    "nobody": "{seat} closed the table to those who watch.",
    "public": "{seat} allowed anyone with the link to watch.",
    "after": "{seat} allowed watching only after the game.",
    "seat": "{seat} allowed watching with the cards of one player who agrees.",
}
"""Sentences about the host's choice of who may watch."""


def set_watching(seat: Seat, who: str) -> Telling:
    """Return the sentence about the host's choice of who may watch."""
    return telling(WATCHING[who], seat=SeatName(seat))


def showed_hand(seat: Seat, *, show: bool) -> Telling:
    """Return the sentence about a guest who starts or stops showing a hand."""
    if show:
        return telling("{seat} began to show cards to those who watch.", seat=SeatName(seat))
    return telling("{seat} stopped showing cards to those who watch.", seat=SeatName(seat))
