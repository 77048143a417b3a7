"""`chabudai rules`: the rulebook."""

from tests.cli.support import here, refused


def test_rules_prints_the_book_or_one_rule_in_both_languages() -> None:
    book = here("rules", "word-bank").out
    assert "WB-14 " in book
    one = here("rules", "word-bank", "wb-14").out
    assert one.startswith("WB-14 ")
    assert "WB-15" not in one.splitlines()[0]
    assert one.strip() in book
    japanese = here("rules", "word-bank", "WB-14", "--lang", "ja", "--json").document
    assert japanese["id"] == "WB-14"
    assert "金庫" in japanese["text"]
    assert len(here("rules", "word-bank", "--json").document["rules"]) == 52


def test_rules_refuses_what_is_not_there() -> None:
    assert "WB-99" in refused("rules", "word-bank", "WB-99")
    assert "word-bank" in refused("rules", "chess")
