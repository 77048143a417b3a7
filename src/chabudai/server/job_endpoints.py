"""The HTTP endpoints that run jobs: the studio of a game, and the review of a finished table."""

import msgspec
from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core.transcript import Entry as Move, Header, Transcript
from chabudai.server.job_worker import JobRequest, has_jobs
from chabudai.server.refusal import Refused
from chabudai.server.responses import Json, address, body
from chabudai.server.services import Services

STUDIO = "studio"
OPEN = "open"
REVIEW = "review"


async def studio(services: Services, request: Request) -> Response:
    """POST /api/studio/GAME: check a drawn board."""
    return await run_in_studio(services, request, STUDIO)


async def open_file(services: Services, request: Request) -> Response:
    """POST /api/studio/GAME/open: the board that a file holds."""
    return await run_in_studio(services, request, OPEN)


async def run_in_studio(services: Services, request: Request, job: str) -> Response:
    """Run a job of a game's studio on the request's body."""
    game = request.path_params["game"]
    if not has_jobs(game):
        raise Refused("malformed", "This game has no studio.")
    document = await body(request, Raw)
    return Json(await run_for(services, request, JobRequest(game, job, document)))


async def review(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/review: the review of a finished game."""
    live = await services.registry.get(request.path_params["table"])
    if live is None:
        raise Refused("unknown-table", "There is no such table.")
    table = live.table
    sitting = table.sitting
    if sitting.status != "over":
        raise Refused("not-now", "The game is not over.")
    if not has_jobs(sitting.game):
        raise Refused("malformed", "This game is not looked back on.")
    entries = await services.store.entries(table, 0, table.head)
    moves = tuple(Move(e.seat, Raw(e.action)) for e in entries if e.part == "play")
    header = Header(sitting.game, sitting.rules, len(sitting.places), sitting.options)
    document = Raw(msgspec.json.encode(Transcript(header, moves)))
    return Json(await run_for(services, request, JobRequest(sitting.game, REVIEW, document)))


async def run_for(services: Services, request: Request, job: JobRequest) -> Raw:
    """Run a job for an address, within its rate. Raises Refused."""
    if not services.job_rate.take(address(request)):
        services.metrics.limited.labels("works").inc()
        raise Refused("too-fast", "Wait a little.")
    return await services.job_pool.run(job)
