"""Tall Tales, a bluffing game with hidden cards. It is an example and not shipped."""

from chabudai.core import Extras, Game, Jobs, sentences_always
from chabudai.core.lazy import Lazy
from examples.games.tall_tales import bots, moves, rules, state, text, view

GAME: Game[state.Options, state.State, state.Action, state.Event, view.View] = Game(
    name="tall-tales",
    title="Tall Tales",
    rules=1,
    seats=rules.SEATS,
    options=state.Options,
    actions=state.Action,
    events=state.Event,
    views=view.View,
    questions=state.Question,
    answers=state.Answer,
    setup=rules.setup,
    to_act=rules.to_act,
    turn=rules.turn,
    chance=rules.chance,
    apply=rules.apply,
    outcome=rules.outcome,
    talk=sentences_always,
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
        commands=Lazy(__name__, "review", "COMMANDS"),
        jobs=Jobs(("review",), Lazy(__name__, "review", "JOBS")),
    ),
)
