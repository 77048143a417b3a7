"""What a seat may do, what an absent one does, and that nothing else passes between them."""

from collections import Counter

import msgspec
import pytest

from chabudai.core import Rng, next_to_agree, play
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.questions import Consider, Fits, Try
from chabudai.games.kakapo.state import (
    Concede,
    Double,
    Options,
    Place,
    Placing,
    Reveal,
    Select,
    Shift,
    State,
    Wild,
)
from chabudai.games.kakapo.tests.tables import (
    FAR,
    deciding,
    dotted,
    make,
    reveals,
    table,
)

GIVE_UP = Concede(wish=True)


def legal(state: State, seat: int) -> list[object]:
    return list(GAME.legal_actions(GAME.view(state, seat), seat))


def test_who_is_to_reveal_may_give_up_as_well_and_the_others_that_only() -> None:
    state = table("O1 P2", "O3", "O4")
    assert legal(state, 0) == [Reveal("P2"), Reveal("O1"), GIVE_UP]
    assert legal(state, 1) == [GIVE_UP]
    wished = make(state, (1, GIVE_UP))
    assert legal(wished, 1) == [Concede(wish=False)]


def test_kk_a21_who_is_not_to_move_can_sample_nothing_but_the_wish_to_give_up() -> None:
    state = table("O1 P2", "O3", "O4")
    assert GAME.sample(GAME.view(state, 1), 1, Rng(1)) == GIVE_UP
    wished = make(state, (1, GIVE_UP))
    assert GAME.sample(GAME.view(wished, 1), 1, Rng(1)) == Concede(wish=False)


def test_kk_a21_a_bot_agrees_to_give_up_until_it_has_or_where_nobody_may() -> None:
    assert GAME.extras.agree is not None
    state = table("O1 P2", "O3", "O4")
    assert GAME.extras.agree(GAME.view(state, 1), 1) == GIVE_UP
    assert GAME.extras.agree(GAME.view(make(state, (1, GIVE_UP)), 1), 1) is None
    over = make(state, (0, GIVE_UP), (1, GIVE_UP), (2, GIVE_UP))
    assert GAME.extras.agree(GAME.view(over, 1), 1) is None
    ruled_out = GAME.setup(Options(concession=False), 3)
    assert GAME.extras.agree(GAME.view(ruled_out, 1), 1) is None


def test_kk_a21_bots_agree_one_after_the_other_once_all_people_have() -> None:
    state = table("O1 P2", "O3", "O4")
    assert next_to_agree(GAME, state, (0,), (1, 2)) is None
    wished = make(state, (0, GIVE_UP))
    assert next_to_agree(GAME, wished, (0, 2), (1,)) is None
    assert next_to_agree(GAME, wished, (0,), (1, 2)) == (1, GIVE_UP)
    assert next_to_agree(GAME, make(wished, (1, GIVE_UP)), (0,), (1, 2)) == (2, GIVE_UP)
    assert next_to_agree(GAME, wished, (), (0, 1, 2)) is None


def test_kk_21_every_selection_is_listed() -> None:
    state = deciding("O4 O1 O2 O3", "O4")
    assert legal(state, 0) == [
        Select(),
        Select(Double()),
        *(Select(Wild(suit)) for suit in ("P", "B", "G", "Y")),
        Select(Shift(1)),
        Select(Shift(-1)),
        GIVE_UP,
    ]
    assert legal(state, 0) == list(GAME.menu(GAME.view(state, 0), 0))


@pytest.mark.parametrize(
    ("value", "places"), list(enumerate((144, 264, 484, 880, 440, 720, 400, 360), 1))
)
def test_kk_32_kk_t15_every_placement_is_listed_once(value: int, places: int) -> None:
    piece = f"O{value}"
    state = table("P1", "P2", phase=Placing(0, (piece,)), board=())
    near = sum(action != GIVE_UP for action in legal(state, 0))
    covering = [way for way in legal(state, 0) if isinstance(way, Place)]
    assert near == len(covering) < places
    emptied = msgspec.structs.replace(
        state, mission=msgspec.structs.replace(state.mission, birds=())
    )
    assert len(legal(emptied, 0)) == places + 1


