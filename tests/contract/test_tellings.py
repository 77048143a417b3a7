"""Sentences about events contain their facts in every language."""

import ast
import json
import re
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from chabudai.core import AnyGame, Listed, Telling, TellingFact, events_for
from chabudai.core.telling import fields
from chabudai.core.text import tell
from tests.contract.test_rulebook import CORE, literal, parsed
from tests.support.game_cases import CASES, Case, starts, walk

pytestmark = pytest.mark.parametrize("room", CASES, ids=str)
data = st.data()
Told = tuple[Telling, ...]
NAMES = ("Ann", "Ben", "Cho", "Dai", "Eve", "Flo", "Gus", "Hal")
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龯]")


@settings(max_examples=8)
@given(data)
def test_every_event_is_told_in_both_languages(room: Case, data: st.DataObject) -> None:
    game, sitting = room.game, data.draw(starts(room))
    for ply in walk(room, sitting):
        seats = (*range(sitting.seats), None)
        heard = [event for seat in seats for event in events_for(ply.step.news, seat)]
        for event in {msgspec.json.encode(event): event for event in heard}.values():
            tellings = game.text.tell(event)
            assert msgspec.json.decode(msgspec.json.encode(tellings), type=Told) == tellings
            assert all(is_complete(game, one) for one in tellings), event
            assert (tellings == ()) == isinstance(event, tuple(room.support.UNTOLD))
            if not tellings:
                continue
            english, japanese = (tell(game.text, event, lang, NAMES) for lang in ("en", "ja"))
            assert re.fullmatch(r"[^\n]*[.!?]", english), english
            assert re.fullmatch(r"[^\n]*[。!?！？]", japanese), japanese
            assert JAPANESE.search(japanese)
            assert not JAPANESE.search(english)


def is_complete(game: AnyGame, fact: TellingFact) -> bool:
    """Whether a `Telling` and those nested in it have exactly the facts of their templates."""
    match fact:
        case Telling(text=text, facts=facts):
            translated = game.text.catalogue("ja").get(text, "")
            needed = set(facts) == fields(text) == fields(translated)
            return needed and all(is_complete(game, one) for one in facts.values())
        case Listed(items=items):
            return all(is_complete(game, one) for one in items)
        case _:
            return True


def test_every_sentence_of_a_catalogue_is_used_and_keeps_its_facts(room: Case) -> None:
    sources = (*room.sources, *CORE.glob("*.py"))
    texts = {
        node.value
        for path in sources
        for node in ast.walk(parsed(path)[0])
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    written = json.loads((room.folder / "catalogue.ja.json").read_bytes())
    assert set(written) <= set(room.game.text.catalogue("ja"))
    assert [text for text in written if text not in texts] == []
    assert {
        english: japanese
        for english, japanese in written.items()
        if fields(english) != fields(japanese)
    } == {}


def test_a_player_is_no_subject_of_a_verb_that_differs_after_you(room: Case) -> None:
    """The reader's own name is "You"."""
    third = re.compile(r"(?<!by )\{seat\} ([^.,:]*\b(and|who) )?(is|was|has|\w{2,}[^s\W]s)\b")
    assert [text for text, _ in templates(room) if third.search(text)] == []


def templates(room: Case) -> Iterator[tuple[str, str]]:
    """Yield the template of each `Telling` in a room's sources, with its location."""
    for path in room.sources:
        tree, named = parsed(path)
        tables = mappings(tree)
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id="telling" | "Telling"), args=[text, *_]):
                    for template in written_in(text, named, tables):
                        yield template, f"{path.name}:{node.lineno}"
                case _:
                    pass


def mappings(tree: ast.Module) -> dict[str, list[str]]:
    """Map the name of each dictionary in a module to the texts among its values."""
    found: dict[str, list[str]] = {}
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Dict(values=values)):
                texts = [ast.literal_eval(one) for one in values if isinstance(one, ast.Constant)]
                found[name] = [text for text in texts if isinstance(text, str)]
            case _:
                pass
    return found


def written_in(
    node: ast.expr, named: list[tuple[int, str, str]], tables: dict[str, list[str]]
) -> list[str]:
    """Return an expression's possible templates, or none if it is a parameter or is on a card."""
    match node:
        case ast.Subscript(value=ast.Name(id=name)):
            assert tables[name]
            return tables[name]
        case ast.Attribute(attr="text") | ast.Attribute(attr="en"):
            return []
        case ast.Subscript(value=ast.Attribute(attr="en")):
            return []
        case _:
            return [literal(node, named)]


def test_every_telling_is_translated_with_all_its_facts(room: Case) -> None:
    catalogue = room.game.text.catalogue("ja")
    found = list(templates(room))
    assert found
    for template, where in found:
        translation = catalogue.get(template, "")
        assert translation, f"{where} is not translated: {template}"
        assert fields(translation) == fields(template)
        assert translation != template
