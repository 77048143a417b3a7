"""The daily deal: one table per day and game, the same for everyone in the world.

All its randomness is derived from the date with SHA-256 (see `docs/daily.md`), so it needs no
network, and no server can choose the cards.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

import msgspec

from chabudai.core.characters import persona_at
from chabudai.core.daily import Daily, DailyResult, DailyTable
from chabudai.core.game import CHANCE, AnyGame, Job, play
from chabudai.core.rng import Rng
from chabudai.core.struct import Struct
from chabudai.core.telling import Fact, Seat, fill
from chabudai.core.text import in_each_language
from chabudai.core.transcript import Corrupt, Recorded, Transcript, begin, record, replayed

FIRST = date(2026, 1, 1)
"""The first day with a deal."""
ROOT = b"chabudai daily deal"
"""Seed of the hash chain."""
EXPERTS = ("expert", "hard", "normal", "easy")
"""Levels for the bot whose result is par, in order of preference."""


class NoDeal(ValueError):
    """Raised for a day or game without a deal. `text` is a sentence for the player, a template
    filled with the `facts`.
    """

    def __init__(self, text: str, **facts: Fact) -> None:
        super().__init__(fill(text, facts))
        self.text = text
        self.facts: dict[str, Fact] = facts


class Compared(Struct):
    """A result in the daily deal for `day` (YYYY-MM-DD), compared with `par`, an expert's result.

    `against` is 1 if the result is better than par, −1 if it is worse, and 0 otherwise. `told` maps
    each language to sentences that tell the player both results.
    """

    day: str
    result: DailyResult
    par: DailyResult
    against: int
    told: dict[str, str]


@dataclass(frozen=True, slots=True)
class Deal:
    """A game's daily deal. Its chance moves, bots and table are derived from the 32-byte `key`."""

    game: AnyGame
    day: date
    daily: Daily
    key: bytes

    def stream(self, *purpose: str) -> Rng:
        """Return the random generator for a purpose."""
        hashed = digest(self.key + "\n".join(purpose).encode())
        return Rng(int.from_bytes(hashed[:8], "big"))

    def table(self) -> DailyTable:
        """Return the day's table."""
        return self.daily.table(self.stream("table"))

    def goal(self) -> dict[str, str]:
        """Map each language to the player's goal."""
        table = self.table()
        return in_each_language(self.game.text, self.daily.goal(table.options, table.seats))

    def chance(self, state: Any) -> Any:
        """Return the chance move for a state."""
        return self.game.chance(state, self.stream("chance", self.daily.chance_key(state)))

    def persona(self, seat: Seat) -> int:
        """Return the persona of the bot in a seat. The first bot is in seat 1."""
        return persona_at(seat - 1, self.stream("persona", str(seat)).below(1 << 31))

    def bot_seed(self, view: Any, seat: Seat) -> int:
        """Return a bot's random seed for a given view, an integer in [0, 2**63)."""
        return self.stream("bot", str(seat), msgspec.json.encode(view).decode()).bits() >> 1

    def bot_move(self, view: Any, seat: Seat, level: str) -> Any:
        """Return the action chosen by a bot that owes a move."""
        bot = self.game.bots[level](self.persona(seat))
        return bot(view, seat, Rng(self.bot_seed(view, seat)))


def deal_of(game: AnyGame, day: date) -> Deal:
    """Return the daily deal of a game. Raises NoDeal if the game or the day has none."""
    if game.extras.daily is None:
        raise NoDeal("{game} has no daily deal.", game=game.title)
    key = digest(link(day) + game.name.encode())
    return Deal(game, day, game.extras.daily(), key)


@lru_cache(256)
def link(day: date) -> bytes:
    """Return the day's link in the hash chain: the hash of the previous day's link, or of ROOT for
    the first day. Raises NoDeal for a day before FIRST.
    """
    if day < FIRST:
        raise NoDeal("The daily deals began on {first}.", first=FIRST.isoformat())
    found = ROOT
    for _ in range((day - FIRST).days + 1):
        found = digest(found)
    return found


def digest(content: bytes) -> bytes:
    """Return the SHA-256 digest of `content`, 32 bytes."""
    # Import late: most bots, jobs and commands need no deal.
    from hashlib import sha256

    return sha256(content).digest()


def day_named(text: str, today: date) -> date:
    """Parse a day written as YYYY-MM-DD. Raises NoDeal if it is invalid or has no deal yet."""
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
    """Convert milliseconds since 1970 to the date in UTC."""
    return date(1970, 1, 1) + timedelta(milliseconds=milliseconds)


def expert_game(deal: Deal) -> Transcript:
    """Return the game that results if an expert bot plays in the human player's seat."""
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
    """Return an expert bot's result in a deal. This may take seconds."""
    return result_of(deal, replayed(deal.game, expert_game(deal)))


def check_deal(deal: Deal, played: Recorded) -> None:
    """Raise Corrupt if a game does not have the table and the chance moves of a daily deal."""
    game, table, header = deal.game, deal.table(), played.transcript.header
    options = msgspec.json.decode(header.options, type=game.options)
    if (header.seats, options) != (table.seats, table.options):
        raise Corrupt(-1, "", f"This is not the table of the daily deal of {deal.day}.")
    moves = zip(played.states, played.transcript.entries, strict=False)
    for at, (state, entry) in enumerate(moves):
        action = msgspec.json.decode(entry.action, type=game.actions)
        if entry.seat == CHANCE and action != deal.chance(state):
            raise Corrupt(at, "", f"These are not the cards of the daily deal of {deal.day}.")


def result_of(deal: Deal, played: Recorded) -> DailyResult:
    """Return the human player's result in a finished game."""
    return deal.daily.result(played.states)


def compare_recorded(game: AnyGame, played: Recorded) -> Compared:
    """Compare the player's result with par for the deal named in a transcript. Raises Corrupt."""
    day = played.transcript.header.daily
    if day is msgspec.UNSET:
        raise Corrupt(-1, "", "This is not a daily deal.")
    return compare(deal_of(game, date.fromisoformat(day)), played)


DAILY = Job(takes=Transcript, prepare=replayed, run=compare_recorded)


def compare(deal: Deal, played: Recorded) -> Compared:
    """Compare the human player's result with par. This may take seconds."""
    result, par = result_of(deal, played), par_of(deal)
    against = (result.rank > par.rank) - (result.rank < par.rank)
    told = in_each_language(deal.game.text, deal.daily.compare(result, par))
    return Compared(deal.day.isoformat(), result, par, against, told)
