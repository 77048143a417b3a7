"""Phase 2: a piece is selected, with a skill or without (KK-21 to KK-31)."""

import pytest
from msgspec.structs import replace

from chabudai.core import Rng, Seat, play
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.components.cards import DECK, SUITS
from chabudai.games.kakapo.questions import Consider, Considered
from chabudai.games.kakapo.rules.selection import Trick, against_skill, skills_open
from chabudai.games.kakapo.tests.tables import FAR, deciding, dotted, make, refused, reveals, table
from chabudai.search import playout
from tests.support.moves import events

ORANGE = deciding("O1 O4 O6 O8", "O8")
MIXED = deciding("O1 O4 O6 P2", "P2")
USED = {"O4": "A1 A2 A3 B3"}
SPENT = deciding("O4 O1 O2 O3", "O4", board=USED)
FORCED = deciding("O4 O1 O2 O3", "O4", board=USED, options=kk.Options(rescue_forced=True))
PLAIN, DOUBLE, UP, DOWN = (
    kk.Select(),
    kk.Select(kk.Double()),
    kk.Select(kk.Shift(1)),
    kk.Select(kk.Shift(-1)),
)
WILD = [kk.Wild(suit) for suit in SUITS if suit != "O"]
GREEN, YELLOW = kk.Select(kk.Wild("G")), kk.Select(kk.Wild("Y"))


def selected(state: kk.State, action: kk.Select) -> str:
    (seat,) = GAME.to_act(state)
    phase = play(GAME, state, seat, action).state.phase
    return " ".join(phase.pieces) if isinstance(phase, kk.Placing) else ""


def choices(state: kk.State) -> set[kk.Skill | None]:
    """Return the skills, or None, with which the player in charge may select."""
    (seat,) = GAME.to_act(state)
    menu = GAME.menu(GAME.view(state, seat), seat)
    return {action.skill for action in menu if isinstance(action, kk.Select)}


@pytest.mark.parametrize(
    ("rule", "state", "seat", "action"),
    [
        # a seat that is not in charge, too early, a second time
        ("KK-21", ORANGE, 0, PLAIN),
        ("KK-21", table("O1", "O2"), 0, PLAIN),
        ("KK-21", make(ORANGE, (1, DOUBLE)), 1, DOWN),
        ("KK-21", make(ORANGE, (1, DOUBLE)), 1, PLAIN),
        # no counter is left
        *(
            ("KK-21", deciding("O1 O4 O6 O8", "O8", counters=0), 1, action)
            for action in (DOUBLE, GREEN, DOWN)
        ),
        ("KK-23", MIXED, 1, DOUBLE),
        ("KK-23", deciding("O1 O6 G8", "O6", seats=3), 1, DOUBLE),
        ("KK-24", deciding("O4 O1 O2 O3", "O4", board={"G4": "A1 A2 A3 B3"}), 0, GREEN),
        ("KK-24", deciding("O4 O1 O2 O3", "O4"), 0, kk.Select(kk.Wild("O"))),
        ("KK-24", deciding("O4 O1 O2", "O4", seats=3), 0, GREEN),
        ("KK-25", deciding("O4 O1 O2", "O4", seats=3), 0, UP),
        ("KK-25", deciding("O8 B2 B3 B4", "O8"), 0, UP),
        ("KK-25", deciding("O1 B2 B3 B4", "O1"), 0, DOWN),
        ("KK-25", deciding("O3 O1 O2 B3", "O3", board=USED), 0, UP),
        ("KK-A4", FORCED, 0, PLAIN),
        ("KK-A6", deciding("O8 O4 O5 O6", "O8", board=USED), 0, DOUBLE),
    ],
)
def test_kk_21_to_25_kk_a4_kk_a6_kk_t5_kk_t6_kk_t8_these_selections_are_refused(
    rule: str, state: kk.State, seat: Seat, action: kk.Select
) -> None:
    assert refused(state, seat, action) == rule
    assert GAME.to_act(state) != (seat,) or action.skill not in choices(state) or rule == "KK-21"


