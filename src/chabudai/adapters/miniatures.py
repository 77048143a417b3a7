"""Miniatures: tiny versions of the games, which OpenSpiel's algorithms can solve exactly.

Needs the extra `openspiel`. Only Python programs can create them. Each has a few deals, all equally
likely, and needs no other chance move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Literal

from msgspec import structs

from chabudai.adapters.openspiel import TableGame
from chabudai.core import CHANCE, AnyGame, Extras, Outcome, Rng, Seat
from chabudai.games.kakapo import GAME as KAKAPO, state as kakapo_state
from chabudai.games.kakapo.components.cards import VALUE, Card
from chabudai.games.kakapo.components.missions import Bird, Edge, Mission, Title
from chabudai.games.kakapo.rules.placement import spot_by_place
from chabudai.games.kakapo.state import Place
from chabudai.games.kakapo.view import View as Board
from chabudai.games.quiddler import GAME as QUIDDLER
from chabudai.games.quiddler.components.cards import DECK, Face, points
from chabudai.games.quiddler.state import (
    Action,
    Discard,
    Draw,
    Last,
    LastLap,
    Options,
    Shuffle,
    State,
)
from chabudai.games.quiddler.view import View
from chabudai.games.word_porters import GAME as WORD_PORTERS, state as porters_state
from chabudai.games.word_porters.moves import ballot
from chabudai.games.word_porters.rules.scoring import result
from chabudai.games.word_porters.view import Polling, View as Row

HANDS = ((("A", "T", "E"), ("O", "X", "B")), (("S", "I", "N"), ("D", "U", "M")))
"""The hands that each seat may have. They are equally likely."""
FACE_UP, PILE = "R", ("E", "G", "P", "O", "L")
TRICKS: tuple[tuple[tuple[Card, ...], ...], ...] = (
    (("P1", "O2", "O8"), ("P1", "P2", "O8")),
    (("P3", "O3", "O4"), ("P3", "P4", "O3")),
)
"""The hands in The Kakapo that each seat may have. They are equally likely."""
SIX = 6
"""Number of rows and of columns in the corner of the board that the miniature uses."""
BIRD = Bird(((2, 2),), (Edge(2, 2, "S", "O"),))
OPTIONS = Options(first_dealer=1, validation="at-once", lookup="none")


def quiddler() -> TableGame:
    """Return the last lap of a Quiddler round with two seats and twelve cards.

    Each seat draws, discards, and lays the words with the most points. A seat's score is its lead.
    """
    game: AnyGame = replace(
        QUIDDLER,
        to_act=to_act_in_round,
        outcome=lead,
        legal_actions=best_layouts,
        extras=Extras(),
    )
    first, second = HANDS
    deals = tuple(dealt(one, other) for one in first for other in second)
    params = {"players": 2, "reward": "score", "first_dealer": "#1", "validation": "at-once"}
    return TableGame(game, params, deals)


def to_act_in_round(state: State) -> tuple[Seat, ...]:
    """Return the seats that owe a move until the round is scored."""
    return () if state.sheet else QUIDDLER.to_act(state)


def dealt(one: tuple[Face, ...], other: tuple[Face, ...]) -> State:
    """Return the state after this deal. The rest of the box is not used."""
    cards = (*(face for pair in zip(one, other, strict=True) for face in pair), FACE_UP, *PILE)
    rest = Counter(DECK)
    rest.subtract(cards)
    deck = (*cards, *rest.elements())
    state = QUIDDLER.apply(QUIDDLER.setup(OPTIONS, 2), CHANCE, Shuffle(deck, 1)).state
    return structs.replace(state, pile=PILE, last=LastLap(None, (0, 1)))


def best_layouts(view: View, seat: Seat) -> Iterator[Action]:
    """Yield the draws and, for each card that can be discarded, one of the layouts with the most
    points. A seat lays nothing only if it has no words.
    """
    best: dict[Face, Discard | Last] = {}
    for action in QUIDDLER.legal_actions(view, seat):
        if isinstance(action, Draw):
            yield action
        elif isinstance(action, Discard):
            best.setdefault(action.card, action)
        elif isinstance(action, Last) and worth(action) > worth(best[action.discard]):
            best[action.discard] = action
    yield from best.values()


def worth(action: Discard | Last) -> int:
    """Return the points of the words that an action lays."""
    return sum(points(word) for word in action.words) if isinstance(action, Last) else 0


def lead(state: State) -> Outcome | None:
    """Return the seats' leads after the round."""
    if not state.sheet:
        return None
    one, other = (line.total for line in state.sheet[-1])
    winners = tuple(seat for seat, total in enumerate((one, other)) if total == max(one, other))
    return Outcome((one - other, other - one), winners)


def kakapo() -> TableGame:
    """Return one round of The Kakapo for two, with purple and orange cards, on 6 × 6 cells.

    An orange piece must be placed below the bird. Orange is the top colour, but the piece for
    orange 8 is already on the board, so the team wins if another orange card is the highest. A
    piece is placed next to the bird if it fits there. There are no counters.
    """
    game: AnyGame = replace(
        KAKAPO,
        to_act=to_act_in_trick,
        outcome=rescue,
        legal_actions=at_the_bird,
        extras=Extras(),
    )
    first, second = TRICKS
    deals = tuple(trick((one, other)) for one in first for other in second)
    return TableGame(game, {"players": 2}, deals)


