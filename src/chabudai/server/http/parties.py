"""HTTP endpoints for parties: tables played one after the other by the same people."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, field
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core import Outcome, Seat, Struct
from chabudai.games import GAMES
from chabudai.server import credentials, protocol
from chabudai.server.http.responses import Json, address, body
from chabudai.server.http.tables import check_table_rate, is_member
from chabudai.server.refusal import Refused
from chabudai.server.services import Services
from chabudai.server.store.rows import CorruptRow, read_sitting
from chabudai.server.tables.decide import Call, Change, Place, Table, TableSetup, looks, succession
from chabudai.server.tables.live import LiveTable

MOST_GAMES = 60
"""Maximum number of a party's latest games that its page lists."""
PAUSE_MS = 6 * 3600 * 1000
"""Milliseconds without a game after which the next game counts as another evening."""


class Person(Struct):
    """A guest who has played in a party. `wins` counts the competitive games of this evening that
    this person has won, and `unplayed` names the games that this person has not played in the
    party. A game does not count if the guest had left and a bot won it.

    `name` is empty for a guest who has left the party. `look` is as in `Chair`. `here` is true if
    the guest has a seat at the current table.
    """

    name: str
    look: int
    wins: int
    unplayed: tuple[str, ...]
    here: bool


class Partaker(Struct):
    """A seat of a game: the number of its `person` in the party, or the `name` of a bot. `name` is
    empty for a bot that continued the game for a guest who had left.
    """

    person: int | None
    name: str


class FinishedGame(Struct):
    """A finished game of a party. `at` is the time of its last move in milliseconds since 1970.

    `winners` are seats, and `scores` are by seat. Both are empty if the game has no outcome. If
    `together` is true, all seats have won or none has, as in a mission.
    """

    table: str
    game: str
    at: int
    options: Raw
    seats: tuple[Partaker, ...]
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    together: bool


class Party(Struct):
    """GET /api/parties/PARTY, for its members. `table` is the party's current table, and `game` and
    `status` are its game's name and status.

    `host` and `me` are indexes into `people`, or None for a guest who has not had a seat yet.
    `games` are finished games, the latest first, and the first `tonight` of them belong to this
    evening. `code` and `invitation` are as in `Lobby`. `door` names the guests who are waiting for
    a seat in the next game, and `waiting` is true if the caller is one of them. `opener` is the
    index of the person who opened the current table after a game.
    """

    table: str
    game: str
    status: protocol.Status
    code: str | None
    invitation: int
    door: tuple[str, ...]
    waiting: bool
    people: tuple[Person, ...]
    host: int | None
    me: int | None
    opener: int | None
    games: tuple[FinishedGame, ...]
    tonight: int


class NextGame(Struct):
    """POST /api/parties/PARTY/next: open the party's next table, as with `Again`. If `after` is no
    longer the current table, another player was faster, and no table is opened.
    """

    game: str | None = None
    options: Raw = field(default_factory=partial(Raw, b"null"))
    after: str | None = None


class Played(Struct):
    """A finished game as stored."""

    table: str
    at: int
    sitting: TableSetup
    outcome: Outcome | None


async def party(services: Services, request: Request) -> Response:
    """GET /api/parties/PARTY: the party's members and games."""
    services.check_rate("parties", address(request))
    live, guest = await party_of_member(services, request)
    rows = await services.store.party_tables(live.table.party, MOST_GAMES)
    found = [played for row in rows if (played := read_played(row)) is not None]
    return Json(party_of(live.table, found, guest, services.sources.now()))


