"""Parsing of arguments: game, options, seats, bots, names and day."""

import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from typing import Literal, get_args, get_origin

import msgspec

from chabudai.arena.players import is_own, kinds, unknown
from chabudai.cli.errors import Unusable
from chabudai.cli.game_names import find_game, guess_games
from chabudai.cli.guesses import closest, same_name
from chabudai.cli.output import either, readable
from chabudai.core import AnyGame, Illegal, Struct, fill
from chabudai.core.command import read_file
from chabudai.core.deal import Deal, NoDeal, day_at, day_named, deal_of
from chabudai.core.game import fewest
from chabudai.core.strict import describe_refusal, describe_type
from chabudai.games import GAMES

UNFIT = "{n} bots do not fit: the seats for bots are {seats}."
SWITCH = {"on": True, "yes": True, "off": False, "no": False}


def game_named(name: str) -> AnyGame:
    """Return the game with this name or title, in any spelling. Raises Unusable."""
    if game := find_game(name):
        return GAMES[game]
    if guesses := guess_games(name):
        said = "There is no game {name}. Did you mean {guess}?"
        raise Unusable(said, name=repr(name), guess=either(guesses))
    said = "There is no game {name}. Available: {known}."
    raise Unusable(said, name=repr(name), known=", ".join(GAMES))


