"""The interface between a game and the code that runs or plays it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias, TypeGuard, TypeVar, get_args

import msgspec

from chabudai.core.advice import Advice
from chabudai.core.cards import NO_CARDS, Cards
from chabudai.core.characters import Trait
from chabudai.core.coding import Coding
from chabudai.core.command import Command
from chabudai.core.daily import Daily
from chabudai.core.defaults import discloses_nothing, no_reason, no_seats, no_words
from chabudai.core.drawing.scene import Scene
from chabudai.core.guide import Guides
from chabudai.core.lazy import LazyMapping
from chabudai.core.moves import Anytime, Chance
from chabudai.core.played_word import PlayedWord
from chabudai.core.rng import Rng
from chabudai.core.struct import Struct
from chabudai.core.talk import Talk
from chabudai.core.telling import Fact, Piece, Seat, Telling, fill

CHANCE: Seat = -1
"""The seat that shuffles, deals and draws."""
Disclosure: TypeAlias = Literal["open", "kept"]
"""Whether the reason for a move is available now, or withheld until a later event discloses it."""


class Slow(Struct):
    """A question that may take seconds to answer. The game's job "ask" can also answer it.

    The job's document has the fields `view`, `seat` and `question`.
    """


class Illegal(ValueError):
    """A move that the rules forbid.

    `rule` is the ID of a rule in the game's RULES.md. `text` is one plain sentence for the player,
    a template filled with the `facts`. It is also the key for its translations.
    """

    def __init__(self, rule: str, text: str, **facts: Fact) -> None:
        super().__init__(f"{fill(text, facts)} ({rule})")
        self.rule = rule
        self.text = text
        self.facts: dict[str, Fact] = facts


class Why(Struct):
    """The reason why a move is illegal: the arguments of `Illegal` as a value."""

    rule: str
    text: str
    facts: dict[str, Fact]


def refuse(why: Why | None) -> None:
    """Raise Illegal for the given reason, if any."""
    if why is not None:
        raise Illegal(why.rule, why.text, **why.facts)


E = TypeVar("E")


class News(msgspec.Struct, Generic[E], frozen=True, gc=False):
    """An event visible to seat `to`, or to all if None. Other seats see `cover`, if given."""

    event: E
    to: Seat | None = None
    cover: E | None = None

    def heard_by(self, seat: Seat | None) -> E | None:
        """Return the event as seen by `seat`, or by a spectator if None. Spectators see only the
        covers of secret events.
        """
        return self.event if self.to is None or self.to == seat else self.cover


public = News
"""Return news visible to all."""


def secret(to: Seat, event: E, cover: E | None = None) -> News[E]:
    """Return news visible only to `to`. Other seats see `cover`, or nothing if None."""
    return News(event, to, cover)


S = TypeVar("S", bound=Struct)


class Step(msgspec.Struct, Generic[S, E], frozen=True, gc=False):
    """The result of an action: the next state and the news."""

    state: S
    news: tuple[News[E], ...] = ()


class Outcome(Struct):
    """The result of a finished game: `scores` by seat, in the game's unit, and the `winners`."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


O = TypeVar("O", bound=Struct)
A = TypeVar("A")
V = TypeVar("V", bound=Struct)

Bot: TypeAlias = Callable[[V, Seat, Rng], A]
"""A function that chooses an action from a view, so it knows only what a person in its seat could
see. Raises NotToMove for a seat that owes no move."""


def own_name(view: Struct, event: object, piece: Piece, lang: str) -> str:
    """Return the piece's own name, regardless of the view and the event."""
    return piece.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Generic[A, E, V]):
    """A game as lines of text, for the terminal, logs and language models.

    `lang` is always "en" or "ja".
    """

    write: Callable[[A], str]
    """Return an action as one line, the same in every language."""
    read: Callable[[str], A]
    """Parse an action written by `write`. Raises ValueError with a message for the player."""
    suggest: Callable[[V, Seat, str], A]
    """Return the action that a person means by a line typed in a terminal, possibly in a short
    form. Raises Illegal, or ValueError with a message for the player."""
    typed: Callable[[V, A], str] | None = None
    """Return an offered action as a person would type it for `suggest`. None means that actions are
    typed as `write` returns them. If two actions are typed alike, the first one offered is
    meant."""
    show: Callable[[V, Seat | None, str], str]
    """Describe the table as `seat` sees it, in lines with {0}, {1}, … for the seats' names."""
    due: Callable[[V, Seat, str], tuple[str, ...]]
    """Return the information that `seat` needs in order to choose the move it owes: parts of the
    table, each with one or more lines, and then the question. A terminal omits parts that have not
    changed since the seat's last move. Seats are written as in `show`.
    """
    tell: Callable[[E], tuple[Telling, ...]]
    """Describe an event in sentences, the most important first, each beginning with its actor.
    Return () if the event is not worth mentioning."""
    call: Callable[[V, E, Piece, str], str] = own_name
    """Return a piece's name for a terminal's sentence about an event, such as a word on the table
    instead of its position. The view is the one before the event."""
    usage: Callable[[str], str]
    """Return a help text that lists the inputs accepted by `suggest`, one form per line."""
    catalogue: Callable[[str], Mapping[str, str]]
    """Return this game's translations into a language, by English sentence."""


