"""Quiddler as lines of text: written moves, events and tables."""

import re
from collections.abc import Mapping
from typing import get_args

import pytest
from msgspec.structs import replace

from chabudai.core import Outcome
from chabudai.core.text import tell
from chabudai.games.quiddler import GAME
from chabudai.games.quiddler.components.cards import DECK
from chabudai.games.quiddler.state import (
    Action,
    Added,
    Capped,
    Challenge,
    Challenged,
    Dealing,
    Dealt,
    Discard,
    Discarded,
    Draw,
    Drew,
    Ended,
    Event,
    GoOut,
    Last,
    LastLap,
    Line,
    Options,
    Over,
    Readied,
    Ready,
    Received,
    Refill,
    Refilled,
    Scored,
    Settling,
    Shown,
    Shuffle,
    Spell,
    Spelled,
    Spread,
    State,
    Stop,
    Took,
    Top,
    Verdict,
    WentOut,
)
from chabudai.games.quiddler.tests.tables import alone, cards, dealt, laid, last, make, out, table
from chabudai.games.quiddler.text.commands import NOT_A_MOVE, USAGE

TEXT = GAME.text
NAMES = ("Ann", "Ben", "Cho")
LINES: Mapping[str, Action] = {
    "draw pile": Draw("pile"),
    "draw discards": Draw("discards"),
    "discard QU": Discard("QU"),
    "go-out QU.I.T D.O.T discard U": out("QU I T, D O T", "U"),
    "go-out discard U": GoOut((), "U"),
    "last TH.IN discard U": last("TH IN", "U"),
    "last discard U": Last((), "U"),
    "challenge 8 11": Challenge(8, 11),
    "ready": Ready(),
    "stop": Stop(),
    "spell 0 7 3": Spell((0, 7, 3)),
    "spell": Spell(()),
    "shuffle 3 A QU B": Shuffle(cards("A QU B"), 3),
    "refill A QU": Refill(cards("A QU")),
    "refill": Refill(()),
}


@pytest.mark.parametrize("line", LINES)
def test_an_action_is_one_line(line: str) -> None:
    assert TEXT.write(LINES[line]) == line
    assert TEXT.read(line) == LINES[line]


@pytest.mark.parametrize(
    "action",
    [
        *map(Discard, ("☃", "a", "\n")),
        *(Last(words, "A") for words in (((),), (("A", "."),))),
        *(GoOut((("A", one),), card) for one, card in ((" ", "B"), ("B", "é"))),
        *(Shuffle(("☠",), 0), Refill(("x",))),
    ],
)
def test_cards_that_do_not_exist_are_also_written(action: Action) -> None:
    line = TEXT.write(action)
    assert "\n" not in line
    assert TEXT.read(line) == action


@pytest.mark.parametrize(
    "line",
    [
        *("draw", "draw stack", "discard", "discard abc", "discard q", "ready ready", "shuffle A"),
        *(
            "go-out QU.I.T",
            "go-out QU..T discard Z",
            "challenge 1",
            "challenge 0 0",
            "challenge 9 0",
        ),
        *("last A.T.O.N.E.S.T.O.N.E.S.A discard Z", "spell 8", "spell 0 1 2 3 4 5 6 7 0"),
        *('{"type":"pass"}', "{" * 5000, '{"type":"discard","card":"\ud800"}'),
    ],
)
def test_an_invalid_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(NOT_A_MOVE)):
        TEXT.read(line)


# --- Shown lines

ROUND, NOTHING = Line(5, 0, 10, 0, 0, 15, 20), Line(0, 0, 0, 0, 0, 0, 0)
EVENTS: tuple[tuple[Event, str], ...] = (
    (Dealt(1, 0, 1, "QU"), "Round 1: Ann dealt. Ben will start. Turned up: QU."),
    (Received(1, ("A", "QU")), "Your cards: A QU."),
    (Refilled(4), "The discards were shuffled: 4 cards to draw from."),
    (Refilled(1), "The discards were shuffled: 1 card to draw from."),
    (Drew(0, None), "Ann drew a card."),
    (Drew(0, "A"), "Ann drew A."),
    (Took(0, "A"), "Ann took A from the discards."),
    (Discarded(1, "Z"), "Ben discarded Z."),
    (
        WentOut(1, (("QU", "I", "T"), ("I", "T"))),
        "Ben went out with QUIT and IT. One more turn for each of the others.",
    ),
    (Added(0, (("I", "T"),)), "Ann laid IT."),
    (Capped(), "Nobody has gone out in the turns agreed: one last turn each."),
    (Shown((("A",), (), ("TH", "E"))), "The round is over. Ann kept A. Cho kept TH E."),
    (Shown(((), ())), "The round is over. Nobody has cards left."),
    (
        Challenged(0, 1, ("I", "T"), True, 0, 5),
        "Ann challenged IT. It is a word: Ann lost 5 points.",
    ),
    (
        Challenged(0, 1, ("X", "Q"), False, 1, 27),
        "Ann challenged XQ. It is no word: Ben lost 27 points.",
    ),
    (
        Scored(2, (ROUND, replace(NOTHING, lost=27, points=-27)), 0, None, Top(3, (0,))),
        "Round 2: Ann 15 and Ben -27. Most words, +10: Ann with 3.",
    ),
    (
        Scored(2, (ROUND, NOTHING), None, None, Top(0, ())),
        "Round 2: Ann 15 and Ben 0. No word stands: nobody has a bonus.",
    ),
    (
        Scored(2, (ROUND, NOTHING), None, 0, Top(2, (0, 1)), Top(6, (0,))),
        (
            "Round 2: Ann 15 and Ben 0. Most words: Ann and Ben tie with 2 and have no bonus."
            " Longest word, +10: Ann with 6 letters."
        ),
    ),
    (Spread(("A", "B")), "Eight columns are laid out. Open: A B."),
    (Spelled(("I", "T"), ("A", "")), "IT: 5 points. Open now: A."),
    (Spelled(("I", "T"), ("", "")), "IT: 5 points. No card is left."),
    (Ended(Outcome((5, 7), (1,))), "The game is over. Ben won. Points: Ann 5 and Ben 7."),
    (
        Ended(Outcome((7, 5, 7), (0, 2))),
        "The game is over. Ann and Cho share the win. Points: Ann 7, Ben 5 and Cho 7.",
    ),
    (Ended(Outcome((5,), ())), "No more words: 5 points."),
    (Ended(Outcome((1,), (0,))), "All columns are clear: 1 point."),
)


