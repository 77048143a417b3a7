"""WebSockets: commands in, and out what a seat may know."""
