"""Word Bank never proposes a crude word, but players may say one."""

import re
from typing import Any

import msgspec
import pytest

from chabudai.core import Rng
from chabudai.games.word_bank import rules
from chabudai.games.word_bank.bots import BOTS
from chabudai.games.word_bank.components import RING
from chabudai.games.word_bank.review.advice import advise
from chabudai.games.word_bank.review.passwords import MASKS, Passwords
from chabudai.games.word_bank.solver import Password, Solved, commands
from chabudai.games.word_bank.state import Say, State
from chabudai.games.word_bank.tests.support import table
from chabudai.games.word_bank.view import view
from chabudai.words import LEXICONS, LexiconName, crude

RINGS = 3
LISTED_LATE = frozenset("CUMMING CUMS FUCKHEAD MOTHERFUCKING MULATTO NEGRO PROSTITUTE".split())
"""Words that were once proposed because the list of crude words lacked them."""
RUDE = crude() | LISTED_LATE


def crude_ring(seed: int, name: LexiconName) -> State:
    """Return a state that lets a seat say a random crude word."""
    rng = Rng(seed)
    words = [word for word in sorted(RUDE) if len(set(word)) >= 3]
    letters = [*dict.fromkeys(rng.choice(words))][:RING]
    letters += [rng.choice("AEIOUSTRN") for _ in range(RING - len(letters))]
    return table("".join(letters), stones=(20, 20), lexicon=name)


def solved(*safes: str, **asked: Any) -> tuple[Password, ...]:
    document = commands.run(commands.Circle(" ".join(safes), **asked)).document
    assert isinstance(document, Solved)
    return document.best


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(each, marks=() if each == "expert" else pytest.mark.nightly)
        for each in LEXICONS
    ],
)
def test_no_channel_proposes_a_crude_word(name: LexiconName) -> None:
    for seed in range(RINGS):
        state = crude_ring(seed, name)
        seen = view(state, 0)
        for make in BOTS.values():
            action = make(seed)(seen, 0, Rng(seed))
            assert not isinstance(action, Say) or action.word not in RUDE
        advice = advise(seen, 0, Rng(seed))
        told = msgspec.json.encode(
            (advice.look, advice.closer, [one.said for one in advice.choices], advice.why)
        )
        assert not RUDE.intersection(re.findall("[A-Z]{2,}", told.decode()))
        passwords = Passwords(state)
        reviewed = (passwords.commonest(mask) for mask in MASKS if mask.bit_count() >= 5)
        assert not RUDE.intersection(one.word for one in reviewed if one)
        ring = (f"{slot.safe.letter}4" for slot in state.ring)
        clean = solved(*ring, lexicon=name, top=500, clean=True)
        assert not RUDE.intersection(one.word for one in clean)


def test_solve_lists_every_word_unless_it_must_be_clean() -> None:
    every, clean = (
        solved(*"FUCKING", lexicon="casual", top=1000, clean=clean) for clean in (False, True)
    )
    assert "FUCKING" in {one.word for one in every}
    kept = tuple(one for one in every if one.word not in crude())
    assert clean[: len(kept)] == kept


def test_a_player_may_say_a_crude_word() -> None:
    state = table("FUCKING", lexicon="casual")
    assert rules.apply(state, 0, Say("FUCK", "clockwise", (0, 1, 2, 3))).state.used == ("FUCK",)