async def next_game(services: Services, request: Request) -> Response:
    """POST /api/parties/PARTY/next: open the party's next table."""
    check_table_rate(services, request)
    order = await body(request, NextGame)
    live, guest = await party_of_member(services, request)
    if order.after not in (None, live.table.id):
        return Json(protocol.Seated(live.table.id, live.table.seat_of(guest), None))
    sources, code = services.sources, await services.spare_code()
    call = Call(0, f"again:{sources.token(12)}", sources.now(), sources, code)
    command = protocol.Again(call.cmd[:40], order.game, order.options)

    def decide(table: Table) -> Change:
        return succession.again(table, of_guest(live, table, call, guest), command)

    await live.submit(call.cmd, decide, address(request))
    following = live.table.sitting.next
    if following is None:
        raise Refused("busy", "This table is busy. Try again.")
    after = await services.registry.get(following)
    seat = None if after is None else after.table.seat_of(guest)
    return Json(protocol.Seated(following, seat, None))


async def leave_party(services: Services, request: Request) -> Response:
    """POST /api/parties/PARTY/leave: give up the seat, and remove the name from the party's
    page.
    """
    services.check_rate("drawings", address(request))
    live, guest = await party_of_member(services, request)
    sources = services.sources
    call = Call(0, f"withdraw:{sources.token(12)}", sources.now(), sources)

    def decide(table: Table) -> Change:
        if table.sitting.next is not None:
            raise Refused("stale", "The party has moved on to its next game.")
        return succession.withdraw(table, live.witnessed(table, call), guest)

    await live.submit(call.cmd, decide, address(request))
    return Json(None)


async def delete_party(services: Services, request: Request) -> Response:
    """POST /api/parties/PARTY/delete: the host deletes the party with all its tables."""
    services.check_rate("drawings", address(request))
    live, guest = await party_of_member(services, request)
    async with live.lock:
        table = live.table
        if table.seat_of(guest) != table.sitting.host:
            raise Refused("not-host", "Only the host can do that.")
        await services.registry.delete_party(table.party)
    return Json(None)


def of_guest(live: LiveTable, table: Table, call: Call, guest: str) -> Call:
    """Return the context of a guest's command at a table. Raises Refused if the guest has no
    seat.
    """
    seat = table.seat_of(guest)
    if seat is None:
        raise Refused("not-your-seat", "You have no seat at this table.")
    return live.witnessed(table, replace(call, seat=seat))


async def party_of_member(services: Services, request: Request) -> tuple[LiveTable, str]:
    """Return the current table of the party in the path, and the caller's digest. Raises Refused
    unless the caller belongs to the party.
    """
    guest = credentials.guest_of(request)
    live = await services.registry.current(request.path_params["party"])
    if live is not None and guest is not None:
        is_waiting = live.table.sitting.is_waiting(guest)
        if is_waiting or await is_member(services, live.table, guest):
            return live, guest
    raise Refused("unknown-table", "There is no such party, or you do not belong to it.")


# --- the page ---------------------------------------------------------------------------------


def read_played(row: Any) -> Played | None:
    """Return a finished game from its table's row, or None if it is unfinished or unreadable."""
    if row.status != "over":
        return None
    with suppress(CorruptRow):
        outcome = None if row.outcome is None else msgspec.json.decode(row.outcome, type=Outcome)
        return Played(row.id, row.last_moved, read_sitting(row), outcome)
    return None


def party_of(table: Table, found: list[Played], guest: str, now: int) -> Party:
    """Return the party's page for a guest."""
    sitting = table.sitting
    groups = people_of(table, found)
    tonight = tonights(found, now)
    people = tuple(person(group, found, tonight, sitting) for group in groups)
    host = sitting.places[sitting.host]
    return Party(
        table.id,
        sitting.game,
        sitting.status,
        table.code,
        sitting.invitation,
        tuple(dict.fromkeys(caller.name for caller in sitting.door)),
        sitting.is_waiting(guest),
        people,
        number_of(groups, host.guests),
        number_of(groups, (guest,)),
        opener_of(table, found, groups),
        tuple(game_of(played, groups) for played in found),
        tonight,
    )


