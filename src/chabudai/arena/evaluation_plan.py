"""Plans of evaluations, as files of TOML: `bench/plans` has those of this project."""

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
    """`one` against `other` on `deals` deals, numbered from `first` on.

    Of kind "seats", one bot among others, every deal from each seat; of kind "teams", for games in
    which all play together, a table of each on the same deals. `measure` is the margin over the
    mean of the others, or what it has of the win. With `bounds`, the match is a sequential test
    whether the gain is that of the first or of the second, and `deals` are the most it may take.
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
        """Who plays."""
        return (self.one, self.other)


class Grade(Struct):
    """The share of deals that a team of `bot` wins, for each of the `values` of an option."""

    bot: str
    option: str
    values: tuple[int | str | bool, ...]
    first: Number
    deals: Count
    seats: int | None = None

    @property
    def bots(self) -> tuple[str, ...]:
        """Who plays."""
        return (self.bot,)


class Table(Struct):
    """A mixed table, for ratings: every deal from each seat."""

    bots: tuple[str, ...]
    first: Number
    deals: Count


Part: TypeAlias = Match | Grade | Table


class Evaluation(Struct):
    """A plan: a game with options, whose scores are better `higher` or `lower`, and what is played.

    `tuned` are the numbers of the deals on which the bots were tuned, the first and the last: none
    of them may be played.
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
        """1 if more is better, else -1."""
        return 1 if self.better == "higher" else -1

    @property
    def parts(self) -> tuple[Part, ...]:
        """Everything that is played."""
        parts: list[Part] = [*self.match, *self.grade, *self.table]
        return tuple(parts)


class BadPlan(ValueError):
    """A plan cannot be played; the message is a sentence."""


def read_plan(data: bytes) -> Evaluation:
    """Read a plan. Raises BadPlan."""
    try:
        document = tomllib.loads(data.decode())
        return msgspec.convert(document, Evaluation)
    except UnicodeDecodeError:
        raise BadPlan("This is no plan of an evaluation: it is no text in UTF-8.") from None
    except (ValueError, RecursionError) as error:
        raise BadPlan(f"This is no plan of an evaluation: {error}.") from None


def check(asked: Evaluation) -> AnyGame:
    """The game of a plan that can be played. Raises BadPlan."""
    game = GAMES.get(asked.game)
    if game is None:
        raise BadPlan(f"There is no game {asked.game!r}. There is: {', '.join(GAMES)}.")
    if not (asked.match or asked.grade or asked.table):
        raise BadPlan("The plan has nothing to play: no [[match]], [[grade]] or [[table]].")
    for each in asked.parts:
        for bot in each.bots:
            if (why := unknown(game, bot)) is not None:
                raise BadPlan(why)
            if is_own(bot) and not isinstance(each, Match):
                raise BadPlan(f"{bot} can only play a [[match]].")
        check_seats(game, asked, each)
    against_overlap(asked)
    return game


def check_seats(game: AnyGame, asked: Evaluation, each: Part) -> None:
    """Raise BadPlan for a table that the rules do not allow."""
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
    """Options of a game. Raises msgspec.ValidationError."""
    options: Struct = msgspec.convert(dict(given), game.options)
    return options


def against_overlap(asked: Evaluation) -> None:
    """Raise BadPlan where deals were tuned on, or two matches of the same bots share some."""
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
    """Whether two parts of a plan sit at tables of the same size."""
    return seats_at(one) == seats_at(other)


def seats_at(each: Match | Table) -> int | None:
    """How many sit at the table; None: the fewest."""
    return each.seats if isinstance(each, Match) else len(each.bots)
