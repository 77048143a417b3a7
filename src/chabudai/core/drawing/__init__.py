"""Positions as pictures: self-contained SVG."""
