"""Names at a table, distinct from each other and from the page's own words. Pure functions."""

from collections.abc import Sequence
from contextlib import suppress

from chabudai.server.credentials import BOT_NAMES, bot_name_in
from chabudai.server.names import LONGEST_SENT, distinct, fold, is_own_word, is_taken, tidy
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import Place


def named(name: str, others: Sequence[Place]) -> str:
    """Return a new guest's name, with a number appended if another player already has it. Raises
    Refused if it is invalid or looks like another name.
    """
    shown, taken = shown_name(name), names_at(others)
    if fold(shown) not in map(fold, taken):
        check_free(shown, taken)
    return distinct(shown, taken)


def renamed(name: str, others: Sequence[Place]) -> str:
    """Return a guest's new name. Raises Refused if it is invalid or looks like another name."""
    shown = shown_name(name)
    check_free(shown, names_at(others))
    return shown


def shown_name(name: str) -> str:
    """Return a name for display. Raises Refused if it is empty or one of the page's own words."""
    shown = tidy(name)
    if shown is None:
        raise Refused("malformed", "A name needs at least one letter.")
    if is_own_word(shown):
        text = "The page uses the word {name} itself. Choose another name."
        raise Refused("name-kept", text, name=shown)
    return shown


def check_free(name: str, taken: Sequence[str]) -> None:
    """Raise Refused if a name looks like another name at the table."""
    other = next((each for each in taken if is_taken(name, (each,))), None)
    if other is not None:
        text = "There is already a {name} here. Add an initial, or choose another name."
        raise Refused("name-taken", text, name=other)


def watcher_name(sent: str) -> str:
    """Return a watcher's name for display, or "" if it is invalid."""
    with suppress(Refused):
        return shown_name(sent) if len(sent) <= LONGEST_SENT else ""
    return ""


def names_at(places: Sequence[Place]) -> list[str]:
    """Return all names shown for these places, in every language."""
    return [
        name
        for place in places
        for name in ((place.name,) if place.kind == "guest" else called(place.name))
        if name
    ]


def called(bot: str) -> tuple[str, str]:
    """Return a bot's name in every language."""
    return bot, bot_name_in(bot, "ja")


def free_bot_name(places: Sequence[Place]) -> str:
    """Return the first bot name that no other place uses in any language."""
    taken = names_at(places)
    return next(
        name for name in BOT_NAMES if not any(is_taken(each, taken) for each in called(name))
    )
