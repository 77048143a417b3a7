"""The Kakapo's helpers for the tests that all games share, written from RULES.md.

They do not use `view` or `moves`. They use `rules` only to find out whether a move ends the
mission, since all hands are open after that.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from hypothesis import strategies as st
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Rng, Seat, Step, play
from chabudai.core.transcript import Transcript
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.components.cards import DECK, MODES, Card
from chabudai.games.kakapo.questions import Consider, Fits, Question, Try
from chabudai.games.kakapo.tests.tables import FAR, LOW, ROWS, bird, cards, mission, stacked
from chabudai.games.kakapo.view import View
from tests.support.moves import scripted

MIXES = 60
"""Number of attempts to swap two hidden cards."""

# --- Helpers that every game provides


def options(seats: int) -> st.SearchStrategy[kk.Options]:
    """Generate options that `seats` players may agree on."""
    number = st.integers(1, 20)
    name = number.map(("buddy/{}" if seats == 2 else "party/{}").format)
    return st.builds(
        kk.Options,
        mission=st.one_of(number, name, st.just(own_mission(seats))),
        leader_free_second=st.booleans(),
        rescue_forced=st.booleans(),
        double_scan_forgiving=st.booleans(),
        void_tracker=st.booleans(),
        concession=st.sampled_from((False, False, True)),
        turn_clock=st.sampled_from(("off", 10, 60, 3600)),
    )


def own_mission(seats: int) -> object:
    """Return a short mission that is not in the book."""
    return mission(bird("F6 F7", "F6WG"), bird("C3"), mode=MODES[seats])


def pieces(state: kk.State) -> Counter[Card]:
    """KK-9, KK-10, KK-28: count all cards, wherever they are."""
    there: Counter[Card] = Counter((*state.box, *state.revealed))
    for hand in state.hands:
        there.update(hand)
    for one in state.rounds:
        there.update(one.cards)
    return there


def longest(state: kk.State) -> int:
    """KK-14: return the maximum number of moves: ten rounds of six, plus many wishes to give up."""
    return 1000


EVIDENCE: Mapping[type[kk.Action], type[kk.Event]] = {
    kk.Reveal: kk.Revealed,
    kk.Select: kk.Selected,
    kk.Place: kk.Placed,
    kk.Concede: kk.Wished,
}
"""The first event of a successful move, by the move's type."""


def accepted(action: kk.Action, step: Step[kk.State, kk.Event]) -> bool:
    """Whether the first event of the step is the one that `action` causes."""
    return isinstance(step.news[0].event, EVIDENCE[type(action)])


def odd(view: View, seat: Seat, rng: Rng) -> kk.Action:
    """Return a random move, perhaps with a card, piece or skill that the seat does not have."""
    actions: tuple[kk.Action, ...] = (
        kk.Reveal(rng.choice(DECK)),
        kk.Reveal(rng.choice(DECK)),
        kk.Select(),
        kk.Select(kk.Double()),
        kk.Select(kk.Wild(rng.choice(("P", "O", "B", "G", "Y")))),
        kk.Select(kk.Shift(1)),
        kk.Select(kk.Shift(-1)),
        kk.Place(rng.choice(DECK), rng.below(8), rng.below(12), rng.below(12)),
        anywhere(view, rng),
        anywhere(view, rng),
        kk.Concede(wish=not rng.below(3)),
    )
    return rng.choice(actions)


def anywhere(view: View, rng: Rng) -> kk.Place:
    """Place a random piece, or a piece that must be placed, on random cells."""
    wanted = view.phase.pieces if isinstance(view.phase, kk.Placing) else DECK
    return kk.Place(rng.choice(wanted), rng.below(8), rng.below(12), rng.below(12))


def questions(view: View, rng: Rng) -> Iterator[Question]:
    """Yield some questions that a client may ask."""
    for skill in (None, kk.Double(), kk.Wild("P"), kk.Wild("G"), kk.Shift(1), kk.Shift(-1)):
        yield Consider(skill)
    yield Fits(rng.choice(DECK))
    for _ in range(2):
        put = anywhere(view, rng)
        yield Fits(put.piece)
        yield Try(put.piece, put.orientation, put.row, put.column)


# --- Secrets: hands and the box (KK-9, KK-13), and wishes to give up (KK-A21)


