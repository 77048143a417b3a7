"""The HTTP endpoint that tells why a bot moved as it did.

A job works it out from what the bot saw when it moved; whoever asks is told only what follows from
what they may know now (`Game.why`). Nobody else learns that it was asked.
"""

from collections.abc import Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core import CHANCE, Seat
from chabudai.core.why import Reason, ReasonWanted
from chabudai.server import seats
from chabudai.server.encoding import raw
from chabudai.server.job_endpoints import MOST_STEPS, number
from chabudai.server.job_worker import JobRequest
from chabudai.server.reasons import check_open, is_bots
from chabudai.server.refusal import Refused
from chabudai.server.responses import Json, address
from chabudai.server.services import Services
from chabudai.server.table import Move, Table
from chabudai.server.transcripts import transcript_of


async def why(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/why?seq=N: the reason for the move that was step N of the table, as the
    caller counts. With step=N instead: for that of step N of a finished game, as `Steps` counts.
    """
    live = await services.registry.get(request.path_params["table"])
    if live is None:
        raise Refused("unknown-table", "There is no such table.")
    table = live.table
    check_open(table)
    asker = table.seat_of(seats.guest_of(request))
    moves = await services.store.moves(table)
    at = move_asked_for(request, table, moves, asker)
    if not is_bots(table, moves[at], asker):
        raise Refused("malformed", "As far as is known here, no bot made this move.")
    wanted = ReasonWanted(transcript_of(table, moves), at, asker)
    there = address(request)
    caller = there if asker is None else (f"{table.id}/{asker}",)
    asked = JobRequest(table.game.name, "reason", raw(wanted))
    answer = await services.run_job(caller, asked, there[0], table.id)
    if msgspec.json.decode(answer, type=Reason).said is None:
        raise Refused("not-now", "There is nothing to tell of this move, or not yet.")
    return Json(answer)


def move_asked_for(
    request: Request, table: Table, moves: Sequence[Move], asker: Seat | None
) -> int:
    """The number of the move that a query names. Raises Refused."""
    seq, step = (number(request, name, MOST_STEPS) for name in ("seq", "step"))
    if (seq is None) == (step is None):
        raise Refused("malformed", "Say which move: seq=N, or step=N of a game that is over.")
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
