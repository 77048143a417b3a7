"""Word Porters: give vague hints about your secret word, and vote on the other players' words."""

from chabudai.core import Extras, Game, Guides, Jobs, Seat, check_seat
from chabudai.core.lazy import Lazy
from chabudai.games.word_porters import bots, components, moves, questions, rules, state, text, view
from chabudai.games.word_porters.moves import answers
from chabudai.games.word_porters.questions import AnyAnswer, AnyQuestion, Review
from chabudai.games.word_porters.text.cards import CARDS
from chabudai.games.word_porters.text.played_words import words
from chabudai.games.word_porters.view import View


def ask(view: View, seat: Seat, question: AnyQuestion) -> AnyAnswer:
    """Answer a question from the view alone. A review takes tens of milliseconds."""
    check_seat(seat, len(view.scores))
    if isinstance(question, Review):
        from chabudai.games.word_porters import review

        return review.answer(view, question)
    return answers.ask(view, seat, question)


GAME: Game[state.Options, state.State, state.Action, state.Event, view.View] = Game(
    name="word-porters",
    title="Word Porters",
    rules=3,
    seats=components.SEATS,
    options=state.Options,
    actions=state.Action,
    events=state.Event,
    views=view.View,
    questions=questions.AnyQuestion,
    answers=questions.AnyAnswer,
    setup=rules.setup,
    to_act=rules.to_act,
    turn=rules.turn,
    chance=rules.chance,
    apply=rules.apply,
    outcome=rules.outcome,
    talk=rules.talk,
    view=view.view,
    determinize=view.determinize,
    legal_actions=moves.legal_actions,
    menu=moves.menu,
    sample=moves.sample,
    ask=ask,
    idle=moves.idle,
    clock=moves.clock,
    text=text.TEXT,
    bots=bots.BOTS,
    extras=Extras(
        seat_options=("first_player",),
        words=words,
        greedy=bots.greedy,
        traits=("literal", "imaginative"),
        cards=CARDS,
        coding=Lazy(__name__, "moves.coding", "CODING"),
        draw=Lazy(__name__, "text.picture", "draw"),
        advise=Lazy(__name__, "review.advice", "advise"),
        why=Lazy(__name__, "review.reasons", "why"),
        reason_disclosure=view.reason_disclosure,
        discloses_reasons=view.discloses_reasons,
        jobs=Jobs(("ask", "review", "report", "retry"), Lazy(__name__, "review.jobs", "JOBS")),
        guides=Guides(("first",), Lazy(__name__, "guide", "GUIDES")),
        daily=Lazy(__name__, "review.daily", "DAILY"),
    ),
)
