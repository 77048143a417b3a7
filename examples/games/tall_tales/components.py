"""Tall Tales: the contents of the box."""

CARDS = (1, 2, 3)
"""One card of each number (TT-2)."""

BEANS = 6
"""Beans in front of each player at the start (TT-3)."""

BELIEVED, DOUBTED = 1, 2
"""Beans that are paid without comparing the cards (TT-6, TT-8), and after comparing them (TT-9)."""
