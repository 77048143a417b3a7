"""The contract between a game and everything that plays it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias, TypeGuard, TypeVar, get_args

import msgspec

from chabudai.core.advice import Advice
from chabudai.core.cards import NO_CARDS, Cards
from chabudai.core.command import Command
from chabudai.core.daily import Daily
from chabudai.core.drawing.scene import Scene
from chabudai.core.guide import Guides
from chabudai.core.lazy import LazyMapping
from chabudai.core.moves import Anytime, Chance
from chabudai.core.played_word import PlayedWord
from chabudai.core.rng import Rng
from chabudai.core.struct import Struct
from chabudai.core.telling import Fact, Piece, Seat, Telling, fill

CHANCE: Seat = -1
"""The seat that shuffles, deals and draws."""
Disclosure: TypeAlias = Literal["open", "kept"]
"""Whether the reason for a move is open as soon as it was made, or kept until something that
happens later opens it.
"""


class Slow(Struct):
    """A question that may take seconds to answer, and that the game's job "ask" answers as well.

    The document of that job has the fields `view`, `seat` and `question`.
    """


class Illegal(ValueError):
    """A move the rules forbid.

    `rule` is a heading of the game's RULES.md. `text` is one plain sentence to the player, a
    template for the `facts`; the sentence as written is also the key of its translations.
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
    """Raise Illegal if there is a reason."""
    if why is not None:
        raise Illegal(why.rule, why.text, **why.facts)


E = TypeVar("E")


class News(msgspec.Struct, Generic[E], frozen=True, gc=False):
    """An event and who hears it: seat `to`; None: all. The others hear `cover`, if anything."""

    event: E
    to: Seat | None = None
    cover: E | None = None

    def heard_by(self, seat: Seat | None) -> E | None:
        """Return what `seat` hears; None is a spectator, who hears what strangers hear."""
        return self.event if self.to is None or self.to == seat else self.cover


public = News
"""News that everyone hears."""


def secret(to: Seat, event: E, cover: E | None = None) -> News[E]:
    """News for `to` alone; the others hear `cover`, if anything."""
    return News(event, to, cover)


S = TypeVar("S", bound=Struct)


class Step(msgspec.Struct, Generic[S, E], frozen=True, gc=False):
    """The result of an action: the next state and the news."""

    state: S
    news: tuple[News[E], ...] = ()


class Outcome(Struct):
    """How a game ended. `scores` by seat, in the game's own unit; `winners` may be several."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


O = TypeVar("O", bound=Struct)
A = TypeVar("A")
V = TypeVar("V", bound=Struct)

Bot: TypeAlias = Callable[[V, Seat, Rng], A]
"""View in, action out. A bot is given only what a person in its seat could see. A seat that owes no
move is refused by NotToMove."""


def own_name(view: Struct, event: object, piece: Piece, lang: str) -> str:
    """Return the name that a piece has in its telling."""
    return piece.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Generic[A, E, V]):
    """A game as lines of text, for the terminal, logs and language models.

    `lang` is "en" or "ja" throughout.
    """

    write: Callable[[A], str]
    """An action as one line; the same in every language."""
    read: Callable[[str], A]
    """The action that `write` wrote. Raises ValueError with a sentence to the player."""
    suggest: Callable[[V, Seat, str], A]
    """The action a person at a terminal means by a line, short forms included.
    Raises ValueError with a sentence, or Illegal."""
    typed: Callable[[V, A], str] | None = None
    """An action that the view offers, as a person types it for `suggest`; None: as `write` has it.
    Two actions may be typed alike: then the first that is offered is meant."""
    show: Callable[[V, Seat | None, str], str]
    """The table as `seat` sees it, some lines. Seats are written {0}, {1}, … for their names."""
    due: Callable[[V, Seat, str], tuple[str, ...]]
    """What `seat`, which owes a move, must see to choose it: parts of the table of one or more
    lines each, and last what it is asked. A terminal leaves out the parts that were there at the
    seat's last move. Seats are written as in `show`."""
    tell: Callable[[E], tuple[Telling, ...]]
    """An event as sentences, the most important first, each with its actor first; none if nobody
    needs to be told."""
    call: Callable[[V, E, Piece, str], str] = own_name
    """What a terminal calls a piece in the telling of an event, such as the word on the table
    instead of its place. The view is the one before the event."""
    usage: Callable[[str], str]
    """What a person may type for `suggest`, a line for each form."""
    catalogue: Callable[[str], Mapping[str, str]]
    """For a language, the translations of this game's sentences, by the English sentence."""


