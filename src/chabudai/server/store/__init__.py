"""The event store: tables and their logs."""
