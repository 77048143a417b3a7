"""The language of the output, and terminals that cannot show it."""

import codecs
import io
import re
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from unicodedata import category, name, normalize

from chabudai.cli.output import print_error
from chabudai.cli.streams import is_wrapper
from chabudai.core.rulebook import LANGUAGES

READABLE = "chabudai.readable"
"""Name of the error handler that replaces characters missing in an encoding."""
NAMED = {
    **dict.fromkeys(("jp", "jpn", "japanese", "nihongo", "日本語"), "ja"),
    **dict.fromkeys(("eng", "english", "英語"), "en"),
}
"""Other names of the languages."""
COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
SIGNS = str.maketrans(
    {
        **dict.fromkeys("“”„«»「」『』", '"'),
        **dict.fromkeys("‘’‚", "'"),
        **dict.fromkeys("‐‑‒–—―−ー", "-"),
        **dict.fromkeys("•·・★●", "*"),
        **dict(zip("×øØłŁđĐıð、。☆○▁▂▃▄▅▆▇█", "xoOlLdDid,.oo.:-=+*##", strict=True)),
        "→": "->",
        "←": "<-",
        "≤": "<=",
        "≥": ">=",
        "±": "+/-",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
        "ß": "ss",
        "þ": "th",
    }
)
"""ASCII replacements for signs and letters that Unicode does not decompose."""
KANA = re.compile("(?:HIRAGANA|KATAKANA) LETTER (?:SMALL )?([A-Z]+)")
"""Pattern of the Unicode names of kana, with the sound."""


def language(text: str) -> str:
    """Return the typed language, as an argparse type: "ja_JP.UTF-8" and "Japanese" mean "ja".
    Return an unknown language unchanged.
    """
    short = text.lower().replace("_", "-").partition("-")[0]
    short = NAMED.get(short, short)
    return short if short in LANGUAGES else text


def typed_language(typed: Sequence[str]) -> str | None:
    """Return the language after `--lang`, or None if it is missing or unknown."""
    for option, value in pairwise((*typed, "")):
        name, equals, after = option.partition("=")
        if name == "--lang":
            lang = language(after if equals else value)
            return lang if lang in LANGUAGES else None
    return None


def environment_language(environ: Mapping[str, str]) -> str:
    """Return the language of the locale, or English if it is not one of ours."""
    locale = first_set(environ, "LC_ALL", "LC_MESSAGES", "LANG")
    return "ja" if locale.lower().startswith("ja") else "en"


def first_set(environ: Mapping[str, str], *names: str) -> str:
    """Return the first of these variables that is set and not empty, or an empty string."""
    return next(filter(None, map(environ.get, names)), "")


def choose_language(typed: Sequence[str], environ: Mapping[str, str]) -> str:
    """Return the language of the output, and make the streams replace characters that they cannot
    show.

    If the terminal cannot show Japanese, the output is in English, and one sentence says so if
    Japanese was asked for.
    """
    asked = typed_language(typed)
    codecs.register_error(READABLE, replace_readably)
    for stream in (sys.stdout, sys.stderr):
        if is_wrapper(stream):
            stream.reconfigure(encoding=encoding_of(stream, asked, environ), errors=READABLE)
    lang = asked or environment_language(environ)
    shown = getattr(sys.stdout, "encoding", None) or "utf-8"
    if lang == "en" or can_show("あ漢", shown):
        return lang
    if asked is not None:
        print_error(
            f"This terminal cannot show Japanese: its encoding is {shown}. Set LC_ALL to "
            "a UTF-8 locale, such as C.UTF-8. Here is English."
        )
    return "en"


def encoding_of(stream: io.TextIOWrapper, asked: str | None, environ: Mapping[str, str]) -> str:
    """Return the encoding for a stream. For a terminal in the locale C, where Python would write
    UTF-8, it is ASCII. A user can override this by choosing an encoding or asking for Japanese.
    """
    # In the locale C, Python itself sets LC_CTYPE to one of COERCED.
    plain = environ.get("LANG") if environ.get("LC_CTYPE") in COERCED else None
    locale = environ.get("LC_ALL") or plain or first_set(environ, "LC_CTYPE", "LANG")
    chosen = environ.get("PYTHONIOENCODING") or environ.get("PYTHONUTF8") == "1"
    if locale in ("C", "POSIX") and not chosen and asked != "ja" and stream.isatty():
        return "ascii"
    return stream.encoding


def can_show(text: str, encoding: str) -> bool:
    """Whether an encoding has all characters of a string."""
    try:
        text.encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def replace_readably(error: UnicodeError) -> tuple[str, int]:
    """Replace characters with similar ASCII characters, or with question marks. An error
    handler.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(map(readable_sign, lacking)), error.end


def readable_sign(sign: str) -> str:
    """Return ASCII characters that look or sound like a character, or else a question mark."""
    if kana := KANA.fullmatch(name(sign, "")):
        return kana[1].lower()
    parts = normalize("NFKD", sign.translate(SIGNS)).translate(SIGNS)
    shown = "".join(part for part in parts if part.isascii())
    return shown if shown or category(sign) in ("Mn", "Cf") else "?"