def unchanged(game: "AnyGame", document: Any) -> Any:
    """Return the document."""
    return document


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work on a document that may take seconds; it runs where no turn has to wait for it.

    `takes` is the type of the document. `run` gets the game and what `prepare` makes of the
    document, and returns the result: a caller that has a game replayed runs several jobs on it.
    """

    takes: Any
    prepare: Callable[["AnyGame", Any], Any] = unchanged
    run: Callable[["AnyGame", Any], Struct]


class Jobs(LazyMapping[Job]):
    """The jobs of a game by name."""

    KIND = "job"


def no_words(options: Struct, event: object) -> tuple[PlayedWord, ...]:
    """Return no words, for a game that is played with other things than words."""
    return ()


def nothing_against(view: Struct, seat: Seat | None, word: str) -> Why | None:
    """Return None, for a game in which every word that was heard is known to be one."""
    return None


def no_reason(action: object) -> None:
    """Return None, for a game in which bots never say why."""


def discloses_nothing(event: object) -> bool:
    """Return False, for a game that keeps no reasons."""
    return False


def no_seats(state: Struct) -> tuple[Seat, ...]:
    """Return no seats, for a game without `Anytime` moves."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras(Generic[O, A, E, V]):
    """The optional parts of a game; None or an empty default means that the game has no such part.

    A field of the type `Callable[[], …]` loads its part, usually as `Lazy`.
    """

    words: Callable[[O, E], tuple[PlayedWord, ...]] = no_words
    """The English words that an event says, lays or deals out, as everyone hears it."""
    against_meaning: Callable[[V, Seat | None, str], Why | None] = nothing_against
    """Returns why the meaning of one of these words is closed to a seat now, or None if it is open.
    Only a valid word has a meaning, so a meaning would settle a challenge."""

    agree: Callable[[V, Seat], A | None] | None = None
    """Returns the action by which `seat` agrees to what needs the consent of all, such as giving
    up, or None if it has agreed or nothing is proposed. Bots agree as soon as all people have."""

    greedy: Callable[[int], Bot[V, A]] | None = None
    """A bot that takes the best immediate move, to compare others with. It never plays with people.
    """
    cards: Cards = NO_CARDS
    """The cards of the box, and which of them a move uses: for statistics of many games."""

    draw: Callable[[], Callable[[V, Seat | None, str], Scene]] | None = None
    """Draws the table as `seat` sees it, with words in "en" or "ja"."""
    advise: Callable[[], Callable[[V, Seat, Rng], Advice]] | None = None
    """Helps a seat that owes a move, from its view. Raises NotToMove if it owes none."""
    why: Callable[[], Callable[[V, Seat, A, V], Telling | None]] | None = None
    """Explains a bot's move in one sentence, from the bot's view before the move, its seat, the
    action, and the current view of the asker. Returns None if there is nothing to tell, or if the
    sentence would depend on anything that the asker does not know now."""
    reason_disclosure: Callable[[A], Disclosure | None] = no_reason
    """Returns whether the reason for such an action is open immediately or kept, or None if it has
    none. The result depends only on the public part of the action."""
    discloses_reasons: Callable[[E], bool] = discloses_nothing
    """Whether this event opens the reasons that were kept up to here."""

    files: Mapping[type[Struct], Callable[[bytes], Struct]] = field(
        default_factory=dict[type[Struct], Callable[[bytes], Struct]]
    )
    """By type of option that may be loaded from a file, a decoder of the file's bytes, which raises
    Illegal."""
    commands: Callable[[], tuple[Command, ...]] = tuple
    """Loads the commands that the game adds to the command line."""
    jobs: Jobs = field(default_factory=Jobs)
    """Jobs that may take seconds, by name. "ask" answers the questions that are `Slow`; the server
    runs "studio" and "open" on a document it is sent, and "review" on a Transcript that is over."""
    guides: Guides = field(default_factory=Guides)
    """The guided first games, by name."""
    daily: Callable[[], Daily] | None = None
    """Loads the daily deal of the game."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Game(Generic[O, S, A, E, V]):
    """The rules of one game as pure functions, without any state. A game equals only itself.

    `view` and `ask` raise IndexError for a seat that is not there, `ask` TypeError for no question.
    """

    name: str
    title: str
    rules: int
    """Version of the rules, raised when an old transcript would replay differently."""
    seats: range
    silent: bool = False
    """Whether only moves may pass between the seats during play: no talk, no sign of who is
    there, no pause that shows how hard a choice was."""
    options: type[O]
    actions: Any
    """The union of action types, for decoding."""
    events: Any
    """The union of event types."""
    views: type[V]
    questions: Any
    """The union of question types, for decoding; None where there is nothing to ask."""
    answers: Any
    """The union of answer types; None where there is nothing to ask."""

    setup: Callable[[O, int], S]
    """The first state for a number of seats. Raises Illegal for options that cannot be played, and
    TypeError for what are no options of this game."""
    to_act: Callable[[S], tuple[Seat, ...]]
    """The seats that owe a move: none when over, (CHANCE,) for a chance move."""
    may_act: Callable[[S], tuple[Seat, ...]] = no_seats
    """The seats that owe no move but may make an `Anytime` move."""
    turn: Callable[[S], str]
    """The ID of the rule that says whose turn it is, quoted when another seat moves."""
    chance: Callable[[S, Rng], A]
    """The move of CHANCE."""
    apply: Callable[[S, Seat, A], Step[S, E]]
    """The next state and the news. Raises Illegal; moves are judged nowhere else."""
    outcome: Callable[[S], Outcome | None]
    """None while the game goes on."""

    view: Callable[[S, Seat | None], V]
    """What a seat may know; None is a spectator. The only thing that leaves the process."""
    determinize: Callable[[V, Rng], S]
    """A state drawn at random from those that look like this view."""
    legal_actions: Callable[[V, Seat], Iterator[A]]
    """Every legal action, worked out from the view; free words once per distinct effect. There is
    none out of turn, at the end, and for a seat that is not there."""
    menu: Callable[[V, Seat], tuple[A, ...]]
    """The legal actions that a screen can offer directly: all but those with free words."""
    sample: Callable[[V, Seat, Rng], A]
    """One legal action at random, cheaply. Raises NotToMove for a seat that may make no move."""
    ask: Callable[[V, Seat, Any], Any]
    """The answer to a question a screen may put before acting, from the view alone; None where
    there is nothing to ask."""
    idle: Callable[[V, Seat], A]
    """Return the move of a seat whose clock has run out or whose player is away; it may be a
    `Lapse`. Raises NotToMove for a seat that owes no move."""
    clock: Callable[[V, Seat], int | None]
    """Seconds a seat may think about an action that it owes now; None: as long as it likes."""

    text: Text[A, E, V]
    bots: Mapping[str, Callable[[int], Bot[V, A]]]
    """By level, weakest first: easy, normal, hard, expert. The number is the bot's persona,
    fixed for a whole game (its vocabulary, its taste)."""
    extras: Extras[O, A, E, V] = Extras()

    action_types: tuple[type[Any], ...] = field(init=False)
    """The members of `actions`, in their order."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "action_types", get_args(self.actions) or (self.actions,))

    def __repr__(self) -> str:
        return f"<game {self.name}>"


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


