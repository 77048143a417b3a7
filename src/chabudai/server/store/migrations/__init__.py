"""The history of the database schema, one revision per file."""
