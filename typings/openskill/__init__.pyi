"""The part of openskill that is used here."""
