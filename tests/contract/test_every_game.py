"""Properties of every game. A new game is tested as soon as its folder exists."""

import json
import re
from itertools import islice
from typing import Any

import msgspec
import pytest

from chabudai.core import CHANCE, Anytime, Chance, Illegal, Rng, Talk, events_for, play
from chabudai.core.transcript import dumps, loads, replay
from tests.contract.test_tellings import JAPANESE, NAMES
from tests.support.game_cases import (
    CASES,
    EXTERNAL,
    Case,
    Start,
    movers,
    random_starts,
    tables,
    walk,
)
from tests.support.moves import scripted

pytestmark = pytest.mark.parametrize("room", CASES, ids=str)
encode = msgspec.json.encode


# --- Replay, JSON, purity


@random_starts(4)
def test_a_game_survives_json_lines_of_text_and_a_transcript_and_changes_no_earlier_state(
    room: Case, sitting: Start
) -> None:
    game = room.game

    def survives(value: object, shape: Any) -> None:
        assert msgspec.json.decode(encode(value), type=shape) == value

    survives(sitting.options, game.options)
    states = [game.setup(sitting.options, sitting.seats)]
    plies = list(walk(room, sitting))
    for ply in plies:
        before = encode(ply.before)
        again = play(game, ply.before, ply.seat, ply.action)
        assert encode(ply.before) == before
        assert encode((again.state, again.news)) == encode((ply.step.state, ply.step.news))
        line = game.text.write(ply.action)
        assert "\n" not in line
        assert game.text.read(line) == ply.action
        survives(ply.action, game.actions)
        states.append(ply.step.state)
        survives(states[-1], type(states[-1]))
        for news in ply.step.news:
            survives(news.event, game.events)
        for seat in (*range(sitting.seats), None):
            survives(game.view(states[-1], seat), game.views)
        view = game.view(states[-1], 0)
        for question in room.support.questions(view, Rng(sitting.seed)):
            survives(question, game.questions)
            survives(game.ask(view, 0, question), game.answers)
    transcript = scripted(game, sitting.seats, sitting.options, plies)
    assert list(replay(game, loads(dumps(transcript)))) == states


# --- Legal and illegal


