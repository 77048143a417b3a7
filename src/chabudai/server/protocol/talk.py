"""The WebSocket messages between players: reactions, ready-made sentences, and free text before and
after the game. The game decides which of them are allowed, and when (`Game.talk`).
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from chabudai.core import Seat, Struct
from chabudai.server.protocol.private_tables import Id

LONGEST_TEXT = 200
"""Maximum number of characters in a text message, counted after it has been cleaned like a name."""
LONGEST_SENT_TEXT = 4_000
"""Maximum number of characters in a text message sent by a client."""

Reaction: TypeAlias = Literal["laugh", "wow", "clap", "love", "thumb", "think", "oops", "cry"]
"""The wordless reactions."""
Sentence: TypeAlias = Literal[
    "hello", "well-played", "nice", "close", "unlucky", "thanks", "again", "bye"
]
"""The ready-made sentences, which pages show in their readers' languages."""
MayTalk: TypeAlias = Literal["none", "reactions", "sentences", "text"]
"""Signs that a seat may send and receive now. Each value includes the ones before it. "text" is
free text, in the lobby and after the game.
"""

SignKind: TypeAlias = Literal["reaction", "sentence", "text"]


class React(Struct, tag="react"):
    """Send a reaction. Refused while the game allows no reactions."""

    id: Id
    reaction: Reaction


class Say(Struct, tag="say"):
    """Send a ready-made sentence. Refused while the game allows no sentences."""

    id: Id
    sentence: Sentence


class Write(Struct, tag="write"):
    """In the lobby and after the game: send free text of at most LONGEST_TEXT characters."""

    id: Id
    text: Annotated[str, Meta(max_length=LONGEST_SENT_TEXT)]


class LetTalk(Struct, tag="let-talk"):
    """The host, unless the game allows no signs now: set whether players may send signs at all."""

    id: Id
    talk: bool


class Sign(Struct):
    """A reaction, a sentence or free text. `said` is its name, or the text itself.

    `number` increases with each sign at the table. `seat` is the sender's current seat, and `at`
    the time in milliseconds since 1970.
    """

    number: int
    seat: Seat
    at: int
    kind: SignKind
    said: str


class Talked(Struct, tag="talk"):
    """Signs that this client has not been sent yet, and the kinds that its seat `may` send now.

    Sent if either has changed. After each Hello, a client must assume that `may` is "none" and that
    it has received no signs. While `may` is "none", the seat receives no signs. Guests without a
    seat cannot send signs. They receive signs if they may see the game, unless `may` is "none" for
    any seat. A table keeps the latest signs. Signs from the lobby are deleted when the game begins.
    """

    may: MayTalk
    signs: tuple[Sign, ...] = ()
