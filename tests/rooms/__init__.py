"""Rooms that are no product: what a new game needs is tried on them."""
