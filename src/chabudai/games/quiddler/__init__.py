"""Quiddler: draw, spell words with every card but one, go out; eight rounds."""

from chabudai.core import Game
from chabudai.games.quiddler import bots, moves, questions, rules, state, view
from chabudai.games.quiddler.text import commands

GAME = Game(
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
    text=commands.TEXT,
    bots=bots.BOTS,
)
