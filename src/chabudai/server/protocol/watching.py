"""The WebSocket messages about watchers, who are guests without a seat, and about big screens."""

from typing import Literal, TypeAlias

from chabudai.core import Seat, Struct
from chabudai.server.protocol.private_tables import Id

Watching: TypeAlias = Literal["nobody", "public", "after", "seat"]
"""Facts that guests without a seat may see: none, those known to all players, those known to all
players but only after the game, or the view of one seat whose guest agrees.
"""


class LetWatch(Struct, tag="let-watch"):
    """The host, before and during the game: choose who may watch. Refused during a silent game.
    Guests who have agreed to `ShowHand` must agree again.
    """

    id: Id
    who: Watching


class ShowHand(Struct, tag="show-hand"):
    """Give or withdraw the caller's agreement that guests without a seat see what the caller sees,
    until the game ends. Only one seat can agree at a time, and only if the host has chosen "seat".
    Possible before the game and, unless it is silent, during the game. The caller can stop at any
    time.
    """

    id: Id
    show: bool


class EndScreens(Struct, tag="end-screens"):
    """The host, except during a silent game: unpair all big screens. Their sockets are closed."""

    id: Id


class WatchingSet(Struct, tag="watching-set"):
    """An event that can occur in every game: the host in `seat` has chosen who may watch."""

    seat: Seat
    who: Watching


class HandShown(Struct, tag="hand-shown"):
    """An event that can occur in every game: the guest in `seat` has agreed to `ShowHand`, or has
    withdrawn that agreement. In a silent game it is sent only to that guest.
    """

    seat: Seat
    show: bool


class Watch(Struct):
    """Permission to watch, and the current watchers. `open` is false if a game has begun that
    guests without a seat cannot see now.

    `seat` is the seat whose view is sent to guests without a seat. During a silent game, it is sent
    only to the player in that seat. `count` is the number of watchers, and `names` has at most 20
    names of watchers on this server. Both are sent only to seated guests, and not during a silent
    game. Once the game has begun, a waiting guest who cannot watch is sent a Lobby without
    options, and no Update.
    """

    who: Watching = "public"
    open: bool = True
    seat: Seat | None = None
    names: tuple[str, ...] = ()
    count: int = 0
