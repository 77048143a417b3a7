"""Why bots moved so, asked over HTTP: who is told what, and when."""

from typing import Any

import httpx
import msgspec
import pytest

from chabudai.core import CHANCE, Rng
from chabudai.core.transcript import replay
from chabudai.core.why import Moved, why_for
from chabudai.games import GAMES
from chabudai.server.http.reviews import transcript_of
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import Entry, Move, Table
from chabudai.server.tables.decide.reasons import check_open, is_bots, reason_disclosure, says_why
from chabudai.server.tables.snapshot import told
from tests.server.support import Guest, Line, Running, entries, play_on
from tests.server.test_advice import begun

CONCEDE = {"type": "concede", "wish": True}


async def asked(who: Guest, table: str, query: str) -> httpx.Response:
    """What is told of a move."""
    return await who.http.get(f"/api/tables/{table}/why?{query}")


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["text"]


async def played(
    site: Running, who: Guest, game: str, moves: int, **order: Any
) -> tuple[str, tuple[Entry, ...]]:
    """A table of two, one of them a bot, at which a person has made some moves; its steps."""
    made = await who.open(game=game, seats=2, bots=["easy"], begin=True, **order)
    async with who.line(made["table"]) as line:
        await line.say(type="hasten", hasten=True)
        await play_on(line, 0, Rng(3), moves, GAMES[game])
        await line.turn(0)
    _, steps = await entries(site, made["table"])
    return made["table"], steps


def own_reason(table: Table, steps: tuple[Entry, ...], at: int, asker: int | None) -> Any:
    """The reason for the move of a step, worked out here."""
    game, made = table.game, [step for step in steps if step.part == "play"]
    moves = [Move(step.seq, step.cmd, step.seat, step.action.decode()) for step in made]
    *states, now = replay(game, transcript_of(table, moves))
    action = msgspec.json.decode(made[at].action, type=game.actions)
    return why_for(game, Moved(states[at], made[at].seat, action), now, asker)


async def test_whoever_is_at_the_table_or_watches_is_told_why_a_bot_moved_so(site: Running) -> None:
    mika, stranger = await site.guests(2)
    table, steps = await played(site, mika, "word-bank", 1, options={"first_player": 1})
    moves = [step for step in steps if step.part == "play"]
    at, bots = next((at, step) for at, step in enumerate(moves) if step.seat == 1)
    told = await asked(mika, table, f"seq={bots.seq}")
    assert told.status_code == 200, told.text
    live = await site.live(table)
    reason = own_reason(live.table, steps, at, 0)
    assert reason is not None
    assert told.json() == {"seat": 1, "said": msgspec.to_builtins(reason)}
    assert (await asked(stranger, table, f"seq={bots.seq}")).content == told.content
    # Nobody hears of it.
    assert (await entries(site, table))[1] == steps


async def test_what_no_bot_did_and_what_never_was_is_refused(site: Running) -> None:
    mika = await site.guest()
    table, steps = await played(site, mika, "word-bank", 1)
    by = {step.seat: step.seq for step in steps if step.part == "play"}
    not_bots = "As far as is known here, no bot made this move."
    for seq in (by[0], by[CHANCE]):
        assert refusal(await asked(mika, table, f"seq={seq}")) == (400, not_bots)
    lobby = next(step.seq for step in steps if step.part == "lobby")
    for seq in (lobby, 0, steps[-1].seq + 1, 999_999):
        assert refusal(await asked(mika, table, f"seq={seq}")) == (400, "There is no such move.")
    assert refusal(await asked(mika, table, "step=1")) == (409, "The game is not over.")
    which = "Say which move: seq=N, or step=N of a game that is over."
    for query in ("", "seq=2&step=2"):
        assert refusal(await asked(mika, table, query)) == (400, which)
    for odd in ("-1", "x", "1.5", "²", "9" * 40):
        answer = await asked(mika, table, f"seq={odd}")
        assert refusal(answer) == (400, "There is no such number: seq.")
    assert (await asked(mika, "nowhere", "seq=2")).status_code == 404
    waiting = (await mika.open())["table"]
    answer = await asked(mika, waiting, "seq=1")
    assert refusal(answer) == (409, "There is no game at this table.")


