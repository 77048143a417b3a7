"""Sentences about events contain their facts in every language."""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from functools import partial

import msgspec
import pytest

from chabudai.core import AnyGame, Listed, Telling, TellingFact, events_for
from chabudai.core.telling import fields
from chabudai.core.text import Reader, tell
from tests.contract.test_rulebook import CORE, literals, parsed
from tests.support.game_cases import CASES, Case, Start, random_starts, walk

pytestmark = pytest.mark.parametrize("room", CASES, ids=str)
Told = tuple[Telling, ...]
NAMES = ("Ann", "Ben", "Cho", "Dai", "Eve", "Flo", "Gus", "Hal")
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龯]")


@random_starts(4)
def test_every_event_is_described_in_both_languages(room: Case, sitting: Start) -> None:
    game = room.game
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
    """Whether a `Telling` and all nested ones have exactly the facts that their templates name."""
    match fact:
        case Telling(text=text, facts=facts):
            translated = game.text.catalogue("ja").get(text, "")
            needed = set(facts) == fields(text) == fields(translated)
            return needed and all(is_complete(game, one) for one in facts.values())
        case Listed(items=items):
            return all(is_complete(game, one) for one in items)
        case _:
            return True


def read(game: AnyGame, lang: str, told: Sequence[Telling]) -> list[str]:
    """Return these sentences in a language. They must be complete."""
    reader = Reader(lang, game.text.catalogue(lang), NAMES.__getitem__)
    assert all(map(partial(is_complete, game), told)), told
    said = [reader.sentence(one) for one in told]
    assert all(bool(JAPANESE.search(one)) == (lang == "ja") for one in said)
    return said


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


def test_no_verb_after_a_player_has_a_different_form_after_you(room: Case) -> None:
    """The reader's own name is "You"."""
    third = re.compile(r"(?<!by )\{seat\} ([^.,:]*\b(and|who) )?(is|was|has|\w{2,}[^s\W]s)\b")
    assert [text for text, _ in templates(room) if third.search(text)] == []


def templates(room: Case) -> Iterator[tuple[str, str]]:
    """Yield the templates of each `Telling` in a game's sources, with its location."""
    for path in room.sources:
        tree, named = parsed(path)
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id="telling" | "Telling"), args=[text, *_]):
                    for template in literals(text, named):
                        yield template, f"{path.name}:{node.lineno}"
                case _:
                    pass


def test_every_telling_is_translated_with_all_its_facts(room: Case) -> None:
    catalogue = room.game.text.catalogue("ja")
    found = list(templates(room))
    assert found
    for template, where in found:
        translation = catalogue.get(template, "")
        assert translation, f"{where} is not translated: {template}"
        assert fields(translation) == fields(template)
        assert translation != template
