"""`chabudai words`: the dictionaries."""

from tests.unit.cli.support import here


def test_words_lists_a_dictionary() -> None:
    found = here("words", "--lexicon", "casual", "--json").document
    assert found["lexicon"] == "casual"
    assert found["words"] == sorted(found["words"])
    assert "PROTECT" in found["words"]
    lines = here("words", "--lexicon", "casual").out.splitlines()
    assert lines == found["words"]


def test_words_are_looked_up_under_the_typed_spelling() -> None:
    found = here("words", "--check", "GROUPIES", "groupies", "groupys", "", "--json").document
    assert found["GROUPIES"] == found["groupies"]
    assert found["groupies"]["valid"] is True
    assert isinstance(found["groupies"]["level"], int)
    assert found["groupys"] == found[""] == {"valid": False, "level": None}


def test_rare_words_are_only_in_their_dictionary() -> None:
    rare = "ZYZZYVA"
    standard = here("words", "--check", rare, "--json").document
    expert = here("words", "--lexicon", "expert", "--check", rare, "--json").document
    assert (standard[rare]["valid"], expert[rare]["valid"]) == (False, True)
    assert standard[rare]["level"] == expert[rare]["level"] == 80


def test_words_answers_in_sentences() -> None:
    out = here("words", "--check", "safe", "saffe", " ").out
    assert out.splitlines()[1] == "saffe is not in the standard dictionary."
    assert out.splitlines()[2] == "' ' is not in the standard dictionary."
    assert here("words", "--meaning", "safe", "").out.splitlines()[-2] == "'' is no word."
    assert out.startswith("safe is in the standard dictionary (level ")


def test_words_prints_meanings_and_their_sources() -> None:
    out = here("words", "--meaning", "dogs", "the", "zyzzyva", "xyzq").out.splitlines()
    assert out[0] == "DOG"
    assert any(line.startswith("  noun: ") for line in out)
    assert any("犬（いぬ）" in line for line in out)
    assert "The meaning of zyzzyva is not known here." in out
    assert "xyzq is no word." in out
    assert "EDICT" in out[-1]
    found = here("words", "--meaning", "dogs", "xyzq", "--json").document
    assert found["xyzq"] == []
    assert {"text": "犬", "reading": "いぬ"} in found["dogs"][0]["japanese"]
