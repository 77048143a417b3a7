"""Advice, reasons for bots' moves, and meanings of words: who may ask, and who is notified."""

from typing import Any

import httpx
import msgspec
import pytest

from chabudai.core import CHANCE, Rng
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import Change, Entry, Table, put_place
from chabudai.server.tables.decide.advice import allow, allowed, ask_for_advice
from chabudai.server.tables.decide.reasons import check_open, is_bots, reason_disclosure, says_why
from chabudai.server.tables.lobby_message import public_lobby
from chabudai.server.tables.played_words import PlayedWords
from chabudai.server.tables.snapshot import told
from tests.server.support import GAME, Guest, Line, Running, entries, play_on
from tests.server.tables import act, call, change, do, friends, joined, refusal


def asked(line: Line) -> list[int]:
    """The seats whose requests for advice were announced, in the order of the announcements."""
    return [event["seat"] for event in line.events if event["type"] == "advised"]


async def test_a_single_guest_is_advised_on_each_move_stage_by_stage(site: Running) -> None:
    (line,) = await site.seat(1, seats=3, bots=["easy", "easy"], options={"first_player": 0})
    assert line.lobby["advice"] == "on"
    first, second, answer = [
        (await line.say(type="advise", stage=stage))["answer"] for stage in (1, 2, 3)
    ]
    assert first == {**first, "closer": None, "choices": [], "best": None, "why": []}
    assert second == {**first, "closer": answer["closer"]}
    assert answer == {**answer, "look": first["look"], "closer": second["closer"]}
    assert (await line.say(type="advise"))["answer"] == answer
    assert (await line.say(type="advise", stage=4))["code"] == "malformed"
    await line.until(lambda: line.lobby["chairs"][0]["advice_taken"] == 3)
    await line.move(answer["choices"][answer["best"]]["action"])
    assert asked(line) == [0]


async def test_all_guests_must_agree_to_advice_and_are_notified_of_each_question(
    site: Running,
) -> None:
    host, other = await site.seat(2, seats=3, begin=False, options={"first_player": 0})
    await host.accept(type="allow", advice=True)
    await host.accept(type="begin", fill="easy")
    await host.turn(0)
    refused = await host.say(type="advise")
    assert (refused["type"], refused["code"]) == ("refused", "not-now")
    assert "everybody has agreed" in refused["text"]
    await other.accept(type="allow", advice=True)
    answer = await host.say(type="advise")
    assert answer["type"] == "answered", answer
    await other.until(lambda: asked(other) == [0])
    assert "your turn" in (await other.say(type="advise"))["text"]
    watching = await (await site.guest()).connect(host.table)
    await watching.first("update")
    assert await watching.refuse(type="advise") == "not-your-seat"
    await other.accept(type="allow", advice=False)
    assert await host.refuse(type="advise") == "not-now"


def begun(game: str = "word-bank", agreed: tuple[int, ...] = (0, 1)) -> Table:
    """A game of two guests. The seats in `agreed` have agreed to advice."""
    table = friends(2, game, begin=False)
    for seat in agreed:
        table = do(table, seat, protocol.Allow("a", advice=True))
    return do(table, 0, protocol.Begin("b"))


def on_turn(table: Table) -> int:
    return table.game.to_act(table.state)[0]


def ask(table: Table, stage: int = 3) -> Change:
    return ask_for_advice(table, call(on_turn(table)), protocol.Advise("x", stage))


def taken(table: Table) -> list[int]:
    return [chair.advice_taken for chair in public_lobby(table).chairs]


def test_stages_are_counted_once_announced_once_and_not_kept_in_the_rematch() -> None:
    table, announced = begun(), list[bool]()
    seat = on_turn(table)
    for stage, count in ((1, 1), (1, 1), (3, 3), (2, 3)):
        asked_for = ask(table, stage)
        announced += [entry.is_advice for entry in asked_for.entries]
        table = asked_for.table
        assert taken(table)[seat] == count
    assert announced == [True, False]
    assert sum(taken(table)) == 3
    after = act(table, seat, GAME.idle(GAME.view(table.state, seat), seat))
    assert sum(taken(ask(after, 1).table)) == 4
    assert [entry.is_advice for entry in ask(after, 1).entries] == [True]
    (again,) = change(do(table, 0, protocol.End("e")), 0, protocol.Again("r")).also
    assert sum(taken(again.table)) == 0


