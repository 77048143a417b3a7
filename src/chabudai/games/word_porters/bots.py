"""Word Porters: the bots. View in, action out."""

from collections.abc import Mapping
from functools import partial

from chabudai.core import Bot, Rng, Seat
from chabudai.games.word_porters.moves import sample
from chabudai.games.word_porters.state import Action
from chabudai.games.word_porters.view import View


def bot(persona: int) -> Bot[View, Action]:
    """A bot that does anything that is allowed, rather differently from its neighbours."""

    def act(view: View, seat: Seat, rng: Rng) -> Action:
        return sample(view, seat, Rng(rng.bits() ^ persona))

    return act


BOTS: Mapping[str, partial[Bot[View, Action]]] = {
    level: partial(bot) for level in ("easy", "normal", "hard", "expert")
}
