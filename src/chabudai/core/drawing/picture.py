"""Positions as pictures: self-contained SVG.

A game draws the table from a view (`Extras.draw`). The title, players and scores around it look the
same in all games. All text is in the reader's language. The picture's description is the table as
text. Colours follow the reader's preference for light or dark mode.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from chabudai.core.drawing import pieces, svg
from chabudai.core.drawing.scene import Scene
from chabudai.core.drawing.svg import Svg, at, box, element, label
from chabudai.core.game import AnyGame, Outcome
from chabudai.core.telling import Seat
from chabudai.core.text import GAPS, Phrasebook, people

WIDTH = 720
HEAD, FIELD = 76, 392
"""Heights of the title and of the area that a game draws on, which is WIDTH wide."""
ROW, MOST_IN_A_ROW = 46, 3
BOOK = Phrasebook(Path(__file__).parent)
phrase = BOOK.phrase


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, WIDTH units wide and `height` high. `title` and `about` describe it. `body` is
    markup that refers to `parts` by their ids. `style` contains its CSS rules other than colours.
    """

    title: str
    about: str
    height: float
    lang: str
    body: Svg
    parts: Mapping[str, Svg]
    style: str = ""

    @property
    def svg(self) -> str:
        """The picture as an SVG document that scales to its container."""
        parts = element("defs", *self.parts.values())
        style = Svg(f"<style>{svg.rules(self.body + parts)}{self.style}</style>")
        whole = element(
            "svg",
            element("title", self.title),
            element("desc", self.about),
            style,
            parts,
            self.body,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH} {svg.number(self.height)}",
            role="img",
            lang=self.lang,
            class_=svg.ROOT,
            font_family=svg.FONTS,
        )
        return str(whole)

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        return self.svg


@dataclass(frozen=True, slots=True)
class Position:
    """A game state, drawn in a notebook as `seat` sees it, or as a spectator does if `seat` is
    None. `names` lists the seats' names in order. Seats without a name are named by their letters.
    """

    game: AnyGame
    state: object
    seat: Seat | None = None
    lang: str = "en"
    names: Sequence[str] = ()

    def picture(self) -> Picture:
        """Return the picture. Raises ValueError for a game without pictures."""
        return picture_of(self.game, self.state, self.seat, self.lang, self.names)

    def __str__(self) -> str:
        """Return the table as text."""
        shown = self.game.text.show(self.game.view(self.state, self.seat), self.seat, self.lang)
        return shown.format(*called(self.game.seats[-1], self.lang, self.names))

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        return self.picture().svg


def picture_of(
    game: AnyGame, state: object, seat: Seat | None, lang: str, names: Sequence[str] = ()
) -> Picture:
    """Return a picture of a state as `seat` sees it, or as a spectator does if `seat` is None.
    Seats without a name are named by their letters.

    Raises ValueError for a game without pictures.
    """
    if game.extras.draw is None:
        raise ValueError(f"{game.title} has no pictures.")
    view, outcome = game.view(state, seat), game.outcome(state)
    scene: Scene = game.extras.draw()(view, seat, lang)
    seats = len(scene.figures)
    known = called(seats, lang, names)
    title = game.text.catalogue(lang).get(game.title, game.title)
    status = GAPS[lang].join(filter(None, (scene.status, won(outcome, lang)))).format(*known)
    acting = () if outcome else game.to_act(state)
    body = Svg(
        "".join(
            (
                head(title, status, seats),
                at(0, HEAD, scene.body),
                *(
                    chip(one, seats, known[one], scene.figures[one].format(*known))
                    for one in range(seats)
                ),
                *(lit(one, seats) for one in acting if one in range(seats)),
                *(crowned(one, seats) for one in (outcome.winners if outcome else ())),
            )
        )
    )
    about = game.text.show(view, seat, lang).format(*known)
    whole = f"{about}\n{status}"
    return Picture(f"{title}: {status}", whole, height_for(seats), lang, body, scene.parts)


def called(seats: int, lang: str, names: Sequence[str]) -> list[str]:
    """Return the names of the seats. Seats without a name are named by their letters."""
    given = (*names, *[""] * seats)
    letters = pieces.LETTERS[:seats]
    return [
        given[seat] or phrase(lang, "Seat {letter}", letter=letter)
        for seat, letter in enumerate(letters)
    ]


def won(outcome: Outcome | None, lang: str) -> str:
    """Name the winners in a sentence. Return "" if the game is not over, or if all players have won
    or none has.
    """
    if outcome is None or not 0 < len(outcome.winners) < len(outcome.scores):
        return ""
    winners = people([f"{{{seat}}}" for seat in outcome.winners], lang)
    if len(outcome.winners) == 1:
        return phrase(lang, "The winner is {names}.", names=winners)
    return phrase(lang, "The winners are {names}.", names=winners)


# --- around the table


def rows_for(seats: int) -> int:
    """Return the number of rows of seats below the table."""
    return -(-seats // MOST_IN_A_ROW)


def height_for(seats: int) -> float:
    """Return the height of a picture."""
    return HEAD + FIELD + ROW * rows_for(seats) + 10


def head(title: str, status: str, seats: int) -> Svg:
    """Draw the background, logo, title and status."""
    return Svg(
        box(0, 0, WIDTH, height_for(seats), fill="bg")
        + at(30, 30, pieces.crest(), scale=0.8)
        + label(58, 38, title, 24, 480, font_weight=800)
        + label(WIDTH - 16, 34, "chabudai", 15, text_anchor="end", fill="ink2")
        + label(16, 68, status, 17, WIDTH - 32)
    )


def place_of(seat: Seat, seats: int) -> tuple[float, float, float]:
    """Return the left edge, top edge and width of a seat's box."""
    rows = rows_for(seats)
    in_row = -(-seats // rows)
    row = seat // in_row
    width = (WIDTH - 24 - 8 * (in_row - 1)) / in_row
    return 12 + (seat - row * in_row) * (width + 8), HEAD + FIELD + 4 + ROW * row, width


def chip(seat: Seat, seats: int, name: str, figure: str) -> Svg:
    """Draw a seat's box with its mark, name and score."""
    x, y, width = place_of(seat, seats)
    room = svg.breadth(figure) * 12.5
    return Svg(
        box(x, y, width, 38, rx=10, fill="surface", stroke="line", stroke_width=1.5)
        + at(x + 20, y + 19, pieces.mark(seat))
        + label(x + 38, y + 24.5, name, 15, width - 54 - room, font_weight=700)
        + label(x + width - 10, y + 24.5, figure, 14, width / 2, text_anchor="end")
    )


def lit(seat: Seat, seats: int) -> Svg:
    """Draw the frame around a seat that owes a move."""
    x, y, width = place_of(seat, seats)
    return box(x, y, width, 38, rx=10, fill="none", stroke="accent", stroke_width=3)


def crowned(seat: Seat, seats: int) -> Svg:
    """Draw the crown and the frame of a winner."""
    x, y, width = place_of(seat, seats)
    frame = box(x, y, width, 38, rx=10, fill="none", stroke="gold", stroke_width=3)
    return Svg(frame + pieces.crown(x + 20, y - 1))