@pytest.mark.parametrize(("game", "advice"), [("word-bank", "on"), ("kakapo", "off")])
def test_guests_who_have_left_need_not_agree_except_in_silence(game: str, advice: str) -> None:
    table = begun(game, agreed=())
    place = msgspec.structs.replace(table.sitting.places[0], advice=True)
    agreed = msgspec.structs.replace(table, sitting=put_place(table.sitting, 0, place))
    left = do(agreed, 1, protocol.Leave("l"))
    assert left.sitting.places[1].left
    assert allowed(left) == advice


def test_a_game_without_advice_refuses_questions_and_consent() -> None:
    mute = next(game for game in GAMES.values() if game.extras.advise is None)
    table = begun(mute.name, agreed=())
    assert allowed(table) == "none"
    with pytest.raises(Refused, match="gives no advice"):
        ask(table)
    with pytest.raises(Refused, match="gives no advice"):
        allow(table, call(), protocol.Allow("a", advice=True))


def test_consent_is_kept_in_the_rematch_and_a_newcomer_has_not_given_it() -> None:
    (again,) = change(do(begun(), 0, protocol.End("e")), 0, protocol.Again("r")).also
    assert [place.advice for place in again.table.sitting.places] == [True, True]
    freed = do(again.table, 1, protocol.Vacate("v", 0))
    assert allowed(freed) == "on"
    assert allowed(joined(freed, "Sora")) == "off"


def test_in_silence_guests_agree_before_the_game_and_questions_are_not_shown_or_counted() -> None:
    table = begun("kakapo")
    assert ask(table) == Change(table, ())
    assert "agree on advice before" in refusal(table, 1, protocol.Allow("a", advice=False))


# --- reasons for bots' moves

NO_MOVE = (400, "There is no such move.")


async def ask_why(who: Guest, table: str, query: str) -> httpx.Response:
    return await who.http.get(f"/api/tables/{table}/why?{query}")


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["text"]


async def play_some(
    site: Running, game: str, moves: int, **options: Any
) -> tuple[Line, tuple[Entry, ...]]:
    """Make some moves at a table with a bot. Returns a socket at the table, and the steps."""
    line = await site.among_bots(game=game, options=options)
    await play_on(line, 0, Rng(3), moves, GAMES[game])
    await line.turn(0)
    _, steps = await entries(site, line.table)
    return line, steps


async def test_players_and_spectators_are_sent_reasons_for_bots_moves_only(site: Running) -> None:
    line, steps = await play_some(site, "word-bank", 1, first_player=1)
    who, table = line.who, line.table
    moves = [step for step in steps if step.part == "play"]
    bots = next(step for step in moves if step.seat == 1)
    answer = await ask_why(who, table, f"seq={bots.seq}")
    assert answer.status_code == 200, answer.text
    assert answer.json()["seat"] == 1
    assert answer.json()["said"]["text"]
    others = await ask_why(await site.guest(), table, f"seq={bots.seq}")
    assert others.content == answer.content
    assert (await entries(site, table))[1] == steps, "the request is not announced"
    by = {step.seat: step.seq for step in moves}
    lobby = next(step.seq for step in steps if step.part == "lobby")
    not_bots = (400, "A bot did not make this move.")
    which = (400, "Name the move: seq=N, or step=N if the game is over.")
    expected = {f"seq={seq}": not_bots for seq in (by[0], by[CHANCE])}
    expected |= {f"seq={seq}": NO_MOVE for seq in (lobby, 0, steps[-1].seq + 1, 999_999)}
    expected |= {"step=1": (409, "The game is not over."), "": which, "seq=2&step=2": which}
    for odd in ("-1", "x", "1.5", "²", "9" * 40):
        expected[f"seq={odd}"] = (400, "seq must be a whole number.")
    for query, wanted in expected.items():
        assert refused(await ask_why(who, table, query)) == wanted, query
    assert (await ask_why(who, "nowhere", "seq=2")).status_code == 404
    answer = await ask_why(who, (await who.open())["table"], "seq=1")
    assert refused(answer) == (409, "There is no game at this table.")
    # Moves before the start of a continued game are not known to be a bot's.
    await line.accept(type="end")
    order = {"step": 1, "seat": 0, "name": "Mika"}
    further = (await who.http.post(f"/api/tables/{table}/play-on", json=order)).json()["table"]
    _, steps = await entries(site, further)
    first = next(step.seq for step in steps if step.seat == 1)
    assert (await ask_why(who, table, "step=1")).status_code == 200
    assert refused(await ask_why(who, further, f"seq={first}")) == not_bots


