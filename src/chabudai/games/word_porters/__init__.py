"""Word Porters: hint at your secret word with vague words, and find out those of the others."""

from chabudai.core import Game
from chabudai.games.word_porters import bots, components, moves, review, rules, state, text, view
from chabudai.games.word_porters.review import questions

GAME = Game(
    name="word-porters",
    title="Word Porters",
    rules=1,
    seats=components.SEATS,
    options=state.Options,
    actions=state.Action,
    events=state.Event,
    views=view.View,
    questions=questions.Asked,
    answers=questions.Told,
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
    ask=review.ask,
    idle=moves.idle,
    clock=moves.clock,
    text=text.TEXT,
    bots=bots.BOTS,
)
