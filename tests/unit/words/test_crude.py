"""Words that no bot says and no screen suggests."""

from chabudai.words import crude, lexicon


def test_curses_and_the_words_of_their_roots_are_crude_and_others_are_not() -> None:
    assert {"SHIT", "SHITTY", "FUCKING", "CUNT", "RAPISTS", "FAGGOTS"} <= crude()
    assert crude().isdisjoint({"QUEEN", "COCK", "SPADE", "ASS", "SPIKY", "CHINA", "TITLE"})


def test_players_may_say_crude_words() -> None:
    assert all(word in lexicon("expert") for word in crude())
    assert len(crude()) < 1000
