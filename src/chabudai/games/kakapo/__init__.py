"""The Kakapo: win tricks in silence to choose puzzle pieces, and surround birds with them."""

from chabudai.core import Extras, Game, Guides, Jobs
from chabudai.core.lazy import Lazy
from chabudai.games.kakapo import bots, moves, questions, rules, state, text, view
from chabudai.games.kakapo.components.missions import Mission, decode
from chabudai.games.kakapo.text.cards import CARDS

JOBS = ("studio", "open", "review", "report", "retry")
GAME: Game[state.Options, state.State, state.Action, state.Event, view.View] = Game(
    name="kakapo",
    title="The Kakapo Buddy & Party",
    rules=1,
    seats=rules.SEATS,
    together=True,
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
    talk=rules.talk,
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
        traits=("high-cards", "low-cards"),
        cards=CARDS,
        coding=Lazy(__name__, "moves.coding", "CODING"),
        draw=Lazy(__name__, "text.picture", "draw"),
        advise=Lazy(__name__, "review.advice", "advise"),
        why=Lazy(__name__, "review.reasons", "why"),
        reason_disclosure=view.reason_disclosure,
        discloses_reasons=view.discloses_reasons,
        files={Mission: decode},
        commands=Lazy(__name__, "review.commands", "COMMANDS"),
        jobs=Jobs(JOBS, Lazy(__name__, "review.jobs", "JOBS")),
        guides=Guides(("buddy", "party"), Lazy(__name__, "guide", "GUIDES")),
        daily=Lazy(__name__, "review.daily", "DAILY"),
    ),
)