def unchanged(game: "AnyGame", document: Any) -> Any:
    """Return the document unchanged for a job that needs no preparation."""
    return document


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A computation that may take seconds, with a document as its input. The server runs it in a
    separate process, so that turns are not delayed.

    `takes` is the type of the document. `run` gets the game and the result of `prepare`, and
    returns the job's result. This lets several jobs share one replayed game.
    """

    takes: Any
    prepare: Callable[["AnyGame", Any], Any] = unchanged
    run: Callable[["AnyGame", Any], Struct]


class Jobs(LazyMapping[Job]):
    """The jobs of a game by name."""

    KIND = "job"


def nothing_against(view: Struct, seat: Seat | None, word: str) -> Why | None:
    """Return None for a game where all played words are known to be valid."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras(Generic[O, A, E, V]):
    """The optional parts of a game. None or an empty default means that the game has no such part.

    A field of type `Callable[[], …]` loads its part, and is usually a `Lazy`.
    """

    seat_options: tuple[str, ...] = ()  # names of the options that may hold a seat's number
    words: Callable[[O, E], tuple[PlayedWord, ...]] = no_words
    """Return the English words that are said, laid or dealt in the public part of an event."""
    against_meaning: Callable[[V, Seat | None, str], Why | None] = nothing_against
    """Return why a seat may not see a word's meaning now, or None if it may see it. Only valid
    words have meanings, so a meaning would reveal the result of a challenge.
    """

    agree: Callable[[V, Seat], A | None] | None = None
    """Return the action by which `seat` agrees to a proposal that needs everyone's consent, such as
    giving up. Return None if it has already agreed or nothing is proposed. Bots agree once all
    people have.
    """

    greedy: Callable[[int], Bot[V, A]] | None = None
    """Return a baseline bot that plays the move with the best immediate result. People never play
    against it.
    """
    traits: tuple[Trait, ...] = ()
    """The traits of bots that players can notice in this game."""
    cards: Cards = NO_CARDS
    """Names of the cards in the box and the cards that a move uses, for statistics."""

    coding: Callable[[], Coding[A, V]] | None = None
    """Load the encoding of moves as small numbered steps and of views as numbers."""
    draw: Callable[[], Callable[[V, Seat | None, str], Scene]] | None = None
    """Draw the table as `seat` sees it, with text in "en" or "ja"."""
    advise: Callable[[], Callable[[V, Seat, Rng], Advice]] | None = None
    """Return advice for a seat, based on its view. Raises NotToMove if it owes no move."""
    why: Callable[[], Callable[[V, Seat, A, V], Telling | None]] | None = None
    """Explain a bot's move in one sentence, given the bot's view before the move, its seat, the
    action, and the asker's current view. Return None if the move has no reason, or if the sentence
    would reveal anything that the asker does not know yet.
    """
    reason_disclosure: Callable[[A], Disclosure | None] = no_reason
    """Return whether the reason for an action is available immediately or withheld, or None if it
    has none. The result depends only on the public part of the action."""
    discloses_reasons: Callable[[E], bool] = discloses_nothing
    """Whether an event discloses the reasons withheld so far."""

    files: Mapping[type[Struct], Callable[[bytes], Struct]] = field(
        default_factory=dict[type[Struct], Callable[[bytes], Struct]]
    )
    """Decoders for option types that can be loaded from a file. A decoder takes the file's bytes,
    and raises Illegal if they are invalid."""
    commands: Callable[[], tuple[Command, ...]] = tuple
    """Load the commands that the game adds to the command line."""
    jobs: Jobs = field(default_factory=Jobs)
    """Jobs that may take seconds, by name. "ask" answers `Slow` questions. The server runs "studio"
    and "open" on a document sent by a client, and "review" on the Transcript of a finished game."""
    guides: Guides = field(default_factory=Guides)
    """Guided first games by name."""
    daily: Callable[[], Daily] | None = None
    """Load the game's part of the daily deal."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Game(Generic[O, S, A, E, V]):
    """The rules of one game as pure functions without state. Games are compared by identity.

    `view` and `ask` raise IndexError for a seat that does not exist, and `ask` raises TypeError for
    a value that is not a question.
    """

    name: str
    title: str
    rules: int
    """Version of the rules, raised when an old transcript would replay differently."""
    seats: range
    together: bool = False
    """Whether the seats are one team: either all of them win or none does, and their scores are
    equal.
    """
    silent: bool = False
    """Whether players may communicate only through their moves: no chat, no indication of who is
    present, and no pause that reveals how difficult a choice was.
    """
    open: bool = False
    """Whether nothing is hidden, so that all seats and spectators always have the same view."""
    options: type[O]
    actions: Any
    """Union of the action types, for decoding."""
    events: Any
    """Union of the event types."""
    views: type[V]
    questions: Any
    """Union of the question types, for decoding, or None if the game has no questions."""
    answers: Any
    """Union of the answer types, or None if the game has no questions."""

    setup: Callable[[O, int], S]
    """Return the first state for a number of seats. Raises Illegal if the options cannot be played,
    and TypeError if they belong to another game."""
    to_act: Callable[[S], tuple[Seat, ...]]
    """Return the seats that owe a move: () if the game is over, (CHANCE,) for a chance move."""
    may_act: Callable[[S], tuple[Seat, ...]] = no_seats
    """Return the seats that owe no move but may make an `Anytime` move."""
    turn: Callable[[S], str]
    """Return the ID of the rule that says whose turn it is. Refusals of other seats' moves cite it.
    """
    chance: Callable[[S, Rng], A]
    """Draw a move for CHANCE."""
    apply: Callable[[S, Seat, A], Step[S, E]]
    """Return the next state and the news. Raises Illegal. No other function decides whether a move
    is legal.
    """
    outcome: Callable[[S], Outcome | None]
    """Return the outcome, or None before the game is over."""
    talk: Callable[[S, Seat], Talk]
    """Return the signs that a seat may send and receive now. The result depends only on facts known
    to all players. It is NONE during a silent game, and SENTENCES once the game is over.
    """

    view: Callable[[S, Seat | None], V]
    """Return everything that a seat, or a spectator if None, may know. Only views leave the
    process."""
    determinize: Callable[[V, Rng], S]
    """Return a random state that is consistent with this view."""
    legal_actions: Callable[[V, Seat], Iterator[A]]
    """Yield every legal action, derived from the view. Actions with a free choice of words appear
    once per distinct effect. Yield none out of turn, after the game, or for a seat that does not
    exist."""
    menu: Callable[[V, Seat], tuple[A, ...]]
    """Return the legal actions that a screen can list: all except those with a free choice of
    words."""
    sample: Callable[[V, Seat, Rng], A]
    """Return a random legal action cheaply. Raises NotToMove if the seat cannot move."""
    ask: Callable[[V, Seat, Any], Any]
    """Answer, using only the view, a question that a screen may ask before the player acts. Return
    None if the game has no questions."""
    idle: Callable[[V, Seat], A]
    """Return the move made for a seat whose clock has run out or whose player is away. It may be a
    `Lapse`. Raises NotToMove for a seat that owes no move."""
    clock: Callable[[V, Seat], int | None]
    """Return the seconds that a seat has for the move it owes, or None if there is no limit."""

    text: Text[A, E, V]
    bots: Mapping[str, Callable[[int], Bot[V, A]]]
    """Bots by level, weakest first: easy, normal, hard, expert. The number is the bot's persona
    (its vocabulary and character), which is fixed for a whole game."""
    extras: Extras[O, A, E, V] = Extras()

    action_types: tuple[type[Any], ...] = field(init=False)
    """The members of the union `actions`, in order."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "action_types", get_args(self.actions) or (self.actions,))

    def __repr__(self) -> str:
        return f"<game {self.name}>"


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


