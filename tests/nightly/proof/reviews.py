"""Reviews of bots' games: their parts add up, and missions are rightly called winnable or lost.

Other tests compare the reviews of the other games with brute force.
"""

from typing import Any

from chabudai.core import AnyGame, Outcome, Rng
from chabudai.core.report import Report, report_on
from chabudai.core.transcript import replayed
from chabudai.games import GAMES, kakapo
from chabudai.games.kakapo.review.hindsight import is_round_start, is_won, look_back
from chabudai.games.kakapo.state import Concede, State as Mission
from tests.nightly.proof.run_config import Figures, Order
from tests.support.moves import course, scripted

UNIT = 1000
"""Points in a review are stored in thousandths."""
MOST_STATES = 3_000
"""Maximum number of states to search in the last round of a mission."""


async def reviews(order: Order) -> Figures:
    """Play `size` games of each kind, and review each of them."""
    luck = order.luck("reviews")
    played = parts = moments = searched = 0
    while order.goes_on(played):
        for game in (game for game in GAMES.values() if "report" in game.extras.jobs):
            seats = luck.choice([each for each in game.seats if each > 1])
            quick = [bot for level, bot in game.bots.items() if level != "expert"]
            makers = luck.choice(([], [luck.choice(quick)] * seats))
            bots = [maker(luck.getrandbits(32)) for maker in makers]
            options, rng = game.options(), Rng(luck.getrandbits(32))
            moves = course(game, game.setup(options, seats), rng, *bots)
            recorded = replayed(game, scripted(game, seats, options, moves))
            outcome = game.outcome(recorded.states[-1])
            assert outcome is not None
            report = report_on(game, recorded)
            parts += check_sums(report, outcome)
            for moment in (moment for one in report.seats for moment in one.moments):
                assert moment.question.text
                assert moment.answer
                moments += 1
            if game is kakapo.GAME:
                start = [state for state in recorded.states if is_round_start(state)][-1]
                found = can_be_won(game, start)
                assert found is None or look_back(game, recorded).winnable[-1] in (found, None)
                searched += found is not None
        played += 1
    return {"of each game": played, "seats": parts, "questions": moments, "searched": searched}


def check_sums(report: Report, outcome: Outcome) -> int:
    """Check that a seat's parts add up to its margin. Returns the number of seats with parts."""
    reported = [one for one in report.seats if one.parts]
    for one in reported:
        assert one.seat is not None
        mine = outcome.scores[one.seat]
        others = (sum(outcome.scores) - mine) / (len(outcome.scores) - 1)
        margin = sum(part.worth for part in one.parts)
        assert abs(abs(margin) - UNIT * abs(mine - others)) <= 51
        assert margin >= 0 or one.seat not in outcome.winners
    return len(reported)


def can_be_won(game: AnyGame, state: Mission) -> bool | None:
    """Whether this round can be won, or None if there are too many states or the game continues."""
    left: list[Any] = [state]
    for _ in range(MOST_STATES):
        if not left:
            return False
        here = left.pop()
        if is_won(here):
            return True
        owing = game.to_act(here)
        if owing and here.round > state.round:
            return None
        for seat in owing:
            actions = game.legal_actions(game.view(here, seat), seat)
            moves = [action for action in actions if not isinstance(action, Concede)]
            left += [game.apply(here, seat, action).state for action in moves]
    return None
