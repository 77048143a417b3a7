"""Types of the names that `import chabudai` gives."""

from typing import Any, Literal, overload

from chabudai.core import Rng as Rng, play as play
from chabudai.games import GAMES as GAMES
from chabudai.games.kakapo.state import State as Kakapo
from chabudai.games.quiddler.state import State as Quiddler
from chabudai.games.word_bank.state import State as WordBank
from chabudai.games.word_porters.state import State as WordPorters

__all__ = ["GAMES", "Rng", "__version__", "make", "play"]

__version__: str

@overload
def make(game: Literal["kakapo"], seats: int | None = None, **options: object) -> Kakapo: ...
@overload
def make(game: Literal["quiddler"], seats: int | None = None, **options: object) -> Quiddler: ...
@overload
def make(game: Literal["word-bank"], seats: int | None = None, **options: object) -> WordBank: ...
@overload
def make(
    game: Literal["word-porters"], seats: int | None = None, **options: object
) -> WordPorters: ...
@overload
def make(game: str, seats: int | None = None, **options: object) -> Any: ...
