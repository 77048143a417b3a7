"""What is in the box of The Kakapo: scanner cards and pieces, and missions on their board."""
