"""A language model's tools at a table, whose answers are text."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from chabudai.cli.arguments import check_seats, game_named, no_bot
from chabudai.cli.errors import Unusable
from chabudai.cli.http_client import read_answer
from chabudai.cli.output import phrase
from chabudai.cli.rules import contents, format_glance, format_rule, parts, rule_of, rulebook
from chabudai.cli.table_client import Answer, Seated, Visitor
from chabudai.cli.table_requests import ANSWERS, requests_to
from chabudai.cli.tool_arguments import (
    NOBODY,
    check_level,
    check_name,
    check_options,
    check_rules,
    table_named,
)
from chabudai.core import AnyGame, Illegal, Seat
from chabudai.core.strict import kinds_of
from chabudai.core.text import GAPS
from chabudai.games import GAMES
from chabudai.server import protocol

LONGEST_WAIT_S = 60
"""Maximum number of seconds that one call waits."""
QUICK_S = 0.5
"""Seconds that a move waits for its immediate consequences."""
OPENINGS = ("Your turn. ", "Your turn: ", "あなたの番です。")
"""Phrases at the beginning of a game's question. They are removed, because the tools already say
whose turn it is.
"""
LEGAL = "Legal now, besides moves with words, numbers or places that you choose:"
MORE_QUESTIONS = "The tool `questions` lists them."
HELP = ("?", "？", "help")
"""The terminal's commands for help, which the games' messages mention."""
Tool: TypeAlias = Callable[..., Awaitable[str]]


@dataclass(slots=True)
class SeatTools:
    """The tools of one visitor, who is at one table at a time. All tools raise Unusable, with a
    message. The docstring of a tool is its description for the model.
    """

    visitor: Visitor
    seated: Seated | None = None

    def reading(self) -> tuple[Tool, ...]:
        """Return the tools that change nothing."""
        return self.games, self.rules, self.look, self.moves, self.questions, self.ask, self.wait

    def acting(self) -> tuple[Tool, ...]:
        """Return the tools with effects that other players notice."""
        return (
            self.open_table,
            self.join_table,
            self.begin,
            self.move,
            self.answer_request,
            self.leave,
        )

    async def games(self) -> str:
        """List the games, with their numbers of players and the options of their tables."""
        return "\n".join(line for game in GAMES.values() for line in offered(game))

    async def rules(self, game: str, rule: str = "") -> str:
        """Read the rules of a game: a summary and the titles of its rules; with `rule`, such as
        WB-14, that rule; with "all" the whole book.
        """
        return read_rules(game, rule, self.visitor.lang)

    async def open_table(
        self,
        game: str,
        seats: int,
        bots: str = "normal",
        options: dict[str, object] | None = None,
        name: str = "Model",
    ) -> str:
        """Open a table and take its first seat. Bots of the level `bots` (easy, normal, hard or
        expert) take all other seats, and the game begins. With "none" the other seats are open, and
        more are added as guests join. The answer has the link and the code for joining, and `begin`
        starts the game.
        """
        check_level(game_named(game), bots)
        chosen = check_options(game_named(game), options or {})
        check_seats(game_named(game), seats)
        check_rules(game_named(game), chosen, seats, self.visitor.lang)
        check_name(name)
        order = {"game": game, "name": name, "seats": seats, "options": options or {}}
        if bots == NOBODY:
            return await self.sit(await self.visitor.open_table(order))
        order |= {"bots": [bots] * (seats - 1), "begin": True}
        seated = await self.visitor.open_table(order)
        await seated.say("hasten", hasten=True)
        return await self.sit(seated)

    async def join_table(self, where: str, name: str = "Model") -> str:
        """Take a seat at a table that was opened by another player. `where` is its code of four or
        six digits, or a link to it on this server. If a game is in progress and no seat is open,
        you watch.
        """
        check_name(name)
        wish = {"name": name, **table_named(where, self.visitor.base)}
        return await self.sit(await self.visitor.join_table(wish))

    async def begin(self, bots: str = "normal") -> str:
        """Start the game, as the host of a table with open seats. Bots of this level take the open
        seats; with "none" these seats close.
        """
        seated = await self.at_table()
        check_level(seated.game, bots)
        level = None if bots == NOBODY else bots
        return await done(seated, await seated.say("begin", fill=level))

    async def look(self) -> str:
        """See the table as your seat sees it, the events since your last call, and whose turn it
        is.
        """
        return shown(await self.at_table())

    async def moves(self) -> str:
        """List the lines that `move` accepts in this game, and the moves that are legal now. Moves
        that contain freely chosen words are left out.
        """
        return typed(await self.at_table())

    async def move(self, line: str) -> str:
        """Make a move: one line in a form listed by `moves`. The answer describes the result. If
        the rules forbid the move, nothing changes, and the answer names the rule.
        """
        seated = await self.at_table()
        return typed(seated) if line.strip().lower() in HELP else await moved(seated, line)

    async def questions(self) -> str:
        """Describe the questions that `ask` can answer in this game, as a JSON Schema."""
        seated = await self.at_table()
        return msgspec.json.encode(msgspec.json.schema(seated.game.questions)).decode()

    async def ask(self, question: dict[str, object]) -> str:
        """Ask about the rules before you move, such as whether a word can be placed. `questions`
        describes the possible questions. Other players do not learn that you asked. The answer is
        JSON.
        """
        seated = await self.at_table()
        answer = await seated.say("ask", question=question)
        if isinstance(answer, protocol.Answered):
            return bytes(answer.answer).decode()
        why = refused(seated, answer)
        unread = isinstance(answer, protocol.Refused) and answer.code == "malformed"
        more = (phrase(seated.lang, MORE_QUESTIONS),) if unread else ()
        raise Unusable(GAPS[seated.lang].join((why, *more)))

    async def wait(self, seconds: int = 30) -> str:
        """Wait at most `seconds` seconds (up to 60) until the game begins, it is your turn, or the
        game is over. After the game, wait until the other players open the next one, and go there.
        """
        seated = await self.at_table()
        early, ended = seated.update is None, seated.is_over() and not seated.untold
        await seated.until(
            lambda: (
                seated.following is not None
                or (is_awaited(seated) and not ended)
                or (early and seated.update is not None)
            ),
            max(0, min(seconds, LONGEST_WAIT_S)),
        )
        if (early or ended) and seated.following is not None:
            return await self.sit(await self.visitor.follow(seated, seated.following))
        return happened(seated)

    async def answer_request(self, number: int, answer: str) -> str:
        """Answer a request of another player: "yes" agrees, "no" declines it. `look` and `wait`
        show each request that needs your answer, with its number.
        """
        seated = await self.at_table()
        if answer not in ANSWERS:
            raise Unusable("Answer yes or no.")
        return await done(seated, await seated.say(ANSWERS[answer], number=number))

    async def leave(self, bots: str = "normal") -> str:
        """Leave the table. During the game a bot of this level continues in your seat."""
        seated = await self.at_table()
        if bots not in seated.game.bots:
            raise no_bot(bots, seated.game.bots)
        if seated.seat is not None and not seated.is_over():
            accepted(seated, await seated.say("leave", level=bots))
        await self.close()
        return phrase(self.visitor.lang, "You have left the table.")

    async def at_table(self) -> Seated:
        """Return the seat, with an open WebSocket. Raises Unusable if there is none."""
        if self.seated is None:
            raise Unusable("You are not at a table: call open_table or join_table first.")
        await self.seated.connected()
        return self.seated

    async def sit(self, seated: Seated) -> str:
        """Replace the current seat, and return the table as the new seat sees it."""
        await self.close()
        self.seated = seated
        return shown(seated)

    async def close(self) -> None:
        """Disconnect from the table, without giving up the seat."""
        if self.seated is not None:
            await self.seated.close()
        self.seated = None


def offered(game: AnyGame) -> Iterator[str]:
    """Yield lines about a game and the options of its tables."""
    few, many = game.seats[0], game.seats[-1]
    yield f"{game.name}: {game.title}, {few} to {many} players"
    for option in msgspec.structs.fields(game.options):
        usual = msgspec.json.encode(option.default).decode()
        kinds = kinds_of(msgspec.inspect.type_info(option.type), "a list", "@")
        values = " or ".join(kind for kind in kinds if not kind.startswith("@"))
        yield f"  {option.name}: {values}; default {usual}"


def read_rules(name: str, rule: str, lang: str) -> str:
    """Return the rules of a game, or one of them. Raises Unusable."""
    book = rulebook(game_named(name), lang)
    if not rule:
        glance = [format_glance(book.glance)] if book.glance else []
        return "\n".join((book.title, *glance, *contents(book)))
    if rule == "all":
        return "\n\n".join(parts(book))
    return format_rule(rule_of(book, rule))


def shown(seated: Seated) -> str:
    """Return recent events, the table, and a sentence about whose turn it is or what the seat must
    decide.
    """
    if seated.update is None:
        return happened(seated)
    table = seated.game.text.show(seated.view(), seated.seat, seated.lang).format(*seated.names)
    if seated.is_my_turn():
        table = table.removesuffix(asked_of(seated)) + standing(seated)
    elif seated.is_over():
        over = standing(seated)
        table = f"{table.removesuffix(over).rstrip()}\n{over}"
    return "\n".join((*seated.story(), *requests_to(seated), table))


def happened(seated: Seated) -> str:
    """Return recent events, whose turn it is, and the facts that the seat needs for its move.

    Raises Unusable if the server has closed the connection.
    """
    if seated.is_closed():
        raise Unusable("The server has closed the connection. Look at the table to continue.")
    if seated.is_over() and seated.update is not None:
        return shown(seated)
    told = (*seated.story(), *requests_to(seated), *seen_to_move(seated))
    return "\n".join((*told, standing(seated)))


def seen_to_move(seated: Seated) -> tuple[str, ...]:
    """Return the parts of the table that matter for the seat's move, or () if it owes none."""
    if seated.seat is None or not seated.is_my_turn():
        return ()
    *seen, _ = seated.game.text.due(seated.view(), seated.seat, seated.lang)
    return tuple(part.format(*seated.names) for part in seen)


