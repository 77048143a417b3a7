"""Positions as pictures: SVG that needs nothing besides itself."""
