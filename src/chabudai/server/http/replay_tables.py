"""Tables that begin with recorded moves: the moves in a file, or a finished game's moves up to some
step.

The moves are copied into the table's log, which stays its only source of truth. So the table can be
replayed, reviewed and recorded like any other.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core import Fact, Seat, Struct
from chabudai.core.replay_prefix import InvalidReplay, ReplayPrefix, ReplayPrefixRequest
from chabudai.core.transcript import FORMAT, Corrupt, Header, Transcript, loads
from chabudai.games import GAMES
from chabudai.server import credentials, protocol
from chabudai.server.encoding import decode
from chabudai.server.http.responses import (
    Json,
    TooLarge,
    address,
    body,
    replayable_table,
    whole_body,
)
from chabudai.server.http.reviews import run_job
from chabudai.server.http.tables import check_table_rate, guest_for, with_guest_cookie
from chabudai.server.limits import FILE_BYTES
from chabudai.server.names import LONGEST_SENT, distinct, tidy
from chabudai.server.refusal import FileFault, Refused
from chabudai.server.services import Services
from chabudai.server.store.rows import news_decoder, read_state
from chabudai.server.tables.decide import OPEN, Call, Change, Entry, Place, Table, TableSetup, looks
from chabudai.server.tables.decide.lobby import bot_for, first_step, read_options, stand_in_level
from chabudai.server.tables.decide.naming import named
from chabudai.server.tables.decide.play import finish_step

FOUND: Any = ReplayPrefix | InvalidReplay
CUT_SHORT = "This file ends before its game is over."


class BadFile(Refused):
    """Raised, with the reason, if a file cannot be opened as a recorded game."""

    def __init__(self, why: FileFault, text: str, **facts: Fact) -> None:
        super().__init__("malformed", text, **facts)
        self.why = why


class PlayOn(Struct):
    """POST /api/tables/TABLE/play-on: open a new table that continues a finished game from a step.
    The caller plays `seat`, and bots play the other seats. The bots of the finished game keep their
    seats. Its people are replaced by bots of the given `level`, or of a default level if `level` is
    None.
    """

    step: Annotated[int, Meta(ge=0)]
    seat: Seat
    name: protocol.Name
    level: protocol.Level | None = None


def playing_on(table: Table, call: Call, order: PlayOn, guest: str, invite: str) -> TableSetup:
    """Return the setup of a table that continues a finished game from a step. Raises Refused."""
    sitting, game = table.sitting, table.game
    if order.seat not in range(len(sitting.places)):
        raise Refused("malformed", "There is no such seat.")
    places = [there if there.kind == "bot" and there.level else OPEN for there in sitting.places]
    places[order.seat] = OPEN
    places[order.seat] = Place("guest", named(order.name, places), guest)
    for seat, there in enumerate(places):
        if there.kind == "open":
            level = order.level or stand_in_level(game)
            places[seat] = bot_for(game, places, level, call.sources.picks())
    looked = zip(places, looks(sitting.places), strict=True)
    seated = tuple(replace(place, look=look, epoch=0) for place, look in looked)
    options, hasten = sitting.options, sitting.hasten
    played = TableSetup(game.name, game.rules, "playing", options, seated, order.seat, invite)
    return replace(played, hasten=hasten, watching=sitting.watching)


def from_file(header: Header) -> TableSetup:
    """Return the setup of a recorded game, with the names in the file. Guests cannot take its
    seats.
    """
    names: Sequence[str] = ()
    if header.names is not msgspec.UNSET:
        names = header.names
    elif header.seating is not msgspec.UNSET:
        names = header.seating.names
    places: list[Place] = []
    for seat in range(header.seats):
        name = tidy(names[seat][:LONGEST_SENT]) if seat < len(names) else None
        taken = [place.name for place in places if place.name]
        places.append(Place("bot", distinct(name, taken) if name else ""))
    options = read_options(GAMES[header.game], header.options, header.seats)
    return TableSetup(header.game, header.rules, "playing", options, tuple(places), 0, "")


def begun(sitting: TableSetup, beginning: ReplayPrefix, call: Call) -> Change:
    """Return a new table whose game begins with recorded moves. Raises Refused."""
    opened = first_step(sitting, call)
    news_of = news_decoder(sitting.game).decode
    entries = tuple(
        Entry(seq, f"recorded:{seq}", m.seat, "play", bytes(m.action), news_of(m.news), call.at)
        for seq, m in enumerate(beginning.moves, 2)
    )
    state = read_state(bytes(beginning.state).decode(), sitting)
    after = replace(opened.table, head=1 + len(entries))
    return finish_step(Change(after, opened.entries + entries), state, call)


async def play_on(services: Services, request: Request) -> Response:
    """POST /api/tables/TABLE/play-on: open a table that continues a finished game from a step."""
    check_table_rate(services, request)
    order = await body(request, PlayOn)
    table = await replayable_table(services, request)
    sources = services.sources
    guest, cookie = guest_for(services, request)
    invite = sources.token(16)
    call = Call(order.seat, "opened", sources.now(), sources)
    sitting = playing_on(table, call, order, guest, credentials.digest(invite))
    transcript = await services.store.transcript(table)
    found = await beginning(services, request, ReplayPrefixRequest(transcript, order.step))
    if isinstance(found, InvalidReplay):
        raise Refused("busy", "This game cannot be replayed.")
    if found.over:
        raise Refused("not-now", "The game is over at this step: choose an earlier one.")
    change = begun(sitting, found, call)
    await services.registry.open(change, address(request))
    return with_guest_cookie(
        Json(protocol.Seated(change.table.id, order.seat, invite)), request, cookie
    )


async def open_transcript(services: Services, request: Request) -> Response:
    """POST /api/transcripts: open a table that replays the game in a file."""
    check_table_rate(services, request)
    try:
        text = await whole_body(request, FILE_BYTES)
    except TooLarge:
        raise BadFile("too-large", "This file is too large for a recorded game.") from None
    transcript = read_file(text)
    found = await beginning(services, request, ReplayPrefixRequest(transcript))
    if isinstance(found, InvalidReplay):
        because = found.why[:200]
        raise BadFile("broken", "Move {at} is invalid: {because}", at=found.at, because=because)
    if not found.over:
        raise BadFile("cut-short", CUT_SHORT)
    sources = services.sources
    call = Call(0, "opened", sources.now(), sources)
    change = begun(from_file(transcript.header), found, call)
    await services.registry.open(change, address(request))
    return Json(protocol.Seated(change.table.id, None, None))


def read_file(text: bytes) -> Transcript:
    """Return the transcript in a file. Raises BadFile if it cannot be replayed here."""
    try:
        transcript = loads(text)
    except Corrupt as fault:
        if fault.at < 0:
            raise BadFile("no-game", "This file is not a recorded game.") from None
        if fault.at == len(text.splitlines()) - 2:
            raise BadFile("cut-short", CUT_SHORT) from None
        raise BadFile("broken", str(fault)) from None
    header = transcript.header
    if header.format > FORMAT:
        raise BadFile("newer", "This game was recorded by a newer version of chabudai.")
    game = GAMES.get(header.game)
    if game is None:
        raise BadFile("no-game", "The game in this file is not installed here.")
    if header.rules != game.rules:
        sentence = "This game of {title} was played by rules {theirs}; this server has {ours}."
        theirs, ours = header.rules, game.rules
        raise BadFile("other-rules", sentence, title=game.title, theirs=theirs, ours=ours)
    return transcript


async def beginning(
    services: Services, request: Request, wanted: ReplayPrefixRequest
) -> ReplayPrefix | InvalidReplay:
    """Run a job that replays the beginning of a recorded game. Raises Refused."""
    game = wanted.transcript.header.game
    answer = await run_job(services, request, game, "beginning", wanted)
    found: ReplayPrefix | InvalidReplay = decode(answer, FOUND, "This game cannot be read: {why}.")
    return found