def today() -> date:
    """Return the current day in UTC."""
    return day_at(time.time_ns() // 1_000_000)


def chosen_day(typed: str | None) -> date:
    """Return the typed day, or today. Raises Unusable."""
    try:
        return today() if typed in (None, "today") else day_named(typed, today())
    except NoDeal as none:
        raise Unusable(none) from None


def deal_for(game: AnyGame, day: date) -> Deal:
    """Return the daily deal of a game. Raises Unusable."""
    try:
        return deal_of(game, day)
    except NoDeal as none:
        raise Unusable(none) from None


def options_of(game: AnyGame, pairs: Iterable[str]) -> Struct:
    """Return the options of a table from `k=v` pairs and `@FILE`, a TOML file of such pairs. Later
    options override earlier ones. A mission may be written `mission=@FILE`. Raises Unusable.
    """
    chosen: dict[str, object] = {}
    for pair in pairs:
        for name, candidates in parse_option(game, pair):
            field = known_option(game, name)
            chosen[field.name] = value_of(game, field, candidates)
    options: Struct = msgspec.convert(chosen, game.options)
    return options


def known_option(game: AnyGame, name: str) -> msgspec.structs.FieldInfo:
    """Return the option with this name, in any spelling. Raises Unusable."""
    fields = {field.name: field for field in msgspec.structs.fields(game.options)}
    if known := same_name(name, fields):
        return fields[known]
    if guess := closest(name, fields):
        said = "{game} has no option {name}. Did you mean {guess}?"
        raise Unusable(said, game=game.title, name=repr(name), guess=guess)
    said = "{game} has no option {name}. It has: {known}."
    raise Unusable(said, game=game.title, name=repr(name), known=", ".join(fields))


def parse_option(game: AnyGame, pair: str) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Yield the options that `name=value` or `@FILE` sets, each with its possible values.

    Raises Unusable.
    """
    if pair.startswith("@"):
        for name, value in load_toml(pair[1:]).items():
            yield name, (value,)
        return
    name, equals, text = (part.strip() for part in readable(pair).partition("="))
    if not equals:
        field = known_option(game, name)
        value = "true" if field.type is bool else msgspec.to_builtins(field.default)
        said = "An option needs a value, such as {example}. To list all: {command}"
        facts = {"example": f"{field.name}={value}", "command": f"chabudai options {game.name}"}
        raise Unusable(said, **facts)
    candidates: list[object] = [text, SWITCH.get(text.lower(), text)]
    with suppress(msgspec.MsgspecError, RecursionError):
        candidates.append(msgspec.json.decode(text))
    yield name, tuple(candidates)


def load_toml(file: str) -> dict[str, object]:
    """Read a TOML file. Raises Unusable."""
    try:
        return tomllib.loads(read_bytes(file).decode())
    except UnicodeDecodeError:
        raise Unusable(f"{file} is not valid TOML: it is not UTF-8 text.") from None
    except (ValueError, RecursionError) as error:
        raise Unusable(f"{file} is not valid TOML: {error}.") from None


def value_of(
    game: AnyGame, field: msgspec.structs.FieldInfo, candidates: tuple[object, ...]
) -> object:
    """Return the first of `candidates` that has the option's type. `candidates[0]` is the typed
    text.

    Raises Unusable.
    """
    typed = candidates[0]
    if isinstance(typed, str) and typed.startswith("@"):
        for kind in game.extras.files.keys() & set(get_args(field.type)):
            return load_value(typed[1:], game.extras.files[kind])
    for candidate in candidates:
        try:
            return msgspec.convert(candidate, field.type)
        except msgspec.ValidationError:
            continue
    kinds = describe_type(field.type, "a list", "@FILE with a {}")
    raise Unusable(describe_refusal(field, typed, kinds))


def seats_of(game: AnyGame, options: Struct, seats: int | None, bots: str, people: int) -> int:
    """Return `seats`, or by default `people` plus the listed bots. If a single level is given for
    all bots, the default is the smallest number of seats that the options allow. Raises Unusable.
    """
    if seats is None:
        seats = bots.count(",") + 1 + people if "," in bots else fewest(game, options)
    check_seats(game, seats)
    return seats


def check_seats(game: AnyGame, seats: int) -> None:
    """Raise Unusable if the game does not allow this number of seats."""
    few, many = game.seats[0], game.seats[-1]
    if seats not in game.seats:
        said = "{game} is played by {few} to {many}."
        raise Unusable(said, game=game.title, few=few, many=many)


def bot_levels(game: AnyGame, typed: str, seats: int) -> tuple[str, ...]:
    """Return the levels of `seats` bots. The typed text has one level for all bots, or one for
    each. Raises Unusable.
    """
    levels = [folded(level, game.bots) for level in typed.split(",")]
    for level in levels:
        if level not in game.bots:
            raise no_bot(level, game.bots)
    if len(levels) == 1:
        levels *= seats
    if len(levels) != seats:
        raise Unusable(UNFIT, n=len(levels), seats=seats)
    return tuple(levels)


def folded(typed: str, known: Iterable[str]) -> str:
    """Return the known name that was typed, in any spelling, or the typed text itself."""
    return same_name(typed, known) or typed.strip()


def no_bot(typed: str, known: Iterable[str]) -> Unusable:
    """Return the error for an unknown bot. It names the closest known bot, or all bots."""
    if guess := closest(typed, known):
        return Unusable(
            "There is no bot {name}. Did you mean {guess}?", name=repr(typed), guess=guess
        )
    if typed.isdecimal():
        said = "There is no bot {name}. Choose {known}. For {n} bots: {option}"
        option = f"--seats {int(typed[:3]) + 1}"
        return Unusable(said, name=repr(typed), known=either(known), n=typed[:3], option=option)
    return Unusable(
        "There is no bot {name}. Choose {known}.", name=repr(typed), known=either(known)
    )


def bots_named(game: AnyGame, typed: str, seats: int) -> tuple[str, ...]:
    """Return `seats` bots for a series: levels, `random`, `greedy` or custom functions,
    FILE.py:FUNCTION. The typed text has one bot for all seats, or one for each. Raises Unusable.
    """
    names = [folded(name, kinds(game)) for name in typed.split(",")]
    for name in names:
        if why := unknown(game, name):
            known = (*kinds(game), "FILE.py:FUNCTION")
            raise Unusable(why) if is_own(name) else no_bot(name, known)
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise Unusable(UNFIT, n=len(names), seats=seats)
    return tuple(names)


def check_table(game: AnyGame, options: Struct, seats: int) -> None:
    """Raise Unusable if the rules do not allow these options for this number of seats."""
    try:
        game.setup(options, seats)
    except Illegal as refusal:
        option = allowing(game, options, seats)
        raise Unusable(f"{refusal} Try --option {option}." if option else refusal) from None


def allowing(game: AnyGame, options: Struct, seats: int) -> str | None:
    """Return an option setting that allows this number of seats, as `name=value`, or None."""
    for field in msgspec.structs.fields(game.options):
        for value in get_args(field.type) if get_origin(field.type) is Literal else ():
            with suppress(Illegal):
                game.setup(msgspec.structs.replace(options, **{field.name: value}), seats)
                return f"{field.name}={value}"
    return None


def read_bytes(file: str) -> bytes:
    """Read a file. Raises Unusable."""
    try:
        return read_file(file)
    except ValueError as error:
        raise Unusable(error) from None


def load_value(file: str, decode: Callable[[bytes], Struct]) -> Struct:
    """Read and decode a file, such as a mission. Raises Unusable."""
    data = read_bytes(file)
    try:
        return decode(data)
    except Illegal as error:
        sentence = fill(error.text, error.facts)
        raise Unusable(f"{file}: {sentence} Rule {error.rule}.") from None


def names_of(typed: str | None, otherwise: Sequence[str]) -> tuple[str, ...]:
    """Return the names at the table: the typed names for the first seats, and names from
    `otherwise` for the other seats.

    Raises Unusable if there are more names than seats, or if two are equal.
    """
    names = [readable(name.strip()) for name in typed.split(",")] if typed else []
    if len(names) > len(otherwise):
        said = "There are {n} names for {seats} seats."
        raise Unusable(said, n=len(names), seats=len(otherwise))
    rest = otherwise[len(names) :]
    named = (*(name or old for name, old in zip(names, otherwise, strict=False)), *rest)
    for name in named:
        if named.count(name) > 1:
            raise Unusable("Two players are called {name}: choose another name.", name=name)
    return named
