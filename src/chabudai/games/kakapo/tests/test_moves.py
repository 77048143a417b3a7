"""A seat's moves, including moves for an absent player. Seats share no other information."""

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import Rng, next_to_agree
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.components.cards import SUITS
from chabudai.games.kakapo.tests.tables import FAR, deciding, dotted, make, placing, reveals, table

GIVE_UP, GO_ON = kk.Concede(wish=True), kk.Concede(wish=False)
THREE = table("O1 P2", "O3", "O4")
WISHED = make(THREE, (1, GIVE_UP))


def legal(state: kk.State, seat: int) -> list[object]:
    return list(GAME.legal_actions(GAME.view(state, seat), seat))


def test_kk_21_kk_a21_kk_a23_every_move_is_listed_and_offered() -> None:
    for state, seat, actions in (
        (THREE, 0, [kk.Reveal("P2"), kk.Reveal("O1"), GIVE_UP]),
        (THREE, 1, [GIVE_UP]),
        (WISHED, 1, [GO_ON]),
        (
            deciding("O4 O1 O2 O3", "O4"),
            0,
            [
                *(
                    kk.Select(),
                    kk.Select(kk.Double()),
                    *(kk.Select(kk.Wild(suit)) for suit in SUITS if suit != "O"),
                ),
                *(kk.Select(kk.Shift(1)), kk.Select(kk.Shift(-1)), GIVE_UP),
            ],
        ),
        # KK-A23: the only legal card is not played automatically
        (reveals(table("O2 P1", "O1 P8 G3"), "O2"), 1, [kk.Reveal("O1"), GIVE_UP]),
        (table("O1", "O2"), 0, [kk.Reveal("O1"), GIVE_UP]),
    ):
        assert legal(state, seat) == actions == list(GAME.menu(GAME.view(state, seat), seat))


def test_kk_a21_bots_agree_to_give_up_one_after_the_other_once_all_people_have() -> None:
    assert GAME.extras.agree is not None
    over = make(THREE, (0, GIVE_UP), (1, GIVE_UP), (2, GIVE_UP))
    ruled_out = GAME.setup(kk.Options(concession=False), 3)
    for state, wish in ((THREE, GIVE_UP), (WISHED, None), (over, None), (ruled_out, None)):
        assert GAME.extras.agree(GAME.view(state, 1), 1) == wish
    person = make(THREE, (0, GIVE_UP))
    assert next_to_agree(GAME, THREE, (0,), (1, 2)) is None
    assert next_to_agree(GAME, person, (0, 2), (1,)) is None
    assert next_to_agree(GAME, person, (0,), (1, 2)) == (1, GIVE_UP)
    assert next_to_agree(GAME, make(person, (1, GIVE_UP)), (0,), (1, 2)) == (2, GIVE_UP)
    assert next_to_agree(GAME, person, (), (0, 1, 2)) is None


@pytest.mark.parametrize(
    ("value", "places"), list(enumerate((144, 264, 484, 880, 440, 720, 400, 360), 1))
)
def test_kk_32_kk_t15_every_placement_is_listed_once(value: int, places: int) -> None:
    state = placing(f"O{value}")
    assert 1 < len(legal(state, 0)) < places + 1
    emptied = replace(state, mission=replace(state.mission, birds=()))
    assert len(set(legal(emptied, 0))) == len(legal(emptied, 0)) == places + 1


def test_the_menu_has_the_first_place_of_each_piece_only() -> None:
    state = placing("O8", "O1")
    menu = (kk.Place("O8", 0, 0, 0), kk.Place("O1", 0, 0, 0), GIVE_UP)
    assert [GAME.menu(GAME.view(state, seat), seat) for seat in (0, 1)] == [menu, (GIVE_UP,)]


def test_random_play_finds_every_place_alike_and_the_only_one() -> None:
    only = GAME.view(placing("O2", board=dotted("A1 B1", FAR)), 0)
    assert {GAME.sample(only, 0, Rng(seed)) for seed in range(20)} == {kk.Place("O2", 0, 0, 0)}
    view = GAME.view(placing("O2", board=dotted("A1 B1 D1 E1 L11 L12", FAR)), 0)
    found = Counter(GAME.sample(view, 0, Rng(seed)) for seed in range(300))
    assert set(found) == {
        kk.Place("O2", 0, 0, 0),
        kk.Place("O2", 0, 0, 3),
        kk.Place("O2", 1, 10, 11),
    }
    assert min(found.values()) > 60


def test_kk_a23_the_clock_is_the_same_whatever_the_choice() -> None:
    timed = kk.Options(turn_clock=30)
    for state in (
        reveals(table("O2 P1", "O1 P8 G3", options=timed), "O2"),
        reveals(table("O2 P1", "Y1 P8 G3", options=timed), "O2"),
        deciding("O4 O1 O2 O3", "O4", options=timed),
    ):
        (seat,) = GAME.to_act(state)
        assert GAME.clock(GAME.view(state, seat), seat) == 30
    assert GAME.clock(GAME.view(table("O1", "O2"), 0), 0) is None


USED = {"O4": "A1 A2 A3 B3"}
FORCED = kk.Options(rescue_forced=True)


def test_kk_a23_an_absent_player_makes_the_first_move() -> None:
    for state, action in (
        (reveals(table("O2 P1", "O1 O3 P8"), "O2"), kk.Reveal("O1")),
        (deciding("O4 O1 O2 O3", "O4"), kk.Select()),
        (placing("O8"), kk.Place("O8", 0, 0, 0)),
        (deciding("O4 B1 B2 B3", "O4", board=USED, options=FORCED), kk.Select(kk.Wild("P"))),
    ):
        (seat,) = GAME.to_act(state)
        assert GAME.idle(GAME.view(state, seat), seat) == action


def test_kk_13_kk_a22_moves_carry_no_message() -> None:
    assert GAME.silent
    kinds = (kk.Reveal, kk.Select, kk.Place, kk.Concede)
    words = {field.name for kind in kinds for field in msgspec.structs.fields(kind)}
    assert words == {"card", "skill", "piece", "orientation", "row", "column", "wish"}
