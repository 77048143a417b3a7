"""Tall Tales: a hidden card, a claim, a doubt. No product: a room to try the house on."""

from collections.abc import Mapping

from chabudai.core import Extras, Game, Job, Jobs
from chabudai.core.command import Command
from tests.rooms.tall_tales import bots, moves, rules, state, text, view


def commands() -> tuple[Command, ...]:
    """The commands of the game; imported only when one is asked for."""
    from tests.rooms.tall_tales.review import COMMANDS

    return COMMANDS


def load_jobs() -> Mapping[str, Job]:
    """The jobs, which come with the whole of the review."""
    from tests.rooms.tall_tales.review import JOBS

    return JOBS


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
        commands=commands,
        jobs=Jobs(("review",), load_jobs),
    ),
)
