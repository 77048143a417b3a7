"""HTTP endpoints that run jobs: for a game's studio, and for a table's reviews, reports, steps,
pictures and bots' reasons.
"""

from collections.abc import Sequence
from functools import partial

import msgspec
from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core import CHANCE, Seat
from chabudai.core.drawing.jobs import Drawn, Language, PictureRequest
from chabudai.core.steps import StepsRequest
from chabudai.core.transcript import dumps
from chabudai.core.why import Reason, ReasonRequest
from chabudai.games import GAMES
from chabudai.server import credentials
from chabudai.server.encoding import raw, whole
from chabudai.server.http.responses import (
    Json,
    address,
    body,
    finished_table,
    gone,
    replayable_table,
    table_at,
)
from chabudai.server.refusal import Refused
from chabudai.server.services import Services
from chabudai.server.store.rows import transcript_of
from chabudai.server.tables.decide import Move, Table
from chabudai.server.tables.decide.reasons import check_open, is_bots
from chabudai.server.tables.decide.sharing import private_seat
from chabudai.server.workers.job import JobRequest

MOST_STEPS = 1_000_000
"""Upper bound for the number of steps at any table."""


async def run_job(
    services: Services, request: Request, game: str, job: str, document: object
) -> Raw:
    """Run a job, and return its result as JSON. Raises Refused or ClientGone."""
    caller, table = address(request), request.path_params.get("table", "")
    async with services.job_turn(caller, caller[0], table, partial(gone, request)) as work:
        return await work(JobRequest(game, job, raw(document)))


async def studio(job: str, services: Services, request: Request) -> Response:
    """POST /api/studio/GAME: check a drawn board. POST /api/studio/GAME/open: read the board in a
    file.
    """
    game = request.path_params["game"]
    if game not in GAMES or job not in GAMES[game].extras.jobs:
        raise Refused("malformed", "This game has no studio.")
    document = await body(request, Raw)
    # A worker reads one line, but the caller may have sent several.
    line = Raw(msgspec.json.format(document, indent=-1))
    return Json(await run_job(services, request, game, job, line))


async def transcript(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/transcript: all moves, once the game is over."""
    services.check_rate("drawings", address(request))
    table = await finished_table(services, request)
    text = dumps(await services.store.transcript(table))
    name = f"{table.game.name}-{table.id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/x-ndjson", headers=headers)


async def look_back(job: str, services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/review: the review of a finished game; …/report: a report in
    sentences.
    """
    table = await finished_table(services, request)
    if job not in table.game.extras.jobs:
        raise Refused("malformed", "This game has no review.")
    if table.stopped is not None:
        raise Refused("not-now", "This game was stopped and cannot be reviewed.")
    if table.sitting.ended:
        raise Refused("not-now", "The host ended this game, so it has no review.")
    played = await services.store.transcript(table)
    return Json(await run_job(services, request, table.game.name, job, played))


async def steps(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/steps?from=N&seat=S: a finished game step by step."""
    table = await replayable_table(services, request)
    played = await services.store.transcript(table)
    first = number(request, "from", len(played.entries) + 1)
    seat = number(request, "seat", len(table.sitting.places))
    wanted = StepsRequest(played, seat, first or 0)
    return Json(await run_job(services, request, table.game.name, "steps", wanted))


async def step_picture(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/steps/N.svg?seat=S&lang=L: a picture of one step of a finished game."""
    step = whole(request.path_params["step"], MOST_STEPS)
    if step is None:
        raise Refused("malformed", "A step is a number, counted from 0.")
    return await picture(step, services, request)


async def picture(step: int | None, services: Services, request: Request) -> Response:
    """Draw a step. If `step` is None, draw an animation of the last steps (GET
    …/end.svg?seat=S&lang=L).
    """
    table = await replayable_table(services, request)
    seat = number(request, "seat", len(table.sitting.places))
    lang = language(request)
    if table.game.extras.draw is None:
        raise Refused("malformed", "This game has no pictures.")
    names = tuple(
        place.name if place.kind == "guest" else credentials.bot_name_in(place.name, lang)
        for place in table.sitting.places
    )
    played = await services.store.transcript(table)
    wanted = PictureRequest(played, step, seat, lang, names)
    result = await run_job(services, request, table.game.name, "picture", wanted)
    drawn = msgspec.json.decode(result, type=Drawn)
    if drawn.svg is None:
        text = "This game has no step {step}; its last is {last}."
        raise Refused("malformed", text, step=step or 0, last=drawn.of - 1)
    called = "end" if step is None else f"step-{step}"
    headers = {"content-disposition": f'attachment; filename="{table.game.name}-{called}.svg"'}
    return Response(drawn.svg, media_type="image/svg+xml", headers=headers)


def language(request: Request) -> Language:
    """Return the language requested for a picture's text. Raises Refused."""
    match request.query_params.get("lang", "en"):
        case "en" | "ja" as lang:
            return lang
        case _:
            raise Refused("malformed", "There is no such language.")


def number(request: Request, name: str, below: int) -> int | None:
    """Return a number from the query, or None if missing. Raises Refused if out of range."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if (found := whole(text, below)) is None:
        raise Refused("malformed", f"{name} must be a whole number.")
    return found


async def why(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/why?seq=N: the reason for a bot's move. `seq` is the step's number in
    the caller's numbering. For step N of a finished game, numbered as in `Steps`, use step=N
    instead.

    A job computes the reason from the view that the bot had when it moved. The answer reveals only
    what the caller may know now (`Extras.why`). Other players are not notified of the question.
    """
    table = (await table_at(services, request)).table
    check_open(table)
    asker = private_seat(table, credentials.hands_of(credentials.guest_of(request)))
    moves = await services.store.moves(table)
    at = move_asked_for(request, table, moves, asker)
    if not is_bots(table, moves[at], asker):
        raise Refused("malformed", "A bot did not make this move.")
    wanted = ReasonRequest(transcript_of(table, moves), at, asker)
    there = address(request)
    caller = there if asker is None else (f"{table.id}/{asker}",)
    asked = JobRequest(table.game.name, "reason", raw(wanted))
    async with services.job_turn(caller, there[0], table.id, partial(gone, request)) as work:
        answer = await work(asked)
    if msgspec.json.decode(answer, type=Reason).said is None:
        raise Refused("not-now", "This move cannot be explained, or not yet.")
    return Json(answer)


def move_asked_for(
    request: Request, table: Table, moves: Sequence[Move], asker: Seat | None
) -> int:
    """Return the index of the move named in a query. Raises Refused."""
    seq, step = (number(request, name, MOST_STEPS) for name in ("seq", "step"))
    if (seq is None) == (step is None):
        raise Refused("malformed", "Name the move: seq=N, or step=N if the game is over.")
    if step is not None:
        if table.sitting.status != "over":
            raise Refused("not-now", "The game is not over.")
        made = [at for at, move in enumerate(moves) if move.seat != CHANCE]
        if 0 < step <= len(made):
            return made[step - 1]
    elif seq is not None:
        numbers = table.visible_seq(asker)
        for at, move in enumerate(moves):
            if numbers.includes(move.seq) and numbers.shown(move.seq) == seq:
                return at
    raise Refused("malformed", "There is no such move.")
