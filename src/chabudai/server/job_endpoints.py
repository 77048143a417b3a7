"""The HTTP endpoints that run jobs: the studio of a game, and the review of a finished one."""

import msgspec
from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core.steps import StepsWanted
from chabudai.games import GAMES
from chabudai.server.encoding import raw
from chabudai.server.job_worker import JobRequest
from chabudai.server.refusal import Refused
from chabudai.server.responses import Json, address, body, finished_table, replayable_table
from chabudai.server.services import Services
from chabudai.server.transcripts import read_transcript


async def studio(services: Services, request: Request) -> Response:
    """POST /api/studio/GAME: check a drawn board."""
    return await run_in_studio(services, request, "studio")


async def open_file(services: Services, request: Request) -> Response:
    """POST /api/studio/GAME/open: the board that a file holds."""
    return await run_in_studio(services, request, "open")


async def run_in_studio(services: Services, request: Request, job: str) -> Response:
    """Run a job of a game's studio on the request's body."""
    game = request.path_params["game"]
    if game not in GAMES or job not in GAMES[game].jobs:
        raise Refused("malformed", "This game has no studio.")
    document = await body(request, Raw)
    # A worker reads a line, and the caller may have sent several.
    line = Raw(msgspec.json.format(document, indent=-1))
    caller = address(request)
    return Json(await services.run_job(caller, JobRequest(game, job, line), caller[0]))


async def review(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/review: the review of a finished game."""
    return await look_back(services, request, "review")


async def report(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/report: the review of a finished game in sentences."""
    return await look_back(services, request, "report")


async def steps(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/steps?from=N&seat=S: a finished game step by step."""
    table = await replayable_table(services, request)
    transcript = await read_transcript(services.store, table)
    first = number(request, "from", len(transcript.entries) + 1)
    seat = number(request, "seat", len(table.sitting.places))
    wanted = StepsWanted(transcript, seat, first or 0)
    asked = JobRequest(table.game.name, "steps", raw(wanted))
    caller = address(request)
    return Json(await services.run_job(caller, asked, caller[0], table.id))


MOST_STEPS = 1_000_000
"""No table has so many steps."""


def whole(text: str, below: int) -> int | None:
    """A number as typed in an address, from 0 to below a bound; None if it is no such number."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        return None
    return found if (found := int(text)) < below else None


def number(request: Request, name: str, below: int) -> int | None:
    """A number in a query, from 0 to below a bound; None if it is not there. Raises Refused."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if (found := whole(text, below)) is None:
        raise Refused("malformed", f"There is no such number: {name}.")
    return found


async def look_back(services: Services, request: Request, job: str) -> Response:
    """Run a job of a game on the transcript of a finished one."""
    table = await finished_table(services, request)
    if job not in table.game.jobs:
        raise Refused("malformed", "This game is not looked back on.")
    if table.stopped is not None:
        raise Refused("not-now", "This game cannot be looked back on: it was stopped.")
    if table.sitting.ended:
        raise Refused("not-now", "The host has ended this game: there is no end to look back on.")
    transcript = await read_transcript(services.store, table)
    asked = JobRequest(table.game.name, job, raw(transcript))
    caller = address(request)
    return Json(await services.run_job(caller, asked, caller[0], table.id))
