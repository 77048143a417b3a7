"""Names as people type them: other spellings, and the nearest known name."""

from collections.abc import Iterable, Mapping
from unicodedata import normalize

LEAST_SIMILAR = 0.65
"""Minimum similarity of a name that is suggested, from 0 to 1."""
LONGEST = 40
"""Maximum number of characters of a name that are compared."""
SYNONYMS = {
    "list": "games",
    "ls": "games",
    "start": "play",
    "run": "play",
    "new": "play",
    "tutorial": "learn",
    "teach": "learn",
    "today": "daily",
    "resume": "play --resume",
    "continue": "play --resume",
    "load": "play --resume",
    "web": "serve",
    "host": "serve",
    "ui": "serve",
    "restore": "backup --help",
    "export": "backup",
    "clean": "prune",
    "watch": "replay",
    "analyse": "review",
    "analyze": "review",
    "bench": "simulate",
    "stats": "simulate",
    "about": "version",
    "dictionary": "words",
    "lookup": "words",
    "check": "words",
    "spell": "words",
    "define": "words --meaning",
    "meaning": "words --meaning",
    "man": "manual",
    "info": "help",
    "?": "help",
    "docs": "manual",
    "settings": "serve --show-settings",
    "config": "serve --show-settings",
    "show": "list",
}
"""Map commands of other programs to our commands with the same purpose."""


def fold_name(name: str) -> str:
    """Normalize a name: lower case, normal width, no spaces, hyphens or underscores."""
    return "".join(each for each in normalize("NFKC", name).casefold() if each not in " -_")


def same_name(typed: str, known: Iterable[str]) -> str | None:
    """Return the known name that was typed, in any spelling, or None."""
    return by_form(known).get(fold_name(typed))


def closest(typed: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most similar to the typed one, or None if none is similar."""
    from difflib import get_close_matches  # imported only after a mistake

    forms = by_form(known)
    if same := [name for name in forms.values() if initials(name) == typed.lower()]:
        return same[0]
    nearest = get_close_matches(fold_name(typed[:LONGEST]), forms, n=1, cutoff=LEAST_SIMILAR)
    return forms[nearest[0]] if nearest else None


def initials(name: str) -> str | None:
    """Return the initials of a name, or None if it has only one word."""
    words = name.replace("_", "-").split("-")
    return "".join(word[:1] for word in words) if len(words) > 1 else None


def by_form(known: Iterable[str]) -> Mapping[str, str]:
    """Map the folded form of each name to the name."""
    return {fold_name(name): name for name in known}