async def test_reasons_that_reveal_a_bots_hand_are_kept_until_the_end(site: Running) -> None:
    line, steps = await play_some(site, "quiddler", 2)
    secret = (b'{"type":"draw"', b'{"type":"discard"')
    made = [step for step in steps if step.part == "play" and step.seat == 1]
    hidden = [step for step in made if step.action.startswith(secret)]
    assert hidden
    for step in hidden:
        answer = await ask_why(line.who, line.table, f"seq={step.seq}")
        assert refused(answer) == (409, "This move cannot be explained, or not yet.")
    # Until then, the page does not offer to ask for a reason.
    again = await line.who.connect(line.table, since=0)
    await again.first("update")
    by_seq = {step["seq"]: (step["why"], step["opens"]) for step in again.news}
    assert {by_seq[step.seq] for step in hidden} == {("kept", False)}
    persons = [step.seq for step in steps if step.part == "play" and step.seat == 0]
    assert {by_seq[seq] for seq in persons} == {(None, False)}


async def test_in_a_silent_game_all_questions_get_the_same_refusal_until_its_end(
    site: Running,
) -> None:
    line, steps = await play_some(site, "kakapo", 2)
    mika, stranger, table = line.who, await site.guest(), line.table
    silence = "This game is played in silence: bots say why at its end."
    answers = [
        await ask_why(who, table, query)
        for who in (mika, stranger)
        for query in (*(f"seq={seq}" for seq in range(len(steps) + 2)), "seq=x", "step=1", "")
    ]
    assert {refused(answer) for answer in answers} == {(409, silence)}
    assert len({answer.content for answer in answers}) == 1
    assert line.lobby["says_why"] is False
    await line.act({"type": "concede", "wish": True})  # the bot agrees
    await line.until(lambda: line.lobby["says_why"] and line.update["to_act"] == [])
    _, steps = await entries(site, table)
    made = [step for step in steps if step.part == "play" and step.seat != CHANCE]
    at, first = next((at, step) for at, step in enumerate(made, 1) if step.seat == 1)
    by_step = await ask_why(mika, table, f"step={at}")
    assert (by_step.status_code, by_step.json()["seat"]) == (200, 1), by_step.text
    assert (await ask_why(stranger, table, f"seq={first.seq}")).content == by_step.content
    for beyond in (0, len(made) + 1):
        assert refused(await ask_why(mika, table, f"step={beyond}")) == NO_MOVE
    # The steps of a replay are moves by seats.
    shown = (await mika.http.get(f"/api/tables/{table}/steps?from=0")).json()
    assert shown["of"] == len(made) + 1


@pytest.mark.parametrize("game", ["word-bank", "kakapo"])
def test_a_bot_that_stood_in_is_known_only_to_its_guest_in_a_silent_game(game: str) -> None:
    table = begun(game)
    (seat,) = table.game.to_act(table.state)
    move = table.game.menu(table.game.view(table.state, seat), seat)[0]
    action = msgspec.json.encode(move)
    stand_in, bot, person = (
        Entry(5, cmd, seat, "play", action, (), 0)
        for cmd in ("stand-in:1:4", "bot:1:4", "guest.ab12:bot:1:4")
    )
    kept = table.game.extras.reason_disclosure(move)
    assert kept is not None
    others = not table.game.silent
    for asker in (None, 1 - seat, seat):
        known = others or asker == seat
        assert is_bots(table, stand_in, asker) == known
        assert reason_disclosure(table, stand_in, asker) == (kept if known else None)
        assert reason_disclosure(table, bot, asker) == kept
        assert is_bots(table, bot, asker)
        assert reason_disclosure(table, person, asker) is None
        assert not is_bots(table, person, asker)
        shown = [told(table, step, asker, table.visible_seq(asker)) for step in (stand_in, person)]
        assert (shown[0] == shown[1]) is not known
    lobby = msgspec.structs.replace(bot, part="lobby", action=b'{"type":"hasten"}')
    assert reason_disclosure(table, lobby, None) is None


