"""Exact analysis of missions: the fewest pieces that win, and whether a mission can be won with
open hands.
"""
