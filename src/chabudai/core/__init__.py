"""The interface that all games implement: seats, chance, steps, views and transcripts."""

from chabudai.core.advice import Advice, advice_of
from chabudai.core.agreeing import next_to_agree
from chabudai.core.cards import Cards
from chabudai.core.daily import Daily, DailyResult, DailyTable
from chabudai.core.game import (
    CHANCE,
    AnyGame,
    Bot,
    Disclosure,
    Extras,
    Game,
    Illegal,
    Job,
    Jobs,
    News,
    Outcome,
    Slow,
    Step,
    Text,
    Why,
    events_for,
    is_game,
    play,
    public,
    refuse,
    secret,
)
from chabudai.core.guide import Guide, Guides, Lesson
from chabudai.core.levels import Levels
from chabudai.core.moves import Anytime, Chance, Lapse
from chabudai.core.played_word import PlayedWord
from chabudai.core.rng import Rng, stream
from chabudai.core.seats import NotToMove, check_seat, is_among, is_left, owned, put
from chabudai.core.strict import ValidatedStruct
from chabudai.core.struct import Struct
from chabudai.core.table_state import TableState
from chabudai.core.talk import Talk, sentences_always
from chabudai.core.telling import (
    Fact,
    Listed,
    Piece,
    Seat,
    SeatName,
    Telling,
    TellingFact,
    fill,
    listed,
    seat_names,
    telling,
)

__all__ = [
    "CHANCE",
    "Advice",
    "AnyGame",
    "Anytime",
    "Bot",
    "Cards",
    "Chance",
    "Daily",
    "DailyResult",
    "DailyTable",
    "Disclosure",
    "Extras",
    "Fact",
    "Game",
    "Guide",
    "Guides",
    "Illegal",
    "Job",
    "Jobs",
    "Lapse",
    "Lesson",
    "Levels",
    "Listed",
    "News",
    "NotToMove",
    "Outcome",
    "Piece",
    "PlayedWord",
    "Rng",
    "Seat",
    "SeatName",
    "Slow",
    "Step",
    "Struct",
    "TableState",
    "Talk",
    "Telling",
    "TellingFact",
    "Text",
    "ValidatedStruct",
    "Why",
    "advice_of",
    "check_seat",
    "events_for",
    "fill",
    "is_among",
    "is_game",
    "is_left",
    "listed",
    "next_to_agree",
    "owned",
    "play",
    "public",
    "put",
    "refuse",
    "seat_names",
    "secret",
    "sentences_always",
    "stream",
    "telling",
]
