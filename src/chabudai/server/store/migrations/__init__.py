"""How the database came to be as it is, one revision a file."""