def is_game(value: object) -> TypeGuard[AnyGame]:
    """Whether this is a game, and not its name or anything else."""
    return isinstance(value, Game)


def play(
    game: Game[O, S, A, E, V],
    state: S,
    seat: Seat,
    action: A,
    owing: tuple[Seat, ...] | None = None,
) -> Step[S, E]:
    """Make a move, if it is `seat`'s to make. Raises Illegal, and TypeError for what is no action
    of this game.

    `owing` are the seats that owe one, `game.to_act(state)`, where they have been worked out.
    """
    may = isinstance(action, Anytime) or seat in (owing or game.to_act(state))
    if not may or isinstance(action, Chance) != (seat == CHANCE):
        raise Illegal(game.turn(state), "It is not your turn.")
    if not isinstance(action, game.action_types):
        raise no_action(game, action, game.action_types)
    return game.apply(state, seat, action)


def no_action(game: AnyGame, action: object, kinds: Iterable[type]) -> TypeError:
    """The refusal of what is no action of a game, where these kinds are."""
    known = ", ".join(kind.__name__ for kind in kinds)
    return TypeError(f"{action!r} is no action of {game.title}: there are {known}.")


def next_to_agree(
    game: Game[O, S, A, E, V], state: S, people: Collection[Seat], bots: Iterable[Seat]
) -> tuple[Seat, A] | None:
    """The first bot that is to agree to what all people have agreed to, and how (`Extras.agree`).

    None where there is nothing to agree to, nobody but bots plays, or all have agreed.
    """
    agree, view = game.extras.agree, game.view
    if agree is None or not people:
        return None
    if any(agree(view(state, seat), seat) is not None for seat in people):
        return None
    wishes = ((seat, agree(view(state, seat), seat)) for seat in bots)
    return next(((seat, wish) for seat, wish in wishes if wish is not None), None)


def events_for(news: Iterable[News[E]], seat: Seat | None) -> tuple[E, ...]:
    """The events as `seat` hears them; None is a spectator."""
    return tuple([event for item in news if (event := item.heard_by(seat)) is not None])
