"""The Kakapo's missions for the lobby: `python -m tools.list_missions`.

This writes the game's `web/missions.json` from the mission files. The list is committed, and a test
of the game compares it with a new one. The stars for a number of players depend on how often the
reference bot wins the mission with that number.
"""

from pathlib import Path

import msgspec

from chabudai.games.kakapo.components.missions import Mission, book
from chabudai.games.kakapo.review.certificates import Stars, certificate_of

ROOT = Path(__file__).resolve().parent.parent
PATH = ROOT / "src/chabudai/games/kakapo/web/missions.json"


def listing() -> str:
    """Return the file's text: each mode's missions in the book's order, with their stars by number
    of seats.
    """
    blocks: list[str] = []
    for mode in ("buddy", "party"):
        lines = [
            msgspec.json.encode({"stars": stars_of(mission), "mission": mission}).decode()
            for mission in book(mode)
        ]
        blocks.append(f'  "{mode}": [\n    ' + ",\n    ".join(lines) + "\n  ]")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def stars_of(mission: Mission) -> dict[int, Stars]:
    """Return the stars by number of players, from one (gentle) to five (brutal)."""
    grades = certificate_of(mission.mode, mission.number).grades
    return {grade.seats: grade.stars for grade in grades}


def main() -> None:
    """Write the file."""
    PATH.write_text(listing(), encoding="utf-8")


if __name__ == "__main__":
    main()
