"""Whole random games of The Kakapo, each move checked by a second implementation of the rules.

It computes tricks, skills and the course of the rounds from the revealed cards and placed pieces,
without using the package's own rules.
"""

from typing import Any

import pytest

from chabudai.core import CHANCE, Rng, Step, play, public
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.components.cards import SUITS
from chabudai.games.kakapo.tests.tables import refused
from tests.support.moves import events

OPTIONS = {
    "as in the box": kk.Options(),
    "leader free": kk.Options(leader_free_second=True),
    "rescue forced": kk.Options(rescue_forced=True),
    "forgiving": kk.Options(double_scan_forgiving=True, concession=False),
}
SKILLS: set[Any] = {None, kk.Double(), *map(kk.Wild, SUITS), kk.Shift(1), kk.Shift(-1)}
GAMES_EACH = 8


def moves(state: kk.State, seat: int) -> list[Any]:
    found = GAME.legal_actions(GAME.view(state, seat), seat)
    return [action for action in found if not isinstance(action, kk.Concede)]


def put_back_in(step: Step[kk.State, kk.Event]) -> set[str]:
    return {event.piece for event in events(step) if isinstance(event, kk.PutBack)}


def following(state: kk.State, seat: int) -> set[str]:
    """KK-15 to KK-17, KK-A1: return the cards that may be revealed."""
    hand, shown = set(state.hands[seat]), state.revealed
    if not shown:
        return hand
    if len(state.hands) == 2 and len(shown) == 2 and state.options.leader_free_second:
        return hand
    return {card for card in hand if card.startswith(shown[0][0])} or hand


def deciding(shown: tuple[str, ...], top: str) -> str:
    """KK-19, KK-20: return the decision card."""
    for colour in (top, shown[0][0]):
        numbers = [int(card[1]) for card in shown if card[0] == colour]
        if numbers:
            return f"{colour}{max(numbers)}"
    raise AssertionError(shown)


def choices(state: kk.State, decision: str) -> dict[Any, tuple[str, ...]]:
    """KK-21 to KK-25, KK-A4 to KK-A6: map each usable skill to the pieces that it selects."""
    used = {lying.piece for lying in state.board}
    shown, colour, value = state.revealed, decision[0], int(decision[1])
    skills: dict[Any, tuple[str, ...]] = {}
    if state.counters and len({card[0] for card in shown}) == 1:
        low = f"{colour}{min(int(card[1]) for card in shown)}"
        if low not in used:
            skills[kk.Double()] = (low,) if decision in used else (decision, low)
    if state.counters and len(state.hands) == 2:
        for other in SUITS:
            if other != colour and f"{other}{value}" not in used:
                skills[kk.Wild(other)] = (f"{other}{value}",)
        for by in (1, -1):
            if 1 <= value + by <= 8 and f"{colour}{value + by}" not in used:
                skills[kk.Shift(by)] = (f"{colour}{value + by}",)
    if not (state.options.rescue_forced and decision in used and skills):
        skills[None] = () if decision in used else (decision,)
    return skills


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize(("seats", "rounds"), [(2, 8), (3, 10), (4, 10)])
def test_kk_14_kk_31_kk_44_kk_45_kk_a19_whole_games_are_as_the_rulebook_reads(
    seats: int, rounds: int, options: kk.Options
) -> None:
    for seed in range(GAMES_EACH):
        rng = Rng(seed)
        start = GAME.setup(options, seats)
        state = play(GAME, start, CHANCE, GAME.chance(start, rng)).state
        top, leader = "P", state.start
        for number in range(1, rounds + 1):
            assert (state.round, state.start) == (number, leader)
            shown: list[str] = []
            owners: list[int] = []
            news: tuple[Any, ...] = ()
            while isinstance(state.phase, kk.Revealing):
                seat = (leader + len(shown)) % seats
                assert GAME.to_act(state) == (seat,)
                legal = {action.card for action in moves(state, seat)}
                assert legal == following(state, seat)
                for card in set(state.hands[seat]) - legal:
                    assert refused(state, seat, kk.Reveal(card)) == "KK-17"
                card = rng.choice(sorted(legal))
                step = play(GAME, state, seat, kk.Reveal(card))
                state, news = step.state, step.news
                shown, owners = [*shown, card], [*owners, seat]
            assert len(shown) == (4 if seats == 2 else seats)
            decision = deciding(tuple(shown), top)
            charge = owners[shown.index(decision)]
            assert state.phase == kk.Selecting(charge, decision)
            assert news[-1] == public(kk.Decided(charge, decision))
            wanted = choices(state, decision)
            assert {action.skill for action in moves(state, charge)} == set(wanted)
            assert seats == 2 or all(wanted.values())
            for skill in SKILLS - wanted.keys():
                refused(state, charge, kk.Select(skill))
            skill = rng.choice(sorted(wanted, key=repr))
            counters = state.counters
            step = play(GAME, state, charge, kk.Select(skill))
            state = step.state
            assert step.news[0] == public(kk.Selected(charge, skill, wanted[skill]))
            assert state.counters == counters - (skill is not None)
            put_back = put_back_in(step)
            laid = {lying.piece for lying in state.board}
            while isinstance(state.phase, kk.Placing):
                assert GAME.to_act(state) == (charge,)
                put = GAME.sample(GAME.view(state, charge), charge, rng)
                assert isinstance(put, kk.Place)
                step = play(GAME, state, charge, put)
                state, laid = step.state, laid | {put.piece}
                put_back |= put_back_in(step)
            assert {lying.piece for lying in state.board} == laid
            assert not put_back or options.double_scan_forgiving
            assert [one.decision for one in state.rounds][-1] == decision
            top, leader = decision[0], charge
            if isinstance(state.phase, kk.Over):
                break
            assert set(wanted[skill]) <= laid | put_back
            assert step.news[-1] == public(kk.Began(number + 1, charge))
        assert isinstance(state.phase, kk.Over)
        if state.phase.reason == "last-round":
            assert state.round == rounds
            assert {len(hand) for hand in state.hands} == {3 if seats == 3 else 0}
