"""What the tests of the bots have in common: vocabularies, and tables to look at."""

from chabudai.core import Seat
from chabudai.games.quiddler.bots import STRENGTHS
from chabudai.games.quiddler.bots.vocabulary import Vocabulary, vocabulary
from chabudai.games.quiddler.components.cards import DECK, points
from chabudai.games.quiddler.state import Finished, Laid, LastLap, Options, Phase, State, Verdict


def knowing(level_of_bot: str, persona: int = 1) -> Vocabulary:
    mind = STRENGTHS[level_of_bot]
    return vocabulary("standard", mind.shares, mind.stamina, persona)


def table(
    phase: Phase,
    *hands: str,
    discards: str = "V",
    laid: tuple[Laid, ...] = (),
    last: LastLap | None = None,
    options: Options | None = None,
    round_: int = 1,
    previous: Finished | None = None,
) -> State:
    held = tuple(tuple(sorted(hand.split())) for hand in hands)
    pile = list(DECK)
    for card in (*(card for hand in held for card in hand), *discards.split()):
        pile.remove(card)
    return State(
        options or Options(),
        phase,
        held,
        round=round_,
        dealer=0,
        turns=4,
        last=last,
        pile=tuple(pile),
        discards=tuple(discards.split()),
        laid=laid,
        previous=previous,
    )


def word(seat: Seat, cards: str, verdict: Verdict | None = None) -> Laid:
    spelled = tuple(cards.split())
    return Laid(seat, spelled, points(spelled), verdict)
