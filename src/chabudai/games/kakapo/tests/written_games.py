"""The Kakapo: handwritten games, one for each case that the rulebook describes."""

from collections.abc import Iterator

from msgspec.structs import replace

from chabudai.core import CHANCE, Seat, play
from chabudai.core.transcript import Transcript
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.components.cards import Mode
from chabudai.games.kakapo.tests.tables import LOW, cards, mission, stacked
from tests.support.moves import scripted

SEVEN, ONE = kk.Place("O7", 0, 5, 4), kk.Place("O1", 0, 4, 5)


def played(
    note: str, options: kk.Options, deal: kk.Shuffle, seats: int, moves: tuple[kk.Action, ...]
) -> Transcript:
    """Return a transcript of these moves, each made by the seat that must act."""
    state, made = GAME.setup(options, seats), list[tuple[Seat, kk.Action]]()
    for action in (deal, *moves):
        (seat,) = GAME.to_act(state)
        state = play(GAME, state, seat, action).state
        made.append((seat, action))
    return scripted(GAME, seats, options, made, note)


def reveal(text: str) -> tuple[kk.Action, ...]:
    """Return the moves that reveal these cards, in this order."""
    return tuple(map(kk.Reveal, cards(text)))


def examples() -> Iterator[tuple[str, Transcript]]:
    """Yield a named game, or the beginning of one, for each case that the rulebook describes."""
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
    mode: Mode = "buddy" if seats == 2 else "party"
    return kk.Options(mission=mission(LOW, mode=mode))


def given_up(seats: int) -> Transcript:
    """KK-A21: one seat withdraws its wish to give up, and then all seats wish it."""
    note = f"All {seats} give up, one of them on second thoughts."
    options = kk.Options() if seats == 2 else own(seats)
    wishes = [(0, True), (0, False), *((seat, True) for seat in reversed(range(seats)))]
    moves = [(CHANCE, stacked(*[""] * seats)), *((seat, kk.Concede(wish)) for seat, wish in wishes)]
    return scripted(GAME, seats, options, moves, note)


def skills_for_two() -> Transcript:
    """KK-24, KK-30, KK-25: wild colour takes G4, then G4 selects nothing, a shift takes B5."""
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