@random_starts(3)
def test_every_legal_action_is_accepted_and_has_its_own_line_of_text(
    room: Case, sitting: Start
) -> None:
    game = room.game
    for ply in islice(walk(room, sitting), 0, 24, 6):
        state = ply.step.state
        for seat in movers(room, state):
            legal = list(game.legal_actions(game.view(state, seat), seat))
            assert legal
            assert len(set(map(encode, legal))) == len(legal)
            for action in legal:
                assert room.support.accepted(action, play(game, state, seat, action)), action
            for action in legal[:: len(legal) // 50 + 1]:
                assert game.text.read(game.text.write(action)) == action


@random_starts(5)
def test_samples_the_menu_and_the_idle_move_are_legal_and_listed(
    room: Case, sitting: Start
) -> None:
    game = room.game
    rng = Rng(sitting.seed)
    for at, ply in enumerate(islice(walk(room, sitting), 30)):
        state = ply.step.state
        able = movers(room, state)
        for seat in range(sitting.seats):
            view = game.view(state, seat)
            menu = game.menu(view, seat)
            owed = (game.idle(view, seat),) if seat in game.to_act(state) else ()
            assert bool(menu) == (seat in able)
            for action in (*menu, *owed):
                play(game, state, seat, action)
            if seat in able:
                sampled = game.sample(view, seat, rng)
                assert room.support.accepted(sampled, play(game, state, seat, sampled)), sampled
            if at == 0:
                legal = list(game.legal_actions(view, seat))
                assert all(action in legal for action in (*menu, *owed))


@random_starts(6)
def test_a_garbled_move_is_refused_or_legal(room: Case, sitting: Start) -> None:
    game = room.game
    rng = Rng(sitting.seed)
    for ply in islice(walk(room, sitting), 30):
        before = encode(ply.before)
        for _ in range(5):
            garbled = mutated(json.loads(encode(ply.action)), rng)
            try:
                action = msgspec.json.decode(json.dumps(garbled), type=game.actions)
                play(game, ply.before, ply.seat, action)
            except (Illegal, msgspec.ValidationError):
                continue
        assert encode(ply.before) == before


def mutated(value: Any, rng: Rng) -> Any:
    """Return JSON like `value`, but with one change somewhere."""
    deeper = rng.below(4) > 0
    match value:
        case dict() if deeper and value:
            key = rng.choice(sorted(value))
            return {**value, key: mutated(value[key], rng)}
        case list() if deeper and value:
            at = rng.below(len(value))
            return [*value[:at], mutated(value[at], rng), *value[at + 1 :]]
        case dict():
            return {key: value[key] for key in sorted(value)[1:]}
        case list():
            return rng.choice(([], value[1:], value[::-1], [*value, *value[:1]], [value]))
        case bool():
            return rng.choice((not value, None, 0))
        case int():
            return value + rng.choice((-1, 1, 7, -(2**40), 2**80))
        case str():
            return rng.choice(("", value.lower(), f"{value}X", value * 9, f"é{value}", "¿", "{x}"))
        case _:
            return rng.choice((None, 0, "", [], {}))


@random_starts(3)
def test_no_seat_moves_out_of_turn_after_the_end_or_for_chance(room: Case, sitting: Start) -> None:
    game = room.game
    dealt: Any = None
    for ply in walk(room, sitting):
        before, after = encode(ply.step.state), ply.step.state
        anytime = isinstance(ply.action, Anytime)
        others = game.may_act(after) if anytime else ()
        for seat in {*range(-2, sitting.seats + 1), 99} - {*game.to_act(after), *others}:
            with pytest.raises(Illegal, match=None if anytime else "not your turn"):
                play(game, after, seat, ply.action)
        assert encode(after) == before
        is_chance = isinstance(ply.action, Chance)
        assert is_chance == (ply.seat == CHANCE) == (game.to_act(ply.before) == (CHANCE,))
        dealt = ply.action if is_chance else dealt
        for seat in range(sitting.seats if dealt is not None else 0):
            with pytest.raises(Illegal):
                play(game, ply.before, seat, dealt)
        if not is_chance:
            with pytest.raises(Illegal):
                play(game, ply.before, CHANCE, ply.action)
    assert dealt is not None or room in EXTERNAL


def test_another_number_of_seats_is_refused(room: Case) -> None:
    for seats in (-1, 0, room.game.seats[0] - 1, room.game.seats[-1] + 1, 99):
        with pytest.raises(Illegal):
            room.game.setup(room.game.options(), seats)


# --- The course of a game


@random_starts(8)
def test_a_game_keeps_its_pieces_and_ends_with_winners(room: Case, sitting: Start) -> None:
    game = room.game
    start = game.setup(sitting.options, sitting.seats)
    bound = room.support.longest(start)
    assert game.outcome(start) is None
    plies = list(islice(walk(room, sitting), bound + 1))
    assert len(plies) <= bound
    dealt = next((at for at, ply in enumerate(plies) if ply.seat == CHANCE), 0)
    assert plies[dealt].seat == CHANCE or room in EXTERNAL
    pieces = room.support.pieces(plies[dealt].step.state)
    assert pieces.total() > 0
    for at, ply in enumerate(plies):
        state = ply.step.state
        assert at < dealt or room.support.pieces(state) == pieces
        seats, others = game.to_act(state), game.may_act(state)
        assert (game.outcome(state) is None) == bool(seats)
        assert len(set(seats)) == len(seats)
        assert set(movers(room, state)) <= set(range(sitting.seats))
        assert not {*seats} & {*others}
        assert seats or not others
        assert seats == (CHANCE,) or set(seats) <= set(range(sitting.seats))
    final = game.outcome(plies[-1].step.state)
    assert final is not None
    assert len(final.scores) == sitting.seats
    assert final.winners == tuple(sorted(set(final.winners)))
    assert set(final.winners) <= set(range(sitting.seats))
    if game.together:
        assert len(final.winners) in (0, sitting.seats)
        assert len(set(final.scores)) == 1


@random_starts(3)
def test_a_determinized_table_looks_the_same_and_can_be_played(room: Case, sitting: Start) -> None:
    game = room.game
    rng = Rng(sitting.seed)
    for ply in islice(walk(room, sitting), 30):
        for seat in (*range(sitting.seats), None):
            view = game.view(ply.step.state, seat)
            imagined = game.determinize(view, rng)
            assert encode(game.view(imagined, seat)) == encode(view)
            assert room.support.pieces(imagined) == room.support.pieces(ply.step.state)
            assert game.to_act(imagined) == game.to_act(ply.step.state)
            assert game.may_act(imagined) == game.may_act(ply.step.state)
            for speaker in range(sitting.seats):
                assert game.talk(imagined, speaker) is game.talk(ply.step.state, speaker)


@random_starts(2)
def test_talk_and_meanings_are_free_after_the_game_and_talk_is_forbidden_in_a_silent_one(
    room: Case, sitting: Start
) -> None:
    game = room.game
    said: set[str] = set()
    for ply in walk(room, sitting):
        state = ply.step.state
        over = game.outcome(state) is not None
        talks = {game.talk(state, seat) for seat in range(sitting.seats)}
        if over or game.silent:
            assert talks == {Talk.SENTENCES if over else Talk.NONE}
        for event in events_for(ply.step.news, None):
            for spoken in game.extras.words(sitting.options, event):
                assert re.fullmatch("[A-Z]+", spoken.word)
                assert spoken.seat in range(CHANCE, sitting.seats)
                said.add(spoken.word)
        for seat in (*range(sitting.seats), None):
            view = game.view(state, seat)
            against = [game.extras.against_meaning(view, seat, word) for word in islice(said, 5)]
            assert not over or not any(against)


def test_bots_of_every_level_make_legal_moves_from_views(room: Case) -> None:
    game = room.game
    assert list(game.bots) == ["easy", "normal", "hard", "expert"]
    for number, (level, hire) in enumerate(game.bots.items()):
        seats = game.seats[number % len(game.seats)]
        agreed = tables(room, seats)
        sitting = Start(seats, agreed[number % len(agreed)], number, 2)
        for ply in islice(walk(room, sitting), 0, 30, 5):
            for seat in set(game.to_act(ply.step.state)) - {CHANCE}:
                # Decoding the view from JSON ensures that the bot sees nothing else.
                sent = encode(game.view(ply.step.state, seat))
                view = msgspec.json.decode(sent, type=game.views)
                once, again = (hire(3 * number)(view, seat, Rng(number)) for _ in range(2))
                assert once == again, level
                play(game, ply.step.state, seat, once)


# --- Words


INVALID = (
    *("", " ", "\n", "¿", "xyzzy 1 2 3", "{}", "null", "['", "\x00", "pass pass"),
    *("0" * 5000, "{" * 5000, '{"type":' * 9000, '{"type":"pass","card":"\ud800"}'),
)


def test_an_invalid_line_is_refused_with_a_sentence(room: Case) -> None:
    for line in INVALID:
        with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
            room.game.text.read(line)


@random_starts(3)
def test_the_table_is_shown_in_both_languages_and_ends_with_the_question_to_the_seat(
    room: Case, sitting: Start
) -> None:
    game = room.game
    for ply in walk(room, sitting):
        owing = set(game.to_act(ply.step.state)) - {CHANCE}
        for seat in (*range(sitting.seats), None):
            view = game.view(ply.step.state, seat)
            shown = {lang: game.text.show(view, seat, lang) for lang in ("en", "ja")}
            assert shown["en"].format(*NAMES).strip()
            assert JAPANESE.search(shown["ja"].format(*NAMES))
            assert not JAPANESE.search(shown["en"])
            for lang in shown if seat in owing else ():
                *parts, asked = game.text.due(view, seat, lang)
                assert shown[lang].endswith(f"\n{asked}")
                assert all(part.format(*NAMES).strip() for part in parts)
