"""Word Bank: say passwords, place stones on a ring of safes, and lock the full ones."""

from chabudai.core import Extras, Game, Guides, Jobs, sentences_always
from chabudai.core.lazy import Lazy
from chabudai.games.word_bank import bots, moves, rules, state, text, view
from chabudai.games.word_bank.text.cards import CARDS
from chabudai.games.word_bank.text.played_words import words

GAME: Game[state.Options, state.State, state.Action, state.Event, view.View] = Game(
    name="word-bank",
    title="Word Bank",
    rules=2,
    seats=range(2, 6),
    open=True,
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
        seat_options=("first_player",),
        words=words,
        greedy=bots.greedy,
        traits=("long-words", "short-words"),
        cards=CARDS,
        coding=Lazy(__name__, "moves.coding", "CODING"),
        draw=Lazy(__name__, "text.picture", "draw"),
        advise=Lazy(__name__, "review.advice", "advise"),
        why=Lazy(__name__, "review.reasons", "why"),
        reason_disclosure=view.reason_disclosure,
        discloses_reasons=view.discloses_reasons,
        commands=Lazy(__name__, "solver.commands", "COMMANDS"),
        jobs=Jobs(("review", "report", "retry"), Lazy(__name__, "review.jobs", "JOBS")),
        guides=Guides(("first",), Lazy(__name__, "guide", "GUIDES")),
        daily=Lazy(__name__, "review.daily", "DAILY"),
    ),
)
