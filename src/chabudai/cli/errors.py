"""Errors that end a command; their message is printed on standard error."""

from chabudai.cli.output import say
from chabudai.core import Telling, telling
from chabudai.core.telling import TellingFact


class Unusable(Exception):
    """The arguments cannot be used: exit code 2. `text` is a sentence; with facts, a template."""

    def __init__(self, text: object, **facts: TellingFact) -> None:
        super().__init__(text)
        self.telling: Telling = telling(str(text), **facts)

    def said(self, lang: str) -> str:
        """The sentence in a language; in English where there is no translation."""
        return say(lang, self.telling)

    def __str__(self) -> str:
        """The sentence in English."""
        return self.said("en")


class Refused(Exception):
    """Refused by the rules, or a check failed: exit code 1."""
