"""Advice as lines of text."""

from collections.abc import Iterator

from chabudai.cli.output import phrase
from chabudai.cli.report import sentences
from chabudai.core import Advice
from chabudai.core.text import Reader


def advice_stages(advice: Advice, reader: Reader) -> Iterator[str]:
    """Yield the stages of advice, each more detailed than the one before."""
    lang = reader.lang
    yield reader.sentence(advice.look)
    said = [reader.sentence(choice.said) for choice in advice.choices]
    if advice.closer is not None:
        yield reader.sentence(advice.closer)
        best = phrase(lang, "The best is: {choice}.", choice=said[advice.best])
    else:
        listed = [phrase(lang, "{n}: {choice}", n=n, choice=one) for n, one in enumerate(said, 1)]
        yield "\n".join((phrase(lang, "One of these is best:"), *listed))
        best = phrase(
            lang, "The best is {n}: {choice}.", n=advice.best + 1, choice=said[advice.best]
        )
    yield "\n".join((best, sentences(reader, advice.why)))