async def test_what_lies_in_a_bots_hand_is_not_told_before_the_end(site: Running) -> None:
    mika = await site.guest()
    table, steps = await played(site, mika, "quiddler", 2)
    secret = (b'{"type":"draw"', b'{"type":"discard"')
    made = [step for step in steps if step.part == "play" and step.seat == 1]
    hidden = [step for step in made if step.action.startswith(secret)]
    for step in hidden:
        answer = await asked(mika, table, f"seq={step.seq}")
        assert refusal(answer) == (409, "There is nothing to tell of this move, or not yet.")
    assert hidden
    # Nobody is offered to ask for it before.
    async with mika.line(table, since=0) as line:
        update = await line.first("update")
    by_seq = {told["seq"]: (told["why"], told["opens"]) for told in update["news"]}
    assert {by_seq[step.seq] for step in hidden} == {("kept", False)}
    persons = [step.seq for step in steps if step.part == "play" and step.seat == 0]
    assert {by_seq[seq] for seq in persons} == {(None, False)}


async def test_in_a_silent_game_nothing_is_told_before_its_end_whatever_is_asked(
    site: Running,
) -> None:
    mika, stranger = await site.guests(2)
    table, steps = await played(site, mika, "kakapo", 2)
    silence = "This game is played in silence: bots say why at its end."
    answers = [
        await asked(who, table, query)
        for who in (mika, stranger)
        for query in (*(f"seq={seq}" for seq in range(len(steps) + 2)), "seq=x", "step=1", "")
    ]
    assert {refusal(answer) for answer in answers} == {(409, silence)}
    assert len({answer.content for answer in answers}) == 1
    async with mika.line(table) as line:
        lobby = await line.first("lobby")
        assert lobby["says_why"] is False
        await concede(line)
        await line.until(lambda: line.lobby["says_why"])
    _, steps = await entries(site, table)
    made = [step for step in steps if step.part == "play" and step.seat != CHANCE]
    at, first = next((at, step) for at, step in enumerate(made, 1) if step.seat == 1)
    by_step = await asked(mika, table, f"step={at}")
    assert (by_step.status_code, by_step.json()["seat"]) == (200, 1), by_step.text
    assert (await asked(stranger, table, f"seq={first.seq}")).content == by_step.content
    for beyond in (0, len(made) + 1):
        answer = await asked(mika, table, f"step={beyond}")
        assert refusal(answer) == (400, "There is no such move.")
    # The steps of a replay are the moves of seats.
    shown = (await mika.http.get(f"/api/tables/{table}/steps?from=0")).json()
    assert shown["of"] == len(made) + 1


async def concede(line: Line) -> None:
    """Give up; the bots agree."""
    update = await line.first("update")
    await line.accept(type="act", head=update["seq"], action=CONCEDE)
    await line.until(lambda: line.update["to_act"] == [])


async def test_of_moves_made_elsewhere_it_is_not_known_whose_they_were(site: Running) -> None:
    mika = await site.guest()
    table, _ = await played(site, mika, "word-bank", 1, options={"first_player": 1})
    async with mika.line(table) as line:
        await line.say(type="end")
    order = {"step": 1, "seat": 0, "name": "Mika"}
    answer = await mika.http.post(f"/api/tables/{table}/play-on", json=order)
    further = answer.json()["table"]
    _, steps = await entries(site, further)
    first = next(step.seq for step in steps if step.seat == 1)
    assert (await asked(mika, table, "step=1")).status_code == 200
    assert "no bot made" in (await asked(mika, further, f"seq={first}")).json()["text"]


# --- The same without a network


@pytest.mark.parametrize("game", ["word-bank", "kakapo"])
def test_who_stood_in_for_a_guest_is_told_to_nobody_else_in_a_silent_game(game: str) -> None:
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


def test_where_bots_may_not_be_asked_a_sentence_says_so() -> None:
    mute = next(game.name for game in GAMES.values() if game.extras.why is None)
    silent = begun("kakapo")
    ended = msgspec.structs.replace(silent.sitting, ended=True, status="over")
    stopped = msgspec.structs.replace(silent.sitting, stopped="damaged")
    for table, sentence in (
        (begun(mute, agreed=()), "In this game bots do not say why."),
        (silent, "in silence"),
        (msgspec.structs.replace(silent, sitting=ended), "The host has ended this game"),
        (msgspec.structs.replace(silent, sitting=stopped, state=None), "it was stopped"),
    ):
        assert not says_why(table)
        with pytest.raises(Refused, match=sentence):
            check_open(table)
    assert says_why(begun())
    check_open(begun())