def scramble(
    state: kk.State, seat: Seat | None, rng: Rng, about: kk.Action | None = None
) -> kk.State:
    """Swap hidden cards as the public facts allow, without changing the result of `about`."""
    if isinstance(state.phase, kk.Dealing | kk.Over) or ends(state, about):
        return state
    owners = len(state.hands)
    held = [list(hand) for hand in (*state.hands, state.box)]
    places = [
        (holder, at)
        for holder, some in enumerate(held)
        for at, card in enumerate(some)
        if holder != seat and card not in bound(state, about)
    ]
    bare = shown_bare(state, about)
    for _ in range(MIXES if places else 0):
        (one, first), (other, second) = rng.choice(places), rng.choice(places)
        card, swapped = held[one][first], held[other][second]
        if (other, card[0]) not in bare and (one, swapped[0]) not in bare:
            held[one][first], held[other][second] = swapped, card
    *hands, box = (tuple(sorted(some, key=DECK.index)) for some in held)
    wishes = state.wishes if isinstance(about, kk.Concede) else other_wishes(state, seat, rng)
    assert len(hands) == owners
    return replace(state, hands=tuple(hands), box=box, wishes=wishes)


def ends(state: kk.State, about: kk.Action | None) -> bool:
    """Whether a move ends the mission, after which all hands are open."""
    if about is None:
        return False
    movers = (*GAME.to_act(state), *GAME.may_act(state))
    for seat in movers if isinstance(about, kk.Concede) else movers[:1]:
        try:
            step = GAME.apply(state, seat, about)
        except Illegal:
            continue
        if isinstance(step.state.phase, kk.Over):
            return True
    return False


def bound(state: kk.State, about: kk.Action | None) -> tuple[Card, ...]:
    """Return the cards with a public holder: purple 8 (KK-11), and the one that `about` reveals."""
    return ("P8", about.card) if isinstance(about, kk.Reveal) else ("P8",)


def shown_bare(state: kk.State, about: kk.Action | None) -> set[tuple[Seat, str]]:
    """KK-17: return pairs of a seat and a colour that its plays or `about` show it to lack."""
    seats = len(state.hands)
    now = state.revealed
    if isinstance(about, kk.Reveal) and isinstance(state.phase, kk.Revealing):
        now = (*now, about.card)
    found = set()
    for start, shown in (*((one.start, one.cards) for one in state.rounds), (state.start, now)):
        for place, card in enumerate(shown):
            free = state.options.leader_free_second and seats == 2 and place == 2
            if card[0] != shown[0][0] and not free:
                found.add(((start + place) % seats, shown[0][0]))
    return found


def other_wishes(state: kk.State, seat: Seat | None, rng: Rng) -> tuple[bool, ...]:
    """KK-A21: randomize the other seats' wishes to give up, but never so that all agree."""
    wishes = tuple(
        wish if owner == seat or not state.options.concession else not rng.below(2)
        for owner, wish in enumerate(state.wishes)
    )
    return state.wishes if all(wishes) else wishes


