"""Plans of evaluations as TOML files. This project's own plans are in `bench/plans`."""

import tomllib
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from chabudai.arena.players import is_own, unknown
from chabudai.core import AnyGame, Illegal, Struct
from chabudai.games import GAMES

Number: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=10**7)]
Bounds: TypeAlias = tuple[float, float]


class Match(Struct):
    """A match of `one` against `other` on `deals` deals, numbered from `first`.

    If the kind is "seats", one bot plays among others, and each deal is played once from each seat.
    If it is "teams", for cooperative games, each bot plays the same deals at its own table.
    `measure` is the margin over the mean of the others, or the share of the wins. If `bounds` is
    given, the match is a sequential test that decides between these two values of the gain, with at
    most `deals` deals.
    """

    one: str
    other: str
    first: Number
    deals: Count
    kind: Literal["seats", "teams"] = "seats"
    measure: Literal["margin", "win"] = "margin"
    seats: int | None = None
    bounds: Bounds | None = None

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that play."""
        return (self.one, self.other)


class Grade(Struct):
    """The fraction of deals that a team wins, for each of the `values` of an option. In the team,
    `bot` plays in the first seat, and `other`, by default the same bot, in all other seats.
    """

    bot: str
    option: str
    values: tuple[int | str | bool, ...]
    first: Number
    deals: Count
    seats: int | None = None
    other: str | None = None

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that play."""
        return (self.bot,) if self.other is None else (self.bot, self.other)


class Table(Struct):
    """A mixed table, for ratings. Every deal is played from each seat."""

    bots: tuple[str, ...]
    first: Number
    deals: Count


Part: TypeAlias = Match | Grade | Table


class Evaluation(Struct):
    """A plan: its game and options, which scores are `better` (`higher` or `lower`), and its parts.

    `tuned` is the range of deals, first and last, used to tune the bots. The parts must not use any
    of these deals.
    """

    game: str
    about: str = ""
    better: Literal["higher", "lower"] = "higher"
    options: dict[str, object] = msgspec.field(default_factory=dict[str, object])
    tuned: tuple[Number, Number] | None = None
    match: tuple[Match, ...] = ()
    grade: tuple[Grade, ...] = ()
    table: tuple[Table, ...] = ()

    @property
    def sign(self) -> int:
        """1 if higher scores are better, and -1 otherwise."""
        return 1 if self.better == "higher" else -1

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts of the plan."""
        parts: list[Part] = [*self.match, *self.grade, *self.table]
        return tuple(parts)


class BadPlan(ValueError):
    """Raised for a plan that cannot be played. The message is a sentence."""


def read_plan(data: bytes) -> Evaluation:
    """Read a plan. Raises BadPlan."""
    try:
        document = tomllib.loads(data.decode())
        return msgspec.convert(document, Evaluation)
    except UnicodeDecodeError:
        raise BadPlan("This is not an evaluation plan: it is not UTF-8 text.") from None
    except (ValueError, RecursionError) as error:
        raise BadPlan(f"This is not an evaluation plan: {error}.") from None


def check(asked: Evaluation) -> AnyGame:
    """Return the game of a plan. Raises BadPlan if the plan cannot be played."""
    game = GAMES.get(asked.game)
    if game is None:
        raise BadPlan(f"There is no game {asked.game!r}. Available: {', '.join(GAMES)}.")
    if not (asked.match or asked.grade or asked.table):
        raise BadPlan("The plan has nothing to play: no [[match]], [[grade]] or [[table]].")
    for each in asked.parts:
        for bot in each.bots:
            if (why := unknown(game, bot)) is not None:
                raise BadPlan(why)
            if is_own(bot) and isinstance(each, Table):
                raise BadPlan(f"{bot} can only play a [[match]] or a [[grade]].")
        check_rivals(game, each)
        check_seats(game, asked, each)
    against_overlap(asked)
    return game


def check_rivals(game: AnyGame, each: Part) -> None:
    """Raise BadPlan if rivals share a table in a game whose seats win together."""
    if not game.together:
        return
    if isinstance(each, Table):
        raise BadPlan(f"{game.title} is won together, so a [[table]] cannot rate its bots.")
    if isinstance(each, Match) and each.kind == "seats":
        raise BadPlan(f'{game.title} is won together: a [[match]] needs kind = "teams".')


def check_seats(game: AnyGame, asked: Evaluation, each: Part) -> None:
    """Raise BadPlan if the rules do not allow a table."""
    seats = len(each.bots) if isinstance(each, Table) else each.seats or max(2, game.seats[0])
    if seats not in game.seats:
        few, many = game.seats[0], game.seats[-1]
        raise BadPlan(f"{game.title} is played by {few} to {many}, not by {seats}.")
    given: Sequence[Mapping[str, object]] = [{}]
    if isinstance(each, Grade):
        given = [{each.option: value} for value in each.values]
    for more in given:
        try:
            game.setup(options_for(game, {**asked.options, **more}), seats)
        except Illegal as refusal:
            raise BadPlan(str(refusal)) from None
        except msgspec.ValidationError as error:
            raise BadPlan(f"The options of {game.title} cannot be used: {error}.") from None


def options_for(game: AnyGame, given: Mapping[str, object]) -> Struct:
    """Return the options of a game. Raises msgspec.ValidationError."""
    options: Struct = msgspec.convert(dict(given), game.options)
    return options


def against_overlap(asked: Evaluation) -> None:
    """Raise BadPlan for a deal that was used for tuning, or that several parts with the same bots
    share.
    """
    for each in asked.parts:
        last = each.first + each.deals - 1
        if asked.tuned is not None and each.first <= asked.tuned[1] and last >= asked.tuned[0]:
            low, high = asked.tuned
            with_those = f"with {low} to {high}, on which bots were tuned"
            raise BadPlan(f"Deals {each.first} to {last} overlap {with_those}.")
    tables: list[Match | Table] = [*asked.match, *asked.table]
    for one, other in combinations(tables, 2):
        if sorted(one.bots) == sorted(other.bots) and overlapping(one, other) and alike(one, other):
            raise BadPlan(
                f"Two parts of the plan play {', '.join(one.bots)} on the same deals from "
                f"{max(one.first, other.first)} on."
            )


def overlapping(one: Match | Table, other: Match | Table) -> bool:
    """Whether two parts of a plan share a deal."""
    return one.first < other.first + other.deals and other.first < one.first + one.deals


def alike(one: Match | Table, other: Match | Table) -> bool:
    """Whether two parts of a plan have tables of the same size."""
    return seats_at(one) == seats_at(other)


def seats_at(each: Match | Table) -> int | None:
    """Return the number of seats at the table, or None for the game's minimum."""
    return each.seats if isinstance(each, Match) else len(each.bots)
