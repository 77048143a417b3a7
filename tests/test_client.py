"""The built client is whole, small, and speaks both languages."""

import gzip
import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from chabudai.games import GAMES
from chabudai.server.seats import BOT_NAMES
from tools import client

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "src/chabudai/server/static"
BOOKS = [ROOT / "web/strings", *sorted(ROOT.glob("src/chabudai/games/*/web/**/strings"))]
IMPORTED = re.compile(r'from"\./([^"]+)"|import"\./([^"]+)"|import\("\./([^"]+)"\)')
BLANK = re.compile(r"\{(\w+)")
KIB = 1024


def manifest() -> dict[str, str]:
    found: dict[str, str] = json.loads((STATIC / "manifest.json").read_text())
    return found


def packed(names: set[str]) -> int:
    return sum(len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in names)


def loaded(name: str, seen: set[str]) -> set[str]:
    """The scripts that come with a script at once."""
    seen.add(name)
    for now, bare, _later in IMPORTED.findall((STATIC / name).read_text()):
        for each in {now or bare} - seen - {""}:
            loaded(each, seen)
    return seen


def test_the_shell_has_at_most_35_kib_and_each_game_25() -> None:
    shell = loaded(manifest()["js"], set())
    assert packed(shell) <= 35 * KIB
    rooms = {path.name for path in STATIC.glob("room-*.js")}
    assert rooms
    for room in rooms:
        assert packed(loaded(room, set()) - shell) <= 25 * KIB


def test_the_style_sheets_of_the_house_and_a_game_have_at_most_12_kib() -> None:
    house = packed({manifest()["css"]})
    rooms = [path for path in STATIC.glob("*.css") if path.stem.rpartition("-")[0] in GAMES]
    assert rooms
    for room in rooms:
        assert house + packed({room.name}) <= 12 * KIB


def test_every_file_a_style_sheet_names_is_there() -> None:
    for sheet in STATIC.glob("*.css"):
        for name in re.findall(r'url\("?\./([^")]+)', sheet.read_text()):
            assert (STATIC / name).is_file()


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.parent.parent.name)
def test_every_sentence_is_there_in_english_and_japanese_with_the_same_blanks(book: Path) -> None:
    english: dict[str, str] = json.loads((book / "en.json").read_text(encoding="utf-8"))
    japanese: dict[str, str] = json.loads((book / "ja.json").read_text(encoding="utf-8"))
    assert english.keys() == japanese.keys()
    for key, sentence in english.items():
        assert set(BLANK.findall(japanese[key])) == set(BLANK.findall(sentence)), key


def test_every_sentence_is_used() -> None:
    for book in BOOKS:
        sources = [path.read_text() for path in book.parent.rglob("*.ts*")]
        keys = json.loads((book / "en.json").read_text(encoding="utf-8"))
        unused = [key for key in keys if not any(mentions(source, key) for source in sources)]
        assert unused == []


def test_a_room_of_another_folder_is_built_without_touching_the_client(tmp_path: Path) -> None:
    room = tmp_path / "rooms/another_bank"
    shutil.copytree(ROOT / "src/chabudai/games/word_bank/web", room / "web")
    shutil.copy(ROOT / "src/chabudai/games/word_bank/catalogue.ja.json", room)
    before = {path.name for path in STATIC.iterdir()}
    node = Path(sys.executable).with_name("node")
    client.build(ROOT, str(node), (tmp_path / "rooms",), tmp_path / "static")
    rooms, more = (len([*folder.glob("room-*.js")]) for folder in (STATIC, tmp_path / "static"))
    assert more == rooms + 1
    assert len([*(tmp_path / "static").glob("another-bank-*.css")]) == 1
    assert {path.name for path in STATIC.iterdir()} == before


def test_every_bot_has_a_name_in_kana() -> None:
    named = re.findall(r'^  (\w+): "[ぁ-ん]+",$', (ROOT / "web/bots.ts").read_text(), re.MULTILINE)
    assert tuple(named) == BOT_NAMES


def mentions(source: str, key: str) -> bool:
    """Whether a source names a key, whole or put together from its parts."""
    head, _, tail = key.rpartition(".")
    whole = f'"{key}"' in source
    begun = bool(head) and f"`{head}.${{" in source
    ended = f"}}.{tail}`" in source
    both = f'"{head}"' in source and "}.${" in source
    return whole or begun or ended or both
