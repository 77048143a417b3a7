"""Quiddler's part of the tests for all games: a second implementation of the rulebook.

Expected results follow RULES.md, and do not come from `rules`, `view` or `moves`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from hypothesis import strategies as st
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat, Step
from chabudai.core.transcript import Transcript
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.components.cards import DECK, Face
from chabudai.games.quiddler.questions import Lookup, Pick, Plan, Question, Stake
from chabudai.games.quiddler.tests.tables import cards, stacked
from chabudai.games.quiddler.view import View
from tests.support.moves import events, scripted

# --- Functions that the tests for all games need


def options(seats: int) -> st.SearchStrategy[qd.Options]:
    clocks = st.sampled_from(("off", 10, 60, 3600))
    return st.builds(
        qd.Options,
        lexicon=st.sampled_from(("casual", "standard", "expert")),
        first_dealer=st.sampled_from(("random", *range(seats))),
        score_floor=st.sampled_from(("round+total", "round", "total", "none")),
        struck_word=st.sampled_from(("minus", "zero")),
        validation=st.sampled_from(("challenge", "when-laid", "at-once")),
        lookup=st.sampled_from(("off-turn", "off-turn-not-table", "none")),
        two_player_bonus=st.sampled_from(("longest", "most", "both")[: 2 if seats == 2 else 3]),
        no_first_turn_out=st.booleans(),
        turn_cap=st.sampled_from(("off", 1, 2, 3, 20)),
        solo=st.just("columns") if seats == 1 else st.sampled_from(("bots", "columns")),
        turn_clock=clocks,
        challenge_clock=clocks,
    )


def pieces(state: qd.State) -> Counter[Face]:
    """QD-2: count all cards of the table."""
    there: Counter[Face] = Counter((*state.pile, *state.discards))
    for held in (*state.hands, *(word.cards for word in state.laid)):
        there.update(held)
    if isinstance(state.phase, qd.Solo | qd.Over):
        for column in state.phase.columns:
            there.update(column)
    return there


def longest(state: qd.State) -> int:
    """QD-A21: return a number of moves that no random game reaches. Rounds have no limit."""
    return 8 * 5000 * len(state.hands)


def accepted(action: qd.Action, step: Step[qd.State, qd.Event]) -> bool:
    """Whether the step contains WentOut if and only if the action is GoOut."""
    wanted = isinstance(action, qd.GoOut)
    return wanted == any(isinstance(event, qd.WentOut) for event in events(step))


def own_cards(view: View) -> tuple[Face, ...]:
    return next((hand for hand in view.hands if not isinstance(hand, int)), ())


def odd(view: View, seat: Seat, rng: Rng) -> qd.Action:
    """Return a random move. Most have no word, too many or too few cards, or others' cards."""
    hand = rng.shuffled(own_cards(view) or ("A", "B", "C"))
    others = tuple(word.cards for word in view.laid) or (cards("XX QU"),)
    actions: tuple[qd.Action, ...] = (
        *(qd.GoOut(words, hand[0]) for words in ((hand[1:],), (hand,))),
        qd.GoOut((hand[:2], hand[2:]), hand[-1]),
        qd.GoOut((), hand[0]),
        *(qd.Last(words, hand[-1]) for words in ((hand[:2],), (hand[:2], hand[2:-1]))),
        qd.Last((), hand[0]),
        qd.GoOut(others[:1], hand[0]),
        qd.Last(others[-1:], hand[0]),
        *map(qd.Discard, "☃Q"),
        *(qd.Draw("pile"), qd.Draw("discards"), qd.Ready()),
        *(qd.Challenge(view.round, rng.below(4)), qd.Challenge(1 + view.round % 8, 0)),
        *map(qd.Spell, ((0, 3), (2, 2, 7), (), (1, 0, 5, 4))),
    )
    return rng.choice(actions)