def standing(seated: Seated) -> str:
    """Return a sentence about whose turn it is, or what the seat must decide."""
    lang, lobby, update = seated.lang, seated.lobby, seated.update
    if seated.is_over() or lobby is None:
        return phrase(lang, "The game is over.")
    if update is None:
        begun = phrase(lang, "The game has not begun.")
        invited = "Others join with the code {code}, or by {link}."
        code = lobby.code or ""
        told = phrase(lang, invited, code=code, link=seated.link)
        return f"{begun}{GAPS[lang]}{told}" if code else begun
    if seated.is_my_turn():
        *above, asked = asked_of(seated).split("\n")
        for opening in OPENINGS:
            asked = asked.removeprefix(opening)
        if (name := seated.nudged_by()) is not None:
            above.append(phrase(lang, "{name} asks: are you there?", name=name))
        return "\n".join((*above, phrase(lang, "It is your turn: {asked}", asked=asked)))
    waiting = phrase(lang, ", ").join(seated.names[seat] for seat in update.to_act if seat >= 0)
    return phrase(lang, "It is the turn of {names}.", names=waiting)


def asked_of(seated: Seated) -> str:
    """Return the game's question to the seat whose turn it is, as one or more lines. The displayed
    table ends with this question. Raises Unusable for a spectator.
    """
    if seated.seat is None:
        raise Unusable(phrase(seated.lang, "You are watching this table."))
    asked = seated.game.text.due(seated.view(), seated.seat, seated.lang)[-1]
    return asked.format(*seated.names)


