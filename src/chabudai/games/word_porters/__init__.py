"""Word Porters: give vague hints at your secret word, and vote on the words of the others."""

from collections.abc import Mapping

from chabudai.core import (
    Advice,
    Daily,
    Extras,
    Game,
    Guide,
    Guides,
    Job,
    Jobs,
    Rng,
    Seat,
    Telling,
    check_seat,
)
from chabudai.core.drawing.scene import Scene
from chabudai.games.word_porters import bots, components, moves, questions, rules, state, text, view
from chabudai.games.word_porters.moves import answers
from chabudai.games.word_porters.questions import AnyAnswer, AnyQuestion, Review
from chabudai.games.word_porters.text.cards import CARDS
from chabudai.games.word_porters.text.spoken import words
from chabudai.games.word_porters.view import View


def ask(view: View, seat: Seat, question: AnyQuestion) -> AnyAnswer:
    """Answer a question from the view alone; a review takes some tens of milliseconds."""
    check_seat(seat, len(view.scores))
    if isinstance(question, Review):
        from chabudai.games.word_porters import review

        return review.answer(view, question)
    return answers.ask(view, seat, question)


def load_jobs() -> Mapping[str, Job]:
    """The jobs of the game; importing them imports the review."""
    from chabudai.games.word_porters.review.jobs import JOBS

    return JOBS


def load_guides() -> Mapping[str, Guide]:
    """The guided first game."""
    from chabudai.games.word_porters.guide import GUIDES

    return GUIDES


def load_daily() -> Daily:
    """How the game is dealt for a day."""
    from chabudai.games.word_porters.review.daily import DAILY

    return DAILY


def draw(view: view.View, seat: Seat | None, lang: str) -> Scene:
    """What a picture of the table shows, which is imported when one is drawn."""
    from chabudai.games.word_porters.text import picture

    return picture.draw(view, seat, lang)


def advise(view: View, seat: Seat, rng: Rng) -> Advice:
    """Help for a seat that owes a move, which comes with the review."""
    from chabudai.games.word_porters.review import advice

    return advice.advise(view, seat, rng)


def why(before: View, seat: Seat, action: state.Action, now: View) -> Telling | None:
    """Why a bot moved as it did, which comes with the review."""
    from chabudai.games.word_porters.review import reasons

    return reasons.why(before, seat, action, now)


GAME: Game[state.Options, state.State, state.Action, state.Event, view.View] = Game(
    name="word-porters",
    title="Word Porters",
    rules=2,
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
        words=words,
        greedy=bots.greedy,
        cards=CARDS,
        draw=draw,
        advise=advise,
        why=why,
        reason_disclosure=view.reason_disclosure,
        discloses_reasons=view.discloses_reasons,
        jobs=Jobs(("ask", "review", "report"), load_jobs),
        guides=Guides(("first",), load_guides),
        daily=load_daily,
    ),
)
