"""What is in the box of Quiddler: its cards, and the index of what they spell."""
