"""The HTTP endpoints that open tables with recorded games: up to a step, or from a file."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from chabudai.core.beginning import Beginning, BeginningWanted, Broken
from chabudai.core.transcript import Corrupt, Transcript, loads
from chabudai.games import GAMES
from chabudai.server import seats, wire
from chabudai.server.encoding import decode
from chabudai.server.endpoints import check_table_rate, guest_for, known_again
from chabudai.server.job_endpoints import read_transcript, work_out
from chabudai.server.limits import FILE_BYTES
from chabudai.server.recorded import PlayOn, begun, from_file, playing_on
from chabudai.server.refusal import Refused
from chabudai.server.responses import (
    BadFile,
    Json,
    TooLarge,
    body,
    replayable_table,
    whole_body,
)
from chabudai.server.services import Services
from chabudai.server.table import Call

FOUND: Any = Beginning | Broken
CUT_SHORT = "This file stops before its game was over."


async def play_on(services: Services, request: Request) -> Response:
    """POST /api/tables/TABLE/play-on: a table that goes on from a step of a finished game."""
    check_table_rate(services, request)
    order = await body(request, PlayOn)
    table = await replayable_table(services, request)
    sources = services.settings.sources
    guest, cookie = guest_for(services, request)
    invite = sources.token(16)
    call = Call(order.seat, "opened", sources.now(), sources)
    sitting = playing_on(table, call, order, guest, seats.digest(invite))
    transcript = await read_transcript(services, table)
    found = await beginning(services, request, BeginningWanted(transcript, order.step))
    if isinstance(found, Broken):
        raise Refused("busy", "This game cannot be shown again.")
    if found.over:
        raise Refused("not-now", "At this step the game is over: take an earlier one.")
    change = begun(sitting, found, call)
    await services.commands.open(change)
    await services.bot_pool.warm()
    return known_again(Json(wire.Seated(change.table.id, order.seat, invite)), request, cookie)


async def open_transcript(services: Services, request: Request) -> Response:
    """POST /api/transcripts: a table at which the game of a file can be seen again."""
    check_table_rate(services, request)
    try:
        text = await whole_body(request, FILE_BYTES)
    except TooLarge:
        raise BadFile("too-large", "This file is too large for a recorded game.") from None
    transcript = read_file(text)
    found = await beginning(services, request, BeginningWanted(transcript))
    if isinstance(found, Broken):
        because = found.why[:200]
        raise BadFile("broken", "Its move {at} is none: {because}", at=found.at, because=because)
    if not found.over:
        raise BadFile("cut-short", CUT_SHORT)
    sources = services.settings.sources
    call = Call(0, "opened", sources.now(), sources)
    change = begun(from_file(transcript.header), found, call)
    await services.commands.open(change)
    return Json(wire.Seated(change.table.id, None, None))


def read_file(text: bytes) -> Transcript:
    """The transcript in a file. Raises BadFile where it is none that can be replayed here."""
    try:
        transcript = loads(text)
    except Corrupt as fault:
        if fault.at < 0:
            raise BadFile("no-game", "This file is no recorded game.") from None
        if fault.at == len(text.splitlines()) - 2:
            raise BadFile("cut-short", CUT_SHORT) from None
        raise BadFile("broken", str(fault)) from None
    header = transcript.header
    game = GAMES.get(header.game)
    if game is None:
        raise BadFile("no-game", "This file is of a game that is not here.")
    if header.rules != game.rules:
        sentence = "This game of {title} was played by other rules: {theirs} and not {ours}."
        theirs, ours = header.rules, game.rules
        raise BadFile("other-rules", sentence, title=game.title, theirs=theirs, ours=ours)
    return transcript


async def beginning(
    services: Services, request: Request, wanted: BeginningWanted
) -> Beginning | Broken:
    """The beginning of a recorded game, worked out by a job. Raises Refused."""
    game = wanted.transcript.header.game
    answer = await work_out(services, request, game, "beginning", wanted)
    found: Beginning | Broken = decode(answer, FOUND, "This game cannot be read: {why}.")
    return found
