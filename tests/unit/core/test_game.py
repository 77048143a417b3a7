"""The game contract: news by seat, moves, refusals and the register of games."""

import copy
import pickle
import subprocess
import sys
from dataclasses import replace
from typing import Any, NoReturn, cast

import msgspec
import pytest

from chabudai.core import (
    CHANCE,
    AnyGame,
    Anytime,
    Extras,
    Illegal,
    Job,
    Outcome,
    Rng,
    Seat,
    Step,
    Struct,
    events_for,
    is_game,
    is_left,
    owned,
    play,
    public,
    secret,
)
from chabudai.games import GAMES, Games, folder_of
from tests.support.game_cases import CASES, EXTERNAL

OURS = tuple(room for room in CASES if room not in EXTERNAL)
BANK = GAMES["word-bank"]


def dealt(game: AnyGame, seats: int = 2) -> Any:
    """Return the state after the deal."""
    state, rng = game.setup(game.options(), seats), Rng(1)
    while game.to_act(state) == (CHANCE,):
        state = play(game, state, CHANCE, game.chance(state, rng)).state
    return state


def test_seats_receive_public_events_and_their_own_secrets() -> None:
    news = (public("deal"), secret(1, "an ace", "a card"), secret(0, "a two"))
    assert events_for(news, 0) == ("deal", "a card", "a two")
    assert events_for(news, 1) == ("deal", "an ace")
    assert events_for(news, 2) == events_for(news, None) == ("deal", "a card")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("nonsense", [None, "pass", {"type": "pass"}])
def test_a_value_that_is_not_an_action_raises_a_type_error(game: AnyGame, nonsense: object) -> None:
    state = dealt(game, next(n for n in game.seats if n > 1))
    with pytest.raises(TypeError, match=f"is not an action of {game.title}. Its actions: [A-Z]"):
        play(game, state, game.to_act(state)[0], nonsense)


class Take(Struct, tag="take"):
    stones: int


class Grab(Struct, tag="grab"):
    stones: int


@pytest.mark.parametrize("nonsense", [None, "pass", {"type": "take"}, Grab(7)])
def test_a_game_with_one_action_accepts_only_that(nonsense: object) -> None:
    def take(state: Any, seat: Seat, action: Take) -> Step[Any, Any]:
        return Step(action.stones)

    game: AnyGame = replace(BANK, actions=Take, apply=take, to_act=lambda _: (0,))
    assert play(game, None, 0, Take(7)).state == 7
    with pytest.raises(TypeError, match=r"is not an action of Word Bank\. Its actions: Take\.$"):
        play(game, None, 0, nonsense)


@pytest.mark.parametrize("fault", [AssertionError, AttributeError])
def test_an_error_in_the_rules_is_not_treated_as_a_wrong_action(fault: type[Exception]) -> None:
    def fails(*_: object) -> NoReturn:
        raise fault("four stones too many")

    start = BANK.setup(BANK.options(), 2)
    with pytest.raises(fault, match="four stones"):
        play(replace(BANK, apply=fails), start, CHANCE, BANK.chance(start, Rng(1)))


def test_seat_numbers_outside_the_table_are_refused() -> None:
    assert owned(("a", "b"), 1) == "b"
    for missing in (CHANCE, -2, 2):
        assert not is_left((False, False), missing)
    for wrong in (CHANCE, -2, 2, 1.0, "1", (1,)):
        with pytest.raises(IndexError, match=r"^There is no seat .*: there are 2, from 0;"):
            owned(("a", "b"), cast("Seat", wrong))


def test_a_refusal_is_a_sentence_with_its_rule() -> None:
    refusal = Illegal(
        "WB-19", "You have only {stones} {stones|stone|stones} left in front of you.", stones=3
    )
    assert str(refusal) == "You have only 3 stones left in front of you. (WB-19)"
    found = (refusal.rule, refusal.text, refusal.facts)
    assert found == (
        "WB-19",
        "You have only {stones} {stones|stone|stones} left in front of you.",
        {"stones": 3},
    )


