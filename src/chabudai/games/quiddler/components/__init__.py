"""The components of Quiddler: its cards, and an index of the words that they spell."""