def test_a_screen_is_offered_the_first_place_of_each_piece_only() -> None:
    state = table("P1", "P2", phase=Placing(0, ("O8", "O1")))
    menu = GAME.menu(GAME.view(state, 0), 0)
    assert menu == (Place("O8", 0, 0, 0), Place("O1", 0, 0, 0), GIVE_UP)
    assert GAME.menu(GAME.view(state, 1), 1) == (GIVE_UP,)


def test_random_play_finds_the_only_place_there_is() -> None:
    state = table("P1", "P2", phase=Placing(0, ("O2",)), board=dotted("A1 B1", FAR))
    for seed in range(20):
        assert GAME.sample(GAME.view(state, 0), 0, Rng(seed)) == Place("O2", 0, 0, 0)


def test_random_play_places_a_piece_in_every_way_alike() -> None:
    board = dotted("A1 B1 D1 E1 L11 L12", FAR)
    view = GAME.view(table("P1", "P2", phase=Placing(0, ("O2",)), board=board), 0)
    found = Counter(GAME.sample(view, 0, Rng(seed)) for seed in range(300))
    assert set(found) == {Place("O2", 0, 0, 0), Place("O2", 0, 0, 3), Place("O2", 1, 10, 11)}
    assert min(found.values()) > 60


def test_kk_a23_a_single_card_that_may_be_revealed_is_not_played_by_itself() -> None:
    led = reveals(table("O2 P1", "O1 P8 G3"), "O2")
    assert GAME.to_act(led) == (1,)
    assert legal(led, 1) == [Reveal("O1"), GIVE_UP]
    last = table("O1", "O2")
    assert GAME.to_act(last) == (0,)


def test_kk_a23_the_clock_is_the_same_whatever_there_is_to_choose() -> None:
    timed = Options(turn_clock=30)
    led = reveals(table("O2 P1", "O1 P8 G3", options=timed), "O2")
    free = reveals(table("O2 P1", "Y1 P8 G3", options=timed), "O2")
    deciding_one = deciding("O4 O1 O2 O3", "O4", options=timed)
    for state in (led, free, deciding_one):
        (seat,) = GAME.to_act(state)
        assert GAME.clock(GAME.view(state, seat), seat) == 30
    assert GAME.clock(GAME.view(table("O1", "O2"), 0), 0) is None


def test_kk_a23_an_absent_player_reveals_selects_and_places_what_comes_first() -> None:
    state = reveals(table("O2 P1", "O1 O3 P8"), "O2")
    assert GAME.idle(GAME.view(state, 1), 1) == Reveal("O1")
    assert GAME.idle(GAME.view(deciding("O4 O1 O2 O3", "O4"), 0), 0) == Select()
    placing = table("P1", "P2", phase=Placing(0, ("O8",)))
    assert GAME.idle(GAME.view(placing, 0), 0) == Place("O8", 0, 0, 0)
    forced = Options(rescue_forced=True)
    used = deciding("O4 B1 B2 B3", "O4", board={"O4": "A1 A2 A3 B3"}, options=forced)
    assert GAME.idle(GAME.view(used, 0), 0) == Select(Wild("P"))


def test_kk_13_kk_a22_no_move_says_anything_but_what_is_done() -> None:
    assert GAME.silent
    words = {
        field.name
        for kind in (Reveal, Select, Place, Concede)
        for field in msgspec.structs.fields(kind)
    }
    assert words == {"card", "skill", "piece", "orientation", "row", "column", "wish"}


def test_kk_13_a_draft_or_a_thought_is_told_to_nobody() -> None:
    state = table("P1", "P2", phase=Placing(0, ("O8",)))
    before = msgspec.json.encode(state)
    view = GAME.view(state, 0)
    for question in (Consider(), Fits("O8"), Try("O8", 1, 2, 3)):
        GAME.ask(view, 0, question)
    assert msgspec.json.encode(state) == before


def test_kk_a23_a_bot_is_given_what_a_person_in_its_seat_sees() -> None:
    state = table("O2 P1", "O1 P8", "G1 G2")
    step = play(GAME, state, 0, Reveal("O2"))
    view = GAME.view(step.state, 1)
    assert view.hands == (1, ("P8", "O1"), 2)
