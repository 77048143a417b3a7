"""Word Porters: hint at your secret word with vague words, and find out those of the others."""

from chabudai.core import Game
from chabudai.games.word_porters import (
    bots,
    cards,
    hindsight,
    moves,
    review,
    rules,
    state,
    text,
    view,
)

GAME = Game(
    name="word-porters",
    title="Word Porters",
    rules=1,
    seats=cards.SEATS,
    options=state.Options,
    actions=state.Action,
    events=state.Event,
    views=view.View,
    questions=hindsight.Asked,
    answers=hindsight.Told,
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