def questions(view: View, rng: Rng) -> Iterator[Question]:
    hand = rng.shuffled(own_cards(view))
    table_words = [word.word for word in view.laid[-2:]]
    yield from map(Lookup, ("quit", "Émigré", "co-op", "¿", "XQZ", *table_words))
    for word in ("THIN", "inning", "¿", "X" * 40):
        yield Pick(word, hand[:11])
    yield Pick("IN", cards("IN"))
    yield from (Pick("".join(hand[:size]), hand[:size]) for size in (1, 2, 3) if hand[:size])
    yield Plan((), None)
    if len(hand) > 2:
        yield Plan((hand[:-1],), hand[-1])
        yield Plan((hand[:2],), hand[0])
        yield Plan((hand[:2],), None)
    yield Plan((cards("☃ X"),), "☃")
    yield from (Stake(at) for at in (0, 1, 99))


# --- Secrets: hands (QD-29), the draw pile (QD-6, QD-9), columns except their last card (QD-A18)


def scramble(
    state: qd.State, seat: Seat | None, rng: Rng, about: qd.Action | None = None
) -> qd.State:
    if isinstance(state.phase, qd.Solo):
        return scramble_columns(state, state.phase, rng, about)
    phase = state.phase
    known = [known_cards(state, owner, hand, seat, about) for owner, hand in enumerate(state.hands)]
    drawn = isinstance(about, qd.Draw) and about.source == "pile" and phase == qd.Drawing(seat or 0)
    top = state.pile[:1] if drawn and seat is not None else ()
    pool = Counter(state.pile[len(top) :])
    for hand, kept in zip(state.hands, known, strict=True):
        pool.update(Counter(hand) - Counter(kept))
    mixed = list(rng.shuffled(tuple(pool.elements())))
    hands = []
    for hand, kept in zip(state.hands, known, strict=True):
        missing = len(hand) - len(kept)
        hands.append(tuple(sorted((*kept, *mixed[:missing]))))
        del mixed[:missing]
    if isinstance(phase, qd.Acting) and phase.source == "pile" and phase.seat != seat:
        phase = replace(phase, card=rng.choice(hands[phase.seat]))
    return replace(state, phase=phase, hands=tuple(hands), pile=(*top, *mixed))


def known_cards(
    state: qd.State, owner: Seat, hand: tuple[Face, ...], seat: Seat | None, about: qd.Action | None
) -> tuple[Face, ...]:
    """Return the cards of a hand that `seat` sees before or after the action `about`."""
    phase = state.phase
    if owner == seat or isinstance(phase, qd.Settling | qd.Over) or ends_the_lap(state, about):
        return hand
    held = Counter(held.card for held in state.held if held.seat == owner)
    if not isinstance(phase, qd.Acting) or phase.seat != owner:
        return tuple(held.elements())
    shown: Counter[Face] = Counter()
    match about:
        case qd.Discard(card=card):
            shown = Counter((card,))
        case qd.GoOut(words=said, discard=card) | qd.Last(words=said, discard=card):
            shown = Counter((card, *(card for word in said for card in word)))
        case _:
            pass
    return tuple(((shown & Counter(hand)) | held).elements())


def ends_the_lap(state: qd.State, about: qd.Action | None) -> bool:
    """QD-14, QD-29: whether `about` is the round's last discard, which reveals all hands."""
    return (
        isinstance(about, qd.Discard | qd.Last)
        and state.last is not None
        and len(state.last.left) == 1
    )


def scramble_columns(
    state: qd.State, phase: qd.Solo, rng: Rng, about: qd.Action | None
) -> qd.State:
    """QD-A18: shuffle the covered cards of the columns together with the unused cards."""
    shown = [1] * len(phase.columns)
    match about:
        case qd.Stop():
            shown = [6] * len(phase.columns)
        case qd.Spell(columns=columns):
            for column in {column for column in columns if column in range(8)}:
                shown[column] = 2
        case _:
            pass
    kept = [column[-count:] for column, count in zip(phase.columns, shown, strict=True)]
    hidden = [column[:-count] for column, count in zip(phase.columns, shown, strict=True)]
    mixed = list(rng.shuffled((*state.pile, *(card for column in hidden for card in column))))
    laid_out: list[tuple[Face, ...]] = []
    for under, seen in zip(hidden, kept, strict=True):
        laid_out.append((*mixed[: len(under)], *seen))
        del mixed[: len(under)]
    return replace(state, phase=qd.Solo(tuple(laid_out)), pile=tuple(mixed))