@pytest.mark.parametrize(
    ("state", "action", "pieces"),
    [
        (MIXED, PLAIN, "P2"),
        (ORANGE, DOUBLE, "O8 O1"),
        (deciding("O1 O6 O8", "O8", seats=3), DOUBLE, "O8 O1"),
        (deciding("O1 O4 O6 O8", "O8", seats=4), DOUBLE, "O8 O1"),
        (deciding("O4 O1 O2 O3", "O4"), YELLOW, "Y4"),
        (deciding("O5 B2 B3 B4", "O5"), UP, "O6"),
        (deciding("O5 B2 B3 B4", "O5"), DOWN, "O4"),
        # KK-26: these skills do not need equal colours
        (MIXED, GREEN, "G2"),
        (MIXED, UP, "P3"),
        # KK-30, KK-A4, KK-A5: the piece of the decision card is on the board
        (SPENT, PLAIN, ""),
        (SPENT, UP, "O5"),
        (SPENT, DOUBLE, "O1"),
        (deciding("O4 O1 O2 O3", "O4", options=kk.Options(rescue_forced=True)), PLAIN, "O4"),
    ],
)
def test_kk_22_kk_23_kk_24_kk_25_kk_26_kk_a5_kk_t5_kk_t6_a_skill_selects_other_pieces(
    state: kk.State, action: kk.Select, pieces: str
) -> None:
    assert selected(state, action) == pieces


@pytest.mark.parametrize(
    ("state", "skills"),
    [
        (deciding("O1 O4 O6 O8", "O8", counters=0), {None}),
        (
            deciding("O4 O1 O2 B3", "O4", board={"G4": "A1 A2 A3 B3"}),
            {None, kk.Wild("P"), kk.Wild("B"), kk.Wild("Y"), kk.Shift(1), kk.Shift(-1)},
        ),
        (deciding("O4 O1 O2", "O4", seats=3), {None, kk.Double()}),
        (SPENT, {None, kk.Double(), *WILD, kk.Shift(1), kk.Shift(-1)}),
        (FORCED, {kk.Double(), *WILD, kk.Shift(1), kk.Shift(-1)}),
        (replace(FORCED, counters=0), {None}),
    ],
)
def test_kk_24_kk_25_kk_30_kk_a4_the_open_skills_are_offered(
    state: kk.State, skills: set[kk.Skill | None]
) -> None:
    assert choices(state) == skills


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_kk_21_a_skill_can_be_used_if_no_rule_forbids_it(seats: int) -> None:
    every: list[kk.Skill] = [kk.Double(), *map(kk.Wild, SUITS), kk.Shift(1), kk.Shift(-1)]
    rng = Rng(seats)
    for _ in range(100):
        cards = rng.shuffled(DECK)
        revealed, used = cards[:4], frozenset(cards[: rng.below(len(DECK))])
        if rng.below(2):
            revealed = tuple([card for card in cards if card[0] == cards[0][0]][:4])
        trick = Trick(kk.Options(), seats, rng.below(2), revealed, rng.choice(revealed), used)
        usable = [skill for skill in every if against_skill(trick, skill) is None]
        assert list(skills_open(trick)) == usable


def test_kk_21_kk_t8_three_double_scans_in_a_party_game_and_the_fourth_is_refused() -> None:
    state = table("O8 B8 G8 Y8", "O7 B7 G7 Y7", "O6 B6 G6 Y6", counters=3, birds=(FAR,), start=0)
    for number, suit in enumerate("OBG"):
        state = make(reveals(state, f"{suit}8 {suit}7 {suit}6"), (0, DOUBLE))
        assert state.counters == 2 - number
        for _ in range(2):
            state = make(state, (0, GAME.sample(GAME.view(state, 0), 0, Rng(number))))
    assert refused(reveals(state, "Y8 Y7 Y6"), 0, DOUBLE) == "KK-21"


