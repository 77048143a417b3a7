"""HTTP endpoints for the meanings of words that were said or laid at a table or are on its cards.

Other words, and words that the game withholds, are not defined. A definition would reveal that a
word is valid, which players of some games must decide for themselves.
"""

import asyncio
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core import Seat, Struct, Why
from chabudai.server import credentials
from chabudai.server.http.responses import Json, address, table_at
from chabudai.server.refusal import Refused
from chabudai.server.services import Services
from chabudai.server.store.rows import YIELD_EVERY
from chabudai.server.tables.decide.sharing import seats_of
from chabudai.server.tables.live import LiveTable
from chabudai.words import Meaning, fold, meanings


class TableWord(Struct):
    """GET /api/tables/TABLE/words/WORD: a word, in upper case, and its meanings.

    `seats` lists the seats that said or laid it. It is empty for a word on a card. `meanings` is
    empty if no meaning is known, or if the rules forbid showing meanings now. If they are
    forbidden, `against` is the reason.
    """

    word: str
    seats: tuple[Seat, ...]
    meanings: tuple[Meaning, ...]
    against: Why | None


async def words(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/words: all words that were said or laid, in order of first use."""
    live, heard = await table_and_words(services, request)
    told: list[TableWord] = []
    for word in heard:
        told.append(tell(live, heard, request, word))
        if len(told) % YIELD_EVERY == 0:
            await asyncio.sleep(0)
    return Json(told)


async def word(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/words/WORD: one of the table's words."""
    live, heard = await table_and_words(services, request)
    asked = fold(request.path_params["word"])
    if not (asked.isascii() and asked.isalpha()):
        raise Refused("malformed", "A word is written with the letters A to Z only.")
    if asked not in heard:
        raise Refused("malformed", "This word has not been said or laid at this table.")
    return Json(tell(live, heard, request, asked))


async def table_and_words(
    services: Services, request: Request
) -> tuple[LiveTable, Mapping[str, tuple[Seat, ...]]]:
    """Return the table named in the path, and its words. Raises Refused, StorageFailed and
    CorruptRow.
    """
    text = "You have looked up many words. Wait a little."
    services.check_rate("words", address(request), text)
    live = await table_at(services, request)
    table, heard = live.table, live.played_words
    if table.state is None:
        raise Refused("not-now", "There is no game at this table.")
    if heard.upto < table.head:
        steps = live.steps_after(heard.upto)
        if steps is None:
            steps = await services.store.entries(table, heard.upto, table.head)
        options = msgspec.json.decode(table.sitting.options, type=table.game.options)
        heard = live.played_words = heard.hear(table.game, options, steps)
    return live, heard.seats


def tell(
    live: LiveTable, heard: Mapping[str, tuple[Seat, ...]], request: Request, word: str
) -> TableWord:
    """Return a word with the meanings that the caller may see now."""
    table = live.table
    seats = seats_of(table, credentials.hands_of(credentials.guest_of(request)))
    against = None
    if table.sitting.status == "playing":
        against_meaning, view = table.game.extras.against_meaning, live.snapshot.view_and_menu
        # Players on one browser may look up only words that all of them may look up.
        found = (against_meaning(view(seat)[0], seat, word) for seat in seats or (None,))
        against = next(filter(None, found), None)
    return TableWord(word, heard[word], () if against else meanings(word), against)
