"""The contract: who is told what, who may move, what a refusal says."""

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
    Chance,
    Extras,
    Illegal,
    Job,
    News,
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
    put,
    secret,
)
from chabudai.games import GAMES, Games, folder_of
from tests.support.every_room import OUTSIDE, ROOMS

OURS = tuple(room for room in ROOMS if room not in OUTSIDE)


def test_a_job_without_preparation_gets_its_document() -> None:
    game, document = GAMES["word-bank"], Outcome((1,), (0,))
    job = Job(takes=Outcome, run=lambda _, given: given)
    assert job.run(game, job.prepare(game, document)) is document


def test_all_hear_what_is_public() -> None:
    assert [public("deal").heard_by(seat) for seat in (0, 1, None)] == ["deal"] * 3


def test_a_secret_is_heard_by_one_and_the_others_hear_its_cover() -> None:
    news = secret(1, "an ace", "a card")
    assert [news.heard_by(seat) for seat in (0, 1, 2, None)] == [
        "a card",
        "an ace",
        "a card",
        "a card",
    ]


def test_a_secret_without_a_cover_is_not_heard_at_all() -> None:
    news = (public("deal"), secret(0, "an ace"), public("pass"))
    assert events_for(news, 0) == ("deal", "an ace", "pass")
    assert events_for(news, 1) == events_for(news, None) == ("deal", "pass")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("nonsense", [None, "pass", {"type": "pass"}])
def test_what_is_no_action_of_a_game_is_refused_in_a_sentence(
    game: AnyGame, nonsense: object
) -> None:
    rng, seats = Rng(1), next(n for n in game.seats if n > 1)
    state = game.setup(game.options(), seats)
    while game.to_act(state) == (CHANCE,):
        state = play(game, state, CHANCE, game.chance(state, rng)).state
    with pytest.raises(TypeError, match=f"is no action of {game.title}: there are [A-Z]"):
        play(game, state, game.to_act(state)[0], nonsense)


class Take(Struct, tag="take"):
    """The only action of a game."""

    stones: int


class Grab(Struct, tag="grab"):
    """An action of another game, with the same field."""

    stones: int


@pytest.mark.parametrize("nonsense", [None, "pass", {"type": "take"}, Grab(7)])
def test_in_a_game_of_one_action_what_is_none_is_refused_in_a_sentence(nonsense: object) -> None:
    def take(state: Any, seat: Seat, action: Take) -> Step[Any, Any]:
        return Step(action.stones)

    game: AnyGame = replace(GAMES["word-bank"], actions=Take, apply=take, to_act=lambda _: (0,))
    assert play(game, None, 0, Take(7)).state == 7
    with pytest.raises(TypeError, match=r"is no action of Word Bank: there are Take\.$"):
        play(game, None, 0, nonsense)


@pytest.mark.parametrize("fault", [AssertionError, AttributeError])
def test_what_goes_wrong_in_the_rules_is_not_taken_for_a_wrong_action(
    fault: type[Exception],
) -> None:
    def fails(*_: object) -> NoReturn:
        raise fault("four stones too many")

    game = GAMES["word-bank"]
    start = game.setup(game.options(), 2)
    with pytest.raises(fault, match="four stones"):
        play(replace(game, apply=fails), start, CHANCE, game.chance(start, Rng(1)))


def test_a_bot_that_is_not_there_is_a_key_error_that_says_which_there_are() -> None:
    for room in OURS:
        bots = room.game.bots
        with pytest.raises(
            KeyError, match=r"no bot 'god'\. There is: easy, normal, hard, expert\."
        ):
            bots["god"]
        assert bots.get("god") is None
        assert "god" not in bots


