"""Errors that end a command. Their message is printed on standard error."""

from chabudai.cli.output import say
from chabudai.core import Telling, telling
from chabudai.core.telling import TellingFact


class Unusable(Exception):
    """Raised for unusable arguments (exit code 2). `text` is a sentence, or a template for its
    `facts`.
    """

    def __init__(self, text: object, **facts: TellingFact) -> None:
        super().__init__(text)
        self.telling: Telling = telling(str(text), **facts)

    def said(self, lang: str) -> str:
        """Return the sentence in a language, or in English if it has no translation."""
        return say(lang, self.telling)

    def __str__(self) -> str:
        """Return the sentence in English."""
        return self.said("en")


class Refused(Exception):
    """Raised if the rules refuse something, or a check fails (exit code 1)."""
