"""The database schema's history, one revision per file."""
