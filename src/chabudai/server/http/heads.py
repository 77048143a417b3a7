"""Titles, descriptions and pictures of pages, for link previews and search engines."""

from pathlib import Path

import msgspec

from chabudai.core import Struct
from chabudai.core.rulebook import LANGUAGES
from chabudai.games import GAMES
from chabudai.server.tables.decide import Table
from chabudai.server.tables.decide.watching import is_open

FOLDER = Path(__file__).parent / "strings"
WORDS = {
    lang: msgspec.json.decode((FOLDER / f"{lang}.json").read_bytes(), type=dict[str, str])
    for lang in LANGUAGES
}
"""Texts that the server writes into pages, by language and key."""


class Head(Struct):
    """The title and description of a page. `game` is the game whose picture a preview shows."""

    title: str
    description: str
    game: str = ""


def page_head(path: str, lang: str) -> Head:
    """Return the head of an existing page that does not belong to a table."""
    words = WORDS[lang]
    match path.split("/")[1:]:
        case ["daily" | "mine" | "screen" as page]:
            return Head(titled(words[page], lang), words[f"{page}.about"])
        case ["daily", day]:
            return Head(titled(words["daily.day"].format(day=day), lang), words["daily.about"])
        case ["learn", game, guide]:
            title = GAMES[game].extras.guides[guide]
            names = f"{GAMES[game].title}: {title.translations(title.title)[lang]}"
            return Head(titled(names, lang), words["learn.about"], game)
        case ["book" | "studio", game]:
            return Head(titled(GAMES[game].title, lang), words["about"], game)
        case _:
            return Head(words["site"], words["about"])


def missing_head(lang: str) -> Head:
    """Return the head of a page that does not exist."""
    words = WORDS[lang]
    return Head(titled(words["nowhere"], lang), words["nowhere.about"])


def table_head(table: Table, lang: str) -> Head:
    """Return the head of a table's page. It names the host only if strangers may see the table. The
    host's seat has no name if the host has left and no guest has joined.
    """
    game, sitting, words = table.game, table.sitting, WORDS[lang]
    if not is_open(sitting):
        return Head(game.title, words["unwatched"], game.name)
    host = sitting.places[sitting.host].name
    title = words["table"].format(game=game.title, host=host) if host else game.title
    return Head(title, words["table.about"], game.name)


def titled(title: str, lang: str) -> str:
    """Add the name of the site to a page's title."""
    return f"{title} · {WORDS[lang]['site']}"
