"""Scripts for set-up, checks and data files; not installed."""
