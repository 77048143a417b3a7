"""Japanese texts in rulebooks, on screens and in the terminal follow docs/japanese.md."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from chabudai.core.rulebook import read_rulebook
from tests.support.game_cases import CASES, EXTERNAL, Case

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = sorted(
    path
    for top in (
        "web",
        *(f"src/chabudai/{each}" for each in ("cli", "server", "games")),
        "examples/games",
    )
    for pattern in ("ja.json", "catalogue.ja.json")
    for path in (ROOT / top).rglob(pattern)
)
HERE = [room for room in CASES if room not in EXTERNAL]
"""Only games in this repository, because custom games may have another style."""
PATTERNS = {
    "a half-width sign beside Japanese": r"[ぁ-んァ-ヶ一-龯][()!?:;]|[()!?][ぁ-んァ-ヶ一-龯]",
    "a full-width figure or letter": "[０-９Ａ-Ｚａ-ｚ]",
    "第3ラウンド": "第.*ラウンド",
    "a second word for one thing": (
        "単語|卓|手番|反対回り|反対ことば|盤面|ふち|手描き|ランダム|スコア|デッキ|もう手が|"
        "成功する手|オプション"
    ),
}
KANA_OF_THE_RULEBOOK = "(?<=[}0-9何])まい|えら[ばびぶん]|さいご|さいしょ|ぜんぶ|かならず|つづ[けく]"
OTHER_TYPING = re.compile(
    "入力[しで]|「[?]」|[ぁ-んァ-ヶ一-龯](?:draw|pass|ready|select|stop|vote)|"
    "[ぁ-ん](?:と打|のように打)|[A-Z][0-9]のように"
)


UNNEEDED = re.compile(r"\b(valuation|bound|effect|sitting)s?\b", re.IGNORECASE)


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


def test_no_japanese_text_has_a_fault() -> None:
    assert len(FILES) > 10
    shown = {path: [*strings(path)] for path in FILES}
    written = [text for texts in shown.values() for text in texts]
    assert len(written) > 1000
    for fault, pattern in PATTERNS.items():
        assert [text for text in (*written, *rules()) if re.search(pattern, text)] == [], fault
    # Screens and the terminal use kanji where the rulebook uses kana.
    assert [text for text in written if re.search(KANA_OF_THE_RULEBOOK, text)] == []
    # Players in the terminal are called by name without さん, which あなた cannot take.
    terminal = [path for path in FILES if not {"web", "http"} & {*path.parts}]
    assert [text for path in terminal for text in shown[path] if "}さん" in text] == []
    away = json.loads((ROOT / "web/i18n/strings/ja.json").read_text())["away"]
    assert away.startswith("{name}さん")


@pytest.mark.parametrize("room", HERE, ids=str)
def test_the_terminal_describes_typing_in_one_way(room: Case) -> None:
    usage = room.game.text.usage
    for english, japanese in zip(usage("en").splitlines(), usage("ja").splitlines(), strict=True):
        if typed := re.match("[a-z]+ ?", english):
            assert japanese.startswith(typed[0].strip()), japanese
    catalogue = room.game.text.catalogue("ja")
    assert [text for text in catalogue.values() if OTHER_TYPING.search(text)] == []


def test_no_sentence_has_a_word_that_players_never_need() -> None:
    texts = list[str]()
    for path in FILES:
        if path.name == "ja.json":
            texts += strings(path.with_name("en.json"))
        else:  # English sentences are the keys of a catalogue.
            texts += json.loads(path.read_text(encoding="utf-8"))
    assert len(texts) > 1000
    assert [text for text in texts if UNNEEDED.search(text)] == []