def trick(hands: tuple[tuple[Card, ...], ...]) -> kakapo_state.State:
    """Return the state before a round with these hands, one edge away from success."""
    mission = Mission("buddy", Title("One edge", "One edge"), (BIRD,), 1)
    options = kakapo_state.Options(mission=mission, concession=False)
    state = KAKAPO.setup(options, 2)
    state = KAKAPO.apply(state, CHANCE, KAKAPO.chance(state, Rng(0))).state
    for piece, wanted in (("P5", {14, 25, 27}), ("O8", {143})):
        placing = structs.replace(state, phase=kakapo_state.Placing(0, (piece,)))
        spots = KAKAPO.legal_actions(KAKAPO.view(placing, 0), 0)
        spot = next(each for each in spots if wanted <= cells_of(each))
        state = KAKAPO.apply(placing, 0, spot).state
    before = kakapo_state.Round(0, ("O8", "P8", "P7", "P6"), 0, "O8", None, ("O8",))
    phase = kakapo_state.Revealing(0)
    return structs.replace(
        state,
        phase=phase,
        hands=hands,
        counters=0,
        box=(),
        declared=None,
        start=0,
        rounds=(before,),
    )


def to_act_in_trick(state: kakapo_state.State) -> tuple[Seat, ...]:
    """Return the seats that owe a move until the round is over."""
    return () if is_played(state) else KAKAPO.to_act(state)


def rescue(state: kakapo_state.State) -> Outcome | None:
    """Return the outcome. The team has lost if the round is over without success."""
    return KAKAPO.outcome(state) or (Outcome((0, 0), ()) if is_played(state) else None)


def is_played(state: kakapo_state.State) -> bool:
    """Whether the round is over."""
    return len(state.rounds) > 1 and not isinstance(state.phase, kakapo_state.Placing)


def cells_of(action: object) -> set[int]:
    """Return the cells that a placement covers, or an empty set for any other action."""
    if not isinstance(action, Place):
        return set()
    place = (action.orientation, action.row, action.column)
    return set(spot_by_place(VALUE[action.piece])[place].cells)


def at_the_bird(view: Board, seat: Seat) -> Iterator[kakapo_state.Action]:
    """Yield the legal actions. A piece may be placed only in the corner: at the open edge if it
    fits there, and otherwise in one fixed place.
    """
    actions = list(KAKAPO.legal_actions(view, seat))
    placements = [each for each in actions if isinstance(each, Place)]
    if not placements:
        yield from actions
        return
    corner = [each for each in placements if max(map(line, cells_of(each))) < SIX]
    facing = [each for each in corner if 38 in cells_of(each)]
    yield from facing or corner[:1]


def line(cell: int) -> int:
    """Return the larger of a cell's row and column."""
    return max(divmod(cell, 12))


def word_porters(words: Literal[3, 4] = 3) -> TableGame:
    """Return a round of Word Porters for three seats, with few words and two hint cards.

    A vote can only be the number of one of these words. A seat's score is its points. All possible
    deals are equally likely.
    """
    game: AnyGame = replace(
        WORD_PORTERS,
        to_act=to_act_before_rest,
        outcome=points_of_round,
        determinize=with_few_words,
        legal_actions=votes_for_words,
        extras=Extras(),
    )
    deals = tuple(identified(words, each) for each in permutations(range(1, words + 1), 3))
    return TableGame(game, {"players": 3, "reward": "score", "first_player": "#0"}, deals)


def identified(words: int, identities: tuple[int, ...]) -> porters_state.State:
    """Return the state after these identities have been dealt. The decks are not used."""
    state = WORD_PORTERS.setup(porters_state.Options(first_player=0), len(identities))
    state = WORD_PORTERS.apply(state, CHANCE, WORD_PORTERS.chance(state, Rng(0))).state
    table = {"words": state.words[:words], "hints": state.hints[:2]}
    state = structs.replace(state, **table, word_deck=(), hint_deck=())
    return WORD_PORTERS.apply(state, CHANCE, porters_state.Deal(identities)).state


def to_act_before_rest(state: porters_state.State) -> tuple[Seat, ...]:
    """Return the seats that owe a move until the round is scored."""
    return () if state.rounds else WORD_PORTERS.to_act(state)


def points_of_round(state: porters_state.State) -> Outcome | None:
    """Return the seats' points after the round."""
    return result(state.scores) if state.rounds else None


def votes_for_words(view: Row, seat: Seat) -> Iterator[porters_state.Action]:
    """Yield the legal actions, except votes for numbers without a word on the table."""
    for action in WORD_PORTERS.legal_actions(view, seat):
        if not isinstance(action, porters_state.Vote) or max(action.votes) <= len(view.words):
            yield action


def with_few_words(view: Row, rng: Rng) -> porters_state.State:
    """Return a random state that agrees with this view and gives each identity the number of a word
    on the table.
    """
    state = WORD_PORTERS.determinize(view, rng)
    numbers = range(1, len(view.words) + 1)
    hidden = iter(rng.shuffled([each for each in numbers if each not in view.identities]))
    identities = tuple(each or next(hidden) for each in view.identities)
    state = structs.replace(state, identities=identities)
    match view.phase, state.phase:
        case Polling(own=own), porters_state.Voting(votes=votes):
            imagined = (
                vote if vote in ((), own) else ballot(seat, rng.shuffled(numbers)[:2]).votes
                for seat, vote in enumerate(votes)
            )
            return structs.replace(state, phase=porters_state.Voting(tuple(imagined)))
        case _:
            return state
