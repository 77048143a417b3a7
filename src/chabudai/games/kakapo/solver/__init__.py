"""Exact analysis of missions: the fewest pieces that win, and whether open hands can win."""
