"""The components of The Kakapo: scanner cards and pieces, and missions on their board."""