@pytest.mark.parametrize(("event", "sentence"), EVENTS, ids=lambda value: str(value)[:20])
def test_an_event_is_told(event: Event, sentence: str) -> None:
    assert tell(TEXT, event, "en", NAMES) == sentence
    japanese = tell(TEXT, event, "ja", NAMES)
    assert japanese.endswith("。")
    for name in NAMES:
        assert (name in japanese) == (name in sentence)


def test_every_kind_of_event_is_told_except_who_is_ready() -> None:
    assert {type(event) for event, _ in EVENTS} == set(get_args(Event)) - {Readied}
    assert TEXT.tell(Readied(1)) == ()


def shown(state: State, seat: int | None = 0) -> str:
    return TEXT.show(GAME.view(state, seat), seat, "en")


def test_a_challenge_is_shown_by_its_word_and_other_moves_as_they_are_written() -> None:
    view = GAME.view(table("A", "B", laid=(laid(1, "QU I T"),)), 0)
    assert TEXT.typed is not None
    assert TEXT.typed(view, Challenge(1, 0)) == "challenge QUIT"
    assert TEXT.suggest(view, 0, "challenge QUIT") == Challenge(1, 0)
    assert TEXT.typed(view, Discard("A")) == "discard A"


def test_the_table_is_shown_line_by_line() -> None:
    allowed, struck = Verdict(0, True, 0, 13), Verdict(0, False, 1, 27)
    words = (laid(1, "C A T"), laid(1, "D O G", allowed), laid(1, "X Q", struck))
    sheet = ((replace(NOTHING, total=4), replace(NOTHING, total=9)),)
    state = table("A B", "", laid=words, pile="X Y", round=2, sheet=sheet, last=LastLap(1, (0,)))
    assert shown(state).splitlines() == [
        "Round 2 of 8, 4 cards each.",
        "Draw pile: 2. Top discard: M(5).",
        "{1} laid CAT (13), DOG (13, allowed), XQ (27, struck).",
        "{0}: A(2) B(8), 10 points in hand.",
        "Cards in hand: {1} 0.",
        "Scores: {0} 4, {1} 9.",
        "Your turn. Draw from the pile, or take the top discard.",
    ]
    assert "Cards in hand: {0} 2." in shown(state, 1)
    assert shown(state, 1).endswith("To move: {0}.")
    bare = replace(state, discards=())
    assert "Draw pile: 2. No discards." in shown(bare)
    start = replace(table("", ""), phase=Dealing(), pile=DECK, discards=())
    assert "Draw pile: 118. No discards." in shown(start)


ACTING = make(table("A B", "C D", pile="X"), (0, Draw("pile")))
SETTLING = replace(table("A B", "C D", pile="X"), phase=Settling((False, True)))


@pytest.mark.parametrize(
    ("state", "seat", "sentence"),
    [
        (GAME.setup(Options(), 2), 0, "The cards are being shuffled."),
        (ACTING, 0, "Discard a card, or lay all the others in words and go out."),
        (
            replace(ACTING, last=LastLap(1, (0,))),
            0,
            "Your last turn. Lay what words you can, and discard one card.",
        ),
        (ACTING, None, "To move: {0}."),
        (SETTLING, 0, "The round is over. Say when you are ready."),
        (
            replace(SETTLING, laid=(laid(1, "A T"),)),
            0,
            "The round is over. Challenge a word, or say that you are ready.",
        ),
        (SETTLING, 1, "Not ready yet: {0}."),
        (replace(SETTLING, phase=Over()), 0, "The game is over."),
        (alone(), 0, "Spell a word of open cards, or stop."),
    ],
)
def test_the_last_line_tells_what_to_do(state: State, seat: int | None, sentence: str) -> None:
    assert shown(state, seat).splitlines()[-1] == sentence


def test_while_a_round_is_settled_its_scores_and_bonuses_are_shown() -> None:
    words = (laid(0, "C A T"), laid(1, "QU I T"))
    state = replace(table("", "B", laid=words), phase=Settling((False, True)))
    assert TEXT.due(GAME.view(state, 0), 0, "en") == (
        "{0} laid CAT (13).",
        "{1} laid QUIT (14).",
        "This round as it stands: {0} 13, {1} 16.",
        "Longest word, +10: {1} with 4 letters.",
        "The round is over. Challenge a word, or say that you are ready.",
    )
    assert "{1}: B(8), 8 points in hand." in shown(state)


def test_qd_a18_the_columns_are_shown_with_their_numbers() -> None:
    assert len(shown(dealt(1, solo="columns")).splitlines()) == 9
    assert "Column 5: X(12), 0 under it." in shown(alone()).splitlines()


def test_every_form_that_can_be_typed_is_explained_in_both_languages() -> None:
    assert TEXT.usage("en").splitlines() == list(USAGE)
    japanese = TEXT.usage("ja").splitlines()
    assert len(japanese) == len(USAGE)
    assert not set(japanese) & set(USAGE)
