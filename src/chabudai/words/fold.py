"""Normalize typed text to the letters of the dictionaries."""

import unicodedata


def fold(text: str) -> str:
    """Return `text` in upper case, without accents, full-width letters as plain ones.

    Anything else stays as it is, hyphens, spaces and foreign letters included, so that the rules
    can refuse it (WB-12, WB-A12). Idempotent.

    >>> fold("Café"), fold("ｗｉｆｉ"), fold("co-op")
    ('CAFE', 'WIFI', 'CO-OP')
    """
    if text.isascii():
        return text.upper()
    decomposed = unicodedata.normalize("NFKD", text.upper())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return unicodedata.normalize("NFKC", plain).upper()