def test_questions_for_reasons_are_refused_with_the_cause() -> None:
    mute = next(game.name for game in GAMES.values() if game.extras.why is None)
    silent = begun("kakapo")
    ended = msgspec.structs.replace(silent.sitting, ended=True, status="over")
    stopped = msgspec.structs.replace(silent.sitting, stopped="damaged")
    for table, sentence in (
        (begun(mute, agreed=()), "In this game bots do not say why."),
        (silent, "in silence"),
        (msgspec.structs.replace(silent, sitting=ended), "The host ended this game"),
        (msgspec.structs.replace(silent, sitting=stopped, state=None), "was stopped"),
    ):
        assert not says_why(table)
        with pytest.raises(Refused, match=sentence):
            check_open(table)
    assert says_why(begun())
    check_open(begun())


async def look_up(who: Guest, table: str, word: str = "") -> httpx.Response:
    return await who.http.get(f"/api/tables/{table}/words{word and '/'}{word}")


async def test_words_that_were_said_are_defined_in_english_and_japanese_for_all(
    site: Running,
) -> None:
    line = await site.among_bots()
    await play_on(line, 0, Rng(3))
    words = (await look_up(line.who, line.table)).json()
    assert [each["word"] for each in words] == line.update["view"]["used"]
    assert {seat for each in words for seat in each["seats"]} == {0, 1}
    assert all(each["against"] is None for each in words)
    # Some words have only a Japanese translation, or only an English sense.
    means = next(
        word
        for word in words
        if any(each["senses"] and each["japanese"] for each in word["meanings"])
    )
    assert all(sense["definition"] for each in means["meanings"] for sense in each["senses"])
    alone = await look_up(line.who, line.table, means["word"].lower())
    assert (alone.status_code, alone.json()) == (200, means)
    live = await site.live(line.table)
    live.recent, live.played_words = (), PlayedWords()  # as after a restart
    assert (await look_up(await site.guest(), line.table)).json() == words


async def test_other_words_are_not_defined_but_cards_are(site: Running) -> None:
    line = await site.among_bots()
    # The answer does not reveal whether this is a word.
    unsaid = "This word has not been said or laid at this table."
    invalid = "A word is written with the letters A to Z only."
    words = {"dog": unsaid, "xqzt": unsaid}
    words |= dict.fromkeys(("co-op", "%20", "d0g", "%E7%8A%AC"), invalid)
    for word, text in words.items():
        answer = await look_up(line.who, line.table, word)
        assert (answer.status_code, answer.json()["text"]) == (400, text), word
    assert (await look_up(line.who, "nowhere")).status_code == 404
    answer = await look_up(line.who, (await line.who.open())["table"], "dog")
    assert (answer.status_code, answer.json()["code"]) == (409, "not-now")
    # In Word Porters, the cards are defined from the beginning.
    porters = await site.among_bots(3, game="word-porters")
    cards = (await look_up(porters.who, porters.table)).json()
    assert len(cards) > 20
    assert all(each["seats"] == [] and each["against"] is None for each in cards)
    without = await site.among_bots(game="kakapo")
    assert (await look_up(line.who, without.table)).json() == []


async def test_quiddlers_words_are_not_defined_while_its_dictionary_is_closed(
    site: Running,
) -> None:
    game, rng, stranger = GAMES["quiddler"], Rng(5), await site.guest()
    line = await site.among_bots(game="quiddler", options={"turn_clock": 3600, "turn_cap": 1})
    while not (found := (await look_up(line.who, line.table)).json()):
        assert await play_on(line, 0, rng, 1, game)
    while await line.turn(0):
        phase = line.update["view"]["phase"]["type"]
        if 0 in line.update["to_act"] and phase in ("drawing", "acting"):
            break
        await play_on(line, 0, rng, 1, game)
    for who in (line.who, stranger):
        one = (await look_up(who, line.table, found[0]["word"])).json()
        for each in (one, *(await look_up(who, line.table)).json()):
            assert (each["against"]["rule"], each["meanings"]) == ("QD-23", [])
    await line.say(type="end")
    assert all(each["against"] is None for each in (await look_up(stranger, line.table)).json())
