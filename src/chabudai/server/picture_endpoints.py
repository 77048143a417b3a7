"""The HTTP endpoints that draw a finished game: one of its steps, and its end again and again."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core.drawing.jobs import Drawn, Language, PictureWanted
from chabudai.server.encoding import raw
from chabudai.server.job_endpoints import MOST_STEPS, number, whole
from chabudai.server.job_worker import JobRequest
from chabudai.server.refusal import Refused
from chabudai.server.responses import address, replayable_table
from chabudai.server.seats import bot_name_in
from chabudai.server.services import Services
from chabudai.server.transcripts import read_transcript


async def step_picture(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/steps/N.svg?seat=S&lang=L: a step of a finished game as a picture."""
    step = whole(request.path_params["step"], MOST_STEPS)
    if step is None:
        raise Refused("malformed", "A step is a number, counted from 0.")
    return await picture(services, request, step)


async def end_picture(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/end.svg?seat=S&lang=L: the last steps, one after the other."""
    return await picture(services, request, None)


def language(request: Request) -> Language:
    """The language of the words in a picture. Raises Refused."""
    match request.query_params.get("lang", "en"):
        case "en":
            return "en"
        case "ja":
            return "ja"
        case _:
            raise Refused("malformed", "There is no such language.")


async def picture(services: Services, request: Request, step: int | None) -> Response:
    """A step as a picture, or the end. Raises Refused."""
    table = await replayable_table(services, request)
    seat = number(request, "seat", len(table.sitting.places))
    lang = language(request)
    if table.game.draw is None:
        raise Refused("malformed", "This game is not drawn.")
    names = tuple(
        place.name if place.kind == "guest" else bot_name_in(place.name, lang)
        for place in table.sitting.places
    )
    transcript = await read_transcript(services.store, table)
    wanted = PictureWanted(transcript, step, seat, lang, names)
    asked = JobRequest(table.game.name, "picture", raw(wanted))
    caller = address(request)
    result = await services.run_job(caller, asked, caller[0], table.id)
    drawn = msgspec.json.decode(result, type=Drawn)
    if drawn.svg is None:
        text = "This game has no step {step}; its last is {last}."
        raise Refused("malformed", text, step=step or 0, last=drawn.of - 1)
    called = "end" if step is None else f"step-{step}"
    headers = {"content-disposition": f'attachment; filename="{table.game.name}-{called}.svg"'}
    return Response(drawn.svg, media_type="image/svg+xml", headers=headers)
