"""The Kakapo: reasons for a bot's card, selection or place, disclosed after the mission."""

from collections.abc import Sequence

from chabudai.core import Rng, Seat, Telling, telling
from chabudai.games.kakapo.bots.planning import worlds
from chabudai.games.kakapo.components.cards import VALUE
from chabudai.games.kakapo.review.advice import DEALS, Ranked, revealing, selecting
from chabudai.games.kakapo.rules.placement import spot_by_place
from chabudai.games.kakapo.rules.scanning import Edges, with_piece
from chabudai.games.kakapo.state import Action, Over, Place, Reveal, Select, Selecting
from chabudai.games.kakapo.text.events import area, card_name
from chabudai.games.kakapo.view import View


def why(before: View, seat: Seat, action: Action, now: View) -> Telling | None:
    """Return the reason for a move that `seat` made in `before`, or None until the mission is
    over.
    """
    if not isinstance(now.phase, Over):
        return None
    match action:
        case Reveal():
            return why_chosen(action, revealing(before, seat, worlds(before, Rng(0), DEALS)))
        case Select() if isinstance(before.phase, Selecting):
            imagined = worlds(before, Rng(0), DEALS)
            return why_chosen(action, selecting(before, seat, before.phase.decision, imagined))
        case Place():
            return why_placed(before, action)
        case _:
            return None


def why_chosen(action: Reveal | Select, ranked: Sequence[Ranked]) -> Telling:
    """Compare a choice with the best alternative by simple playouts of imagined deals."""
    mine = next((one for one in ranked if one.action == action), None)
    rest = [one for one in ranked if one.action != action]
    if mine is None:
        return telling("It did not notice that the piece fits nowhere.")
    if not rest:
        return telling("There was nothing else to choose.")
    ahead, other = mine.wins - rest[0].wins, rest[0].said
    if not ahead:
        text = (
            "In {deals} quick test games with what it knew, this did about as well as the next "
            "best choice: {other}."
        )
        return telling(text, deals=DEALS, other=other)
    if ahead < 0:
        text = (
            "In {deals} quick test games with what it knew, another choice won {n} "
            "{n|time|times} more: {other}."
        )
        return telling(text, deals=DEALS, n=-ahead, other=other)
    text = (
        "In {deals} quick test games with what it knew, this won {n} {n|time|times} more than "
        "the next best choice: {other}."
    )
    return telling(text, deals=DEALS, n=ahead, other=other)


def why_placed(before: View, place: Place) -> Telling:
    """KK-40: report the number of birds' edges that the piece faces correctly."""
    cells = spot_by_place(VALUE[place.piece])[place.orientation, place.row, place.column].cells
    after = with_piece(before.mission, before.edges, place.piece, cells)
    n, where, piece = right(after) - right(before.edges), area(cells), card_name(place.piece)
    if n:
        text = "On {cells}, {piece} lies along {n} {n|edge|edges} of the birds."
        return telling(text, cells=where, piece=piece, n=n)
    text = "On {cells}, {piece} leaves the birds’ edges free for other pieces."
    return telling(text, cells=where, piece=piece)


def right(edges: Edges) -> int:
    """Count the edges that face a piece that scans them."""
    return sum(bird.count("right") for bird in edges)
