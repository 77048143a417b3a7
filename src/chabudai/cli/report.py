"""A report of a finished game as lines of text."""

from collections.abc import Iterable, Iterator

from chabudai.cli.output import phrase
from chabudai.core import Seat, Telling
from chabudai.core.report import Moment, Part, Report
from chabudai.core.text import COMMAS, GAPS, Reader, signed


def report_lines(report: Report, reader: Reader, seat: Seat | None) -> Iterator[str]:
    """Yield the lines of a report for one seat, or for all if `seat` is None."""
    for one in report.seats:
        if None in (seat, one.seat) or seat == one.seat:
            yield from map(reader.sentence, one.lines)
            yield from parts_line(reader, one.parts)
            for moment in one.moments:
                yield from moment_lines(reader, moment)
            yield from map(reader.sentence, one.notes)
    yield from map(reader.sentence, report.meaning)


def parts_line(reader: Reader, parts: Iterable[Part]) -> Iterator[str]:
    """Yield a line with the parts of a result and their values, if it has any."""
    if named := [f"{reader.sentence(part.name)} {signed(part.worth)}" for part in parts]:
        yield f"= {COMMAS[reader.lang][0].join(named)}"


def moment_lines(reader: Reader, moment: Moment) -> Iterator[str]:
    """Yield a question, then its answer."""
    yield reader.sentence(moment.question)
    yield phrase(reader.lang, "Answer: {answer}", answer=sentences(reader, moment.answer))


def sentences(reader: Reader, tellings: Iterable[Telling]) -> str:
    """Join sentences."""
    return GAPS[reader.lang].join(map(reader.sentence, tellings))
