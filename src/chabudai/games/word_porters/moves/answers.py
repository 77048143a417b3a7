"""Word Porters: answers to a client's questions, from the view alone."""

from chabudai.core import Seat
from chabudai.core.asking import no_question
from chabudai.games.word_porters.questions import (
    Answer,
    AnyQuestion,
    Question,
    Spot,
    Survey,
    Surveyed,
    Weigh,
    Weighed,
)
from chabudai.games.word_porters.rules import placement, scoring
from chabudai.games.word_porters.state import Place, Vote
from chabudai.games.word_porters.view import View


def ask(view: View, seat: Seat, question: Question) -> Answer:
    """Answer a question."""
    match question:
        case Survey():
            return survey(view, seat)
        case Weigh(vote=vote):
            return weigh(view, seat, vote)
        case _:
            raise no_question(question, AnyQuestion)


def survey(view: View, seat: Seat) -> Surveyed:
    """WP-19 to WP-22: return the porters for each hint word, or the reason why it is not open."""
    places = (place for card in placement.PLACES[: len(view.hints)] for place in card)
    return Surveyed(tuple(spot(view, seat, place) for place in places))


def spot(view: View, seat: Seat, place: Place) -> Spot:
    """Return the porters for one hint word, or the reason why it is not open."""
    held = view.tokens[seat]
    there = placement.on_card(view.placed, place.card)
    against = placement.against_placing(view.options, there, seat, held, place.word)
    tokens = () if against else placement.paid(there, held)[0]
    return Spot(place.card, place.word, tokens, against)


def weigh(view: View, seat: Seat, vote: Vote) -> Weighed:
    """WP-33, WP-34, WP-36: explain why votes are illegal, and warn if one is certainly wrong."""
    own = view.identities[seat] if view.identities else 0
    against = scoring.against_voting(seat, len(view.scores), vote.votes)
    return Weighed(against, scoring.warning_of(vote.votes, own))
