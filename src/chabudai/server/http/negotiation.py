"""Selects languages and compressions from a request's `Accept-*` headers (RFC 9110)."""

import re
from collections.abc import Sequence

CHOICE = re.compile(r"([\w*-]+)\s*(?:;\s*q=(0(?:\.\d*)?|1(?:\.0*)?))?", re.ASCII | re.IGNORECASE)
"""A language or compression, and its quality between 0 and 1."""


def qualities(header: str) -> dict[str, float]:
    """Map a header's choices, in lower case and in order, to their qualities. Choices that cannot
    be parsed are ignored.
    """
    found: dict[str, float] = {}
    for each in header.split(","):
        if choice := CHOICE.fullmatch(each.strip()):
            found.setdefault(choice[1].lower(), float(choice[2] or 1))
    return found


def accepted_language(header: str, languages: Sequence[str]) -> str:
    """Return the language that the reader prefers, or the first of `languages` if the reader
    accepts none of them. A regional variety such as "ja-JP" counts as its language.
    """
    wanted: dict[str, float] = {}
    for each, quality in qualities(header).items():
        language = each.split("-", 1)[0]
        wanted[language] = max(wanted.get(language, 0), quality)
    for language in languages:
        wanted.setdefault(language, wanted.get("*", 0))
    liked = [each for each in wanted if each in languages and wanted[each] > 0]
    return max(liked, key=wanted.__getitem__, default=languages[0])


def accepted_coding(header: str, codings: Sequence[str]) -> str:
    """Return the compression that the client prefers. If several are equally preferred, the first
    of `codings` is chosen. Return "" if the client accepts none of them, or prefers uncompressed
    content.
    """
    found = qualities(header)
    wanted = {each: found.get(each, found.get("*", 0)) for each in codings}
    liked = [each for each in codings if wanted[each] > 0]
    best = max(liked, key=wanted.__getitem__, default="")
    return best if best and wanted[best] >= found.get("identity", 0) else ""
