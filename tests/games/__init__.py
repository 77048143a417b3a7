"""Example games that are no product; the tests of every game run on them."""