def test_kk_21_kk_27_a_skill_costs_a_counter_and_is_public() -> None:
    step = play(GAME, ORANGE, 1, DOUBLE)
    assert events(step) == (kk.Selected(1, kk.Double(), ("O8", "O1")),)
    assert [news.to for news in step.news] == [None]
    assert (step.state.counters, make(ORANGE, (1, PLAIN)).counters) == (4, 5)


def test_kk_28_kk_29_the_cards_are_put_away_and_stay_open() -> None:
    state = make(MIXED, (1, PLAIN))
    assert state.revealed == ()
    assert state.rounds == (kk.Round(0, ("O1", "O4", "O6", "P2"), 1, "P2", None, ("P2",)),)
    for seat in (0, 1, None):
        assert GAME.view(state, seat).rounds == state.rounds


def test_kk_28_kk_a8_the_top_colour_is_that_of_the_card_whatever_the_piece() -> None:
    after = make(deciding("O4 O3 O2 O1", "O4"), (0, GREEN), (0, kk.Place("G4", 0, 0, 0)))
    assert (after.rounds[-1].decision, after.rounds[-1].pieces) == ("O4", ("G4",))
    again = table("G1 O5", "G2 O6", rounds=after.rounds, board={"G4": "A1 A2 A3 B3"})
    assert reveals(again, "G1 G2 O5 O6").phase == kk.Selecting(1, "O6")


def test_kk_30_a_decision_card_whose_piece_is_used_selects_none() -> None:
    step = play(GAME, SPENT, 0, PLAIN)
    assert events(step) == (kk.Selected(0, None, ()), kk.Began(2, 0))
    assert step.state.phase == kk.Revealing(0)
    assert (step.state.rounds[-1].decision, step.state.counters) == ("O4", 5)


def test_kk_30_kk_t7_a_piece_that_wild_colour_took_is_used() -> None:
    hands = ("O4 O2 G4 G2 Y1 Y2", "O3 O1 G3 G1 G8 B3")
    state = make(reveals(table(*hands), "O4 O3 O2 O1"), (0, GREEN))
    state = reveals(make(state, (0, kk.Place("G4", 0, 0, 0))), "G4 G3 G2 G1")
    assert selected(state, DOUBLE) == "G1"
    step = play(GAME, state, 0, PLAIN)
    assert events(step) == (kk.Selected(0, None, ()), kk.Began(3, 0))
    assert (step.state.counters, len(step.state.board)) == (4, 1)
    assert reveals(step.state, "Y1 G8 Y2 B3").phase == kk.Selecting(1, "G8")


@pytest.mark.parametrize("seats", [3, 4])
def test_kk_31_kk_t10_in_party_every_selection_has_a_piece(seats: int) -> None:
    for seed in range(12):
        start = GAME.setup(kk.Options(double_scan_forgiving=True), seats)
        for _, _, step in playout(GAME, start, Rng(seed)):
            for event in events(step):
                assert not isinstance(event, kk.Selected) or event.pieces


def test_kk_a16_a_question_warns_of_a_piece_without_a_place() -> None:
    state = deciding("O4 B2 B3 B4", "O4", board=dotted("A1 A2 A3 L12", FAR))
    view = GAME.view(state, 0)
    for skill, piece in ((None, "O4"), (kk.Shift(-1), "O3"), (kk.Wild("G"), "G4")):
        assert GAME.ask(view, 0, Consider(skill)) == Considered((piece,), (piece,), None)
    assert make(state, (0, PLAIN)).phase == kk.Over("no-place", "O4")


@pytest.mark.parametrize(
    ("rule", "state", "seat", "skill"),
    [
        ("KK-23", MIXED, 0, kk.Double()),
        ("KK-23", MIXED, 1, kk.Double()),
        ("KK-21", table("O1", "O2"), 0, None),
    ],
)
def test_kk_21_a_considered_selection_is_refused_like_the_move(
    rule: str, state: kk.State, seat: Seat, skill: kk.Skill | None
) -> None:
    answer = GAME.ask(GAME.view(state, seat), seat, Consider(skill))
    assert isinstance(answer, Considered)
    assert answer.against is not None
    assert (answer.against.rule, answer.pieces) == (rule, ())