def test_what_is_of_no_seat_is_not_taken_for_the_last_seats() -> None:
    assert owned(("a", "b"), 1) == "b"
    for nobody in (CHANCE, -2, 2):
        with pytest.raises(IndexError, match=f"^There is no seat {nobody}: there are 2, from 0;"):
            owned(("a", "b"), nobody)
        assert not is_left((False, False), nobody)
    for number in (1.0, "1", (1,)):
        with pytest.raises(IndexError, match=r"^There is no seat .*: there are 2, from 0;"):
            owned(("a", "b"), cast("Seat", number))


def test_a_refusal_is_a_sentence_with_its_rule() -> None:
    refusal = Illegal("WB-19", "Stones in front of you: only {stones}.", stones=3)
    assert str(refusal) == "Stones in front of you: only 3. (WB-19)"
    assert (refusal.rule, refusal.text, refusal.facts) == (
        "WB-19",
        "Stones in front of you: only {stones}.",
        {"stones": 3},
    )


def test_a_step_without_news_is_silent() -> None:
    assert events_for(Step(Struct()).news, 0) == ()
    assert News("x") == public("x")


@pytest.mark.parametrize("seat", [CHANCE, 0, 1, 2])
def test_a_seat_moves_when_it_owes_a_move(seat: int) -> None:
    game = GAMES["word-bank"]
    state = game.setup(game.options(), 2)
    shuffle = game.chance(state, Rng(1))
    if seat == CHANCE:
        assert game.to_act(play(game, state, seat, shuffle).state) != (CHANCE,)
        return
    with pytest.raises(Illegal) as refusal:
        play(game, state, seat, shuffle)
    assert refusal.value.rule == "WB-6"


@pytest.mark.parametrize("seat", [0, 1, 99])
def test_a_move_that_may_be_made_at_any_time_is_left_to_the_rules(seat: int) -> None:
    game = GAMES["quiddler"]
    state = game.setup(game.options(), 2)
    dealt = play(game, state, CHANCE, game.chance(state, Rng(1))).state
    challenge = msgspec.convert({"type": "challenge", "round": 1, "word": 0}, game.actions)
    assert isinstance(challenge, Anytime)
    with pytest.raises(Illegal) as refusal:
        play(game, dealt, seat, challenge)
    assert refusal.value.rule == "QD-24"
    with pytest.raises(Illegal, match="not your turn"):
        play(game, dealt, CHANCE, challenge)


def test_nobody_may_act_out_of_turn_where_a_game_does_not_say_so() -> None:
    game = GAMES["word-bank"]
    state = game.setup(game.options(), 2)
    assert game.may_act(play(game, state, CHANCE, game.chance(state, Rng(1))).state) == ()


@pytest.mark.parametrize(("at", "copy"), [(0, "xbc"), (1, "axc"), (2, "abx")])
def test_putting_makes_a_copy_with_one_item_changed(at: int, copy: str) -> None:
    items = tuple("abc")
    assert put(items, at, "x") == tuple(copy)
    assert items == tuple("abc")


def test_chance_is_a_struct_of_its_own() -> None:
    assert issubclass(Chance, Struct)


def test_every_room_is_found_under_its_name() -> None:
    assert "word-bank" in GAMES
    assert all(game.name == name for name, game in GAMES.items())
    assert [room.folder.name for room in ROOMS] == [name.replace("-", "_") for name in GAMES]
    assert all((room.folder / "RULES.md").is_file() for room in ROOMS)


def test_a_room_is_imported_when_its_game_is_first_asked_for() -> None:
    games = Games({room.game.name: room.package for room in ROOMS} | {"no-such": "tests.nowhere"})
    assert "no-such" in games
    assert games["word-bank"] is GAMES["word-bank"]
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


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (Outcome((1, 2), (0,)), "scores"),
        (public("deal"), "event"),
        (Step(Struct()), "state"),
        (GAMES["word-bank"], "name"),
        (GAMES["word-bank"].text, "write"),
    ],
)
def test_nothing_can_be_changed_afterwards(value: object, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(value, name, None)


def test_a_field_that_nobody_knows_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"scores":[1],"winners":[0],"seed":7}', type=Outcome)


