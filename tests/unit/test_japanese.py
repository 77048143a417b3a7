"""Japanese in rulebook, page and terminal keeps to docs/japanese.md."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from chabudai.core.rulebook import read_rulebook
from tests.support.every_room import OUTSIDE, ROOMS, Room

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = sorted(
    path
    for top in (
        "web",
        "src/chabudai/cli",
        "src/chabudai/server",
        "src/chabudai/games",
        "tests/games",
    )
    for pattern in ("ja.json", "catalogue.ja.json")
    for path in (ROOT / top).rglob(pattern)
)
HERE = [room for room in ROOMS if room not in OUTSIDE]
"""The rooms in this repository: somebody's own may have a Japanese of its own."""
SIGNS = {
    "half-width sign beside Japanese": re.compile(
        r"[ぁ-んァ-ヶ一-龯][()!?:;]|[()!?][ぁ-んァ-ヶ一-龯]"
    ),
    "full-width figure or letter": re.compile("[０-９Ａ-Ｚａ-ｚ]"),
    "第3ラウンド": re.compile("第.*ラウンド"),
}
OTHER_WORDS = re.compile(
    "単語|卓|手番|反対回り|反対ことば|盤面|ふち|手描き|ランダム|スコア|デッキ|もう手が|"
    "成功する手|オプション"
)
OTHER_TYPING = re.compile(
    "入力[しで]|「[?]」|[ぁ-んァ-ヶ一-龯](?:draw|pass|ready|select|stop|vote)|"
    "[ぁ-ん](?:と打|のように打)|[A-Z][0-9]のように"
)
KANA_OF_THE_RULEBOOK = re.compile(
    "(?<=[}0-9何])まい|えら[ばびぶん]|さいご|さいしょ|ぜんぶ|かならず|つづ[けく]"
)


def strings(path: Path) -> Iterator[str]:
    document: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    yield from document.values()


def rules() -> Iterator[str]:
    for room in HERE:
        book = read_rulebook(room.folder, "ja")
        yield from (book.title, book.introduction, *(book.glance.lines if book.glance else ()))
        texts = [(chapter.title, chapter.text) for chapter in book.chapters]
        texts += [(rule.title, rule.text) for rule in book.rules]
        for title, text in texts:
            yield from (title, re.sub("`[^`]*`", "", text))


def everything() -> Iterator[str]:
    for path in FILES:
        yield from strings(path)
    yield from rules()


@pytest.mark.parametrize("fault", SIGNS)
def test_signs_and_figures_are_those_of_the_style_sheet(fault: str) -> None:
    assert [text for text in everything() if SIGNS[fault].search(text)] == []


def test_one_thing_has_one_word_in_rulebook_page_and_terminal() -> None:
    assert [text for text in everything() if OTHER_WORDS.search(text)] == []


def test_page_and_terminal_write_the_kanji_that_the_rulebook_leaves_out() -> None:
    found = [text for path in FILES for text in strings(path) if KANA_OF_THE_RULEBOOK.search(text)]
    assert found == []


@pytest.mark.parametrize("room", HERE, ids=str)
def test_a_terminal_names_what_one_types_in_one_way(room: Room) -> None:
    usage = room.game.text.usage
    for english, japanese in zip(usage("en").splitlines(), usage("ja").splitlines(), strict=True):
        if typed := re.match("[a-z]+ ?", english):
            assert japanese.startswith(typed[0].strip()), japanese
    catalogue = room.game.text.catalogue("ja")
    assert [text for text in catalogue.values() if OTHER_TYPING.search(text)] == []


def test_at_the_table_people_are_called_by_their_names_alone() -> None:
    """The reader is あなた, and nobody is called あなたさん."""
    at_table = [text for path in FILES if "web" not in path.parts for text in strings(path)]
    assert [text for text in at_table if re.search("}さん", text)] == []


def test_all_strings_are_read() -> None:
    assert len(FILES) > 10
    assert len(list(everything())) > 1000
