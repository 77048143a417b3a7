"""The game contract: news by seat, moves, options, refusals and the register of games."""

import copy
import pickle
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
    ValidatedStruct,
    events_for,
    is_game,
    is_left,
    owned,
    play,
    public,
    secret,
)
from chabudai.games import GAMES, Games, folder_of
from chabudai.games.kakapo.components.missions import mission_named
from chabudai.games.kakapo.state import Options as KakapoOptions
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
def test_a_value_that_is_not_an_action_raises_a_type_error(game: AnyGame) -> None:
    state = dealt(game, next(n for n in game.seats if n > 1))
    for nonsense in (None, "pass", {"type": "pass"}):
        with pytest.raises(TypeError, match=f"not an action of {game.title}. Its actions: [A-Z]"):
            play(game, state, game.to_act(state)[0], nonsense)


class Take(Struct, tag="take"):
    stones: int


def test_a_game_with_one_action_accepts_only_that() -> None:
    def take(state: Any, seat: Seat, action: Take) -> Step[Any, Any]:
        return Step(action.stones)

    game: AnyGame = replace(BANK, actions=Take, apply=take, to_act=lambda _: (0,))
    assert play(game, None, 0, Take(7)).state == 7
    with pytest.raises(TypeError, match=r"is not an action of Word Bank\. Its actions: Take\.$"):
        play(game, None, 0, {"type": "take"})


def test_an_error_in_the_rules_is_not_treated_as_a_wrong_action() -> None:
    def fails(*_: object) -> NoReturn:
        raise AttributeError("four stones too many")

    start = BANK.setup(BANK.options(), 2)
    with pytest.raises(AttributeError, match="four stones"):
        play(replace(BANK, apply=fails), start, CHANCE, BANK.chance(start, Rng(1)))


def test_seat_numbers_outside_the_table_are_refused() -> None:
    assert owned(("a", "b"), 1) == "b"
    for missing in (CHANCE, -2, 2):
        assert not is_left((False, False), missing)
    for wrong in (CHANCE, -2, 2, 1.0, "1", (1,)):
        with pytest.raises(IndexError, match=r"^There is no seat .*: there are 2, from 0;"):
            owned(("a", "b"), cast("Seat", wrong))


def test_a_refusal_is_a_sentence_with_its_rule() -> None:
    text = "You have only {stones} {stones|stone|stones} left in front of you."
    refusal = Illegal("WB-19", text, stones=3)
    assert str(refusal) == "You have only 3 stones left in front of you. (WB-19)"
    assert (refusal.rule, refusal.text, refusal.facts) == ("WB-19", text, {"stones": 3})


def test_a_move_that_may_be_made_at_any_time_is_left_to_the_rules() -> None:
    game = GAMES["quiddler"]
    challenge = msgspec.convert({"type": "challenge", "round": 1, "word": 0}, game.actions)
    assert isinstance(challenge, Anytime)
    for seat in (0, 1, 99):
        with pytest.raises(Illegal, match="QD-24"):
            play(game, dealt(game), seat, challenge)
    with pytest.raises(Illegal, match="not your turn"):
        play(game, dealt(game), CHANCE, challenge)


def test_every_game_is_found_under_its_name() -> None:
    assert all(game.name == name for name, game in GAMES.items())
    assert [room.folder.name for room in CASES] == [name.replace("-", "_") for name in GAMES]
    assert all((room.folder / "RULES.md").is_file() for room in CASES)
    assert "word-bank" in repr(GAMES)
    games = Games({room.game.name: room.package for room in CASES} | {"no-such": "tests.nowhere"})
    assert "no-such" in games
    assert games["word-bank"] is BANK
    assert games.get("unheard-of") is None
    with pytest.raises(ModuleNotFoundError):
        games["no-such"]


def test_an_unknown_name_raises_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(KeyError, match=r"no game 'chess'\. Available: .*word-bank"):
        GAMES["chess"]
    with pytest.raises(KeyError, match="chess"):
        folder_of("chess")
    with pytest.raises(KeyError, match=r"no job 'chess'\. Available: review, report, retry\."):
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
            with pytest.raises(TypeError, match=r" is not a question .*\. Its questions: [A-Z]"):
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


def test_options_of_a_wrong_type_are_refused_in_a_sentence() -> None:
    for game, given, says in (
        ("word-bank", {"min_length": "3"}, "min_length cannot be '3'. It is a number from 2 to 8."),
        ("word-bank", {"min_length": 9}, "min_length cannot be 9. It is a number from 2 to 8."),
        ("word-bank", {"min_length": True}, "min_length cannot be True. It is a number from 2"),
        ("word-bank", {"word_vote": "no"}, "word_vote cannot be 'no'. It is true or false."),
        (
            "word-bank",
            {"lexicon": "x" * 1000, "min_length": "x"},
            "lexicon cannot be …. It is casual",
        ),
        ("quiddler", {"turn_clock": 3.5}, "turn_clock cannot be 3.5. It is off or a number from"),
        ("quiddler", {"solo": None}, "solo cannot be None. It is bots or columns."),
        ("kakapo", {"mission": 21}, "mission cannot be 21. It is a number from 1 to 20 or a"),
        ("kakapo", {"mission": [1]}, "[1]. It is a number from 1 to 20 or a name or a mission."),
        ("word-porters", {"own_words": ["cat"]}, "own_words cannot be ['cat']. It is a tuple."),
        ("word-porters", {"own_hints": (["a", "b"],)}, "(['a', 'b'],). It is a tuple."),
    ):
        with pytest.raises(TypeError) as refusal:
            GAMES[game].options(**given)
        assert says in str(refusal.value)
        with pytest.raises(TypeError) as refusal:
            msgspec.structs.replace(GAMES[game].options(), **given)
        assert says in str(refusal.value)


def test_valid_options_are_kept_unchanged_and_invalid_json_refused() -> None:
    mission = mission_named("buddy/3")
    assert KakapoOptions(mission=mission).mission is mission
    assert BANK.options(min_length=3, first_player="random").min_length == 3
    for given in (b'{"min_length":"3"}', b'{"min_length":3,"seed":7}'):
        with pytest.raises(msgspec.ValidationError, match=r"Expected `int`|unknown field `seed`"):
            msgspec.json.decode(given, type=BANK.options)


class Slope(ValidatedStruct):
    """A struct with a type that no game's options use."""

    rise: float = 1.0


def test_a_type_without_a_description_is_called_something_else() -> None:
    with pytest.raises(TypeError, match=r"^rise cannot be 'up'\. It is something else\.$"):
        Slope(rise="up")  # type: ignore[arg-type]  # the wrong type is the test