def is_game(value: object) -> TypeGuard[AnyGame]:
    """Whether a value is a game, and not, for example, its name."""
    return isinstance(value, Game)


def fewest(game: AnyGame, options: Struct) -> int:
    """Return the smallest number of seats that the options allow, or that the game allows if the
    options allow none.
    """
    for seats in game.seats:
        with suppress(Illegal):
            game.setup(options, seats)
            return seats
    return game.seats[0]


def play(
    game: Game[O, S, A, E, V],
    state: S,
    seat: Seat,
    action: A,
    owing: tuple[Seat, ...] | None = None,
) -> Step[S, E]:
    """Make a move if it is `seat`'s turn. Raises Illegal, or TypeError if `action` is not an action
    of this game.

    `owing` is `game.to_act(state)`, if the caller has already computed it.
    """
    may = isinstance(action, Anytime) or seat in (owing or game.to_act(state))
    if not may or isinstance(action, Chance) != (seat == CHANCE):
        raise Illegal(game.turn(state), "It is not your turn.")
    if not isinstance(action, game.action_types):
        raise no_action(game, action, game.action_types)
    return game.apply(state, seat, action)


def no_action(game: AnyGame, action: object, kinds: Iterable[type]) -> TypeError:
    """Return the error for a value that is not an action of a game. `kinds` are its types of
    actions.
    """
    known = ", ".join(kind.__name__ for kind in kinds)
    return TypeError(f"{action!r} is not an action of {game.title}. Its actions: {known}.")


def events_for(news: Iterable[News[E]], seat: Seat | None) -> tuple[E, ...]:
    """Return the events as seen by `seat`, or by a spectator if None."""
    return tuple([event for item in news if (event := item.heard_by(seat)) is not None])