def tonights(found: list[Played], now: int) -> int:
    """Return how many of the latest games were played this evening."""
    count, later = 0, now
    for played in found:
        if later - played.at > PAUSE_MS:
            break
        count, later = count + 1, played.at
    return count


class Group(NamedTuple):
    """A guest of a party: the digests of all the guest's browsers, and the latest name and look."""

    guests: frozenset[str]
    name: str
    look: int


def people_of(table: Table, found: Sequence[Played]) -> list[Group]:
    """Return all guests who have had a seat in a party, in the order of their first games."""
    groups: list[Group] = []
    for sitting in (*(played.sitting for played in reversed(found)), table.sitting):
        for place, look in zip(sitting.places, looks(sitting.places), strict=True):
            if place.kind != "guest":
                continue
            at = number_of(groups, place.guests)
            if at is None:
                groups.append(Group(frozenset(place.guests), place.name, look))
            else:
                guests = groups[at].guests | frozenset(place.guests)
                groups[at] = Group(guests, place.name, look)
    return groups


def opener_of(table: Table, found: Sequence[Played], groups: Sequence[Group]) -> int | None:
    """Return the index of the person who opened a table after a game, or None."""
    before = next((each.sitting for each in found if each.sitting.next == table.id), None)
    if before is None or before.next_by is None:
        return None
    return number_of(groups, before.places[before.next_by].guests)


def number_of(groups: Sequence[Group], guests: Sequence[str]) -> int | None:
    """Return the index of the person with any of these digests, or None."""
    found = (at for at, group in enumerate(groups) if not group.guests.isdisjoint(guests))
    return next(found, None)


def person(group: Group, found: Sequence[Played], tonight: int, sitting: TableSetup) -> Person:
    """Return the facts about a guest for the party's page."""
    won = sum(has_won(group, played) for played in found[:tonight])
    games = {played.sitting.game for played in found if seats_of(group, played.sitting)}
    unplayed = tuple(each for each in GAMES if each not in games)
    name = group.name if group.guests.isdisjoint(sitting.withdrawn) else ""
    here = any(not sitting.places[seat].left for seat in seats_of(group, sitting))
    return Person(name, group.look, won, unplayed, here)


def seats_of(group: Group, sitting: TableSetup) -> list[Seat]:
    """Return the seats of a guest at a table: at most one."""
    places = enumerate(sitting.places)
    return [seat for seat, place in places if not group.guests.isdisjoint(place.guests)]


def has_won(group: Group, played: Played) -> bool:
    """Whether a guest has won a finished game against others, without leaving it."""
    if played.outcome is None or is_together(played.outcome):
        return False
    places, winners = played.sitting.places, played.outcome.winners
    seats = [seat for seat in seats_of(group, played.sitting) if not has_given_up(places[seat])]
    return any(seat in winners for seat in seats)


def has_given_up(place: Place) -> bool:
    """Whether the guest left during the game, so that a bot continued it. Guests who leave after a
    game keep their result, as do guests for whom a bot stands in.
    """
    return place.left and place.level is not None


def is_together(outcome: Outcome) -> bool:
    """Whether all seats have won, or all have lost."""
    return len(outcome.winners) in (0, len(outcome.scores))


def partaker(place: Place, groups: Sequence[Group]) -> Partaker:
    """Return the player who had a seat when the game ended."""
    if place.kind == "bot":
        return Partaker(None, place.name)
    return Partaker(None if has_given_up(place) else number_of(groups, place.guests), "")


def game_of(played: Played, groups: Sequence[Group]) -> FinishedGame:
    """Return a finished game for a party's page."""
    sitting, outcome = played.sitting, played.outcome
    seats = tuple(partaker(place, groups) for place in sitting.places)
    if outcome is None:
        outcome = Outcome((), ())
    return FinishedGame(
        played.table,
        sitting.game,
        played.at,
        sitting.options,
        seats,
        outcome.winners,
        outcome.scores,
        bool(outcome.scores) and is_together(outcome),
    )