def disguise(state: kk.State, seat: Seat | None, actor: Seat, action: kk.Action) -> kk.Action:
    """Return `action`. If it is a deal, change the other seats' cards, which `seat` cannot see."""
    if not isinstance(action, kk.Shuffle) or not isinstance(state.phase, kk.Dealing):
        return action
    seats = len(state.hands)
    size = 16 if seats == 2 else len(action.deck) // seats
    deck = list(action.deck)
    hidden = [at for at, card in enumerate(deck) if at // size != seat and card != "P8"]
    mixed = Rng(13).shuffled([deck[at] for at in hidden])
    for at, card in zip(hidden, mixed, strict=True):
        deck[at] = card
    return replace(action, deck=tuple(deck))


def canary(state: kk.State) -> tuple[kk.State, str]:
    """Return the table with an impossible card in the box, and the card's text, to detect leaks."""
    return replace(state, box=(*state.box[1:], "☠")), "☠"


# --- Recorded games


def ended(reason: str) -> Callable[[Sequence[kk.State]], bool]:
    """Return a function that checks whether a game, given as its states, ended for `reason`."""

    def shown(game: Sequence[kk.State]) -> bool:
        phase = game[-1].phase
        return isinstance(phase, kk.Over) and phase.reason == reason

    return shown


ENDINGS: Mapping[str, Callable[[Sequence[kk.State]], bool]] = {
    "the birds are scanned": ended("scanned"),
    "a piece has no place": ended("no-place"),
    "the last round is over": ended("last-round"),
    "all give up": ended("conceded"),
}
"""Ways in which a mission can end, each with a check of the game's states."""

UNTOLD = ()
MOST_MOVES = 120
"""Maximum number of moves in a recorded game, to keep it readable."""

WIDE = {mode: mission(LOW, FAR, mode=mode, required=2) for mode in ("buddy", "party")}
CROWDED = {mode: mission(*ROWS, mode=mode, required=4) for mode in ("buddy", "party")}
"""Custom missions, since those in the book may still change."""

TABLES: Sequence[kk.Options] = (
    kk.Options(mission=WIDE["party"], concession=False, turn_clock=60),
    kk.Options(mission=CROWDED["party"], concession=False, void_tracker=True),
    kk.Options(mission=WIDE["party"], concession=False),
    kk.Options(mission="buddy/9"),
    kk.Options(mission=WIDE["buddy"], concession=False, leader_free_second=True),
    kk.Options(mission=WIDE["buddy"], concession=False, rescue_forced=True, turn_clock=60),
    kk.Options(mission=CROWDED["buddy"], concession=False, double_scan_forgiving=True),
)
"""Table options for the recorded games."""


# --- Handwritten games, one for each case that the rulebook describes

SEVEN, ONE = kk.Place("O7", 0, 5, 4), kk.Place("O1", 0, 4, 5)


def played(
    note: str, options: kk.Options, deal: kk.Shuffle, seats: int, moves: tuple[kk.Action, ...]
) -> Transcript:
    """Return a transcript of the moves, each made by the seat that must act."""
    state, made = GAME.setup(options, seats), list[tuple[Seat, kk.Action]]()
    for action in (deal, *moves):
        (seat,) = GAME.to_act(state)
        state = play(GAME, state, seat, action).state
        made.append((seat, action))
    return scripted(GAME, seats, options, made, note)


def reveal(text: str) -> tuple[kk.Action, ...]:
    """Return the moves that reveal `cards`, in order."""
    return tuple(map(kk.Reveal, cards(text)))


def examples() -> Iterator[tuple[str, Transcript]]:
    """Yield a named game, or a game's beginning, for each case that the rulebook describes."""
    for seats, hands, shown in (
        (2, ("P8 O7 O1", "O3 O5"), "O7 O3 O1 O5"),
        (3, ("P8 O7", "O1", "O3"), "O7 O1 O3"),
        (4, ("P8 O7", "O1", "O3", "O5"), "O7 O1 O3 O5"),
    ):
        yield f"a double scan of {seats} succeeds", double_scan(seats, hands, shown)
        yield f"all {seats} give up", given_up(seats)
    yield "skills for two and a round without a piece", skills_for_two()
    yield "the second card of the leader is free", free_second()


def double_scan(seats: int, hands: tuple[str, ...], shown: str) -> Transcript:
    """KK-23, KK-41: in the first round, a 7 and a 1 scan the bird."""
    moves = (*reveal(shown), kk.Select(kk.Double()), SEVEN, ONE)
    note = f"{seats} play; a double scan surrounds the bird in the first round."
    return played(note, own(seats), stacked(*hands), seats, moves)


def own(seats: int) -> kk.Options:
    """Return options with a custom mission."""
    return kk.Options(mission=mission(LOW, mode=MODES[seats]))


def given_up(seats: int) -> Transcript:
    """KK-A21: one seat wishes to give up and changes its mind. Later all seats give up."""
    note = f"All {seats} give up, one of them on second thoughts."
    options = kk.Options() if seats == 2 else own(seats)
    wishes = [(0, True), (0, False), *((seat, True) for seat in reversed(range(seats)))]
    moves = [(CHANCE, stacked(*[""] * seats)), *((seat, kk.Concede(wish)) for seat, wish in wishes)]
    return scripted(GAME, seats, options, moves, note)


def skills_for_two() -> Transcript:
    """KK-24, KK-30, KK-25: a wild colour selects G4, then G4 selects nothing, then a shift selects
    B5.
    """
    deal = stacked("P8 O4 O2 G4 G2 B4 B2", "O3 O1 G3 G1 B3 B1")
    moves = (
        *reveal("O4 O3 O2 O1"),
        kk.Select(kk.Wild("G")),
        kk.Place("G4", 0, 0, 0),
        *reveal("G4 G3 G2 G1"),
        kk.Select(),
        *reveal("B4 B3 B2 B1"),
        kk.Select(kk.Shift(1)),
        kk.Place("B5", 0, 9, 9),
    )
    note = "A wild colour, a decision card whose piece is on the board already, a shift change."
    return played(note, own(2), deal, 2, moves)


def free_second() -> Transcript:
    """KK-A1: the leader holds orange and reveals green as the third card."""
    deal = stacked("P8 O2 O6 G1", "O5")
    moves = (*reveal("O2 O5 G1 B8"), kk.Select(), kk.Place("O5", 1, 3, 3))
    note = "The leader's second card does not follow, where the table leaves it free."
    return played(note, replace(own(2), leader_free_second=True), deal, 2, moves)
