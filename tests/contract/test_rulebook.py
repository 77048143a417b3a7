"""Every enforced rule is in the rulebook, tested and translated."""

import ast
import inspect
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from chabudai.core.rulebook import LANGUAGES, Rulebook, read_rulebook
from chabudai.core.telling import fields
from tests.support.game_cases import ADDED, CASES, EXTERNAL, WITHOUT_PAGE, Case

pytestmark = pytest.mark.parametrize("room", CASES, ids=str)

RULE = re.compile(r"[A-Z]{2}-A?\d+")
CORE = Path(__file__).resolve().parent.parent.parent / "src" / "chabudai" / "core"


class Refusal(NamedTuple):
    """A refusal in the source, `Illegal(…)` or `Why(…)`: its rule, sentence and location."""

    rule: str
    sentence: str
    where: str


Texts = list[str]
Named = list[tuple[int, str, Texts]]


@cache
def parsed(path: Path) -> tuple[ast.Module, Named]:
    """Return a source file's syntax tree, and the lines, names and texts of assignments in it, last
    line first.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named: Named = []
    for node in ast.walk(tree):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ):
                values = value.values if isinstance(value, ast.Dict) else [value]
                constants = [each.value for each in values if isinstance(each, ast.Constant)]
                texts = [text for text in constants if isinstance(text, str)]
                named.append((node.lineno, name, texts))
            case _:
                pass
    return tree, sorted(named, reverse=True)


def literals(node: ast.expr, named: Named) -> Texts:
    """Return the texts that an argument may have: its own text, or the texts last assigned to its
    name. An attribute of another refusal, an event or a card has no texts.
    """
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Subscript(value=value):
            return literals(value, named)
        case ast.Attribute(attr="rule" | "text" | "en"):
            return []
        case ast.Name(id=wanted):
            for line, name, texts in named:
                if name == wanted and line < node.lineno and texts:
                    return texts
        case _:
            pass
    raise AssertionError(f"line {node.lineno}: rules and sentences are literals")


def refusals(room: Case) -> list[Refusal]:
    """Return every refusal in a game's sources and in the core."""
    found = []
    for path in (*room.sources, *sorted(CORE.glob("*.py"))):
        tree, named = parsed(path)
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id="Illegal" | "Why"), args=[rule, sentence, *_]):
                    where = f"{path.name}:{node.lineno}"
                    for text in literals(sentence, named):
                        found += [Refusal(one, text, where) for one in rules_of(room, rule, named)]
                case _:
                    pass
    return found


def rules_of(room: Case, rule: ast.expr, named: Named) -> Texts:
    """Return the rules that a refusal may cite."""
    match rule:
        case ast.Call(func=ast.Attribute(attr="turn")):
            return RULE.findall(inspect.getsource(room.game.turn))
        case _:
            return literals(rule, named)


def book(room: Case, lang: str = "en") -> Rulebook:
    return read_rulebook(room.folder, lang)


def ids(rulebook: Rulebook) -> list[str]:
    return [rule.id for rule in rulebook.rules]


def test_every_rule_that_is_enforced_or_named_in_the_source_is_a_heading(room: Case) -> None:
    written = set(ids(book(room)))
    found = refusals(room)
    assert len(found) > 5
    assert [refusal for refusal in found if refusal.rule not in written] == []
    prefix = next(iter(written)).split("-")[0]
    for path in room.sources:
        named = cited(path.read_text(encoding="utf-8"))
        assert {name for name in named if name.startswith(f"{prefix}-")} <= written, path.name


def test_every_heading_is_cited_by_a_test(room: Case) -> None:
    files = (room.folder / "tests").glob("test_*.py")
    source = "\n".join(path.read_text(encoding="utf-8") for path in files)
    names = " ".join(re.findall(r"^def (test_\w+)", source, re.MULTILINE))
    rules = {rule: f"_{rule.lower().replace('-', '_')}" for rule in ids(book(room))}
    assert [rule for rule, slug in rules.items() if not re.search(rf"{slug}(?!\d)", names)] == []


def test_rules_have_titles_and_texts_and_are_numbered_alike_in_both_languages(room: Case) -> None:
    english, japanese = (book(room, lang) for lang in LANGUAGES)
    rules = [rule for rule in ids(english) if "-A" not in rule]
    rulings = [rule for rule in ids(english) if "-A" in rule]
    prefix = rules[0].split("-")[0]
    assert ids(english) == ids(japanese) == rules + rulings
    assert rules == [f"{prefix}-{n}" for n in range(1, len(rules) + 1)]
    assert rulings == [f"{prefix}-A{n}" for n in range(1, len(rulings) + 1)]
    for one, other in zip(english.rules, japanese.rules, strict=True):
        assert all((one.title, one.text, other.title, other.text)), one.id
        assert cited(one.text) == cited(other.text), one.id
        assert cited(one.text) <= set(ids(english)), one.id


def cited(text: str) -> set[str]:
    return set(RULE.findall(text))


def test_every_table_option_is_in_a_ruling_with_its_default(room: Case) -> None:
    for lang in LANGUAGES:
        for field in msgspec.structs.fields(room.game.options):
            rulings = [rule for rule in book(room, lang).rules if f"`{field.name}`" in rule.text]
            said = str(field.default)
            default = {"False": "off", "True": "on"}.get(said, said)
            found = any("-A" in rule.id and default in rule.text for rule in rulings)
            assert found, f"no ruling of {lang} names `{field.name}` and its default {default}"


def test_every_table_option_has_a_line_in_the_lobby(room: Case) -> None:
    screen = room.folder / "web"
    if not screen.is_dir():
        return
    sources = "".join(path.read_text(encoding="utf-8") for path in screen.rglob("*.ts*"))
    named = set(re.findall(r'(?:\w\(|\bname: )"(\w+)"', sources))
    assert {field.name for field in msgspec.structs.fields(room.game.options)} <= named


def test_a_shipped_game_is_explained_in_three_lines_and_pictures(room: Case) -> None:
    books = [book(room, lang) for lang in LANGUAGES]
    lines = [rulebook.glance.lines if rulebook.glance else () for rulebook in books]
    drawn = (room.folder / "web/glance.tsx").is_file()
    told = [len(each) for each in lines]
    assert told == ([3, 3] if drawn else [0, 0]) or (room in WITHOUT_PAGE and told == [3, 3])
    assert drawn == (room not in ADDED) or room in EXTERNAL
    assert all(len(line) <= 110 for each in lines for line in each)


def test_the_book_begins_with_a_note_that_it_is_not_official(room: Case) -> None:
    lines = [
        [line for line in path.read_text(encoding="utf-8").splitlines() if line]
        for path in (room.folder / "RULES.md", room.folder / "RULES.ja.md")
    ]
    assert "our own words" in lines[0][1]
    assert "not an official" in lines[0][1]
    assert "自分のことば" in lines[1][1]
    assert "公式のページでもありません" in lines[1][1]


def test_every_refusal_is_one_plain_sentence_and_translated_with_all_its_facts(room: Case) -> None:
    catalogue = room.game.text.catalogue("ja")
    for refusal in refusals(room):
        assert re.fullmatch(r"[A-Z{][^.!?\n]{5,80}[.!?]", refusal.sentence), refusal
        translation = catalogue.get(refusal.sentence, "")
        assert translation, f"{refusal.where} is not translated: {refusal.sentence}"
        assert fields(translation) == fields(refusal.sentence)
        assert translation != refusal.sentence
