"""The part of matplotlib that is used here."""
