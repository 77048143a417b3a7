"""Quiddler: a card game for one to eight: spell words with all cards but one; eight rounds."""

from collections.abc import Mapping

from chabudai.core import Advice, Daily, Extras, Game, Guide, Guides, Job, Jobs, Rng, Seat, Telling
from chabudai.core.command import Command
from chabudai.core.drawing.scene import Scene
from chabudai.games.quiddler import bots, moves, questions, rules, state, text, view
from chabudai.games.quiddler.moves.dictionary import against_meaning
from chabudai.games.quiddler.text.cards import CARDS
from chabudai.games.quiddler.text.spoken import words


def commands() -> tuple[Command, ...]:
    """The commands of the game; imported only when one is asked for."""
    from chabudai.games.quiddler.solver.commands import COMMANDS

    return COMMANDS


def load_jobs() -> Mapping[str, Job]:
    """The jobs of the game; importing them imports the review."""
    from chabudai.games.quiddler.review.jobs import JOBS

    return JOBS


def load_guides() -> Mapping[str, Guide]:
    """The guided first game."""
    from chabudai.games.quiddler.guide import GUIDES

    return GUIDES


def load_daily() -> Daily:
    """How the game is dealt for a day."""
    from chabudai.games.quiddler.review.daily import DAILY

    return DAILY


def draw(view: view.View, seat: Seat | None, lang: str) -> Scene:
    """What a picture of the table shows, which is imported when one is drawn."""
    from chabudai.games.quiddler.text import picture

    return picture.draw(view, seat, lang)


def advise(view: view.View, seat: Seat, rng: Rng) -> Advice:
    """Help for a seat that owes a move, which comes with the review."""
    from chabudai.games.quiddler.review import advice

    return advice.advise(view, seat, rng)


def why(before: view.View, seat: Seat, action: state.Action, now: view.View) -> Telling | None:
    """Why a bot moved as it did, which comes with the review."""
    from chabudai.games.quiddler.review import reasons

    return reasons.why(before, seat, action, now)


GAME: Game[state.Options, state.State, state.Action, state.Event, view.View] = Game(
    name="quiddler",
    title="Quiddler",
    rules=1,
    seats=rules.SEATS,
    options=state.Options,
    actions=state.Action,
    events=state.Event,
    views=view.View,
    questions=questions.Question,
    answers=questions.Answer,
    setup=rules.setup,
    to_act=rules.to_act,
    turn=rules.turn,
    may_act=rules.may_act,
    chance=rules.chance,
    apply=rules.apply,
    outcome=rules.outcome,
    view=view.view,
    determinize=view.determinize,
    legal_actions=moves.legal_actions,
    menu=moves.menu,
    sample=moves.sample,
    ask=moves.ask,
    idle=moves.idle,
    clock=moves.clock,
    text=text.TEXT,
    bots=bots.BOTS,
    extras=Extras(
        words=words,
        against_meaning=against_meaning,
        greedy=bots.greedy,
        cards=CARDS,
        draw=draw,
        advise=advise,
        why=why,
        reason_disclosure=view.reason_disclosure,
        discloses_reasons=view.discloses_reasons,
        commands=commands,
        jobs=Jobs(("review", "report"), load_jobs),
        guides=Guides(("first",), load_guides),
        daily=load_daily,
    ),
)
