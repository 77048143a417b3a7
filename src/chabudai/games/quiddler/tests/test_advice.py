"""Quiddler: the first hint gives the length of a word, the second its cards."""

import msgspec

from chabudai.core import Rng, telling
from chabudai.core.text import spaced
from chabudai.games.quiddler.review.advice import advise
from chabudai.games.quiddler.state import Acting, GoOut
from chabudai.games.quiddler.tests.minds import table
from chabudai.games.quiddler.view import view


def test_hints_lead_from_the_length_of_the_longest_word_to_its_cards_and_the_move() -> None:
    seen = view(table(Acting(0, "Z", "pile"), "QU I L T A Z", "A B C D E"), 0)
    advice = advise(seen, 0, Rng(1))
    best = msgspec.json.decode(advice.choices[advice.best].action, type=GoOut)
    word = max(best.words, key=lambda cards: len("".join(cards)))
    assert advice.look == telling("There is a word of {n} letters.", n=len("".join(word)))
    shown = spaced(sorted(word))
    assert advice.closer == telling("Look at {cards}: they make a word.", cards=shown)


def test_without_a_word_to_lay_there_is_a_choice_instead_of_a_closer_hint() -> None:
    seen = view(table(Acting(0, "Z", "pile"), "Z X V Q", "A B C"), 0)
    advice = advise(seen, 0, Rng(1))
    assert advice.closer is None
    assert len(advice.choices) > 1