def typed(seated: Seated) -> str:
    """Return the possible inputs, and the legal moves that the game lists."""
    text, lang = seated.game.text, seated.lang
    legal = moves_offered(seated)
    now = LEGAL if legal else "There is no move to choose from a list now."
    return "\n".join((text.usage(lang), phrase(lang, now), *legal))


def moves_offered(seated: Seated) -> dict[str, object]:
    """Map lines to the legal moves that the game lists, one for each move."""
    text, update = seated.game.text, seated.update
    lines: dict[str, object] = {}
    for legal in update.legal if update and not seated.is_over() else ():
        action: object = read_answer(seated.base, legal, seated.game.actions)
        line = text.typed(seated.view(), action) if text.typed else text.write(action)
        lines[text.write(action) if line in lines else line] = action
    return lines


async def moved(seated: Seated, line: str) -> str:
    """Make the move that a line stands for. Raises Unusable if that is impossible."""
    update, lang = seated.update, seated.lang
    if update is None:
        raise Unusable(phrase(lang, "The game has not begun."))
    if seated.is_over():
        raise Unusable(phrase(lang, "The game is over."))
    if seated.seat is None:
        raise Unusable(phrase(lang, "You are watching this table."))
    action = msgspec.Raw(msgspec.json.encode(meant(seated, seated.seat, line.strip())))
    return await done(seated, await seated.say("act", head=update.seq, action=action))


def meant(seated: Seated, seat: Seat, line: str) -> object:
    """Return the move that a line stands for: an offered move, or else the line as the game
    interprets it.

    Raises Unusable otherwise. If it is not the seat's turn, the message says whose turn it is.
    """
    offered = moves_offered(seated)
    written = {seated.game.text.write(action): action for action in offered.values()}
    if line in (lines := written | offered):
        return lines[line]
    try:
        return seated.game.text.suggest(seated.view(), seat, line)
    except Illegal as illegal:
        why = seated.why(illegal.text, illegal.facts, illegal.rule)
    except ValueError as unread:
        why = seated.why(str(unread), {}, None)
    turn = () if seated.is_my_turn() else (standing(seated),)
    raise Unusable(GAPS[seated.lang].join((*turn, why)))


async def done(seated: Seated, answer: Answer) -> str:
    """Return the result of a command. Raises Unusable if it was refused."""
    step = accepted(seated, answer)
    await seated.until(lambda: (seated.seen or 0) >= step, LONGEST_WAIT_S)
    await seated.until(lambda: is_awaited(seated), QUICK_S)
    return happened(seated)


def accepted(seated: Seated, answer: Answer) -> int:
    """Return the step number of a command. Raises Unusable if it was refused."""
    if isinstance(answer, protocol.Accepted):
        return answer.seq
    raise Unusable(refused(seated, answer))


def refused(seated: Seated, answer: Answer) -> str:
    """Return why a command was not carried out, in a sentence."""
    if isinstance(answer, protocol.Refused):
        return seated.refused(answer)
    return phrase(seated.lang, "The server has sent another answer.")


def is_awaited(seated: Seated) -> bool:
    """Whether the seat must act or answer, the game is over, or a spectator has news."""
    watching = seated.hello is not None and seated.seat is None
    return (
        bool(requests_to(seated))
        or seated.is_my_turn()
        or seated.is_over()
        or (watching and bool(seated.untold))
    )
