"""Quiddler: an eight-round card game for 1 to 8 players. Spell words with all cards except one."""

from chabudai.core import Extras, Game, Guides, Jobs, sentences_always
from chabudai.core.lazy import Lazy
from chabudai.games.quiddler import bots, moves, questions, rules, state, text, view
from chabudai.games.quiddler.moves.dictionary import against_meaning
from chabudai.games.quiddler.text.cards import CARDS
from chabudai.games.quiddler.text.played_words import words

GAME: Game[state.Options, state.State, state.Action, state.Event, view.View] = Game(
    name="quiddler",
    title="Quiddler",
    rules=2,
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
        seat_options=("first_dealer",),
        words=words,
        against_meaning=against_meaning,
        greedy=bots.greedy,
        traits=("long-words", "short-words", "bluffs"),
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
