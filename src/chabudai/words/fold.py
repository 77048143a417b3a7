"""Conversion of typed text to the letters of the dictionaries."""

import unicodedata


def fold(text: str) -> str:
    """Return `text` in upper case, without accents, and with full-width letters made plain.

    Anything else, such as hyphens, spaces and foreign letters, stays as it is, so that the rules
    can refuse it (WB-12, WB-A12). Idempotent.

    >>> fold("Café"), fold("ｗｉｆｉ"), fold("co-op")
    ('CAFE', 'WIFI', 'CO-OP')
    """
    if text.isascii():
        return text.upper()
    decomposed = unicodedata.normalize("NFKD", text.upper())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return unicodedata.normalize("NFKC", plain).upper()
