"""The daily deal: for each day and game one table, the same for everyone on earth.

All its randomness follows from the day by SHA-256, as `docs/daily.md` says, so nobody needs a
network, and no server can choose its cards.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

import msgspec

from chabudai.core.daily import Daily, DailyResult, DailyTable
from chabudai.core.game import CHANCE, AnyGame, Job, play
from chabudai.core.rng import Rng
from chabudai.core.struct import Struct
from chabudai.core.telling import Fact, Seat, fill
from chabudai.core.transcript import Corrupt, Recorded, Transcript, begin, record, replayed

FIRST = date(2026, 1, 1)
"""The first day that has a deal."""
ROOT = b"chabudai daily deal"
"""What the chain begins with."""
EXPERTS = ("expert", "hard", "normal", "easy")
"""Whose result is par: that of a bot of the first of these levels that the game has."""


class NoDeal(ValueError):
    """A day that has no deal. `text` is a sentence to the player, a template for the `facts`."""

    def __init__(self, text: str, **facts: Fact) -> None:
        super().__init__(fill(text, facts))
        self.text = text
        self.facts: dict[str, Fact] = facts


class Compared(Struct):
    """A result of the deal of a day, given as YYYY-MM-DD, beside `par`, which an expert made of it.

    `against`: 1 where it is better than par, −1 where it is worse, and else 0.
    """

    day: str
    result: DailyResult
    par: DailyResult
    against: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a day: its chances, its bots and its table follow from `key`, 32 bytes."""

    game: AnyGame
    day: date
    daily: Daily
    key: bytes

    def stream(self, *purpose: str) -> Rng:
        """The generator for a purpose."""
        hashed = digest(self.key + "\n".join(purpose).encode())
        return Rng(int.from_bytes(hashed[:8], "big"))

    def table(self) -> DailyTable:
        """The table of the day."""
        return self.daily.table(self.stream("table"))

    def chance(self, state: Any) -> Any:
        """The move of CHANCE."""
        return self.game.chance(state, self.stream("chance", self.daily.chance_key(state)))

    def persona(self, seat: Seat) -> int:
        """The persona of the bot in a seat."""
        return self.stream("persona", str(seat)).below(1 << 31)

    def bot_seed(self, view: Any, seat: Seat) -> int:
        """The seed of a bot's own choices where it sees this, an integer in [0, 2**63)."""
        return self.stream("bot", str(seat), msgspec.json.encode(view).decode()).bits() >> 1

    def bot_move(self, view: Any, seat: Seat, level: str) -> Any:
        """What a bot does that owes a move."""
        bot = self.game.bots[level](self.persona(seat))
        return bot(view, seat, Rng(self.bot_seed(view, seat)))


def deal_of(game: AnyGame, day: date) -> Deal:
    """The deal of a game for a day. Raises NoDeal for a game or a day that has none."""
    if game.extras.daily is None:
        raise NoDeal("{game} has no daily deal.", game=game.title)
    key = digest(link(day) + game.name.encode())
    return Deal(game, day, game.extras.daily(), key)


@lru_cache(256)
def link(day: date) -> bytes:
    """The link of the chain for a day: the hash of the link of the day before, and of ROOT for the
    first. Raises NoDeal for a day before FIRST.
    """
    if day < FIRST:
        raise NoDeal("The daily deals began on {first}.", first=FIRST.isoformat())
    found = ROOT
    for _ in range((day - FIRST).days + 1):
        found = digest(found)
    return found


def digest(content: bytes) -> bytes:
    """The SHA-256 of these bytes: 32 bytes."""
    # What computes it is loaded for the first deal: not for every bot, job and command.
    from hashlib import sha256

    return sha256(content).digest()


def day_named(text: str, today: date) -> date:
    """The day that is written YYYY-MM-DD. Raises NoDeal if it does not exist or has no deal yet."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise NoDeal("There is no day {day}; a day is written YYYY-MM-DD.", day=text[:40])
    if day > today:
        sentence = "{day} lies ahead: its deal can be played from that day on, by UTC."
        raise NoDeal(sentence, day=text)
    link(day)
    return day


def day_at(milliseconds: int) -> date:
    """The day by UTC at so many milliseconds since 1970."""
    return date(1970, 1, 1) + timedelta(milliseconds=milliseconds)


def expert_game(deal: Deal) -> Transcript:
    """The game of an expert on a deal, in the person's seat."""
    game, table = deal.game, deal.table()
    expert = next(level for level in EXPERTS if level in game.bots)
    levels = (expert, *table.bots)
    state = game.setup(table.options, table.seats)
    played = begin(game, table.seats, table.options)
    while owing := game.to_act(state):
        seat = owing[0]
        chance = seat == CHANCE
        action = (
            deal.chance(state)
            if chance
            else deal.bot_move(game.view(state, seat), seat, levels[seat])
        )
        played = record(played, seat, action)
        state = play(game, state, seat, action).state
    return played


def par_of(deal: Deal) -> DailyResult:
    """What an expert makes of a deal. It may take seconds."""
    return result_of(deal, replayed(deal.game, expert_game(deal)))


def check_deal(deal: Deal, played: Recorded) -> None:
    """Raise Corrupt if a game is not the deal of its day: its table, and every move of CHANCE."""
    game, table, header = deal.game, deal.table(), played.transcript.header
    options = msgspec.json.decode(header.options, type=game.options)
    if (header.seats, options) != (table.seats, table.options):
        raise Corrupt(-1, "", f"This is not the table of the deal of {deal.day}.")
    moves = zip(played.states, played.transcript.entries, strict=False)
    for at, (state, entry) in enumerate(moves):
        action = msgspec.json.decode(entry.action, type=game.actions)
        if entry.seat == CHANCE and action != deal.chance(state):
            raise Corrupt(at, "", f"These are not the cards of the deal of {deal.day}.")


def result_of(deal: Deal, played: Recorded) -> DailyResult:
    """Return the result of the person, in a game that is over."""
    return deal.daily.result(played.states)


def compare_recorded(game: AnyGame, played: Recorded) -> Compared:
    """Compare the person's result with par, on the deal that a transcript names. Raises Corrupt."""
    day = played.transcript.header.daily
    if day is msgspec.UNSET:
        raise Corrupt(-1, "", "This is not the deal of a day.")
    return compare(deal_of(game, date.fromisoformat(day)), played)


DAILY = Job(takes=Transcript, prepare=replayed, run=compare_recorded)


def compare(deal: Deal, played: Recorded) -> Compared:
    """Compare the person's result with par. It may take seconds."""
    result, par = result_of(deal, played), par_of(deal)
    against = (result.rank > par.rank) - (result.rank < par.rank)
    return Compared(deal.day.isoformat(), result, par, against)