def test_chance_makes_no_move_of_a_seat() -> None:
    game = GAMES["word-bank"]
    start = game.setup(game.options(), 2)
    dealt = play(game, start, CHANCE, game.chance(start, Rng(1))).state
    (seat,) = game.to_act(dealt)
    move = game.sample(game.view(dealt, seat), seat, Rng(1))
    with pytest.raises(Illegal, match="not your turn"):
        play(game, start, CHANCE, move)
    with pytest.raises(Illegal, match="not your turn"):
        play(game, dealt, CHANCE, move)


def test_a_game_that_is_not_there_has_no_folder_and_says_which_there_are() -> None:
    with pytest.raises(KeyError, match="chess"):
        folder_of("chess")
    with pytest.raises(KeyError, match=r"no game 'chess'\. There is: .*word-bank"):
        GAMES["chess"]
    assert "word-bank" in repr(GAMES)


def test_a_game_without_words_has_heard_none_and_holds_nothing_against_any() -> None:
    kakapo = GAMES["kakapo"]
    view = kakapo.view(kakapo.setup(kakapo.options(), 2), 0)
    assert kakapo.extras.words(kakapo.options(), object()) == ()
    assert kakapo.extras.against_meaning(view, 0, "KAKAPO") is None


def test_a_game_is_told_from_its_name() -> None:
    assert is_game(GAMES["word-bank"])
    assert not is_game("word-bank")


def test_what_are_no_options_of_a_game_set_up_none() -> None:
    for room in OURS:
        game = room.game
        other = next(each.game for each in ROOMS if each is not room)
        wrong: tuple[object, ...] = (None, {}, other.options())
        for options in wrong:
            with pytest.raises(TypeError, match=r"^These are no options of this game: "):
                game.setup(options, game.seats[-1])


def test_what_is_no_question_of_a_game_is_refused_with_those_there_are() -> None:
    sentence = r" is no question of this game: there are [A-Z][A-Za-z, ]+\.$"
    for room in OURS:
        game = room.game
        view = game.view(game.setup(game.options(), game.seats[-1]), 0)
        for question in ("x", None, game.options()):
            with pytest.raises(TypeError, match=sentence):
                game.ask(view, 0, question)


def test_what_is_no_number_of_seats_is_refused_by_its_rule() -> None:
    for room in OURS:
        game = room.game
        most = game.seats[-1]
        game.setup(game.options(), most)
        for seats in (float(most), most + 0.5, str(most), None, (most,), most + 1, -1):
            with pytest.raises(Illegal, match=r"Two people play|is played by") as refusal:
                game.setup(game.options(), cast("int", seats))
            assert refusal.value.rule


def test_what_has_no_such_name_says_which_there_are() -> None:
    game = GAMES["word-bank"]
    with pytest.raises(KeyError, match=r"There is no job 'chess'\. There is: review, report\."):
        game.extras.jobs["chess"]
    with pytest.raises(KeyError, match=r"There is no guide 'chess'\. There is: first\."):
        game.extras.guides["chess"]
    for room in OURS:
        with pytest.raises(ValueError, match=r"^There is no language 'fr'\. There is: en, ja\.$"):
            room.game.text.catalogue("fr")


def test_a_game_is_pickled_and_copied_as_its_name() -> None:
    for room in ROOMS:
        game = room.game
        assert pickle.loads(pickle.dumps(game)) is game
        assert copy.deepcopy(game) is game
        assert repr(game) == f"<game {game.name}>"
    mine = replace(GAMES["quiddler"], name="mine")
    with pytest.raises(pickle.PicklingError, match=r"^Quiddler is not among the games installed"):
        pickle.dumps(mine)


def test_a_game_that_names_no_cards_has_none() -> None:
    mute = replace(GAMES["quiddler"], extras=Extras())
    cards = mute.extras.cards
    state = mute.setup(mute.options(), 2)
    assert cards.box(mute.options(), 2) == cards.used(state, None) == ()
