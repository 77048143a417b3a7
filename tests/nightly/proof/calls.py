"""Calls to every endpoint, with input that the OpenAPI document allows or forbids.

Schemathesis generates them for a server behind a real socket. Each answer must have a status, media
type and shape that the document allows, and must not be an internal error.
"""

import asyncio
import json
from collections import Counter
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import sampled_from
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from chabudai.server.settings import Settings
from tests.nightly.proof.fuzz import LIMITS
from tests.nightly.proof.run_config import Figures, Order
from tests.server.client import built_client
from tests.server.support import Guest, running
from tools.emit_openapi import document

MOST_EACH = 500
"""Maximum number of consecutive calls of an endpoint."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@schemathesis.serializer("application/x-ndjson")
def lines(context: object, text: object) -> bytes:
    """Encode the text of a recorded game, or any other text sent in its place."""
    return str(text).encode("utf-8", "surrogatepass")


async def tables_of(host: Guest) -> tuple[str, ...]:
    """The IDs of three tables: one in its lobby, one in play, and one whose game was ended."""
    begun = {"seats": 2, "bots": ["easy"], "begin": True}
    made = [await host.open(**order) for order in ({"seats": 2}, begun, begun)]
    async with host.line(made[-1]["table"]) as line:
        await line.accept(type="end")
    return tuple(each["table"] for each in made)


def call(
    host: Guest,
    tables: tuple[str, ...],
    operation: Any,
    mode: GenerationMode,
    size: int,
    luck: int,
) -> Counter[str]:
    """Call an endpoint `size` times, with a table's ID if it takes one. Count answers by status."""
    answers: Counter[str] = Counter()

    @seed(luck)
    @settings(
        max_examples=size,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), table=sampled_from(tables))
    def one(case: Case[Any], table: str) -> None:
        if mode is GenerationMode.POSITIVE and "table" in case.path_parameters:
            case.path_parameters["table"] = table
        if mode is GenerationMode.POSITIVE and operation.label == "GET /api/parties/{party}":
            case.path_parameters["party"] = table  # the other calls end the party or its game
        headers = {"Origin": host.base, "Cookie": f"guest={host.http.cookies['guest']}"}
        response = case.call(base_url=host.base, headers=headers)
        answers[str(response.status_code)] += 1
        case.validate_response(response, checks=CHECKS)

    one()
    return answers


async def calls(order: Order) -> Figures:
    """Make `size` calls. Raises Schemathesis's errors if an answer contradicts the document."""
    static = built_client(order.folder)
    asked = Settings(db=f"{order.folder}/x.db", static=static, bot_workers=1, limits=LIMITS)
    answers: Counter[str] = Counter()
    rounds = 0
    async with running(asked) as site:
        schema = schemathesis.openapi.from_dict(json.loads(document()))
        found = [*schema.get_all_operations()]
        every: list[Any] = [each.ok() for each in found if isinstance(each, Ok)]
        assert len(every) == len(found), found
        host = await site.guest()
        tables = await tables_of(host)
        each = max(1, min(MOST_EACH, order.size // (2 * len(every))))
        while order.goes_on(answers.total()):
            for operation in every:
                takes = operation.body or operation.path_parameters or operation.query
                for mode in GenerationMode if takes else [GenerationMode.POSITIVE]:
                    luck = order.luck((operation.label, mode, rounds)).getrandbits(32)
                    answers += await asyncio.to_thread(
                        call, host, tables, operation, mode, each, luck
                    )
            rounds += 1
        assert site.faults == 0
    return {"calls": answers.total(), "answers": json.dumps(dict(sorted(answers.items())))}
