"""The result of a daily deal as lines to share."""

from collections.abc import Iterator

from chabudai.cli.output import phrase
from chabudai.core import AnyGame, DailyResult
from chabudai.core.deal import Compared
from chabudai.core.text import Reader

MARKS = "▁▃▅▆█"
"""Character for each mark from 0 to 4. The page uses the same ones."""
STAR = "★"
"""Sign of a result that is at least as good as the expert's."""
AGAINST = {1: "Better than the expert!", 0: "As good as the expert.", -1: ""}


def result_lines(game: AnyGame, compared: Compared, lang: str) -> Iterator[str]:
    """Yield the result, compared with the expert's, and then two lines to share. The lines do not
    reveal the deal, and are the same as on the page.
    """
    against = AGAINST[compared.against]
    stands = phrase(lang, against) if against else ""
    yield phrase(lang, "{result} {against}", result=compared.told[lang], against=stands).rstrip()
    yield f"chabudai {compared.day}"
    yield f"{game.title} {signs(compared)}"


def signs(compared: Compared) -> str:
    """Return a row of signs: one for each mark, and a star if the result reaches par."""
    row = "".join(MARKS[mark] for mark in compared.result.marks)
    stars = STAR if compared.against >= 0 else ""
    return " ".join(filter(None, (row, stars))) or "–"


def par_line(game: AnyGame, par: DailyResult, lang: str) -> str:
    """Return an expert's result in a deal as a sentence."""
    told = Reader(lang, game.text.catalogue(lang), str).sentence(par.told)
    return phrase(lang, "The expert: {result}", result=told)
