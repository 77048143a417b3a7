"""The Kakapo: silent tricks choose puzzle pieces, which have to surround birds."""

from collections.abc import Mapping

from chabudai.core import Advice, Daily, Extras, Game, Guide, Guides, Job, Jobs, Rng, Seat, Telling
from chabudai.core.command import Command
from chabudai.core.drawing.scene import Scene
from chabudai.games.kakapo import bots, moves, questions, rules, state, text, view
from chabudai.games.kakapo.components.missions import Mission, decode
from chabudai.games.kakapo.text.cards import CARDS


def commands() -> tuple[Command, ...]:
    """The commands of the game; imported only when one is asked for."""
    from chabudai.games.kakapo.review.commands import COMMANDS

    return COMMANDS


def load_jobs() -> Mapping[str, Job]:
    """The jobs, which come with the whole of the review."""
    from chabudai.games.kakapo.review.jobs import JOBS

    return JOBS


def load_guides() -> Mapping[str, Guide]:
    """The guided first missions, for two and for more."""
    from chabudai.games.kakapo.guide import GUIDES

    return GUIDES


def load_daily() -> Daily:
    """How the game is dealt for a day."""
    from chabudai.games.kakapo.review.daily import DAILY

    return DAILY


def draw(view: view.View, seat: Seat | None, lang: str) -> Scene:
    """What a picture of the table shows, which is imported when one is drawn."""
    from chabudai.games.kakapo.text import picture

    return picture.draw(view, seat, lang)


def advise(view: view.View, seat: Seat, rng: Rng) -> Advice:
    """Help for a seat that owes a move, which comes with the review."""
    from chabudai.games.kakapo.review import advice

    return advice.advise(view, seat, rng)


def why(before: view.View, seat: Seat, action: state.Action, now: view.View) -> Telling | None:
    """Why a bot moved as it did, which comes with the review."""
    from chabudai.games.kakapo.review import reasons

    return reasons.why(before, seat, action, now)


GAME: Game[state.Options, state.State, state.Action, state.Event, view.View] = Game(
    name="kakapo",
    title="The Kakapo Buddy & Party",
    rules=1,
    seats=rules.SEATS,
    silent=True,
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
        agree=moves.agree,
        greedy=bots.greedy,
        cards=CARDS,
        draw=draw,
        advise=advise,
        why=why,
        reason_disclosure=view.reason_disclosure,
        discloses_reasons=view.discloses_reasons,
        files={Mission: decode},
        commands=commands,
        jobs=Jobs(("studio", "open", "review", "report"), load_jobs),
        guides=Guides(("buddy", "party"), load_guides),
        daily=load_daily,
    ),
)
