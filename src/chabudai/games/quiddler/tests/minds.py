"""Vocabularies and tables for the tests of bots."""

from collections import Counter
from typing import Any

from chabudai.games.quiddler.bots import STRENGTHS
from chabudai.games.quiddler.bots.vocabulary import Vocabulary, vocabulary
from chabudai.games.quiddler.components.cards import DECK
from chabudai.games.quiddler.state import Phase, State
from chabudai.games.quiddler.tests import tables


def knowing(level_of_bot: str, persona: int = 1) -> Vocabulary:
    mind = STRENGTHS[level_of_bot]
    return vocabulary("standard", mind.shares, mind.stamina, persona)


def table(phase: Phase, *hands: str, discards: str = "V", **fields: Any) -> State:
    """Return a round in which all other cards are in the pile."""
    pile = Counter(DECK) - Counter(" ".join((*hands, discards)).split())
    given: dict[str, Any] = {"dealer": 0, "turns": 4, "pile": " ".join(pile.elements()), **fields}
    return tables.table(*hands, discards=discards, phase=phase, **given)
