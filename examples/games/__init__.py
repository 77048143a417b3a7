"""Example games, which are not shipped. The tests of every game include them."""
