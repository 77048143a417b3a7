"""Signs between players: reactions, ready-made sentences and free text. Pure functions.

The game decides when signs are allowed (`Game.talk`). Before and after the game, players may also
send free text.
"""

from typing import get_args

from msgspec.structs import replace

from chabudai.core import Seat
from chabudai.server.names import tidy_text
from chabudai.server.protocol.talk import (
    LONGEST_TEXT,
    LetTalk,
    MayTalk,
    React,
    Say,
    Sign,
    SignKind,
    Write,
)
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import Call, Change, SentSign, Table, lobby_step

MOST_SIGNS = 12
"""Maximum number of reactions that a table keeps, and of sentences and texts together."""
LEVELS: tuple[MayTalk, ...] = get_args(MayTalk)


def may_talk(table: Table, seat: Seat) -> MayTalk:
    """Return the signs that a seat may send and receive now."""
    sitting = table.sitting
    if not sitting.talk:
        return "none"
    if sitting.status != "playing":
        return "text"
    if table.state is None:
        return "none"
    return table.game.talk(table.state, seat).value


def signs_for(table: Table, seat: Seat | None, after: int) -> tuple[Sign, ...]:
    """Return the signs with numbers above `after` that may be sent now to a seat, or to a guest
    without a seat who may see the game. Senders who have left their seats are not shown.
    """
    readers = range(len(table.sitting.places)) if seat is None else (seat,)
    later = [sent for sent in table.sitting.signs if sent.number > after]
    if not later or "none" in [may_talk(table, reader) for reader in readers]:
        return ()
    senders = [(table.seat_of(sent.guest), sent) for sent in later]
    return tuple(
        Sign(sent.number, sender, sent.at, sent.kind, sent.said)
        for sender, sent in senders
        if sender is not None
    )


def react(table: Table, call: Call, command: React) -> Change:
    """Send a reaction. Raises Refused."""
    check_may(table, call.seat, "reactions")
    return with_sign(table, call, command, "reaction", command.reaction)


def say(table: Table, call: Call, command: Say) -> Change:
    """Send a ready-made sentence. Raises Refused."""
    check_may(table, call.seat, "sentences")
    return with_sign(table, call, command, "sentence", command.sentence)


def write(table: Table, call: Call, command: Write) -> Change:
    """Send free text, cleaned like a name. Raises Refused."""
    check_may(table, call.seat, "text")
    text = tidy_text(command.text)
    if not text:
        raise Refused("malformed", "There is nothing to read in this text.")
    if len(text) > LONGEST_TEXT:
        why = "A text has at most {most} characters."
        raise Refused("malformed", why, most=LONGEST_TEXT)
    return with_sign(table, call, replace(command, text=text), "text", text)


def let_talk(table: Table, call: Call, command: LetTalk) -> Change:
    """Set whether players may send signs. Raises Refused while the game allows none, since the
    change itself would be a signal.
    """
    allowed = replace(table, sitting=replace(table.sitting, talk=True))
    check_may(allowed, call.seat, "reactions")
    if table.sitting.talk == command.talk:
        return Change(table, ())
    return lobby_step(table, call, command, replace(table.sitting, talk=command.talk))


def check_may(table: Table, seat: Seat, least: MayTalk) -> None:
    """Raise Refused unless a seat may send this kind of sign now."""
    if not table.sitting.talk:
        raise Refused("not-now", "The host has turned talking off.")
    may = may_talk(table, seat)
    if LEVELS.index(may) >= LEVELS.index(least):
        return
    if may == "none":
        raise Refused("not-now", "Nothing may be said at this moment of the game.")
    raise Refused("not-now", "Write before the game or after it.")


def with_sign(
    table: Table, call: Call, command: React | Say | Write, kind: SignKind, said: str
) -> Change:
    """Return the change that adds a sign. Reactions do not displace texts."""
    sitting, guest = table.sitting, table.sitting.places[call.seat].guest
    sign = SentSign(table.head + 1, guest, call.at, kind, said)
    signs = (*sitting.signs, sign)
    reactions = [each for each in signs if each.kind == "reaction"][-MOST_SIGNS:]
    words = [each for each in signs if each.kind != "reaction"][-MOST_SIGNS:]
    kept = sorted(reactions + words, key=lambda each: each.number)
    return lobby_step(table, call, command, replace(sitting, signs=tuple(kept)))
