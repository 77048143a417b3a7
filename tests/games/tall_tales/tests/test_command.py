"""Tall Tales in the terminal: a whole game, and the game's own command."""

from tests.unit.cli.support import chabudai, here, refused


def test_a_whole_game_is_played_line_by_line() -> None:
    # Each line answers one of the two questions and is refused for the other.
    played = chabudai("play", "tall-tales", "--seed", "3", typed="claim\nbelieve\n" * 8)
    assert (played.code, played.err) == (0, "")
    assert " won." in played.out
    assert "Not allowed: " in played.out


def test_a_plan_says_how_often_to_claim_and_to_doubt() -> None:
    done = here("tales", "plan", "1", "--json")
    assert (done.code, done.document) == (0, {"card": 1, "claim": 1 / 3, "doubt": 0.0})
    assert here("tales", "plan", "2").out == "Claim 1 of the time.\nDoubt 1/3 of the time.\n"
    assert "is not from 1 to 3" in refused("tales", "plan", "4")
