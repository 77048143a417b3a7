"""`chabudai compare`: effects of a changed box on a game."""

from pathlib import Path

from tests.unit.cli.support import ctrl_c, here, refused

ASKED = ("compare", "word-bank", "--games", "4", "--bots", "random", "--seed", "3")


def test_it_prints_the_changes_and_how_to_play_the_changed_box() -> None:
    lines = here(*ASKED, "--set", "min_length=8").out.splitlines()
    assert lines[0] == "Word Bank, 2 deals, seed 3: before, after, and the change."
    assert lines[1].startswith("moves of seats in a game: ")
    assert lines[-1] == "chabudai play word-bank --seats 2 --option min_length=8"


def test_it_prints_one_document_and_japanese_too() -> None:
    found = here(*ASKED, "--set", "min_length=8", "--json").document
    assert found["found"]["deals"] == 2
    assert found["link"] is None
    shown = here(*ASKED, "--set", "min_length=8", "--lang", "ja").out.splitlines()
    assert shown[0] == "Word Bank、2ディール、シード 3：変更前、変更後、差。"
    assert shown[-2] == "変えた箱で遊ぶには："


def test_a_run_stopped_by_ctrl_c_is_kept_and_resumed(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    asked = (*ASKED, "--set", "min_length=8", "--games")
    done = ctrl_c(kept, 5, *asked, "100000", "--json")
    assert done.code == 130
    games = kept.read_bytes().count(b"\n") - 1
    assert done.document["found"]["deals"] == (games + 1) // 2
    assert f"Stopped after {games} of 100000 games; they are kept in {kept}. To go on" in done.err

    # With fewer games left, the resumed run finds what an uninterrupted one does.
    kept.write_bytes(kept.read_bytes().replace(b'"games":100000', b'"games":%d' % (games + 3)))
    resumed = here("compare", "--resume", str(kept), "--json").document
    assert resumed == here(*asked, str(games + 3), "--json").document
    assert "leave out game, bots and so on." in refused(
        "compare", "--resume", str(kept), *ASKED[1:]
    )


def test_own_cards_are_read_from_a_file(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    pairs = ", ".join(f'["big{at}", "small{at}"]' for at in range(40))
    deck.write_text(f"own_hints = [{pairs}]\n")
    asked = ("compare", "word-porters", "--games", "3", "--bots", "random", "--seed", "3")
    assert here(*asked, "--deck", str(deck)).out.splitlines()[-1].endswith(f"--option @{deck}")
    deck.write_text("children = true\n")
    sentence = "sets children, which is no card. Cards are: own_words, own_hints."
    assert sentence in refused(*asked, "--deck", str(deck))
