"""The Lobby message: a table's seats and settings for each audience."""

from collections.abc import Collection
from typing import Literal, TypeAlias

from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import Seat
from chabudai.core.characters import ORDER, Parting, last_speaker, parting, style
from chabudai.server import protocol
from chabudai.server.names import distinct
from chabudai.server.tables.decide import Call, Place, Table, TableSetup, looks
from chabudai.server.tables.decide.advice import allowed
from chabudai.server.tables.decide.agreement import NOTHING
from chabudai.server.tables.decide.growth import choices_at
from chabudai.server.tables.decide.naming import names_at
from chabudai.server.tables.decide.reasons import says_why
from chabudai.server.tables.decide.requests import shown_requests
from chabudai.server.tables.decide.watching import is_open, shown

Audience: TypeAlias = Literal["seat", "shown"] | protocol.Seatless | Seat | None
"""Audience of a Lobby message: seated guests, the guest who shows a hand in a silent game, invited
guests without a seat, invited guests who have asked for a seat, a big screen, or None for others.
"""
MOST_NAMED = 20
"""Maximum number of watchers who are named."""


def audience_of(table: Table, guest: str | None) -> Audience:
    """Return the audience that a guest's digest belongs to."""
    seat = table.seat_of(guest)
    if seat is not None:
        return "shown" if table.is_silent and table.sitting.places[seat].shown else "seat"
    if guest in table.sitting.screens:
        return "screen"
    if table.sitting.is_removed(guest):
        return "removed"
    if not table.sitting.is_waiting(guest):
        return None
    own = (each for each in table.sitting.requests if each.guest == guest and not each.declined)
    claimed = next((each.seat for each in own), None)
    return "waiting" if claimed is None else claimed


def lobby_for(
    table: Table,
    audience: Audience,
    now: Call,
    watchers: Collection[str],
) -> protocol.Lobby:
    """Return the Lobby message for an audience. Only seated guests and big screens are sent the
    means to join. `now` has the time and the guests' absences. `watchers` has a name, or "", for
    each watcher.
    """
    lobby, sitting = public_lobby(table), table.sitting
    if audience == "screen":
        watch = replace(lobby.watch, open=True)
        return replace(lobby, seatless="screen", code=table.code, watch=watch)
    if audience not in ("seat", "shown", "removed", None) and not is_open(sitting):
        lobby = without_game(lobby)
    if isinstance(audience, int):
        return replace(lobby, seatless="waiting", claim=audience)
    if audience not in ("seat", "shown"):
        return replace(lobby, seatless=audience)
    at_door = zip(sitting.door, now.door, strict=True)
    door = [caller.name for caller, away in at_door if away is None and not lobby.silent]
    hides = lobby.silent and audience == "seat"
    watch = replace(lobby.watch, seat=None) if hides else lobby.watch
    if not lobby.silent:
        watch = replace(watch, names=named_watchers(sitting, watchers), count=len(watchers))
    return replace(
        lobby,
        code=table.code,
        door=tuple(dict.fromkeys(door)),
        party=None if sitting.daily else table.party,
        invitation=sitting.invitation,
        removed=tuple(each.name for each in sitting.removed),
        requests=shown_requests(table, now),
        watch=watch,
        screens=len(sitting.screens),
    )


def without_game(lobby: protocol.Lobby) -> protocol.Lobby:
    """Return the Lobby message for guests who are waiting for a seat but cannot watch. Once the
    game has begun, it contains only the seats.
    """
    if lobby.status == "lobby":
        return lobby
    chairs = tuple(replace(chair, advice_taken=0, nudged=None) for chair in lobby.chairs)
    return replace(lobby, options=Raw(b"{}"), refused={}, chairs=chairs, parting=None)


def named_watchers(sitting: TableSetup, watchers: Collection[str]) -> tuple[str, ...]:
    """Return the names of watchers who gave one, with numbers appended to those that look like a
    player's.
    """
    taken = names_at(sitting.places)
    named = [name for name in watchers if name][:MOST_NAMED]
    return tuple(distinct(name, taken) for name in named)


def public_lobby(table: Table) -> protocol.Lobby:
    """Return the Lobby message for spectators."""
    sitting, silent, eyes = table.sitting, table.is_silent, shown(table)
    opens = sitting.status == "lobby" or is_open(sitting)
    chairs = tuple(
        chair_of(table, place, look)
        for place, look in zip(sitting.places, looks(sitting.places), strict=True)
    )
    possible = NOTHING if table.stopped else choices_at(sitting)
    return protocol.Lobby(
        sitting.status,
        sitting.options,
        possible.seats,
        possible.refused,
        chairs,
        sitting.host,
        None,
        sitting.hasten,
        sitting.next,
        ended=sitting.ended,
        silent=silent,
        stopped=table.stopped,
        advice=allowed(table),
        daily=sitting.daily,
        says_why=says_why(table),
        parting=parting_at(table),
        nudges=None if table.game.silent else sitting.nudges,
        watch=protocol.Watch(sitting.watching, opens, eyes and eyes.seat),
        next_by=sitting.next_by,
        talk=sitting.talk,
    )


def chair_of(table: Table, place: Place, look: int) -> protocol.Chair:
    """Return the public facts about a seat."""
    silent = table.is_silent
    chair = protocol.Chair(
        place.kind,
        place.name,
        None if silent and place.kind == "guest" else place.level,
        look,
        place.left and not silent,
        place.advice,
        place.advice_taken,
        nudged=place.nudged,
    )
    if place.kind == "guest" or place.level is None:
        return chair
    traits = table.game.extras.traits
    return replace(chair, face=ORDER.get(place.name), style=style(place.persona, traits))


def parting_at(table: Table) -> Parting | None:
    """Return a bot's parting words if the game has an outcome, or None if no bot speaks."""
    state, places = table.state, table.sitting.places
    outcome = None if state is None else table.game.outcome(state)
    if outcome is None:
        return None
    levels = list(table.game.bots)
    ranks = {
        seat: levels.index(place.level)
        for seat, place in enumerate(places)
        if place.kind == "bot" and place.level and place.name in ORDER
    }
    if (speaker := last_speaker(ranks, outcome.winners, len(places))) is None:
        return None
    seat, occasion = speaker
    return Parting(seat, parting(places[seat].name, occasion))
