"""The Kakapo's missions for the lobby: `python -m tools.list_missions`.

Writes `web/missions.json` of the room from the mission files. It is committed; a test of the room
compares it with a fresh list. The book is ordered by how hard its missions are, so that a place in
it gives a mission's stars: one more every four missions.
"""

from pathlib import Path

import msgspec

from chabudai.games.kakapo.missions import BOOK, book

ROOT = Path(__file__).resolve().parent.parent
PATH = ROOT / "src/chabudai/games/kakapo/web/missions.json"
STARS = 5


def listing() -> str:
    """The file's text: by mode, each mission in the order of the book, and its stars."""
    blocks: list[str] = []
    for mode in ("buddy", "party"):
        lines = [
            msgspec.json.encode({"stars": 1 + at * STARS // BOOK, "mission": mission}).decode()
            for at, mission in enumerate(book(mode))
        ]
        blocks.append(f'  "{mode}": [\n    ' + ",\n    ".join(lines) + "\n  ]")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def main() -> None:
    """Write the file."""
    PATH.write_text(listing(), encoding="utf-8")


if __name__ == "__main__":
    main()
