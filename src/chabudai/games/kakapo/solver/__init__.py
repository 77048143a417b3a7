"""Exact analysis of missions: the fewest pieces that win one, and whether open hands win it."""
