"""The result of a daily deal as lines that can be passed on."""

from collections.abc import Iterator

from chabudai.cli.output import phrase
from chabudai.core import AnyGame, DailyResult
from chabudai.core.deal import Compared
from chabudai.core.text import Reader

MARKS = "▁▃▅▆█"
"""A mark from 0 to 4."""
AGAINST = {1: "Better than par.", 0: "That is par.", -1: "Not quite par."}


def result_lines(game: AnyGame, compared: Compared, lang: str) -> Iterator[str]:
    """What was made of a deal, and par: first the two lines to pass on, which give nothing away."""
    own, against = said(game, compared.result, lang), phrase(lang, AGAINST[compared.against])
    text = "Daily deal {day}, {game}: {result} {against}"
    yield phrase(lang, text, day=compared.day, game=game.title, result=own, against=against)
    if compared.result.marks:
        yield drawn(compared.result)
    yield par_line(game, compared.par, lang)


def par_line(game: AnyGame, par: DailyResult, lang: str) -> str:
    """What an expert makes of a deal."""
    return phrase(lang, "Par, by an expert: {result}", result=said(game, par, lang))


def said(game: AnyGame, result: DailyResult, lang: str) -> str:
    """A result in a sentence."""
    return Reader(lang, game.text.catalogue(lang), str).sentence(result.told)


def drawn(result: DailyResult) -> str:
    """The marks of a result."""
    return "".join(MARKS[mark] for mark in result.marks)
