"""The result of a daily deal as lines to share."""

from collections.abc import Iterator

from chabudai.cli.output import phrase
from chabudai.core import AnyGame, DailyResult
from chabudai.core.deal import Compared
from chabudai.core.text import Reader

MARKS = "▁▃▅▆█"
"""Character for each mark from 0 to 4."""
AGAINST = {1: "Better than par.", 0: "That is par.", -1: "Not quite par."}


def result_lines(game: AnyGame, compared: Compared, lang: str) -> Iterator[str]:
    """Yield the two lines to share, which do not reveal the deal, and then par."""
    own, against = said(game, compared.result, lang), phrase(lang, AGAINST[compared.against])
    text = "Daily deal {day}, {game}: {result} {against}"
    yield phrase(lang, text, day=compared.day, game=game.title, result=own, against=against)
    if compared.result.marks:
        yield drawn(compared.result)
    yield par_line(game, compared.par, lang)


def par_line(game: AnyGame, par: DailyResult, lang: str) -> str:
    """Return an expert's result in a deal as a sentence."""
    return phrase(lang, "Par, by an expert: {result}", result=said(game, par, lang))


def said(game: AnyGame, result: DailyResult, lang: str) -> str:
    """Return a result as a sentence."""
    return Reader(lang, game.text.catalogue(lang), str).sentence(result.told)


def drawn(result: DailyResult) -> str:
    """Return the marks of a result as characters."""
    return "".join(MARKS[mark] for mark in result.marks)
