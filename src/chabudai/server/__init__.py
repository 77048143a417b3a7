"""Game tables on the web: an event log, bots, and WebSockets that show each seat its view."""
