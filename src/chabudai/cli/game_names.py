"""Games as people refer to them: by name, by title in any language, or by a word of either."""

import re
from collections.abc import Mapping
from functools import cache
from unicodedata import normalize

from chabudai.cli.guesses import closest, fold_name, same_name
from chabudai.core.rulebook import LANGUAGES, read_rulebook
from chabudai.games import GAMES, folder_of

WORD = re.compile(r"[^\W_]+")


def find_game(typed: str) -> str | None:
    """Return the game with the typed name or title, in any spelling, or the only game whose name or
    title contains the typed words. Return None if there is no such game.
    """
    if known := same_name(typed, GAMES):
        return known
    words = set(words_of(typed))
    found = [
        game
        for game, titles in game_titles().items()
        if same_name(typed, titles) or (words and words <= {*words_of(" ".join(titles))})
    ]
    return found[0] if len(found) == 1 else None


def guess_games(typed: str) -> list[str]:
    """Return the games with a word that begins with the typed text. If there are none, return the
    game with the most similar name or word, if any.
    """
    start = fold_name(typed)
    words = {game: words_of(" ".join(titles)) for game, titles in game_titles().items()}
    found = [
        game
        for game, each in words.items()
        if start and any(word.startswith(start) for word in each)
    ]
    if found:
        return found
    owners = {word: game for game, each in words.items() for word in each}
    if guess := closest(typed, GAMES):
        return [guess]
    return [owners[guess]] if (guess := closest(typed, owners)) else []


@cache
def game_titles() -> Mapping[str, tuple[str, ...]]:
    """Map each game to its name and its titles. The games are not imported."""
    titles: dict[str, tuple[str, ...]] = {}
    for game in GAMES:
        books = (read_rulebook(folder_of(game), lang) for lang in LANGUAGES)
        titles[game] = (game, *(book.title for book in books))
    return titles


def words_of(text: str) -> list[str]:
    """Return the words of a name, normalized in case and width."""
    return WORD.findall(normalize("NFKC", text).casefold())
