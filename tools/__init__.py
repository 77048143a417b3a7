"""Scripts that set up, check and rebuild; nothing here is installed."""
