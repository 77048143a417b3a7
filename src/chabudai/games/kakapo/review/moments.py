"""The Kakapo: moves of a finished mission that players can try again. These are the costly moves
and, if the mission was won, the bravest card of each seat that made no costly move.

A move is costly if, with all hands open, it delayed the earliest possible win or ruled out any win.
"""

from collections.abc import Iterable, Iterator, Sequence

from chabudai.core import Seat, Telling, telling
from chabudai.core.report import Moment
from chabudai.core.transcript import Recorded
from chabudai.games.kakapo import moves, rules
from chabudai.games.kakapo.review.chances import Win, win_by
from chabudai.games.kakapo.review.hindsight import (
    Chance,
    Looked,
    Moved,
    followed,
    is_won,
    moves_of,
    turned_with,
    worth,
)
from chabudai.games.kakapo.review.retry import Scene, move_in_words, scene_at, tell_win_with
from chabudai.games.kakapo.review.telling import tell_then
from chabudai.games.kakapo.review.wins import Brave, find_bravest, find_quickest
from chabudai.games.kakapo.rules.history import moments_of
from chabudai.games.kakapo.state import Action, Place, Reveal, Select, State
from chabudai.games.kakapo.text.events import card_name, tell
from chabudai.games.kakapo.view import view

MOST = 3
"""Maximum number of moments of a mission."""
SEARCHES = 8
"""Maximum number of searches for the moves that made a win slower."""
NOTABLE = 2
"""Minimum number of edges that a poor placement misses. An edge in a wrong colour counts three
times.
"""


def find_moments(played: Recorded, looked: Looked) -> tuple[Moment, ...]:
    """Return up to MOST moves of a reviewed mission: the costliest ones first and, if it was won,
    the brave ones.
    """
    made = tuple(moves_of(played.transcript, played.states))
    if not made:
        return ()
    won = is_won(made[-1].after)
    likely = (
        slower_moves(made) if won else [*turning_move(made, looked), *poor_places(made, looked)]
    )
    scenes = [(move.at, scene_at(played, move.at)) for move in likely]
    costly = [
        tell_moment(at, scene, scene.best)
        for at, scene in scenes
        if scene.best is not None and scene.is_costly
    ]
    idle = {*range(len(made[0].before.hands))} - {one.seat for one in costly}
    return (*costly, *(brave_moments(made, sorted(idle)) if won else ()))


def turning_move(made: Sequence[Moved], looked: Looked) -> list[Moved]:
    """Return the move that lost a mission, if known."""
    turned = looked.turned
    return [move for move in made if turned and turned_with(move, proved=turned.proved) == turned]


def poor_places(made: Sequence[Moved], looked: Looked) -> list[Moved]:
    """Return the placements that missed the most edges while the mission could be won: at most one
    for each seat, and MOST - 1 in total.
    """
    last = looked.winnable.count(True) if looked.turned is None else looked.turned.round
    placed = [
        (missed_edges(move, move.action), move)
        for move in made
        if isinstance(move.action, Place) and move.before.round <= last
    ]
    worst = {move.seat: (missed, move) for missed, move in sorted(placed, key=lambda one: one[0])}
    ranked = sorted(worst.values(), key=lambda one: -one[0])
    return [move for missed, move in ranked if missed >= NOTABLE][: MOST - 1]


def missed_edges(move: Moved, action: Place) -> int:
    """Return how much more the best placement of this piece is worth than the one made."""
    places = moves.placements(view(move.before, move.seat), action.piece)
    others = [rules.apply(move.before, move.seat, other).state for other in places]
    return max(map(worth, others)) - worth(move.after)


def slower_moves(made: Sequence[Moved]) -> list[Moved]:
    """Return the moves of a won mission after which it could only be won in a later round.

    They are sorted by the number of rounds lost. Among equals, cards come last, because the choice
    of a card depends on hidden hands.
    """
    end = made[-1].after.round
    quickest = find_quickest(made[0].before, end)
    way, found = Chance(0, quickest.line or ()), list[tuple[int, Moved]]()
    soonest, searches = quickest.rounds, SEARCHES
    while way.line and (at := followed(way, made).made) < len(made):
        limits = range(soonest, end)
        wins = ((limit, win_by(made[at].after, limit).win) for limit in limits[:searches])
        limit, win = next(((limit, win) for limit, win in wins if win), (end, None))
        if win is None and len(limits) > searches:
            break
        if limit > soonest:
            found.append((limit - soonest, made[at]))
        searches -= limit - soonest + 1
        way, soonest = Chance(at + 1, win.line if win else ()), limit
    ranked = sorted(found, key=lambda one: (-one[0], isinstance(one[1].action, Reveal)))
    return [move for _, move in ranked[:MOST]]


def brave_moments(made: Sequence[Moved], seats: Iterable[Seat]) -> Iterator[Moment]:
    """Yield the bravest card that each of `seats` played in a won mission (KK-19), if any."""
    end = made[-1].after
    for seat in seats:
        brave = find_bravest(moments_of(end), seat)
        if brave is not None:
            (move,) = [
                move
                for move in made
                if move.before.round == brave.round and move.action == Reveal(brave.played.decision)
            ]
            yield tell_brave(move, brave, Win((), end.round))


# --- Sentences


def tell_brave(move: Moved, brave: Brave, win: Win) -> Moment:
    """Return the question about a brave card. `win` is the win that the team achieved."""
    did = tell(rules.apply(move.before, move.seat, move.action).news[0].event)[0]
    text = "At that time, {n} unseen {n|card|cards} could have beaten it."
    gain = tell_win_with(move_in_words(move.action), win)
    answer = (did, telling(text, n=brave.beaten_by), gain)
    return Moment(move.at, move.seat, tell_question(move.before, move.action), answer, did, gain)


def tell_moment(at: int, scene: Scene, best: Win) -> Moment:
    """Return the question about a costly move. The answer shows the win `best`."""
    did = tell(rules.apply(scene.before, scene.seat, scene.made).news[0].event)[0]
    gain = tell_win_with(move_in_words(best.line[0][1]), best)
    question = tell_question(scene.before, scene.made)
    return Moment(at, scene.seat, question, (did, tell_cost(scene), gain), did, gain)


def tell_question(before: State, made: Action) -> Telling:
    """Return the question that fits this kind of move."""
    match made:
        case Place(piece=piece):
            text = "Round {round}: where would you place {piece}?"
            return telling(text, round=before.round, piece=card_name(piece))
        case Select():
            return telling("Round {round}: what would you take?", round=before.round)
        case _:
            return telling("Round {round}: which card would you play?", round=before.round)


def tell_cost(scene: Scene) -> Telling:
    """Return a sentence on whether and when the mission could still be won after the move."""
    if scene.then.win is None:
        return tell_then(proved=scene.then.lost)
    text = "After that, the earliest win was in round {round}."
    return telling(text, round=scene.then.win.round)