def test_a_move_that_may_be_made_at_any_time_is_left_to_the_rules() -> None:
    game = GAMES["quiddler"]
    challenge = msgspec.convert({"type": "challenge", "round": 1, "word": 0}, game.actions)
    assert isinstance(challenge, Anytime)
    for seat in (0, 1, 99):
        with pytest.raises(Illegal, match="QD-24"):
            play(game, dealt(game), seat, challenge)
    with pytest.raises(Illegal, match="not your turn"):
        play(game, dealt(game), CHANCE, challenge)


def test_every_room_is_found_under_its_name() -> None:
    assert all(game.name == name for name, game in GAMES.items())
    assert [room.folder.name for room in CASES] == [name.replace("-", "_") for name in GAMES]
    assert all((room.folder / "RULES.md").is_file() for room in CASES)
    assert "word-bank" in repr(GAMES)


def test_a_room_is_imported_on_first_use() -> None:
    games = Games({room.game.name: room.package for room in CASES} | {"no-such": "tests.nowhere"})
    assert "no-such" in games
    assert games["word-bank"] is BANK
    assert games.get("unheard-of") is None
    with pytest.raises(ModuleNotFoundError):
        games["no-such"]
    program = """if True:
        import sys
        from chabudai.games import GAMES
        GAMES["quiddler"]
        print(*(name for name in sys.modules if name.count(".") == 2 and ".games." in name))
    """
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert said == "chabudai.games.quiddler\n"


def test_an_unknown_name_raises_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(KeyError, match=r"no game 'chess'\. Available: .*word-bank"):
        GAMES["chess"]
    with pytest.raises(KeyError, match="chess"):
        folder_of("chess")
    with pytest.raises(
        KeyError, match=r"There is no job 'chess'\. Available: review, report, retry\."
    ):
        BANK.extras.jobs["chess"]
    with pytest.raises(KeyError, match=r"There is no guide 'chess'\. Available: first\."):
        BANK.extras.guides["chess"]
    for room in OURS:
        bots = room.game.bots
        with pytest.raises(KeyError, match=r"no bot 'god'\. .* easy, normal, hard, expert\."):
            bots["god"]
        assert bots.get("god") is None
        assert "god" not in bots
        with pytest.raises(ValueError, match=r"^There is no language 'fr'\. Available: en, ja\.$"):
            room.game.text.catalogue("fr")


def test_extras_that_a_game_leaves_out_are_empty() -> None:
    kakapo = GAMES["kakapo"]
    view = kakapo.view(kakapo.setup(kakapo.options(), 2), 0)
    assert kakapo.extras.words(kakapo.options(), object()) == ()
    assert kakapo.extras.against_meaning(view, 0, "KAKAPO") is None
    cards = replace(kakapo, extras=Extras()).extras.cards
    assert cards.box(kakapo.options(), 2) == cards.used(None, None) == ()
    document = Outcome((1,), (0,))
    job = Job(takes=Outcome, run=lambda _, given: given)
    assert job.run(kakapo, job.prepare(kakapo, document)) is document


def test_options_questions_and_seat_counts_of_a_wrong_type_are_refused() -> None:
    for room in OURS:
        game, most = room.game, room.game.seats[-1]
        view = game.view(game.setup(game.options(), most), 0)
        other = next(each.game for each in CASES if each is not room)
        wrong: tuple[object, ...] = (None, {}, other.options())
        for options in wrong:
            with pytest.raises(TypeError, match=r"^These are not options of this game: "):
                game.setup(options, most)
        for question in ("x", None, game.options()):
            with pytest.raises(
                TypeError, match=r" is not a question of this game\. Its questions: [A-Z]"
            ):
                game.ask(view, 0, question)
        for seats in (float(most), most + 0.5, str(most), None, (most,)):
            with pytest.raises(Illegal, match=r"Two people play|is played by") as refusal:
                game.setup(game.options(), cast("int", seats))
            assert refusal.value.rule


def test_a_game_is_pickled_and_copied_as_its_name() -> None:
    for room in CASES:
        game = room.game
        assert is_game(game)
        assert pickle.loads(pickle.dumps(game)) is game
        assert copy.deepcopy(game) is game
        assert repr(game) == f"<game {game.name}>"
    assert not is_game("word-bank")
    mine = replace(GAMES["quiddler"], name="mine")
    with pytest.raises(pickle.PicklingError, match=r"^Quiddler is not among the games installed"):
        pickle.dumps(mine)
