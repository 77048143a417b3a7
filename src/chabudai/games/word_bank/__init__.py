"""Word Bank: say passwords, place stones round a ring of safes, lock full ones."""

from collections.abc import Mapping

from chabudai.core import Advice, Daily, Extras, Game, Guide, Guides, Job, Jobs, Rng, Seat, Telling
from chabudai.core.command import Command
from chabudai.core.drawing.scene import Scene
from chabudai.games.word_bank import bots, moves, rules, state, text, view
from chabudai.games.word_bank.text.cards import CARDS
from chabudai.games.word_bank.text.spoken import words


def commands() -> tuple[Command, ...]:
    """The commands of the game; imported only when one is asked for."""
    from chabudai.games.word_bank.solver.commands import COMMANDS

    return COMMANDS


def load_jobs() -> Mapping[str, Job]:
    """The jobs, which come with the whole of the review."""
    from chabudai.games.word_bank.review.jobs import JOBS

    return JOBS


def load_guides() -> Mapping[str, Guide]:
    """The guided first game."""
    from chabudai.games.word_bank.guide import GUIDES

    return GUIDES


def load_daily() -> Daily:
    """How the game is dealt for a day."""
    from chabudai.games.word_bank.review.daily import DAILY

    return DAILY


def draw(view: view.View, seat: Seat | None, lang: str) -> Scene:
    """What a picture of the table shows, which is imported when one is drawn."""
    from chabudai.games.word_bank.text import picture

    return picture.draw(view, seat, lang)


def advise(view: view.View, seat: Seat, rng: Rng) -> Advice:
    """Help for a seat that owes a move, which comes with the review."""
    from chabudai.games.word_bank.review import advice

    return advice.advise(view, seat, rng)


def why(before: view.View, seat: Seat, action: state.Action, now: view.View) -> Telling | None:
    """Why a bot moved as it did, which comes with the review."""
    from chabudai.games.word_bank.review import reasons

    return reasons.why(before, seat, action, now)


GAME: Game[state.Options, state.State, state.Action, state.Event, view.View] = Game(
    name="word-bank",
    title="Word Bank",
    rules=1,
    seats=range(2, 6),
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
