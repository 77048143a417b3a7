"""Tables of the daily deal: one person, and the bots of the day. Pure."""

from datetime import date

import msgspec
from msgspec import Raw

from chabudai.core import AnyGame, Seat, Struct
from chabudai.core.daily import PERSON
from chabudai.core.deal import FIRST, Deal, NoDeal, deal_of
from chabudai.games import GAMES
from chabudai.server import wire
from chabudai.server.encoding import raw
from chabudai.server.lobby import first_step, named
from chabudai.server.play import finish_step
from chabudai.server.refusal import Refused
from chabudai.server.seats import BOT_NAMES, new_table_id
from chabudai.server.table import Call, Change, Place, Sitting


class DailyDeal(Struct):
    """The deal of a game for a day: the levels of the bots in seats 1 …, and the options."""

    game: str
    bots: tuple[wire.Level, ...]
    options: Raw


class DailyDeals(Struct):
    """GET /api/daily: the deals of a day. `today` is the day by UTC, `first` the first that has
    deals. Days are written YYYY-MM-DD.
    """

    day: str
    today: str
    first: str
    deals: tuple[DailyDeal, ...]


class NewDaily(Struct):
    """POST /api/daily: play the deal of a day, of today without one, at a table that begins at
    once.
    """

    game: str
    name: wire.Name
    day: str | None = None


def deals(day: date, today: date) -> DailyDeals:
    """The deals of a day."""
    games = [game for game in GAMES.values() if game.daily is not None]
    return DailyDeals(
        day.isoformat(), today.isoformat(), FIRST.isoformat(), tuple(offer(g, day) for g in games)
    )


def offer(game: AnyGame, day: date) -> DailyDeal:
    """The deal of a game."""
    table = deal_of(game, day).table()
    return DailyDeal(game.name, levels(table.bots), raw(table.options))


def levels(bots: tuple[str, ...]) -> tuple[wire.Level, ...]:
    """The levels of bots as they are sent."""
    return msgspec.convert(bots, tuple[wire.Level, ...])


def deal_ordered(order: NewDaily, day: date) -> Deal:
    """The deal of a game that somebody wants. Raises Refused."""
    game = GAMES.get(order.game)
    if game is None:
        raise Refused("malformed", "There is no game called {game}.", game=order.game[:40])
    try:
        return deal_of(game, day)
    except NoDeal as none:
        raise Refused("malformed", none.text, None, **none.facts) from None


def open_daily(call: Call, deal: Deal, name: str, guest: str) -> Change:
    """A new table with the deal of a day, which begins at once. Nobody else can come. Raises
    Refused for a name.
    """
    game, table = deal.game, deal.table()
    person = Place("guest", named(name, ()), guest)
    bots = [
        bot_at(deal, seat, level, name)
        for seat, (level, name) in enumerate(
            zip(levels(table.bots), free_names(person), strict=False), 1
        )
    ]
    sitting = Sitting(
        game.name,
        game.rules,
        "playing",
        Raw(msgspec.json.encode(table.options)),
        (person, *bots),
        PERSON,
        "",
        daily=deal.day.isoformat(),
    )
    opened = first_step(new_table_id(call.sources.pauses()), sitting, call)
    state = game.setup(table.options, table.seats)
    return finish_step((), opened.table, opened.entries, state, call)


def bot_at(deal: Deal, seat: Seat, level: wire.Level, name: str) -> Place:
    """The bot of a seat."""
    return Place("bot", name, level=level, persona=deal.persona(seat))


def free_names(person: Place) -> list[str]:
    """The names that a bot may have."""
    return [name for name in BOT_NAMES if name != person.name]
