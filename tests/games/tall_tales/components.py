"""Tall Tales: what is in the box."""

CARDS = (1, 2, 3)
"""One card of each number (TT-2)."""

BEANS = 6
"""In front of each player at the start (TT-3)."""

BELIEVED, DOUBTED = 1, 2
"""Beans that change hands: without a look at the cards (TT-6, TT-8), and with one (TT-9)."""
