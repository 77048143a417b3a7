"""Reasons for bots' moves, requested over HTTP: which guests are sent one, and when."""

from typing import Any

import httpx
import msgspec
import pytest

from chabudai.core import CHANCE, Rng
from chabudai.core.transcript import replay
from chabudai.core.why import Moved, why_for
from chabudai.games import GAMES
from chabudai.server.refusal import Refused
from chabudai.server.store.rows import transcript_of
from chabudai.server.tables.decide import Entry, Move, Table
from chabudai.server.tables.decide.reasons import check_open, is_bots, reason_disclosure, says_why
from chabudai.server.tables.snapshot import told
from tests.server.support import Guest, Line, Running, entries, play_on
from tests.server.test_advice import begun

NO_MOVE = (400, "There is no such move.")
BOT_FIRST = {"first_player": 1}


async def ask(who: Guest, table: str, query: str) -> httpx.Response:
    return await who.http.get(f"/api/tables/{table}/why?{query}")


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["text"]


async def play_some(
    site: Running, game: str, moves: int, **options: Any
) -> tuple[Line, tuple[Entry, ...]]:
    """Make some moves at a table with a bot. Returns a socket there, and the steps."""
    (line,) = await site.seat(1, game=game, seats=2, bots=["easy"], options=options)
    await line.accept(type="hasten", hasten=True)
    await play_on(line, 0, Rng(3), moves, GAMES[game])
    await line.turn(0)
    _, steps = await entries(site, line.table)
    return line, steps


def own_reason(table: Table, steps: tuple[Entry, ...], at: int, asker: int | None) -> Any:
    """Compute the reason for a step's move locally."""
    game, made = table.game, [step for step in steps if step.part == "play"]
    moves = [Move(step.seq, step.cmd, step.seat, step.action.decode()) for step in made]
    *states, now = replay(game, transcript_of(table, moves))
    action = msgspec.json.decode(made[at].action, type=game.actions)
    return why_for(game, Moved(states[at], made[at].seat, action), now, asker)


async def test_players_and_spectators_are_sent_the_reason_for_a_bots_move(site: Running) -> None:
    line, steps = await play_some(site, "word-bank", 1, **BOT_FIRST)
    moves = [step for step in steps if step.part == "play"]
    at, bots = next((at, step) for at, step in enumerate(moves) if step.seat == 1)
    answer = await ask(line.who, line.table, f"seq={bots.seq}")
    assert answer.status_code == 200, answer.text
    reason = own_reason((await site.live(line.table)).table, steps, at, 0)
    assert reason is not None
    assert answer.json() == {"seat": 1, "said": msgspec.to_builtins(reason)}
    assert (await ask(await site.guest(), line.table, f"seq={bots.seq}")).content == answer.content
    # The request is not announced.
    assert (await entries(site, line.table))[1] == steps


async def test_invalid_questions_for_reasons_are_refused(site: Running) -> None:
    line, steps = await play_some(site, "word-bank", 1)
    by = {step.seat: step.seq for step in steps if step.part == "play"}
    lobby = next(step.seq for step in steps if step.part == "lobby")
    not_bots = (400, "A bot did not make this move.")
    which = (400, "Name the move: seq=N, or step=N if the game is over.")
    refused = {f"seq={seq}": not_bots for seq in (by[0], by[CHANCE])}
    refused |= {f"seq={seq}": NO_MOVE for seq in (lobby, 0, steps[-1].seq + 1, 999_999)}
    refused |= {"step=1": (409, "The game is not over."), "": which, "seq=2&step=2": which}
    for odd in ("-1", "x", "1.5", "²", "9" * 40):
        refused[f"seq={odd}"] = (400, "seq must be a whole number.")
    for query, expected in refused.items():
        assert refusal(await ask(line.who, line.table, query)) == expected, query
    assert (await ask(line.who, "nowhere", "seq=2")).status_code == 404
    answer = await ask(line.who, (await line.who.open())["table"], "seq=1")
    assert refusal(answer) == (409, "There is no game at this table.")


async def test_reasons_that_reveal_a_bots_hand_are_kept_until_the_end(site: Running) -> None:
    line, steps = await play_some(site, "quiddler", 2)
    secret = (b'{"type":"draw"', b'{"type":"discard"')
    made = [step for step in steps if step.part == "play" and step.seat == 1]
    hidden = [step for step in made if step.action.startswith(secret)]
    assert hidden
    for step in hidden:
        answer = await ask(line.who, line.table, f"seq={step.seq}")
        assert refusal(answer) == (409, "This move cannot be explained, or not yet.")
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
        await ask(who, table, query)
        for who in (mika, stranger)
        for query in (*(f"seq={seq}" for seq in range(len(steps) + 2)), "seq=x", "step=1", "")
    ]
    assert {refusal(answer) for answer in answers} == {(409, silence)}
    assert len({answer.content for answer in answers}) == 1
    assert line.lobby["says_why"] is False
    await line.act({"type": "concede", "wish": True})  # the bot agrees
    await line.until(lambda: line.lobby["says_why"] and line.update["to_act"] == [])
    _, steps = await entries(site, table)
    made = [step for step in steps if step.part == "play" and step.seat != CHANCE]
    at, first = next((at, step) for at, step in enumerate(made, 1) if step.seat == 1)
    by_step = await ask(mika, table, f"step={at}")
    assert (by_step.status_code, by_step.json()["seat"]) == (200, 1), by_step.text
    assert (await ask(stranger, table, f"seq={first.seq}")).content == by_step.content
    for beyond in (0, len(made) + 1):
        assert refusal(await ask(mika, table, f"step={beyond}")) == NO_MOVE
    # The steps of a replay are moves by seats.
    shown = (await mika.http.get(f"/api/tables/{table}/steps?from=0")).json()
    assert shown["of"] == len(made) + 1


async def test_moves_before_a_continued_game_are_not_known_to_be_a_bots(site: Running) -> None:
    line, _ = await play_some(site, "word-bank", 1, **BOT_FIRST)
    await line.accept(type="end")
    order = {"step": 1, "seat": 0, "name": "Mika"}
    answer = await line.who.http.post(f"/api/tables/{line.table}/play-on", json=order)
    further = answer.json()["table"]
    _, steps = await entries(site, further)
    first = next(step.seq for step in steps if step.seat == 1)
    assert (await ask(line.who, line.table, "step=1")).status_code == 200
    assert "A bot did not" in (await ask(line.who, further, f"seq={first}")).json()["text"]


# --- without a network


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