def disguise(state: qd.State, seat: Seat | None, actor: Seat, action: qd.Action) -> qd.Action:
    rng = Rng(13)
    if isinstance(action, qd.Refill) and isinstance(state.phase, qd.Refilling):
        return qd.Refill(rng.shuffled(action.pile))
    if not isinstance(action, qd.Shuffle) or not isinstance(state.phase, qd.Dealing):
        return action
    seats, dealt = len(state.hands), (state.round + 2) * len(state.hands)
    if seats == 1:
        seen = set(range(5, 48, 6))
    else:
        seen = {at for at in range(dealt) if (action.dealer + 1 + at) % seats == seat} | {dealt}
    hidden = [at for at in range(len(DECK)) if at not in seen]
    deck = list(action.deck)
    for at, card in zip(hidden, rng.shuffled([deck[at] for at in hidden]), strict=True):
        deck[at] = card
    return replace(action, deck=tuple(deck))


def canary(state: qd.State) -> tuple[qd.State, str]:
    return replace(state, pile=(*state.pile[:-1], "☠")), "☠"


# --- Recorded games


def winners(final: qd.State) -> tuple[Seat, ...]:
    outcome = GAME.outcome(final)
    assert outcome is not None
    return outcome.winners


ENDINGS: Mapping[str, Callable[[Sequence[qd.State]], bool]] = {
    "one wins": lambda game: len(winners(game[-1])) == 1,
    "nobody wins alone": lambda game: len(winners(game[-1])) != 1,
}
"""Ways a game can end. No seat wins alone if several win or a solo game is lost."""

UNTOLD = (qd.Readied,)
MOST_MOVES = 500
"""Maximum number of moves in a recorded game, to keep it readable."""

TABLES: Sequence[qd.Options] = (
    qd.Options(),
    qd.Options(validation="at-once", turn_cap=2, first_dealer=0),
    qd.Options(solo="columns"),
    qd.Options(lexicon="casual", struck_word="zero", score_floor="none", challenge_clock=60),
    qd.Options(two_player_bonus="most", no_first_turn_out=True, lookup="none"),
    qd.Options(lexicon="expert", score_floor="round", turn_cap=1, turn_clock=60),
    qd.Options(lookup="off-turn", score_floor="total", solo="columns"),
)
"""Table options of the recorded games."""

LAYERS = ("IDEA TREE", "RAIN GOLD", "NOTE SEAT", "LION AUTO", "YEAR TUNE", "AIDE SOUP")
"""The open cards of the eight columns in layers of two words each."""


def cleared() -> Transcript:
    """QD-A18: return a solo game that clears every column."""
    layers = [layer.replace(" ", "") for layer in LAYERS]
    top = [layer[column] for column in range(8) for layer in reversed(layers)]
    rest = Counter(DECK)
    rest.subtract(top)
    moves: list[tuple[Seat, qd.Action]] = [(CHANCE, qd.Shuffle((*top, *rest.elements()), 0))]
    for _ in layers:
        moves += [(0, qd.Spell((0, 1, 2, 3))), (0, qd.Spell((4, 5, 6, 7)))]
    note = "A solo game: the columns are cleared."
    return scripted(GAME, 1, qd.Options(solo="columns"), moves, note)


def quiet(seat: Seat, card: Face) -> tuple[tuple[Seat, qd.Action], ...]:
    """QD-13: return the moves of a turn that draws from the pile and discards a card."""
    return (seat, qd.Draw("pile")), (seat, qd.Discard(card))


def lays(seat: Seat, laying: qd.Action) -> tuple[tuple[Seat, qd.Action], ...]:
    return (seat, qd.Draw("pile")), (seat, laying)


def refilled() -> Transcript:
    """QD-A6: return a game of two players who draw all 111 cards and discard each drawn card."""
    start = stacked(("U N D", "U P S"), "A")
    pile = start.deck[7:]
    moves = [move for at, card in enumerate(pile) for move in quiet((at + 1) % 2, card)]
    refill = (CHANCE, qd.Refill(("A", *pile[:-1])))
    note = "The draw pile runs out and is refilled."
    return scripted(GAME, 2, qd.Options(), [(CHANCE, start), *moves, refill, *quiet(0, "A")], note)


def examples() -> Iterator[tuple[str, Transcript]]:
    yield "the draw pile is refilled", refilled()
    yield "the columns are cleared", cleared()
